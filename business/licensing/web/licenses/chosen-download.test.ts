import { expect, test } from 'vitest'
import { downloadAddress, readChosen, startingDownloadPage, substituteNote } from './chosen-download.ts'

const ID = '0198c3a2-7d5e-7c44-9a31-2f6b8d0e5c17'

test.each([
  ['file=original&size=512', {}],
  [`file=${ID}&size=512&pixels=`, { file_id: ID }],
  ['file=png&size=&pixels=', { format: 'png' }],
  ['file=png&size=512&pixels=', { format: 'png', width: 512 }],
  ['file=svg&project=+Spring+', { format: 'svg', project: 'Spring' }],
  ['file=png&size=512&pixels=+640+', { format: 'png', width: 640 }],
  ['file=png&size=512&pixels=wide', { format: 'png', width: Number.NaN }]
])('%s requests %j', (sent, query) => expect(readChosen(new URLSearchParams(sent))?.query).toEqual(query))

test('a form without a file returns no choice', () => expect(readChosen(new URLSearchParams('size=512'))).toBeUndefined())

test.each([
  ['png', `/client/licenses/${ID}/download?file=png`],
  ['eps', `/client/licenses/${ID}/download?file=original`],
  [undefined, `/client/licenses/${ID}/download?file=original`]
])('with %s chosen, a license with SVG and PNG is downloaded from %s', (chosen, address) =>
  expect(downloadAddress(ID, ['svg', 'png'], chosen)).toBe(address)
)

test('the page that starts a download names the chosen format', () =>
  expect([startingDownloadPage(ID, 'png'), startingDownloadPage(ID, null)]).toEqual([
    `/client/licenses/${ID}/download?start=png`,
    `/client/licenses/${ID}/download?start=original`
  ]))

test.each([
  ['png', 'png', undefined],
  [null, 'svg', undefined],
  ['original', 'svg', undefined],
  ['png', 'svg', 'PNG is no longer available for this asset. You get SVG instead.']
])('with %s chosen and %s delivered, the note is %j', (chosen, delivered, note) => expect(substituteNote(chosen, delivered)).toBe(note))
