import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setTaxRate } from '#invoicing/admin.contract.ts'
import { listMyInvoices, saveBilling } from '#invoicing/contract.ts'
import { givenCoupon } from '#tests/support/givens/orders.ts'
import { atPayPal, boughtPlan, nowAs, planOfClient, quotedChange } from '#tests/support/givens/plans.ts'
import { freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { changePlan } from '../../change.contract.ts'
import { checkOutSubscription, confirmSubscription, readSubscription } from '../../contract.ts'
import { lookAfter } from './sync.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
  market.at('2026-03-01T12:00:00Z')
  await (await market.as('admin'))(setTaxRate, { body: { country: 'NZ', rate: 15, from: '2026-01-01' } })
  await (await market.as('admin'))(setTaxRate, { body: { country: 'US', state: 'CA', rate: 8.875, from: '2026-01-01' } })
})
beforeEach(() => market.at('2026-03-01T12:00:00Z'))
afterAll(() => market.end())

const as = (client: string) => nowAs(market, 'client', client)
const livesIn = async (client: string, country: string, state?: string) =>
  (await as(client))(saveBilling, {
    body: { company: 'Acme', address_line1: '1 Main Street', city: 'Town', postal_code: '1010', country, ...(state && { state }) }
  })
const checkOut = async (client: string, coupon?: string) =>
  (await as(client))(checkOutSubscription, { body: { plan_id: 'indiv_monthly', renewal_consent: true, ...(coupon && { coupon }) } })
const shown = async (client: string, sub_id: string) => (await as(client))(readSubscription, { params: { sub_id } })
const confirm = async (client: string, sub_id: string) => (await as(client))(confirmSubscription, { params: { sub_id } })

async function chargedAtPayPal(provider_subscription_id: string): Promise<number[]> {
  const answer = await fetch(`${market.sandbox.url}/sandbox/subscriptions/${provider_subscription_id}/transactions`)
  const { transactions } = (await answer.json()) as { transactions: { amount_with_breakdown: { gross_amount: { value: string } } }[] }
  return transactions.map((one) => Math.round(Number(one.amount_with_breakdown.gross_amount.value) * 100))
}

test('the page shows price, discount, tax, and total of a plan, and PayPal charges exactly those', async () => {
  await givenCoupon(market, 'TWICE', { applies_to: 'plans', percent: 33.33, plan_payments: 2 })
  for (const [client, country, state] of [
    ['kiwi', 'NZ', undefined],
    ['fresno', 'US', 'CA'],
    ['untaxed', 'FR', undefined]
  ] as const) {
    await livesIn(client, country, state)
    const { sub_id, provider_subscription_id } = await checkOut(client, 'twice')
    const page = await shown(client, sub_id)
    const { due_today_cents, discount_cents, tax_today_cents, total_today_cents, tax_later_cents, total_later_cents } = page
    expect(page).toMatchObject({ coupon_code: 'TWICE', discounted_payments: 2, credit_cents: 0, discount_cents: 633 })
    expect(due_today_cents + discount_cents).toBe(1900)
    expect(total_today_cents).toBe(due_today_cents + tax_today_cents)
    expect(total_later_cents).toBe(1900 + tax_later_cents)
    await atPayPal(market, provider_subscription_id, 'approve')
    await confirm(client, sub_id)
    await atPayPal(market, provider_subscription_id, 'renew')
    await atPayPal(market, provider_subscription_id, 'renew')
    await market.webhooksDone()
    expect(await chargedAtPayPal(provider_subscription_id)).toEqual([total_today_cents, total_today_cents, total_later_cents])
  }
  expect(await planOfClient(market, 'kiwi')).toMatchObject({ price_cents: 1900, tax_cents: 285 })
})

test('the page names the rate and its country', async () => {
  await livesIn('named', 'NZ')
  const { sub_id } = await checkOut('named')
  expect(await shown('named', sub_id)).toMatchObject({
    ...{ coupon_code: null, discount_cents: 0, discounted_payments: 0 },
    ...{ tax_percent: 15, tax_country: 'NZ', tax_today_cents: 285, total_today_cents: 2185 }
  })
  await livesIn('named', 'FR')
  expect(await shown('named', sub_id)).toMatchObject({ tax_percent: 15, tax_country: null, total_today_cents: 2185 })
})

test('a checkout with another tax than the billing details now ends, and a new one begins', async () => {
  const before = await checkOut('moving')
  expect(await checkOut('moving')).toMatchObject({ sub_id: before.sub_id })
  await livesIn('moving', 'NZ')
  const after = await checkOut('moving')
  expect(after.sub_id).not.toBe(before.sub_id)
  expect(await shown('moving', after.sub_id)).toMatchObject({ total_today_cents: 2185 })
  expect(await shown('moving', before.sub_id)).toMatchObject({ state: 'ended', approve_url: null })
})

test('the quote of a change names the tax, and PayPal charges the quoted total', async () => {
  await livesIn('growing', 'NZ')
  await boughtPlan(market, 'growing')
  market.at('2026-03-11T12:00:00Z')
  const quote = await quotedChange(market, 'growing', 'team_monthly')
  expect(quote).toMatchObject({ due_today_cents: 4613, tax_today_cents: 692, total_today_cents: 5305, total_later_cents: 6785 })
  const body = { plan_id: 'team_monthly', quote_id: quote.quote_id, renewal_consent: true } as const
  const changed = await (await as('growing'))(changePlan, { body })
  expect(await shown('growing', changed.sub_id)).toMatchObject({ credit_cents: 1287, coupon_code: null, total_today_cents: 5305 })
  await atPayPal(market, changed.provider_subscription_id ?? '', 'approve')
  await confirm('growing', changed.sub_id)
  expect(await chargedAtPayPal(changed.provider_subscription_id ?? '')).toEqual([5305])
})

test('the invoice of a plan shows the coupon, as long as it makes payments cheaper', async () => {
  await givenCoupon(market, 'ONCE', { applies_to: 'plans', percent: 50, plan_payments: 1 })
  await livesIn('invoiced', 'NZ')
  const { sub_id, provider_subscription_id } = await checkOut('invoiced', 'once')
  await atPayPal(market, provider_subscription_id, 'approve')
  await confirm('invoiced', sub_id)
  await atPayPal(market, provider_subscription_id, 'renew')
  await market.webhooksDone()
  const { items } = await (await as('invoiced'))(listMyInvoices, { query: {} })
  expect(items.toReversed()).toMatchObject([
    { subtotal_cents: 1900, discount_cents: 950, tax_cents: 143, total_cents: 1093 },
    { subtotal_cents: 1900, discount_cents: 0, tax_cents: 285, total_cents: 2185 }
  ])
})

test('a checkout with a coupon gives its use back after three hours, and one without stays open', async () => {
  await givenCoupon(market, 'LAST', { applies_to: 'plans', percent: 50, max_uses: 1 })
  const late = await checkOut('late', 'last')
  const calm = await checkOut('calm')
  await expect(checkOut('next', 'last')).rejects.toMatchObject({ body: { code: 'coupon_used_up' } })
  market.at('2026-03-01T15:01:00Z')
  await lookAfter(market.ctx())
  expect(await shown('late', late.sub_id)).toMatchObject({ state: 'ended' })
  expect(await shown('calm', calm.sub_id)).toMatchObject({ state: 'created' })
  expect(await checkOut('next', 'last')).toMatchObject({ sub_id: expect.any(String) })
})
