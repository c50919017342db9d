import { expect, test } from 'vitest'
import { hello, typedWords } from './typed-words.ts'

test.each([
  'Ada Lovelace',
  'Seán O’Brien',
  'J.R.R. Tolkien',
  'Dr. No',
  '李小龍',
  'AC/DC',
  '<b>Ada</b> & co',
  'Smith, John (2nd)',
  'X Æ A-12',
  'Room 101'
])('the name %s is greeted as it is', (name) => expect(typedWords(name)).toBe(name))

test.each([
  'https://evil.example',
  'win at evil.example',
  'evil。example',
  'evil．example',
  'ev\u200bil.exa\u200bmple',
  'WWW evil',
  'mallory@evil.example',
  'mallory＠evil',
  '//evil',
  'http:/evil',
  '\\\\evil\\share',
  'call +1 (800) 555-0199',
  ' \n ',
  '\u202e',
  ''
])('the name %j is omitted, because a mail program could turn it into a link', (name) => {
  expect(typedWords(name)).toBeUndefined()
  expect(hello(name)).toBe('Hello,')
})

test('a name stays on one line and contains no invisible or direction characters', () => {
  expect(typedWords(' Ada\r\nBcc:\t\u202ex\u0000 ')).toBe('Ada Bcc: x')
})

test('a name is cut to 60 characters, never within a character', () => {
  expect([...typedWords('😀'.repeat(61))!]).toHaveLength(60)
  expect(typedWords('😀'.repeat(61))).toMatch(/😀…$/u)
  expect(typedWords('x'.repeat(60))).toBe('x'.repeat(60))
})
