import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discountOn } from '#coupons/rules.ts'
import { netOf, taxOf } from '#invoicing/tax.rules.ts'
import { type Cents, toCents } from '#platform/contract/money.ts'
import { changeTerms, creditOf, type PaidPeriod, takesEffect, worthOf } from './change.rules.ts'
import { PLANS, type Plan, periodEnd, planOf, typeOf } from './rules.ts'

const DAY_MS = 86_400_000
const boughtAt = (plan: Plan, started_at: Date): PaidPeriod => ({
  ...{ plan_type: typeOf(plan), started_at, worth_cents: plan.price_cents },
  paid_until: periodEnd(typeOf(plan), started_at)!
})

test.each<[string, string, number, number, number]>([
  ['on the day of the purchase', '2026-03-01T12:00:00Z', 31, 1900, 4000],
  ['an hour into the second day', '2026-03-02T13:00:00Z', 30, 1839, 4061],
  ['with one day left', '2026-03-31T12:00:00Z', 1, 61, 5839],
  ['at the end', '2026-04-01T12:00:00Z', 0, 0, 5900],
  ['during the grace days', '2026-04-03T12:00:00Z', 0, 0, 5900]
])('%s the credit of Individual is by the unused days', (_when, now, unused_days, credit_cents, due_today_cents) => {
  const period = boughtAt(planOf('indiv_monthly'), new Date('2026-03-01T12:00:00Z'))
  expect(changeTerms(toCents(1900), period, planOf('team_monthly'), new Date(now))).toEqual({
    ...{ takes_effect: 'now', unused_days, period_days: 31, credit_cents, price_cents: 5900, due_today_cents }
  })
})

test('a year counts its days, half a cent is rounded up, and free days give no credit', () => {
  const year = boughtAt(planOf('indiv_yearly'), new Date('2026-03-01T12:00:00Z'))
  expect(creditOf(year, new Date('2026-09-01T12:00:00Z'))).toMatchObject({ unused_days: 181, period_days: 365, credit_cents: 9422 })
  const half = { ...boughtAt(planOf('indiv_monthly'), new Date('2026-04-01T12:00:00Z')), worth_cents: toCents(101) }
  expect(creditOf(half, new Date('2026-04-16T12:00:00Z')).credit_cents).toBe(51)
  const late = { ...half, paid_until: new Date('2026-07-01T12:00:00Z') }
  expect(creditOf(late, new Date('2026-04-01T12:00:00Z'))).toMatchObject({ unused_days: 30, credit_cents: 101 })
})

test('only a dearer plan starts now', () => {
  const ways = PLANS.map((from) => PLANS.map((to) => takesEffect(from.price_cents, to) === 'now'))
  expect(ways).toEqual([
    [false, true, true, true],
    [false, false, false, true],
    [false, true, false, true],
    [false, false, false, false]
  ])
})

const steps = fc.array(fc.record({ to: fc.constantFrom(...PLANS), hours: fc.integer({ min: 0, max: 400 * 24 }) }), { maxLength: 12 })

test('no sequence of changes pays more than the list prices or less than nothing, and every cent is either used or credited', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PLANS),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      steps,
      (first, start, changes) => {
        let [plan, now, period] = [first, start, boughtAt(first, start)]
        let [paid, listed, used]: [number, number, number] = [first.price_cents, first.price_cents, 0]
        for (const { to, hours } of changes) {
          now = new Date(Math.min(now.getTime() + hours * 3600_000, period.paid_until.getTime()))
          const terms = changeTerms(plan.price_cents, period, to, now)
          if (terms.takes_effect === 'period_end') {
            expect([terms.credit_cents, terms.due_today_cents]).toEqual([0, 0])
            continue
          }
          expect(terms.due_today_cents).toBeGreaterThan(0)
          expect(terms.due_today_cents).toBeLessThanOrEqual(to.price_cents)
          expect(terms.due_today_cents + terms.credit_cents).toBe(to.price_cents)
          paid += terms.due_today_cents
          listed += to.price_cents
          used += period.worth_cents - terms.credit_cents
          ;[plan, period] = [to, boughtAt(to, now)]
        }
        expect(paid).toBeLessThanOrEqual(listed)
        expect(used).toBeGreaterThanOrEqual(0)
        expect(paid).toBe(used + period.worth_cents)
      }
    )
  )
})

