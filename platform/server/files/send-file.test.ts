import { expect, test } from 'vitest'
import { contentDisposition } from './send-file.ts'

test.each([
  ['Blue fox.png', 'attachment; filename="Blue fox.png"'],
  ['日本.png', "attachment; filename=__.png; filename*=UTF-8''%E6%97%A5%E6%9C%AC.png"],
  ['a\r\nSet-Cookie: x=1', `attachment; filename="a__Set-Cookie: x=1"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x%3D1`],
  ['"\\;.png', 'attachment; filename="\\"\\\\;.png"'],
  // Half a character cannot be encoded.
  ['\uD800x.png', "attachment; filename=_x.png; filename*=UTF-8''%EF%BF%BDx.png"]
])('the header for the file name %j', (filename, header) => {
  expect(contentDisposition(filename)).toBe(header)
})
