import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { financialReport, paymentsReport } from '#accounting/contract.ts'
import { auditLog } from '#accounts/audit.contract.ts'
import { sumOfAll, verify } from '#ledger/server/index.ts'
import { linkLicenseFile, listLicenses } from '#licensing/contract.ts'
import { REASON, REFUNDED, refundSteps } from '#tests/support/givens/refunds.ts'
import { assetOnSale, begunCheckout, boughtLicense, captureBy, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { refundPayment } from '../../admin.contract.ts'
import { capturePayment, readPayment } from '../../contract.ts'
import { reconcileRefunds } from './reconcile-refunds.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => market.sandbox.faults.clear())
afterAll(() => market.end())
const { bought, detailOf, refundBy, traces } = refundSteps(() => market)

const PATH = '/v2/payments/captures/*/refund'

test('a refund returns the money, revokes the license and its links immediately, is booked on its day, and is mailed to the client', async () => {
  market.at('2026-03-28T12:00:00Z')
  const { payment_id, license_id, download_url } = await bought('alice')
  const client = await market.as('client', 'alice')
  const link = await client(linkLicenseFile, { params: { id: license_id }, query: {} })
  expect((await market.app.inject(link.download_url)).statusCode).toBe(200)
  market.at('2026-04-02T12:00:00Z')
  const answer = await refundBy(payment_id)
  expect(answer).toMatchObject({ status: 'refunded', refunded_cents: 1000, refund_status: null, refunded_at: '2026-04-02T12:00:00.000Z' })
  expect(await traces(payment_id)).toEqual(REFUNDED)
  for (const url of [link.download_url, download_url]) expect((await market.app.inject(url)).statusCode).toBe(409)
  await expect(client(linkLicenseFile, { params: { id: license_id }, query: {} })).rejects.toMatchObject({ status: 409 })
  const { items } = await client(listLicenses, { query: {} })
  expect(items.find(({ id }) => id === license_id)).toMatchObject({ status: 'revoked', license_file_url: null })
  const admin = await market.as('admin')
  const april = await admin(financialReport, { query: { start: '2026-04-01', end: '2026-05-01' } })
  expect(april.totals).toMatchObject({ income_cents: -1000, assets_sold: 0 })
  const rows = await admin(paymentsReport, { query: { start: '2026-04-01', end: '2026-05-01' } })
  expect(rows.items).toMatchObject([{ amount_cents: -1000, client: 'alice', description: expect.stringContaining('Refund: Blue fox') }])
  await market.webhooksDone()
  const mails = (await market.mails()).filter(({ subject }) => subject === 'Your refund of $10.00')
  expect(mails.map(({ to }) => to)).toEqual(['alice-client@example.com'])
  expect(mails[0]!.text).toContain('The license has ended')
  const log = await admin(auditLog, { query: { action: 'payment.refunded' } })
  expect(log.items).toMatchObject([
    { actor: { name: 'admin' }, subject: { kind: 'payment', id: payment_id }, details: { amount_cents: 1000 } }
  ])
  expect(await verify(market.db)).toMatchObject({ whole: true })
  market.at('2026-04-03T12:00:00Z')
})

test('20 refunds by two admins and the webhook refund once', async () => {
  const { payment_id } = await bought()
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => refundBy(payment_id, REASON, index % 2 ? 'admin' : 'other')))
  await market.webhooksDone()
  expect(new Set(answers.map(({ status }) => status)).size).toBe(1)
  expect(await traces(payment_id)).toEqual(REFUNDED)
  expect(await sumOfAll(market.db)).toBe(0)
  const mails = (await market.mails()).filter(({ text }) => text.includes(payment_id) && text.includes('refunded'))
  expect(mails).toHaveLength(1)
})

test('a second refund of the same payment changes nothing and returns the same response', async () => {
  const { payment_id } = await bought()
  const first = await refundBy(payment_id)
  expect(await refundBy(payment_id, 'Again')).toEqual(first)
  expect(await traces(payment_id)).toEqual(REFUNDED)
})

test('the same Idempotency-Key with a different reason is refused', async () => {
  const { payment_id } = await bought()
  const { token } = await market.person('admin')
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
  const call = (reason: string) =>
    market.app.inject({ method: 'POST', url: `/api/admin/payments/${payment_id}/refund`, headers, payload: { reason } })
  const [first, again, other] = [await call(REASON), await call(REASON), await call('Another')]
  expect([first.statusCode, again.statusCode, other.statusCode]).toEqual([200, 200, 409])
  expect(again.json()).toEqual(first.json())
})