const coupons = fc.oneof(
  fc.record({ percent_hundredths: fc.integer({ min: 1, max: 9999 }), amount_cents: fc.constant(null) }),
  fc.record({ percent_hundredths: fc.constant(null), amount_cents: fc.integer({ min: 1, max: 1899 }).map(toCents) })
)

test('with a coupon, tax, and a part that was refunded, changes never give more than was paid nor take more than the list prices', () => {
  const rate = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 }), fc.constantFrom(82_500, 149_750, 190_000))
  const changes = fc.array(fc.record({ to: fc.constantFrom(...PLANS), hours: fc.integer({ min: 0, max: 400 * 24 }), rate }), {
    maxLength: 8
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...PLANS),
      coupons,
      rate,
      fc.double({ min: 0, max: 1, noNaN: true }),
      changes,
      (first, coupon, taxed, back, all) => {
        const pay = (net: number, per_million: number) => net + taxOf(net, per_million)
        const intro = first.price_cents - discountOn(coupon, first.price_cents)
        const gross = pay(intro, taxed)
        expect(netOf(gross, taxed)).toBe(intro)
        const refunded_cents = toCents(Math.floor(gross * back))
        const payment = { amount_cents: toCents(gross), refunded_cents, tax_per_million: taxed, credit_cents: toCents(0) }
        let [plan, now] = [first, new Date('2026-01-31T10:00:00Z')]
        let period = { ...boughtAt(first, now), worth_cents: worthOf(payment, first.price_cents) }
        let [kept, listed] = [netOf(gross - refunded_cents, taxed), first.price_cents as number]
        for (const { to, hours, rate: per_million } of all) {
          now = new Date(Math.min(now.getTime() + hours * 3600_000, period.paid_until.getTime()))
          const { takes_effect, credit_cents, due_today_cents } = changeTerms(plan.price_cents, period, to, now)
          if (takes_effect === 'period_end') continue
          expect(credit_cents).toBeGreaterThanOrEqual(0)
          expect(credit_cents).toBeLessThanOrEqual(kept)
          expect(due_today_cents).toBeGreaterThan(0)
          kept += due_today_cents
          listed += to.price_cents
          const amount_cents = toCents(pay(due_today_cents, per_million))
          const worth_cents = worthOf(
            { amount_cents, refunded_cents: toCents(0), tax_per_million: per_million, credit_cents },
            to.price_cents
          )
          expect(worth_cents).toBe(to.price_cents)
          ;[plan, period] = [to, { ...boughtAt(to, now), worth_cents }]
        }
        expect(kept).toBeGreaterThanOrEqual(0)
        expect(kept).toBeLessThanOrEqual(listed)
        expect(period.worth_cents).toBeLessThanOrEqual(kept)
      }
    ),
    { numRuns: 2000 }
  )
})

test('the credit is at most what was paid, shrinks with the days, and is exact half up', () => {
  const worth = fc.integer({ min: 0, max: 59_000 })
  fc.assert(
    fc.property(fc.constantFrom(...PLANS), worth, fc.integer({ min: 0, max: 366 * 24 }), (plan, cents, hours) => {
      const period = { ...boughtAt(plan, new Date('2026-01-31T10:00:00Z')), worth_cents: toCents(cents) }
      const at = (hour: number): { credit_cents: Cents; unused_days: number; period_days: number } =>
        creditOf(period, new Date(period.started_at.getTime() + hour * 3600_000))
      const { credit_cents, unused_days, period_days } = at(hours)
      expect(credit_cents).toBeLessThanOrEqual(cents)
      expect(at(hours + 24).credit_cents).toBeLessThanOrEqual(credit_cents)
      const exact = (BigInt(cents) * BigInt(unused_days) * 2n + BigInt(period_days)) / (2n * BigInt(period_days))
      expect(BigInt(credit_cents)).toBe(exact)
      expect(unused_days * DAY_MS).toBeGreaterThanOrEqual(
        Math.max(0, period.paid_until.getTime() - period.started_at.getTime() - hours * 3600_000)
      )
    })
  )
})
