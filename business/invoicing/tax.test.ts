import fc from 'fast-check'
import { expect, test } from 'vitest'
import { yearOf } from './calendar.ts'
import { stateOf } from './places.rules.ts'
import { numberOf } from './rules.ts'
import { readTaxNumber } from './server/billing/tax-number.ts'
import { spreadTax, taxOf } from './tax.rules.ts'

test.each([
  [1000, 82_500, 83],
  [1999, 82_500, 165],
  [2, 250_000, 1],
  [1, 490_000, 0],
  [1, 500_000, 1],
  [0, 190_000, 0],
  [99_999_999_999, 1_000_000, 99_999_999_999]
])('the tax on %i cents at %i per million is %i cents, rounded half up', (net, rate, tax) => {
  expect(taxOf(net, rate)).toBe(tax)
})

test('a tax that is spread over lines adds up, is never negative, and is within a cent of each line’s share', () => {
  const nets = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(nets, fc.integer({ min: 0, max: 1_000_000 }), (lines, rate) => {
      const total = lines.reduce((sum, net) => sum + net, 0)
      const tax = taxOf(total, rate)
      const parts = spreadTax(lines, tax)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(tax)
      for (const [at, part] of parts.entries()) {
        expect(part).toBeGreaterThanOrEqual(0)
        expect(Math.abs(part - (tax * (lines[at] ?? 0)) / Math.max(total, 1))).toBeLessThanOrEqual(1)
      }
    })
  )
})

test.each([
  ['US', '12-3456789', '12-3456789'],
  ['US', '123456789', undefined],
  ['US', 'DE123456788', undefined],
  ['DE', 'de 123 456 788', 'DE123456788'],
  ['DE', '123456788', 'DE123456788'],
  ['DE', 'DE12', undefined],
  ['DE', '12-345678', undefined],
  ['FR', 'DE123456788', undefined],
  ['GR', 'GR123456789', 'EL123456789'],
  ['GR', 'EL123456789', 'EL123456789'],
  ['CH', 'CHE-123.456.789 MWST', 'CHE123456789MWST'],
  ['AU', 'ABN 51 824 753 556', 'ABN 51 824 753 556'],
  ['AU', 'none', undefined]
])('in %s, the tax number %s is read as %s', (country, typed, read) => {
  expect(readTaxNumber(country, typed)).toBe(read)
})

test.each([
  ['US', 'California', 'CA'],
  ['US', ' ca ', 'CA'],
  ['US', 'Bavaria', null],
  ['US', '', ''],
  ['DE', 'Bayern', 'BAYERN']
])('in %s, the state %s is %s', (country, typed, state) => {
  expect(stateOf(country, typed)).toBe(state)
})

test('a number holds the year in California and the position in it', () => {
  expect(numberOf('invoice', 2026, 7)).toBe('INV-2026-000007')
  expect(numberOf('credit_note', 2026, 1_234_567)).toBe('CN-2026-1234567')
  expect(yearOf(new Date('2027-01-01T07:59:59Z'))).toBe(2026)
})
