import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sumOfAll } from '#ledger/server/index.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { readAnyPayment } from '../../admin.contract.ts'
import { process } from '../webhooks/webhooks.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => market.sandbox.faults.clear())
afterAll(() => market.end())

const detailOf = async (id: string) => (await market.as('admin'))(readAnyPayment, { params: { id } })

async function bought(client: string) {
  const { payment_id } = await boughtLicense(market, (await assetOnSale(market)).id, { client })
  return { payment_id, capture_id: (await detailOf(payment_id)).provider_capture_id! }
}

async function atPayPal(capture_id: string, action: 'reverse' | 'win-dispute' | 'lose-dispute'): Promise<void> {
  const answer = await fetch(`${market.sandbox.url}/sandbox/captures/${capture_id}/${action}`, { method: 'POST' })
  expect(answer.status).toBe(200)
  await market.webhooksDone()
}

const mailsAbout = async (payment_id: string) =>
  (await market.mails()).filter(({ to, subject }) => to === market.settings.support_email && subject.includes(payment_id))

test('a dispute won after a chargeback is mailed to support once, and nothing is booked', async () => {
  const { payment_id, capture_id } = await bought('disputing')
  await atPayPal(capture_id, 'reverse')
  const before = await detailOf(payment_id)
  expect(before).toMatchObject({ status: 'refunded', refunded_cents: 1000, disputes: [] })
  market.sandbox.faults.add({ match: { event: 'CUSTOMER.DISPUTE.RESOLVED' }, effect: { kind: 'webhook_duplicate' } })
  await atPayPal(capture_id, 'win-dispute')
  const { disputes, ...after } = await detailOf(payment_id)
  expect({ ...after, disputes: [] }).toEqual(before)
  expect(disputes).toMatchObject([{ outcome: 'RESOLVED_SELLER_FAVOUR' }])
  const [mail, ...others] = await mailsAbout(payment_id)
  expect(others).toEqual([])
  for (const word of [payment_id, capture_id, disputes[0]!.dispute_id, 'RESOLVED_SELLER_FAVOUR', '$10.00'])
    expect(mail?.text).toContain(word)
  expect(await sumOfAll(market.db)).toBe(0)
})

test('concurrent events of one dispute send one email', async () => {
  const { payment_id, capture_id } = await bought('often reported')
  const event_type = 'CUSTOMER.DISPUTE.RESOLVED'
  const resource = { dispute_id: 'PP-D-SAME', disputed_transactions: [{ seller_transaction_id: capture_id }] }
  const ids = ['WH-D-1', 'WH-D-2', 'WH-D-3', 'WH-D-4']
  const body = JSON.stringify({ event_type, resource })
  await market.db
    .insertInto('payments.webhook_event')
    .values(ids.map((id) => ({ id, event_type, body, received_at: market.now() })))
    .execute()
  await Promise.all(ids.map((id) => process(market.ctx(), id)))
  expect(await mailsAbout(payment_id)).toHaveLength(1)
  expect(await detailOf(payment_id)).toMatchObject({ status: 'captured', disputes: [{ dispute_id: 'PP-D-SAME', outcome: 'NONE' }] })
})

test('a dispute that the client won is booked as a refund; one of an unknown payment is ignored', async () => {
  const { payment_id, capture_id } = await bought('winning')
  await atPayPal(capture_id, 'reverse')
  await atPayPal(capture_id, 'lose-dispute')
  expect(await mailsAbout(payment_id)).toEqual([])
  expect(await detailOf(payment_id)).toMatchObject({ status: 'refunded', disputes: [] })
  const event_type = 'CUSTOMER.DISPUTE.RESOLVED'
  const resource = { dispute_id: 'PP-D-OTHER', disputed_transactions: [{ seller_transaction_id: 'UNKNOWN' }] }
  const event = { id: 'WH-D-OTHER', event_type, body: JSON.stringify({ event_type, resource }), received_at: market.now() }
  await market.db.insertInto('payments.webhook_event').values(event).execute()
  const before = (await market.mails()).length
  await process(market.ctx(), event.id)
  expect(await market.mails()).toHaveLength(before)
})
