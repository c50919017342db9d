import { expect, test } from 'vitest'
import { pastedPicture } from './pictures-of.ts'

const file = new File(['cells'], 'image.png', { type: 'image/png' })

test.each([
  ['text with a picture of it goes into a text field as text', ['text/plain', 'text/html', 'Files'], true, undefined],
  ['text with a picture of it is a picture elsewhere on the page', ['text/plain', 'text/html', 'Files'], false, file],
  ['a picture without text is a picture in a text field, too', ['text/html', 'Files'], true, file]
])('%s', (_, types, isInTextField, picture) => {
  expect(pastedPicture({ files: [file], types }, isInTextField)).toBe(picture)
})

test('text alone is no picture', () => {
  expect(pastedPicture({ files: [], types: ['text/plain'] }, false)).toBeUndefined()
  expect(pastedPicture(null, false)).toBeUndefined()
})
