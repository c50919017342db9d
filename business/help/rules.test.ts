import { expect, test } from 'vitest'
import { LICENSE_LIMITS } from '#licensing/rules.ts'
import { countLabel, FAQ_CATEGORIES, faqCategory, matchingQuestions, type Question } from './rules.ts'

const QUESTIONS: readonly Question[] = [
  { topic: 'Clients', question: 'How do I pay?', answer: 'With PayPal.' },
  { topic: 'Troubleshooting', question: 'My payment hangs', answer: 'Write to [support](mailto:help@easel.test).' },
  { topic: 'Clients', question: 'Do coupons work?', answer: 'Coupons aren’t enabled yet.' }
]

const found = (category: Parameters<typeof matchingQuestions>[1], search: string) =>
  matchingQuestions(QUESTIONS, category, search).map(({ question }) => question)

test('there are 11 categories, starting with All', () => {
  expect(FAQ_CATEGORIES).toHaveLength(11)
  expect(FAQ_CATEGORIES[0]).toBe('All')
})

test.each([
  ['All', '', ['How do I pay?', 'My payment hangs', 'Do coupons work?']],
  ['All', '   ', ['How do I pay?', 'My payment hangs', 'Do coupons work?']],
  ['Clients', '', ['How do I pay?', 'Do coupons work?']],
  ['All', 'PAY', ['How do I pay?', 'My payment hangs']],
  ['All', 'paypal', ['How do I pay?']],
  ['All', ' with  paypal ', ['How do I pay?']],
  ['All', "aren't", ['Do coupons work?']],
  ['Troubleshooting', 'paypal', []],
  ['Admins', '', []]
] as const)('in category %s, the search %j finds %j', (category, search, questions) => expect(found(category, search)).toEqual(questions))

test('the label of a link is searched, but not its address', () => {
  expect(found('All', 'write to support')).toEqual(['My payment hangs'])
  expect(found('All', 'mailto')).toEqual([])
})

test.each([
  ['Custom Requests', 'Custom Requests'],
  ['custom requests', 'All'],
  ['', 'All'],
  [null, 'All']
])('the address parameter %j selects %s', (name, category) => expect(faqCategory(name)).toBe(category))

test('the result count is singular for one question', () =>
  expect([0, 1, 2].map(countLabel)).toEqual(['0 questions', '1 question', '2 questions']))

test.each(['seats', 'file_copies', 'end_products', 'print_run'] as const)('each license allows more %s than the previous one', (limit) => {
  const { personal, commercial, extended } = LICENSE_LIMITS
  expect(personal[limit]).toBeLessThan(commercial[limit])
  expect(commercial[limit]).toBeLessThan(extended[limit])
})
