import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog } from '#accounts/audit.contract.ts'
import { sumOfAll } from '#ledger/server/index.ts'
import { REFUNDED, refundPartAt, refundSteps } from '#tests/support/givens/refunds.ts'
import { assetOnSale, begunCheckout, captureBy, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { listAllPayments } from '../../admin.contract.ts'
import { settleRefund } from './record-refund.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => market.sandbox.faults.clear())
afterAll(() => market.end())
const { bought, detailOf, refundBy, traces } = refundSteps(() => market)

test('a reversal (chargeback) is booked once and revokes the license, even if the event names only the capture', async () => {
  const [one, other] = [await bought('reversed'), await bought('reversed other')]
  const captureOf = ({ payment_id }: { payment_id: string }) =>
    market.sandbox.documents('capture').find(({ custom_id }) => custom_id === payment_id)!
  await fetch(`${market.sandbox.url}/sandbox/captures/${captureOf(one).id}/reverse`, { method: 'POST' })
  await market.webhooksDone()
  const event_type = 'PAYMENT.CAPTURE.REVERSED'
  const body = JSON.stringify({ event_type, resource: { id: captureOf(other).id, status: 'REVERSED', links: [] } })
  for (const id of ['WH-REVERSED-1', 'WH-REVERSED-2']) {
    await market.db.insertInto('payments.webhook_event').values({ id, event_type, body, received_at: market.now() }).execute()
    await market.ports.jobs.send(market.db, 'payments.process-event', { event_id: id })
  }
  await market.webhooksDone()
  for (const { payment_id } of [one, other]) expect(await traces(payment_id)).toEqual(REFUNDED)
  expect(await sumOfAll(market.db)).toBe(0)
})

test('a refund made at PayPal itself is booked the same way, once', async () => {
  const { payment_id } = await bought()
  const { provider_capture_id } = await detailOf(payment_id)
  market.sandbox.faults.add({ match: { event: 'PAYMENT.CAPTURE.REFUNDED' }, effect: { kind: 'webhook_duplicate' } })
  await fetch(`${market.sandbox.url}/sandbox/captures/${provider_capture_id}/refund`, { method: 'POST' })
  await market.webhooksDone()
  expect(await traces(payment_id)).toEqual(REFUNDED)
  expect((await detailOf(payment_id)).refunds).toMatchObject([{ reason: null, asked_by: null }])
})

test('an unreported refund at PayPal is found when an admin requests a refund', async () => {
  const { payment_id } = await bought()
  const { provider_capture_id } = await detailOf(payment_id)
  market.sandbox.faults.add({ match: { event: 'PAYMENT.CAPTURE.REFUNDED' }, effect: { kind: 'webhook_lost' }, times: 5 })
  await fetch(`${market.sandbox.url}/sandbox/captures/${provider_capture_id}/refund`, { method: 'POST' })
  await market.webhooksDone()
  expect((await traces(payment_id)).status).toBe('captured')
  expect(await refundBy(payment_id)).toMatchObject({ status: 'refunded' })
  expect(await traces(payment_id)).toEqual(REFUNDED)
})

test('a partial refund at PayPal is booked and ends nothing; the admin refunds the rest', async () => {
  const { payment_id } = await bought()
  const { provider_capture_id } = await detailOf(payment_id)
  await refundPartAt(market, provider_capture_id!, '4.00')
  await market.webhooksDone()
  expect(await traces(payment_id)).toMatchObject({ status: 'captured', licenses: ['active'], refunds: ['completed'] })
  expect(await detailOf(payment_id)).toMatchObject({ refunded_cents: 400, left_cents: 600 })
  expect(await refundBy(payment_id)).toMatchObject({ status: 'refunded', refunded_cents: 1000, left_cents: 0 })
  const { booked, licenses } = await traces(payment_id)
  expect(booked.map(([line]) => line)).toEqual([
    ['refunds', 400],
    ['refunds', 600]
  ])
  expect(licenses).toEqual(['revoked'])
  const { items } = await (await market.as('admin'))(auditLog, { query: { action: 'payment.refunded', q: payment_id } })
  expect(items.map(({ before, after }) => [before, after])).toEqual([
    [{ refunded_cents: 400 }, { refunded_cents: 1000 }],
    [{ refunded_cents: 0 }, { refunded_cents: 400 }]
  ])
})

test('a pending partial refund is listed with its amount, and later with what is left', async () => {
  const { payment_id } = await bought('parted')
  const answer = { id: 'REFUND-OF-A-PART', amount: { currency_code: 'USD', value: '4.00' }, links: [] }
  const shown = async () => {
    const { items } = await (await market.as('admin'))(listAllPayments, { query: { q: payment_id } })
    return items.map(({ refund_status, refunding_cents, refunded_cents, left_cents }) => ({
      refund_status,
      refunding_cents,
      refunded_cents,
      left_cents
    }))
  }
  await settleRefund(market.ctx(), payment_id, { ...answer, status: 'PENDING' })
  expect(await shown()).toEqual([{ refund_status: 'pending', refunding_cents: 400, refunded_cents: 0, left_cents: 1000 }])
  await settleRefund(market.ctx(), payment_id, { ...answer, status: 'COMPLETED' })
  expect(await shown()).toEqual([{ refund_status: null, refunding_cents: null, refunded_cents: 400, left_cents: 600 }])
})

test('a capture that was refunded at PayPal before it was booked is booked with its refund', async () => {
  const asset = await assetOnSale(market)
  const started = await begunCheckout(market, asset.id, { client: 'dora' })
  await market.approve(started.provider_order_id)
  for (const event of ['PAYMENT.CAPTURE.COMPLETED', 'CHECKOUT.ORDER.APPROVED', 'CHECKOUT.ORDER.COMPLETED'])
    market.sandbox.faults.add({ match: { event }, effect: { kind: 'webhook_lost' } })
  const order = await market.ports.paypal.captureOrder(started.provider_order_id, started.payment_id)
  const capture = order.purchase_units[0]!.payments!.captures[0]!
  await fetch(`${market.sandbox.url}/sandbox/captures/${capture.id}/refund`, { method: 'POST' })
  await market.webhooksDone()
  await captureBy(market, started.payment_id, 'dora').catch(() => {})
  await market.webhooksDone()
  const { entries } = await detailOf(started.payment_id)
  expect(entries.map(({ kind }) => kind)).toContain('sale')
  expect(await traces(started.payment_id)).toMatchObject({ status: 'refunded', licenses: ['revoked'] })
})
