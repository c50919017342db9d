import { expect, test } from 'vitest'
import { readChosen } from './chosen-download.ts'

const ID = '0198c3a2-7d5e-7c44-9a31-2f6b8d0e5c17'

test.each([
  ['file=original&size=512', {}],
  [`file=${ID}&size=512&pixels=`, { file_id: ID }],
  ['file=png&size=&pixels=', { format: 'png' }],
  ['file=png&size=512&pixels=', { format: 'png', width: 512 }],
  ['file=png&size=512&pixels=+640+', { format: 'png', width: 640 }],
  ['file=png&size=512&pixels=wide', { format: 'png', width: Number.NaN }]
])('%s asks for %j', (sent, query) => expect(readChosen(new URLSearchParams(sent))?.query).toEqual(query))

test('without a file nothing is chosen', () => expect(readChosen(new URLSearchParams('size=512'))).toBeUndefined())
