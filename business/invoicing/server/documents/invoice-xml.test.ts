import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCents } from '#platform/contract/index.ts'
import { brokenRules, countRules, knownCountries } from '#tests/support/en16931.ts'
import { COUNTRIES } from '../../places.rules.ts'
import { type DocumentLine, type Party, totalsOf, USUAL_SELLER } from '../../rules.ts'
import { spreadTax, taxOf } from '../../tax.rules.ts'
import type { IssuedDocument } from '../tables.ts'
import { invoiceXml } from './invoice-xml.ts'

const BUYER: Party = { ...USUAL_SELLER, name: 'Ada Lovelace', email: 'ada@example.com', state: null, tax_number: null }

/** An invoice of lines with a price and a discount, taxed at a rate. */
function invoiceOf(prices: readonly { price: number; discount: number }[], { per_million = 0, buyer = BUYER, title = 'Blue fox' } = {}) {
  const nets = prices.map(({ price, discount }) => price - discount)
  const taxes = spreadTax(
    nets,
    taxOf(
      nets.reduce((sum, net) => sum + net, 0),
      per_million
    )
  )
  const lines: DocumentLine[] = prices.map(({ price, discount }, at) => ({
    title,
    price_cents: price,
    discount_cents: discount,
    tax_cents: taxes[at] ?? 0
  }))
  const totals = totalsOf(lines)
  const issued: IssuedDocument = {
    id: '00000000-0000-4000-8000-000000000001',
    kind: 'invoice',
    year: 2026,
    position: 1,
    number: 'INV-2026-000001',
    client_id: '00000000-0000-4000-8000-000000000002',
    payment_id: '00000000-0000-4000-8000-000000000003',
    refund_id: null,
    credits_id: null,
    replaces_id: null,
    issued_at: new Date('2026-03-01T12:00:00Z'),
    paid_at: new Date('2026-03-01T11:59:00Z'),
    correctable_until: null,
    description: title,
    seller: USUAL_SELLER,
    buyer,
    lines,
    subtotal_cents: toCents(totals.subtotal_cents),
    discount_cents: toCents(totals.discount_cents),
    tax_cents: toCents(totals.tax_cents),
    total_cents: toCents(totals.total_cents),
    tax_per_million: per_million
  }
  return issued
}

const creditOf = (invoice: IssuedDocument): IssuedDocument => ({
  ...invoice,
  kind: 'credit_note',
  number: 'CN-2026-000001',
  credits_id: invoice.id
})

test('the official rules are all read', () => {
  expect(countRules()).toBeGreaterThan(500)
})

describe('an invoice passes the rules of EN 16931', () => {
  const german = { ...BUYER, country: 'DE', tax_number: 'DE123456788' }
  test.each([
    ['without tax', invoiceOf([{ price: 1000, discount: 0 }]), '<ram:CategoryCode>O</ram:CategoryCode>'],
    ['with tax and a discount', invoiceOf([{ price: 1999, discount: 200 }], { per_million: 82_500 }), '<ram:RateApplicablePercent>8.25<'],
    ['of a business in the EU, by reverse charge', invoiceOf([{ price: 1000, discount: 0 }], { buyer: german }), 'Reverse charge'],
    ['of a business in the EU that was taxed', invoiceOf([{ price: 1000, discount: 0 }], { buyer: german, per_million: 190_000 }), '>19<']
  ])('%s', (_, invoice, part) => {
    expect(brokenRules(invoiceXml(invoice, undefined))).toEqual([])
    expect(invoiceXml(invoice, undefined)).toContain(part)
    expect(brokenRules(invoiceXml(creditOf(invoice), invoice))).toEqual([])
  })

  test('a tax is never also reversed', () => {
    expect(invoiceXml(invoiceOf([{ price: 1000, discount: 0 }], { buyer: german, per_million: 190_000 }), undefined)).not.toContain(
      'Reverse'
    )
  })
})

test('the rules notice a wrong total, a missing country, and a reverse charge without a VAT number', () => {
  const right = invoiceXml(invoiceOf([{ price: 1000, discount: 0 }], { per_million: 82_500 }), undefined)
  expect(brokenRules(right.replace('<ram:GrandTotalAmount>10.83', '<ram:GrandTotalAmount>10.84'))).toContain('BR-CO-15')
  expect(brokenRules(right.replaceAll('<ram:CountryID>US</ram:CountryID>', ''))).toEqual(expect.arrayContaining(['BR-09', 'BR-11']))
  expect(brokenRules(right.replaceAll('>S<', '>AE<'))).toContain('BR-AE-02')
})

/** ISO 3166-1 has it since 2011, and the published rules (1.3.16) do not. Nothing else could be written truthfully. */
const UNKNOWN = ['SS']

test('the rules know every country where a buyer can live, except South Sudan', () => {
  const known = knownCountries()
  expect(COUNTRIES.filter((country) => !known.includes(country))).toEqual(UNKNOWN)
  const invoice = invoiceOf([{ price: 1000, discount: 0 }], { buyer: { ...BUYER, country: 'SS', state: null } })
  expect(brokenRules(invoiceXml(invoice, undefined))).toEqual(['BR-CL-14'])
})

/** 1,000 were checked with NUM_RUNS=1000. */
const NUM_RUNS = Number(process.env['NUM_RUNS'] ?? 12)

test('no random invoice or credit note breaks a rule, whatever people typed', { timeout: 1_200_000 }, () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('<&>"\'', ' ', '設計', 'مصمم', 'a\u0000b', ']]>'))
  const typed = fc.option(text)
  const buyers = fc.record<Party>({
    name: text,
    contact: typed,
    email: typed,
    address_line1: typed,
    address_line2: typed,
    city: typed,
    postal_code: typed,
    state: typed,
    country: fc.constantFrom(...COUNTRIES.filter((country) => !UNKNOWN.includes(country))),
    tax_number: fc.constantFrom(null, 'DE123456788', 'ATU12345675', 'EL123456789', '12-3456789')
  })
  const line = fc
    .integer({ min: 1, max: 500_000 })
    .chain((price) => fc.record({ price: fc.constant(price), discount: fc.integer({ min: 0, max: price }) }))
  const rate = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 }), fc.constantFrom(82_500, 190_000, 200_000, 72_500))
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), rate, buyers, text, (prices, per_million, buyer, title) => {
      const invoice = invoiceOf(prices, { per_million, buyer, title })
      expect(brokenRules(invoiceXml(invoice, undefined))).toEqual([])
      expect(brokenRules(invoiceXml(creditOf(invoice), invoice))).toEqual([])
    }),
    { numRuns: NUM_RUNS, seed: Number(process.env['FUZZ_SEED'] ?? 16931) }
  )
})
