import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkOut } from '#licensing/contract.ts'
import { changePlan } from '#subscriptions/change.contract.ts'
import { checkOutSubscription, confirmSubscription } from '#subscriptions/contract.ts'
import { boughtPlan, nowAs } from '#tests/support/givens/plans.ts'
import { assetOnSale, begunCheckout, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { capturePayment } from '../contract.ts'
import { CALLS_PER_HOUR, type PaymentCall } from './limits.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const START = '2026-03-01T12:10:00Z'

/** Counts calls so that `left` more calls are allowed in this hour. */
async function leave(left: number, call: PaymentCall, client: string): Promise<void> {
  const { id } = await market.person('client', client)
  const counted = { key: `payments.${call}.${id}/3600`, window_start: new Date('2026-03-01T12:00:00Z'), used: CALLS_PER_HOUR[call] - left }
  await market.db
    .insertInto('platform.use_count' as never)
    .values(counted as never)
    .onConflict((conflict) => conflict.columns(['key', 'window_start'] as never).doUpdateSet({ used: counted.used } as never))
    .execute()
}

const codeOf = (error: { status: number; body: { code: string } }) => `${error.status} ${error.body.code}`

test('of ten concurrent checkouts only those within the limit reach PayPal; the others get Retry-After, and other clients can buy', async () => {
  market.at(START)
  const asset = await assetOnSale(market)
  await leave(3, 'checkout', 'hasty')
  const buy = async (client: string) => (await market.as('client', client))(checkOut, { body: { asset_id: asset.id } })
  const results = await Promise.all(Array.from({ length: 10 }, () => buy('hasty').then(() => 'started', codeOf)))
  expect(results.toSorted()).toEqual([...Array<string>(7).fill('429 too_many'), 'started', 'started', 'started'])
  expect(market.sandbox.documents('order')).toHaveLength(3)
  await expect(buy('hasty')).rejects.toMatchObject({
    retryAfter: 50 * 60,
    body: { error: 'Too many attempts. Please wait a moment and try again.' }
  })
  expect(await buy('patient')).toMatchObject({ payment_id: expect.any(String) })
  market.at('2026-03-01T13:00:01Z')
  expect(await buy('hasty')).toMatchObject({ payment_id: expect.any(String) })
})

test('captures have a separate limit, and a refused call does not use up its key', async () => {
  market.at(START)
  const asset = await assetOnSale(market)
  const { payment_id, provider_order_id } = await begunCheckout(market, asset.id, { client: 'capturing' })
  await market.approve(provider_order_id)
  await leave(0, 'capture', 'capturing')
  const client = await market.as('client', 'capturing')
  const capture = () => client(capturePayment, { params: { payment_id }, body: {} }, { idempotency_key: payment_id })
  await expect(capture()).rejects.toMatchObject({ status: 429 })
  market.at('2026-03-01T13:00:01Z')
  const paid = await capture()
  expect(paid).toMatchObject({ status: 'captured' })
  market.at(START)
  expect(await capture()).toEqual(paid)
})

test('subscribing, confirming and changing the plan have separate limits', async () => {
  market.at(START)
  const { sub_id } = await boughtPlan(market, 'subscribing')
  for (const call of ['subscribe', 'confirm', 'change_plan'] as const) await leave(0, call, 'subscribing')
  const client = await nowAs(market, 'client', 'subscribing')
  const results = await Promise.all([
    client(checkOutSubscription, { body: { plan_id: 'team_monthly' } }).catch(codeOf),
    client(confirmSubscription, { params: { sub_id } }).catch(codeOf),
    client(changePlan, { body: { plan_id: 'team_monthly', quote_id: randomUUID(), renewal_consent: true } }).catch(codeOf)
  ])
  expect(results).toEqual(['429 too_many', '429 too_many', '429 too_many'])
})
