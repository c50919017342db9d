import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { linesOf, sumOfAll, verify } from '#ledger/server/index.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { recordedPayPal } from '#tests/support/servers/recorded-paypal.ts'
import { readAnyPayment } from '../../admin.contract.ts'
import { PayPalRefusal } from '../paypal/adapter.ts'
import { reconcileCaptured } from './captured.service.ts'

let market: Market
let asset: { id: string }
beforeAll(async () => {
  market = await freshMarket()
  asset = await assetOnSale(market)
})
beforeEach(async () => {
  market.sandbox.faults.clear()
  // Payments of the tests before are not due.
  await market.db
    .updateTable('payments.payment')
    .set({ next_check_at: new Date('2100-01-01') })
    .execute()
  market.at('2026-03-01T12:00:00Z')
})
afterAll(() => market.end())

const ORDERS = '/v2/checkout/orders/*'
const detailOf = async (id: string) => (await market.as('admin'))(readAnyPayment, { params: { id } })
const check = () => reconcileCaptured(market.ctx(), { pace_ms: 0 })
const nextDay = () => market.at('2026-03-02T12:00:00Z')

async function bought(client: string) {
  const { payment_id } = await boughtLicense(market, asset.id, { client })
  const { provider_capture_id } = await detailOf(payment_id)
  await market.webhooksDone()
  return { payment_id, capture_id: provider_capture_id ?? '' }
}

