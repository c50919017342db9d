import { expect, test } from 'vitest'
import { givenTerms, monthlyPrice, monthOf, monthsAfter, PLANS, periodEnd, planOf, renewalConsent } from './rules.ts'

test.each([
  ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00Z'],
  ['2026-01-31T10:00:00Z', 2, '2026-03-31T10:00:00Z'],
  ['2026-03-05T22:14:00Z', 1, '2026-04-05T22:14:00Z'],
  ['2026-12-15T00:00:00Z', 1, '2027-01-15T00:00:00Z'],
  ['2028-02-29T00:00:00Z', 12, '2029-02-28T00:00:00Z']
])('%s and %i months more are %s', (from, months, to) => {
  expect(monthsAfter(new Date(from), months)).toEqual(new Date(to))
})

const year = { start: new Date('2026-01-31T10:00:00Z'), end: new Date('2027-01-31T10:00:00Z') }

test.each([
  ['2026-01-31T10:00:00Z', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'],
  ['2026-02-28T09:59:59Z', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'],
  ['2026-02-28T10:00:00Z', '2026-02-28T10:00:00Z', '2026-03-31T10:00:00Z'],
  ['2026-12-31T10:00:00Z', '2026-12-31T10:00:00Z', '2027-01-31T10:00:00Z'],
  ['2027-02-02T00:00:00Z', '2026-12-31T10:00:00Z', '2027-01-31T10:00:00Z']
])('at %s the month of a year that began on January 31 is %s to %s', (now, start, end) => {
  expect(monthOf(year, new Date(now))).toEqual({ start: new Date(start), end: new Date(end) })
})

test('the last month of an extended period ends with the period', () => {
  const period = { start: new Date('2026-03-01T12:00:00Z'), end: new Date('2026-04-11T12:00:00Z') }
  expect(monthOf(period, new Date('2026-04-05T00:00:00Z'))).toEqual({ start: new Date('2026-04-01T12:00:00Z'), end: period.end })
})

test('monthly lasts a month, yearly a year, and free never ends', () => {
  const from = new Date('2026-03-01T12:00:00Z')
  expect(periodEnd('monthly', from)).toEqual(new Date('2026-04-01T12:00:00Z'))
  expect(periodEnd('yearly', from)).toEqual(new Date('2027-03-01T12:00:00Z'))
  expect(periodEnd('free', from)).toBeNull()
})

test.each([
  [givenTerms('monthly'), { plan_name: 'Individual', price_cents: 1900, seats: 1, downloads_limit: 50 }],
  [givenTerms('yearly'), { plan_id: 'indiv_yearly', plan_name: 'Individual Yearly', price_cents: 19_000, seats: 1, downloads_limit: 50 }],
  [
    givenTerms('monthly', 'Press team'),
    { plan_id: 'team_monthly', plan_name: 'Press team', price_cents: 5900, seats: 5, downloads_limit: 250 }
  ],
  [givenTerms('monthly', 'Steamy'), { plan_id: 'indiv_monthly', seats: 1 }],
  [givenTerms('free', 'Team'), { plan_id: null, price_cents: 0, seats: 1, downloads_limit: 0 }]
])('a plan created by an admin has the terms %o', (terms, expected) => {
  expect(terms).toMatchObject(expected)
})

test('a yearly plan costs ten months', () => {
  const prices = PLANS.map(({ id, interval, price_cents }) => [id, interval, price_cents])
  expect(prices).toEqual([
    ['indiv_monthly', 'month', 1900],
    ['indiv_yearly', 'year', 19_000],
    ['team_monthly', 'month', 5900],
    ['team_yearly', 'year', 59_000]
  ])
  expect(PLANS.map(monthlyPrice)).toEqual([1900, 1583, 5900, 4917])
})

test('the consent names the plan, the price, the cycle, and how to cancel', () => {
  const words = renewalConsent(planOf('team_monthly'))
  for (const word of ['Team', '59.00', 'each month', 'cancel']) expect(words).toContain(word)
  expect(renewalConsent(planOf('team_yearly'))).toContain(
    'each year and that I am charged 590.00 US dollars a year, plus any tax, until I cancel'
  )
})
