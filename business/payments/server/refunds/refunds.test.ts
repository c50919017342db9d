import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { financialReport, paymentsReport } from '#accounting/contract.ts'
import { auditLog, deleteUser } from '#accounts/users.contract.ts'
import { linesOf, sumOfAll, verify } from '#ledger/server/index.ts'
import { linkLicenseFile, listLicenses } from '#licensing/contract.ts'
import { inTransaction } from '#platform/server/index.ts'
import { assetOnSale, begunCheckout, boughtLicense, captureBy, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { listAllPayments, readAnyPayment, refundPayment } from '../../admin.contract.ts'
import { capturePayment, readPayment } from '../../contract.ts'
import { PayPalRefusal } from '../paypal/adapter.ts'
import { reconcileRefunds } from './reconcile-refunds.service.ts'
import { settleRefund } from './record-refund.service.ts'
import { refundLater } from './refund-later.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => market.sandbox.faults.clear())
afterAll(() => market.end())

const REASON = 'Bought twice by mistake'
const PATH = '/v2/payments/captures/*/refund'

const refundBy = async (id: string, reason = REASON, admin = 'admin') =>
  (await market.as('admin', admin))(refundPayment, { params: { id }, body: { reason } })
const detailOf = async (id: string) => (await market.as('admin'))(readAnyPayment, { params: { id } })

async function bought(client = 'client') {
  const asset = await assetOnSale(market)
  return { ...(await boughtLicense(market, asset.id, { client })), asset }
}

/** Returns the ledger entries, licenses, and refunds of a payment. */
async function traces(payment_id: string) {
  const { entries, refunds, status } = await detailOf(payment_id)
  const licenses = await market.db
    .selectFrom('licensing.license')
    .select(['status', 'ended_at'])
    .where('payment_id', '=', payment_id)
    .execute()
  const booked = entries
    .filter(({ kind }) => kind === 'refund')
    .map(({ lines }) => lines.map(({ account, amount_cents }) => [account, amount_cents]))
  return { status, licenses: licenses.map((license) => license.status), booked, refunds: refunds.map((refund) => refund.status) }
}
const REFUNDED = {
  status: 'refunded',
  licenses: ['revoked'],
  booked: [
    [
      ['refunds', 1000],
      ['cash', -1000]
    ]
  ],
  refunds: ['completed']
}

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
  await refundPart(provider_capture_id!, '4.00')
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

describe('the list of payments', () => {
  const listed = async (query: object) => (await market.as('admin'))(listAllPayments, { query: { page_size: 100, ...query } })
  const idsOf = async (query: object) => (await listed(query)).items.map(({ id }) => id)

  test('can be searched by name, email, title and ids, and filtered by state, purpose and day', async () => {
    market.at('2026-04-10T12:00:00Z')
    const asset = await assetOnSale(market, { title: 'A 100% teal heron' })
    const { payment_id, provider_order_id } = await boughtLicense(market, asset.id, { client: 'Grace Hopper' })
    const other = await bought('zoe')
    for (const q of [
      'grace hop',
      'grace-hopper-client@',
      '100% TEAL',
      payment_id.slice(0, 13),
      payment_id.toUpperCase(),
      provider_order_id
    ])
      expect(await idsOf({ q }), q).toEqual([payment_id])
    expect(await idsOf({ q: '10_% teal' })).toEqual([])
    expect(await idsOf({ start: '2026-04-10', end: '2026-04-11' })).toEqual(expect.arrayContaining([payment_id, other.payment_id]))
    expect(await idsOf({ start: '2026-04-11' })).toEqual([])
    expect(await idsOf({ end: '2026-04-10' })).not.toContain(payment_id)
    await refundBy(payment_id)
    expect(await idsOf({ state: 'refunded', q: 'heron' })).toEqual([payment_id])
    expect(await idsOf({ state: 'captured', q: 'heron' })).toEqual([])
    expect(await idsOf({ purpose: 'license', q: 'heron' })).toEqual([payment_id])
    expect(await idsOf({ purpose: 'subscription', q: 'heron' })).toEqual([])
    const first = await listed({ page_size: 1 })
    expect(first).toMatchObject({ total: (await listed({})).total, items: [{ created_at: '2026-04-10T12:00:00.000Z' }] })
  })

  test('a deleted account appears as Deleted user, without an email', async () => {
    const { payment_id } = await bought('Heidi Gone')
    await market.webhooksDone()
    const { id, email } = await market.person('client', 'Heidi Gone')
    await (await market.as('admin'))(deleteUser, { params: { id } })
    expect(await detailOf(payment_id)).toMatchObject({ client_name: 'Deleted user', client_email: null })
    for (const q of [email, 'deleted.invalid']) expect(await idsOf({ q })).not.toContain(payment_id)
    await refundBy(payment_id)
    const before = (await market.mails()).length
    await market.webhooksDone()
    expect((await market.mails()).slice(before).filter(({ to }) => to.includes('deleted'))).toEqual([])
  })

  test('a payment shows its sealed ledger entries, which sum to zero', async () => {
    const { payment_id } = await bought()
    await refundBy(payment_id)
    const { entries, sums } = await detailOf(payment_id)
    expect(entries.map(({ kind, seal }) => [kind, seal?.hash.length])).toEqual([
      ['sale', 64],
      ['refund', 64]
    ])
    expect(entries[0]!.lines.map(({ account_name }) => account_name)).toEqual(['Cash', 'PayPal fees', 'Income'])
    expect(sums.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(0)
    const lines = await linesOf(market.db, { kind: 'sale', page_size: 1000 })
    expect(lines.filter(({ reference }) => reference === payment_id)).toHaveLength(3)
  })
})

async function refundPart(capture_id: string, value: string): Promise<void> {
  const { client_id, client_secret } = market.ports.paypal.settings
  const token = await fetch(`${market.sandbox.url}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded'
    },
    body: 'grant_type=client_credentials'
  })
  const { access_token } = (await token.json()) as { access_token: string }
  const answer = await fetch(`${market.sandbox.url}/v2/payments/captures/${capture_id}/refund`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', 'paypal-request-id': randomUUID() },
    body: JSON.stringify({ amount: { currency_code: 'USD', value } })
  })
  expect(answer.status).toBe(201)
}

test('an automatic refund that PayPal refuses is mailed to support once, and retried each day', async () => {
  const nextDay = () => market.at(new Date(market.now().getTime() + 86_400_000).toISOString())
  const { payment_id } = await bought('unlucky')
  await market.webhooksDone()
  await inTransaction(market.ctx(), (ctx) => refundLater(ctx, payment_id, 'It opened nothing.'))
  const refusing = () => {
    const ctx = market.ctx()
    const refundCapture = async () => {
      throw new PayPalRefusal(422, 'REFUND_FAILED_INSUFFICIENT_FUNDS', 'Too little')
    }
    return { ...ctx, ports: { ...ctx.ports, paypal: { ...ctx.ports.paypal, refundCapture } } }
  }
  await reconcileRefunds(refusing())
  await reconcileRefunds(refusing())
  expect((await traces(payment_id)).refunds).toEqual(['failed'])
  nextDay()
  await reconcileRefunds(refusing())
  expect((await traces(payment_id)).refunds).toEqual(['failed', 'failed'])
  nextDay()
  await Promise.all([reconcileRefunds(market.ctx()), reconcileRefunds(market.ctx())])
  expect((await traces(payment_id)).refunds.toSorted()).toEqual(['completed', 'failed', 'failed'])
  await market.webhooksDone()
  const mails = (await market.mails()).filter(({ subject }) => subject === `A refund has failed: payment ${payment_id}`)
  expect(mails).toMatchObject([{ to: market.ports.settings.support_email }])
  const refundMails = (await market.mails()).filter(({ to, subject }) => to.startsWith('unlucky') && subject === 'Your refund of $10.00')
  expect(refundMails).toMatchObject([{ text: expect.stringContaining('did not buy anything') }])
})
