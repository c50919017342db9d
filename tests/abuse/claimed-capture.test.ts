import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesOf } from '#ledger/server/index.ts'
import { reconcile } from '#payments/server/capture/reconcile.service.ts'
import { requirePayment } from '#payments/server/queries.ts'
import { assetOnSale, begunCheckout, captureBy, freshMarket, type Market } from '#tests/support/givens/sales.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

/** A client who comes back to an order after more than three days, when reconciliation gives unpaid orders up. */
async function lateOrder() {
  market.at('2026-03-01T12:00:00Z')
  const asset = await assetOnSale(market)
  const started = await begunCheckout(market, asset.id)
  market.at('2026-03-04T13:00:00Z')
  await market.approve(started.provider_order_id)
  return started
}

async function outcomeOf(payment_id: string) {
  const { state, failure } = await requirePayment(market.db, payment_id)
  const licenses = await market.db.selectFrom('licensing.license').select('status').where('payment_id', '=', payment_id).execute()
  return { state, failure, licenses }
}

test.each(['APPROVED', 'VOIDED'] as const)(
  'a capture is not abandoned by a reconciliation that read the order (%s) and the payment before it',
  async (status) => {
    const { payment_id, provider_order_id } = await lateOrder()
    const { paypal } = market.ports
    const { getOrder, captureOrder } = paypal
    const [payment_before, order_before] = [await requirePayment(market.db, payment_id), await getOrder(provider_order_id)]
    paypal.captureOrder = async (...call) => {
      const captured = await captureOrder(...call)
      paypal.getOrder = async () => ({ ...order_before, status })
      await reconcile(market.ctx(), payment_before)
      paypal.getOrder = getOrder
      return captured
    }
    const answer = await captureBy(market, payment_id).finally(() => Object.assign(paypal, { getOrder, captureOrder }))
    expect(answer).toMatchObject({ status: 'captured' })
    expect(await outcomeOf(payment_id)).toEqual({ state: 'captured', failure: null, licenses: [{ status: 'active' }] })
  }
)

test('the payment that reconciliation abandons cannot be captured afterwards', async () => {
  const { payment_id } = await lateOrder()
  await reconcile(market.ctx(), await requirePayment(market.db, payment_id))
  await expect(captureBy(market, payment_id)).rejects.toMatchObject({ status: 409, body: { code: 'payment_failed' } })
  expect(market.sandbox.documents('capture').filter(({ custom_id }) => custom_id === payment_id)).toEqual([])
})

test('money that PayPal took for a payment that was given up meanwhile is booked once, and the license is granted', async () => {
  const { payment_id, provider_order_id } = await lateOrder()
  await market.ports.paypal.captureOrder(provider_order_id, payment_id)
  const given_up = { state: 'failed', failure: 'abandoned', failed_at: market.ctx().now } as const
  await market.db.updateTable('payments.payment').set(given_up).where('id', '=', payment_id).execute()
  const payment = await requirePayment(market.db, payment_id)
  await Promise.all([reconcile(market.ctx(), payment), reconcile(market.ctx(), payment), market.webhooksDone()])
  expect(await outcomeOf(payment_id)).toEqual({ state: 'captured', failure: null, licenses: [{ status: 'active' }] })
  const sales = (await linesOf(market.db, { kind: 'sale', page_size: 1000 })).filter(({ reference }) => reference === payment_id)
  expect(sales.filter(({ account }) => account === 'income')).toHaveLength(1)
})

test('money that PayPal takes after another payment bought the license goes back, once', async () => {
  const asset = await assetOnSale(market)
  const [slow, other] = [await begunCheckout(market, asset.id), await begunCheckout(market, asset.id)]
  for (const { provider_order_id } of [slow, other]) await market.approve(provider_order_id)
  await captureBy(market, other.payment_id)
  expect(await captureBy(market, slow.payment_id)).toMatchObject({ status: 'failed' })
  await market.ports.paypal.captureOrder(slow.provider_order_id, slow.payment_id)
  await market.webhooksDone()
  expect(await outcomeOf(slow.payment_id)).toEqual({ state: 'refunded', failure: null, licenses: [] })
  expect(await outcomeOf(other.payment_id)).toMatchObject({ state: 'captured', licenses: [{ status: 'active' }] })
  const captures = market.sandbox.documents('capture').filter(({ custom_id }) => custom_id === slow.payment_id)
  expect(captures).toHaveLength(1)
  expect(market.sandbox.documents('refund').filter(({ capture_id }) => capture_id === captures[0]!.id)).toHaveLength(1)
})
