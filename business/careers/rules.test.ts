import { expect, test } from 'vitest'
import { fileTooLarge, isWebAddress, mayApply, skillList } from './rules.ts'

const filled = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  phone: '1',
  email: 'ada@example.com',
  resume: true,
  gov_id: true,
  legal_notice_ack: true,
  ip_ack: true
}

test.each<[string, object]>([
  ['first name', { first_name: ' ' }],
  ['last name', { last_name: '' }],
  ['phone', { phone: '' }],
  ['email', { email: 'ada@example' }],
  ['resume', { resume: false }],
  ['government ID', { gov_id: false }],
  ['legal notice', { legal_notice_ack: false }],
  ['ownership notice', { ip_ack: false }],
  ['number of years', { years_experience: '-1' }],
  ['web address', { portfolio_url: 'ftp://x' }]
])('the form cannot be submitted without a valid %s', (_name, change) => {
  expect(mayApply(filled)).toBe(true)
  expect(mayApply({ ...filled, ...change })).toBe(false)
})

test.each([
  ['https://ada.example.com/work?x=1', true],
  ['HTTP://ada.example.com', true],
  ['ada.example.com', false],
  ['javascript:alert(1)', false],
  ['https://', false],
  ['https://me:secret@ada.example.com', false],
  ['data:text/html,x', false]
])('isWebAddress(%j) returns %s', (typed, right) => expect(isWebAddress(typed)).toBe(right))

test('a file of exactly the maximum size is accepted', () => {
  expect(fileTooLarge('gov_id', 10 * 1024 * 1024)).toBeUndefined()
  expect(fileTooLarge('gov_id', 10 * 1024 * 1024 + 1)).toBe('Government ID exceeds 10MB.')
  expect(fileTooLarge('resume', 5 * 1024 * 1024 + 1)).toBe('Resume exceeds 5MB.')
})

test('skills are split at commas', () => expect(skillList(' icons,, vector art ,')).toEqual(['icons', 'vector art']))
