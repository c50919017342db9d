import { expect, test } from 'vitest'
import { matchPages, showWaiting } from './rules.ts'

const page = (label: string, note: string) => ({ to: `/${label}`, label, note })
const PAGES = [page('Audit Log', 'System'), page('Payments', 'Business'), page('Payouts', 'Business'), page('Wage Rules', 'Business')]

test.each([
  ['', ['Audit Log', 'Payments', 'Payouts', 'Wage Rules']],
  ['pay', ['Payments', 'Payouts']],
  ['PAYM', ['Payments']],
  ['rules', ['Wage Rules']],
  ['bus pay', ['Payments', 'Payouts']],
  ['  log  audit ', ['Audit Log']],
  ['ments', []]
])('%j finds the pages %j by the beginnings of words', (typed, labels) =>
  expect(matchPages(PAGES, typed).map(({ label }) => label)).toEqual(labels)
)

test('a page whose name begins with the typed word comes before one whose group does', () =>
  expect(matchPages([page('Payouts', 'Work'), page('Work plan', 'System')], 'work').map(({ label }) => label)).toEqual([
    'Work plan',
    'Payouts'
  ]))

test.each([
  [0, '0'],
  [99, '99'],
  [100, '99+']
])('%i waiting is shown as %s', (count, shown) => expect(showWaiting(count)).toBe(shown))
