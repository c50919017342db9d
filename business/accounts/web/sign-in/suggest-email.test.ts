import { expect, test } from 'vitest'
import { suggestEmail } from './suggest-email.ts'

test.each([
  ['a@gmial.con', 'a@gmail.com'],
  ['a@gmail.con', 'a@gmail.com'],
  ['a@gmail.co', 'a@gmail.com'],
  ['a@gmail.comm', 'a@gmail.com'],
  ['a@gamil.com', 'a@gmail.com'],
  ['a@gnail.com', 'a@gmail.com'],
  ['a@yaho.com', 'a@yahoo.com'],
  ['a@yahooo.cm', 'a@yahoo.com'],
  ['a@outlok.com', 'a@outlook.com'],
  ['a@outlock.com', 'a@outlook.com'],
  ['a@hotmial.com', 'a@hotmail.com'],
  ['a@homail.com', 'a@hotmail.com'],
  ['a@iclould.com', 'a@icloud.com'],
  ['a@icoud.com', 'a@icloud.com'],
  [' Ada.L+x@GMIAL.com ', 'ada.l+x@gmail.com']
])('%j gets the suggestion %s', (typed, meant) => expect(suggestEmail(typed)).toBe(meant))

test.each([
  'a@gmail.com',
  'a@yahoo.com',
  'a@outlook.com',
  'a@hotmail.com',
  'a@icloud.com',
  'a@mail.com',
  'a@email.com',
  'a@ymail.com',
  'a@cloud.com',
  'a@company.com',
  'a@gmx.com',
  'a@me.com',
  'a@yahoo.co.uk',
  'a@yahoo.fr',
  'a@hotmail.co.uk',
  'a@outlook.de',
  'a@hushmail.com',
  'a@easel.test',
  'a@gmail',
  'a@',
  '@gmial.com',
  'a b@gmial.com',
  ''
])('%j gets no suggestion', (typed) => expect(suggestEmail(typed)).toBeUndefined())

test('a very long address has no suggestion', () => {
  expect(suggestEmail(`a@${'g'.repeat(200_000)}.com`)).toBeUndefined()
})
