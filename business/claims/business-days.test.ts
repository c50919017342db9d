import { expect, test } from 'vitest'
import { addBusinessDays, federalHolidays, isBusinessDay } from './business-days.rules.ts'

// As published by the U.S. Office of Personnel Management.
test.each([
  [2021, ['01-01', '01-18', '02-15', '05-31', '06-18', '07-05', '09-06', '10-11', '11-11', '11-25', '12-24'].map((day) => `2021-${day}`)],
  [
    2022,
    [
      '2021-12-31',
      ...['01-17', '02-21', '05-30', '06-20', '07-04', '09-05', '10-10', '11-11', '11-24', '12-26'].map((day) => `2022-${day}`)
    ]
  ],
  [2026, ['01-01', '01-19', '02-16', '05-25', '06-19', '07-03', '09-07', '10-12', '11-11', '11-26', '12-25'].map((day) => `2026-${day}`)],
  [
    2028,
    [
      '2027-12-31',
      ...['01-17', '02-21', '05-29', '06-19', '07-04', '09-04', '10-09', '11-10', '11-23', '12-25'].map((day) => `2028-${day}`)
    ]
  ]
])('the federal holidays of %d are observed on the published days', (year, days) => {
  expect(federalHolidays(year)).toEqual(days)
})

test.each([
  ['2026-11-23', true, 'a Monday'],
  ['2026-11-26', false, 'Thanksgiving'],
  ['2026-11-28', false, 'a Saturday'],
  ['2026-07-03', false, 'the Friday before an Independence Day on a Saturday'],
  ['2021-12-31', false, 'New Year’s Day of the next year, observed'],
  ['2027-12-31', false, 'New Year’s Day of the next year, observed']
])('%s is a business day: %s, because it is %s', (day, expected) => {
  expect(isBusinessDay(day)).toBe(expected)
})

test.each([
  ['2026-03-02', '2026-03-16', 'two plain weeks'],
  ['2026-11-20', '2026-12-07', 'Thanksgiving lies between'],
  ['2026-12-21', '2027-01-06', 'Christmas and New Year’s Day lie between'],
  ['2026-03-07', '2026-03-20', 'a Saturday does not count itself']
])('ten business days after %s is %s: %s', (day, expected) => {
  expect(addBusinessDays(day, 10)).toBe(expected)
})
