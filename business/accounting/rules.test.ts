import { expect, test } from 'vitest'
import { chartMonths, monthOf, monthsBefore, periodBefore, yearBefore } from './rules.ts'

test('the chart has one row for each month in any series, ascending, in cents, with missing values as 0', () => {
  const series = {
    income: [
      { month: '2026-02', value_cents: 1999 },
      { month: '2026-01', value_cents: 5 }
    ],
    wages: [{ month: '2025-12', value_cents: -250 }],
    expenses: []
  }
  expect(chartMonths(series)).toEqual([
    { month: '2025-12', income_cents: 0, wages_cents: -250, expenses_cents: 0 },
    { month: '2026-01', income_cents: 5, wages_cents: 0, expenses_cents: 0 },
    { month: '2026-02', income_cents: 1999, wages_cents: 0, expenses_cents: 0 }
  ])
})

test.each([
  ['2026-01-01', '2025-01', '2025-12'],
  ['2026-01-02', '2025-02', '2026-01'],
  ['2024-03-01', '2023-03', '2024-02']
])('the chart of a range that ends before %s shows %s to %s', (end, first, last) => {
  const months = monthsBefore(end)
  expect([months.length, months[0], months.at(-1)]).toEqual([12, first, last])
})

test.each([
  ['2026-12-31', '2026-12-01', '2027-01-01'],
  ['2026-02-01', '2026-02-01', '2026-03-01']
])('the month of %s is %s to %s', (day, start, end) => expect(monthOf(day)).toEqual({ start, end }))

test.each([
  [
    ['2026-03-01', '2026-04-01'],
    ['2026-02-01', '2026-03-01']
  ],
  [
    ['2026-01-01', '2026-04-01'],
    ['2025-10-01', '2026-01-01']
  ],
  [
    ['2026-03-10', '2026-03-17'],
    ['2026-03-03', '2026-03-10']
  ],
  [
    ['2026-03-01', '2026-03-02'],
    ['2026-02-28', '2026-03-01']
  ]
])('the period before %j is %j', ([start = '', end = ''], [start_before, end_before]) =>
  expect(periodBefore({ start, end })).toEqual({ start: start_before, end: end_before })
)

test.each([
  ['2026-04-01', '2025-03-01', '2025-04-01'],
  ['2026-01-15', '2025-01-01', '2025-02-01']
])('a range that ends before %s is compared with the 12 months that end with the month from %s', (end, start, end_before) => {
  const before = yearBefore({ end })
  expect(before).toEqual({ start, end: end_before })
  expect(monthsBefore(before.end).at(-1)).toBe(start.slice(0, 7))
  expect(monthsBefore(end)[0]).toBe(end_before.slice(0, 7))
})
