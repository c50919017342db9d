import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setTaxRate } from '#invoicing/admin.contract.ts'
import { listMyInvoices, saveBilling } from '#invoicing/contract.ts'
import { checkOut, listLicenses } from '#licensing/contract.ts'
import { createOrder } from '#licensing/orders.contract.ts'
import { capturePayment } from '#payments/contract.ts'
import { checkOutSubscription, confirmSubscription } from '#subscriptions/contract.ts'
import { givenCoupon } from '../support/givens/orders.ts'
import { atPayPal, boughtPlan, nowAs, planOfClient, quotedChange } from '../support/givens/plans.ts'
import { refundPartAt } from '../support/givens/refunds.ts'
import { assetOnSale, begunCheckout, captureBy, freshMarket, givenPrice, type Market } from '../support/givens/sales.ts'

/* What people try who want more than they pay for. */

let market: Market
beforeAll(async () => {
  market = await freshMarket()
  await rateOf('US', 8.25, 'CA')
})
beforeEach(() => {
  market.at('2026-03-01T12:00:00Z')
  market.sandbox.faults.clear()
})
afterAll(() => market.end())

const rateOf = async (country: string, rate: number, state?: string) =>
  (await market.as('admin'))(setTaxRate, { body: { country, state, rate, from: '2026-01-01' } })
const client = (name: string) => market.as('client', name)
const liveIn = async (name: string, country: string, state: string | null = null) =>
  (await client(name))(saveBilling, {
    body: { address_line1: '1 Main Street', city: 'Town', postal_code: '12345', country, state } as never
  })
const licensesOf = async (name: string) => (await (await client(name))(listLicenses, { query: { page_size: 100 } })).items
const begunPlan = async (name: string, plan: { coupon?: string } = {}) =>
  (await nowAs(market, 'client', name))(checkOutSubscription, { body: { plan_id: 'indiv_monthly', renewal_consent: true, ...plan } })
const paidAtPayPal = (provider_subscription_id: string) =>
  market.sandbox
    .documents('sale')
    .filter(({ subscription_id }) => subscription_id === provider_subscription_id)
    .map(({ amount }) => amount.value)

test('an approved payment for a cheap license does not buy an expensive one, and nobody captures another person’s', async () => {
  const asset = await assetOnSale(market)
  const cheap = await begunCheckout(market, asset.id, { client: 'swapper' })
  const dear = await begunCheckout(market, asset.id, { client: 'swapper', type: 'extended' })
  await market.approve(cheap.provider_order_id)
  const api = await client('swapper')
  const swapped = { params: { payment_id: dear.payment_id }, body: { provider_order_id: cheap.provider_order_id } }
  await expect(api(capturePayment, swapped)).rejects.toMatchObject({ status: 409, body: { code: 'other_order' } })
  await expect(api(capturePayment, { params: { payment_id: dear.payment_id }, body: {} })).rejects.toMatchObject({ status: 409 })
  await expect(captureBy(market, cheap.payment_id, 'thief')).rejects.toMatchObject({ status: 404 })
  expect(await licensesOf('swapper')).toEqual([])
  expect(await licensesOf('thief')).toEqual([])
})

test.each([
  ['raised', '99'],
  ['lowered', '0.01']
])('a price that is %s after the checkout changes neither what is charged nor the invoice', async (_, price) => {
  const name = `price ${price}`
  const [one, other] = [(await assetOnSale(market)).id, (await assetOnSale(market)).id]
  const items = [one, other].map((asset_id) => ({ asset_id, license_type: 'personal' as const }))
  const { payment_id, provider_order_id } = await (await client(name))(createOrder, { body: { items } })
  await givenPrice(market, 'icon', price)
  await market.approve(provider_order_id!)
  await captureBy(market, payment_id!, name)
  const taken = market.sandbox.documents('capture').filter(({ custom_id }) => custom_id === payment_id)
  expect(taken.map(({ amount }) => amount.value)).toEqual(['20.00'])
  const { items: invoices } = await (await client(name))(listMyInvoices, { query: {} })
  expect(invoices.map(({ total_cents }) => total_cents)).toEqual([2000])
})

test('a coupon of everything gives one person one license, however often and in whatever case it is tried', async () => {
  await givenCoupon(market, 'ALL-FREE', { percent: 100, max_uses_per_person: 1 })
  const assets = await Promise.all(Array.from({ length: 10 }, () => assetOnSale(market)))
  const api = await client('greedy')
  const tries = assets.flatMap(({ id }) => ['ALL-FREE', 'all-free'].map((coupon) => api(checkOut, { body: { asset_id: id, coupon } })))
  const results = await Promise.allSettled(tries)
  // The second try for the same asset finds the license of the first one.
  const given = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.license_id] : []))
  expect((await licensesOf('greedy')).map(({ id }) => id)).toEqual([...new Set(given)])
  expect(new Set(given).size).toBe(1)
})

test('a plan whose checkout began untaxed is taxed once its client lives where tax is due', async () => {
  const untaxed = await begunPlan('mover')
  await liveIn('mover', 'US', 'CA')
  const taxed = await begunPlan('mover')
  expect(taxed.sub_id).not.toBe(untaxed.sub_id)
  await atPayPal(market, taxed.provider_subscription_id, 'approve')
  expect(paidAtPayPal(taxed.provider_subscription_id)).toEqual(['20.57'])
  expect((await begunPlan('other', {})).sub_id).toBe((await begunPlan('other', {})).sub_id)
})

test('a client who moves after the answer to a checkout of a plan was lost is charged what the new checkout says', async () => {
  await liveIn('cut off', 'US', 'CA')
  market.sandbox.faults.add({ match: { path: '/v1/billing/subscriptions' }, effect: { kind: 'reset' } })
  await expect(begunPlan('cut off')).rejects.toMatchObject({ status: 503 })
  await liveIn('cut off', 'US', 'NV')
  const { provider_subscription_id, sub_id } = await begunPlan('cut off')
  await atPayPal(market, provider_subscription_id, 'approve')
  await (await nowAs(market, 'client', 'cut off'))(confirmSubscription, { params: { sub_id } })
  expect(await planOfClient(market, 'cut off')).toMatchObject({ is_active: true })
  expect(paidAtPayPal(provider_subscription_id)).toEqual(['19.00'])
})

test('what was refunded of a plan’s payment is not credited to another plan', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'bargainer')
  const sale = market.sandbox.documents('sale').find(({ subscription_id }) => subscription_id === provider_subscription_id)
  expect(await quotedChange(market, 'bargainer', 'team_monthly')).toMatchObject({ credit_cents: 1900, due_today_cents: 4000 })
  await refundPartAt(market, sale!.id, '15.00')
  await market.webhooksDone()
  expect(await quotedChange(market, 'bargainer', 'team_monthly')).toMatchObject({ credit_cents: 400, due_today_cents: 5500 })
})
