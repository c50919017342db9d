import { expect, test } from 'vitest'
import { toCents } from '#platform/contract/money.ts'
import { discountOn, spread, stateOf } from './rules.ts'

const percent = (percent_hundredths: number) => ({ percent_hundredths, amount_cents: null })

test.each([
  [1000, 2000, 200],
  [333, 5000, 167],
  [1, 5000, 1],
  [1, 4999, 0],
  [999, 1, 0],
  [1999, 10_000, 1999]
])('%s cents with %s hundredths of a percent off: %s cents', (price, off, discount) => {
  expect(discountOn(percent(off), toCents(price))).toBe(discount)
})

test('an amount is never more than the price', () => {
  const five = { percent_hundredths: null, amount_cents: toCents(500) }
  expect([discountOn(five, toCents(800)), discountOn(five, toCents(300))]).toEqual([500, 300])
})

test('a discount is spread to the cent, and no part is above its price', () => {
  expect(spread(toCents(100), [333, 333, 334])).toEqual([33, 33, 34])
  expect(spread(toCents(1), [1, 1, 1])).toEqual([1, 0, 0])
  expect(spread(toCents(0), [0, 0])).toEqual([0, 0])
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 500; round += 1) {
    const prices = Array.from({ length: 1 + next(200) }, () => next(100_000))
    const sum = prices.reduce((total, price) => total + price, 0)
    const amount = toCents(sum === 0 ? 0 : next(sum + 1))
    const parts = spread(amount, prices)
    expect(parts.reduce((total, part) => total + part, 0)).toBe(amount)
    expect(parts.every((part, at) => part >= 0 && part <= prices[at]!)).toBe(true)
  }
})

test('a coupon is scheduled, active, paused, and ended', () => {
  const at = (day: string) => new Date(`2026-03-${day}T12:00:00Z`)
  const dated = { starts_at: at('02'), ends_at: at('04'), paused_at: null, ended_at: null }
  expect(['01', '02', '03', '04'].map((day) => stateOf(dated, at(day)))).toEqual(['scheduled', 'active', 'active', 'ended'])
  expect(stateOf({ ...dated, paused_at: at('02') }, at('03'))).toBe('paused')
  expect(stateOf({ ...dated, ended_at: at('02') }, at('03'))).toBe('ended')
})
