import { expect, test } from 'vitest'
import { matchPages, oddnessOf, weekOf } from './rules.ts'
import { showWaiting } from './waiting.rules.ts'

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

const daysOf = (...weeks: number[]) => weeks.flatMap((total) => [total, 0, 0, 0, 0, 0, 0])

test('a week is compared with the week before and with the mean of the weeks that have figures', () => {
  expect(weekOf(daysOf(0, 0, 10, 20, 30, 40))).toEqual({ this_week: 40, week_before: 30, usual: 20 })
  expect(weekOf(daysOf(0, 0, 0, 0, 30, 40))).toEqual({ this_week: 40, week_before: 30, usual: undefined })
  expect(weekOf([])).toEqual({ this_week: 0, week_before: 0, usual: undefined })
})

test.each([
  [41, 20, 'high'],
  [40, 20, undefined],
  [9, 20, 'low'],
  [10, 20, undefined],
  [4, 1, undefined],
  [400, undefined, undefined]
] as const)('%i where %s is usual is %s', (this_week, usual, odd) => expect(oddnessOf({ this_week, week_before: 0, usual }, 5)).toBe(odd))