test('a crash after PayPal refunded is repaired by the webhook', async () => {
  const { payment_id } = await bought()
  market.sandbox.faults.add({ match: { path: PATH }, effect: { kind: 'reset' } })
  expect(await refundBy(payment_id)).toMatchObject({ status: 'captured', refund_status: 'asked' })
  expect((await traces(payment_id)).licenses).toEqual(['active'])
  await market.webhooksDone()
  expect(await traces(payment_id)).toEqual(REFUNDED)
  const [refund] = (await detailOf(payment_id)).refunds
  expect(refund).toMatchObject({ reason: REASON, asked_by: 'admin' })
})

test.each(['reset', 'error'] as const)(
  'a crash before or after PayPal’s refund (%s) is repaired by the reconciliation, even without the webhook',
  async (kind) => {
    const { payment_id } = await bought()
    market.sandbox.faults.add({ match: { event: 'PAYMENT.CAPTURE.REFUNDED' }, effect: { kind: 'webhook_lost' }, times: 5 })
    market.sandbox.faults.add({ match: { path: PATH }, effect: { kind } })
    expect(await refundBy(payment_id)).toMatchObject({ status: 'captured', refund_status: 'asked' })
    await Promise.all([reconcileRefunds(market.ctx()), reconcileRefunds(market.ctx()), refundBy(payment_id)])
    expect(await traces(payment_id)).toEqual(REFUNDED)
  }
)

test('a refunded license can be bought again, and the new one is active', async () => {
  const { payment_id, asset } = await bought('bob')
  await refundBy(payment_id)
  const again = await boughtLicense(market, asset.id, { client: 'bob' })
  await market.webhooksDone()
  expect(again.payment_id).not.toBe(payment_id)
  const { items } = await (await market.as('client', 'bob'))(listLicenses, { query: {} })
  expect(items.map(({ status }) => status).toSorted()).toEqual(['active', 'revoked'])
  const client = await market.as('client', 'bob')
  await expect(client(readPayment, { params: { payment_id } })).resolves.toMatchObject({ status: 'refunded' })
})

test('a refunded payment cannot be captured', async () => {
  const { payment_id } = await bought('carol')
  await refundBy(payment_id)
  await expect((await market.as('client', 'carol'))(capturePayment, { params: { payment_id }, body: {} })).rejects.toMatchObject({
    status: 409,
    body: { code: 'payment_refunded' }
  })
})

describe('a refund is refused for', () => {
  test('an unknown, open, or failed payment', async () => {
    await expect(refundBy(randomUUID())).rejects.toMatchObject({ status: 404, body: { code: 'payment_not_found' } })
    const asset = await assetOnSale(market)
    const open = await begunCheckout(market, asset.id, { client: 'erin' })
    await expect(refundBy(open.payment_id)).rejects.toMatchObject({ status: 409, body: { code: 'not_captured' } })
    await market.decline(open.provider_order_id)
    await market.webhooksDone()
    await expect(refundBy(open.payment_id)).rejects.toMatchObject({ status: 409, body: { code: 'not_captured' } })
  })

  test('a payment in review at PayPal', async () => {
    const asset = await assetOnSale(market)
    const started = await begunCheckout(market, asset.id, { client: 'frank' })
    await market.approve(started.provider_order_id)
    market.sandbox.faults.add({ match: { path: '/v2/checkout/orders/*/capture' }, effect: { kind: 'pending' } })
    await captureBy(market, started.payment_id, 'frank')
    await expect(refundBy(started.payment_id)).rejects.toMatchObject({ status: 409, body: { code: 'capture_pending' } })
  })

  test('a missing reason, and everyone except admins', async () => {
    const { payment_id } = await bought()
    await expect(refundBy(payment_id, '  ')).rejects.toMatchObject({ status: 422, body: { fields: { reason: 'Please give a reason.' } } })
    const call = { params: { id: payment_id }, body: { reason: REASON } }
    await expect((await market.as('client'))(refundPayment, call)).rejects.toMatchObject({ status: 403 })
    expect((await traces(payment_id)).refunds).toEqual([])
  })
})