/** Gives money back at PayPal; its event is lost. */
async function atPayPal(
  capture_id: string,
  action: 'refund' | 'reverse',
  amount?: { currency_code: string; value: string }
): Promise<void> {
  market.sandbox.faults.add({ match: { event: '*' }, effect: { kind: 'webhook_lost' } })
  const answer = await fetch(`${market.sandbox.url}/sandbox/captures/${capture_id}/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(amount ? { amount } : {})
  })
  expect(answer.status).toBe(200)
  await market.webhooksDone()
}

async function traces(payment_id: string) {
  const { status, refunds } = await detailOf(payment_id)
  const licenses = await market.db.selectFrom('licensing.license').select('status').where('payment_id', '=', payment_id).execute()
  const { rows } = await sql<{
    provider_refund_id: string
  }>`select provider_refund_id from payments.refund where payment_id = ${payment_id}`.execute(market.db)
  const references = new Set(rows.map((row) => row.provider_refund_id))
  const lines = (await linesOf(market.db, { kind: 'refund' })).filter(({ reference }) => references.has(reference))
  const booked = lines
    .filter(({ account }) => account === 'refunds')
    .map(({ amount_cents }) => amount_cents)
    .toSorted((one, other) => one - other)
  return { status, refunds: refunds.map((one) => one.status), licenses: licenses.map((one) => one.status), booked }
}
const BACK = { status: 'refunded', refunds: ['completed'], licenses: ['revoked'], booked: [1000] }
const SOLD = { status: 'captured', refunds: [], licenses: ['active'], booked: [] }

test('a refund and a reversal of which no event told are found within a day and booked once, by runs in parallel', async () => {
  const [refunded, reversed, untouched] = [await bought('refunded'), await bought('reversed'), await bought('untouched')]
  await atPayPal(refunded.capture_id, 'refund')
  await atPayPal(reversed.capture_id, 'reverse')
  market.at('2026-03-02T06:00:00Z')
  expect(await check()).toBe(0)
  nextDay()
  const taken = await Promise.all([check(), check(), check()])
  expect(taken.reduce((sum, one) => sum + one, 0)).toBe(3)
  expect(await traces(refunded.payment_id)).toEqual(BACK)
  expect(await traces(reversed.payment_id)).toEqual(BACK)
  expect(await traces(untouched.payment_id)).toEqual(SOLD)
  market.at('2026-03-03T07:00:00Z')
  expect(await check()).toBe(0)
  market.at('2026-03-03T09:00:00Z')
  expect(await check()).toBe(1)
  expect(await traces(refunded.payment_id)).toEqual(BACK)
  await market.webhooksDone()
  const mails = (await market.mails()).filter(({ subject, to }) => subject === 'Your refund of $10.00' && to.startsWith('reversed'))
  expect(mails).toHaveLength(1)
  expect(await sumOfAll(market.db)).toBe(0)
  expect(await verify(market.db)).toMatchObject({ whole: true })
})

test('a refund of a part of which no event told is booked once, and the rest later', async () => {
  const { payment_id, capture_id } = await bought('in parts')
  await atPayPal(capture_id, 'refund', { currency_code: 'USD', value: '4.00' })
  nextDay()
  await check()
  expect(await traces(payment_id)).toEqual({ ...SOLD, refunds: ['completed'], booked: [400] })
  market.at('2026-03-03T12:00:00Z')
  await check()
  expect(await traces(payment_id)).toMatchObject({ booked: [400] })
  await atPayPal(capture_id, 'reverse')
  market.at('2026-03-04T12:00:00Z')
  await check()
  market.at('2026-03-01T12:00:00Z')
  expect(await traces(payment_id)).toMatchObject({ ...BACK, refunds: ['completed', 'completed'], booked: [400, 600] })
})

test('when PayPal fails in the middle, the rest continues, and the failed payments are asked about again in an hour', async () => {
  const all = [await bought('one'), await bought('two'), await bought('three'), await bought('four'), await bought('five')]
  for (const { capture_id } of all) await atPayPal(capture_id, 'refund')
  nextDay()
  market.sandbox.faults.add({ match: { path: ORDERS }, effect: { kind: 'slow', delay_ms: 100 } })
  market.sandbox.faults.add({ match: { path: ORDERS }, times: 2, effect: { kind: 'error', status: 503 } })
  expect(await check()).toBe(5)
  const states = async () => (await Promise.all(all.map(({ payment_id }) => detailOf(payment_id)))).map(({ status }) => status)
  expect((await states()).filter((status) => status === 'refunded')).toHaveLength(3)
  market.at('2026-03-02T12:30:00Z')
  expect(await check()).toBe(0)
  market.at('2026-03-02T13:00:01Z')
  expect(await check()).toBe(2)
  expect(await states()).toEqual(Array(5).fill('refunded'))
  for (const { payment_id } of all) expect(await traces(payment_id)).toEqual(BACK)
  expect(await sumOfAll(market.db)).toBe(0)
})

test('a payment that PayPal refuses to look up fails the job for good, because another attempt would take other payments', async () => {
  const { payment_id, capture_id } = await bought('refused')
  await atPayPal(capture_id, 'refund')
  nextDay()
  const ctx = market.ctx()
  const paypal = { ...ctx.ports.paypal, getOrder: () => Promise.reject(new PayPalRefusal(403, 'NOT_AUTHORIZED', 'Not yours.')) }
  const refused = reconcileCaptured({ ...ctx, ports: { ...ctx.ports, paypal } }, { pace_ms: 0 })
  await expect(refused).rejects.toMatchObject({ name: 'PermanentFailure', message: '1 of 1 payments could not be checked at PayPal.' })
  expect(await check()).toBe(0)
  market.at('2026-03-03T12:00:00Z')
  expect(await check()).toBe(1)
  expect(await traces(payment_id)).toEqual(BACK)
})

test('a payment is asked about for 180 days after its capture, and by its capture when PayPal no longer lists the order', async () => {
  const { payment_id, capture_id } = await bought('old')
  await atPayPal(capture_id, 'reverse')
  market.at('2026-09-10T12:00:00Z')
  expect(await check()).toBe(0)
  market.at('2026-08-28T11:00:00Z')
  const ctx = market.ctx()
  const getOrder = async () => {
    throw new PayPalRefusal(404, 'RESOURCE_NOT_FOUND', 'none')
  }
  const without = { ...ctx, ports: { ...ctx.ports, paypal: { ...ctx.ports.paypal, getOrder } } }
  expect(await reconcileCaptured(without, { pace_ms: 0 })).toBe(1)
  market.at('2026-03-01T12:00:00Z')
  expect(await traces(payment_id)).toEqual(BACK)
  expect(await sumOfAll(market.db)).toBe(0)
})

test("a capture's answer matches PayPal's API description", async () => {
  const { paypal, sandbox, drive, problems } = await recordedPayPal()
  const page = 'http://localhost:3000/pay/checkout'
  const asked = { value: '12.50', currency: 'USD', description: 'A fox', brand_name: 'Easel', return_url: page, cancel_url: page }
  const order = await paypal.createOrder({ payment_id: 'payment', client_id: 'client', ...asked })
  await drive(`/orders/${order.id}/approve`)
  await paypal.captureOrder(order.id, 'payment')
  const [capture] = sandbox.documents('capture')
  expect(await paypal.getCapture(capture?.id ?? '')).toMatchObject({ status: 'COMPLETED', amount: { value: '12.50' } })
  await paypal.refundCapture(capture?.id ?? '', 'refund')
  expect(await paypal.getCapture(capture?.id ?? '')).toMatchObject({ status: 'REFUNDED' })
  expect(problems()).toEqual([])
})
