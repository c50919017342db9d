import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { linesOf, sumByAccount, sumOfAll } from '#ledger/server/index.ts'
import { listLicenses } from '#licensing/contract.ts'
import type { ApiError } from '#platform/web/api.ts'
import { assetOnSale, begunCheckout, boughtLicense, captureBy, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { refundPayment } from '../../admin.contract.ts'
import { capturePayment, readPayment } from '../../contract.ts'
import { reconcilePayments } from './reconcile.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => market.sandbox.faults.clear())
afterAll(() => market.end())

/** Returns the ledger entries and licenses of one payment. */
async function traces(payment_id: string) {
  const sales = (await linesOf(market.db, { kind: 'sale', page_size: 1000 })).filter(({ reference }) => reference === payment_id)
  const licenses = await market.db.selectFrom('licensing.license').selectAll().where('payment_id', '=', payment_id).execute()
  const { state } = await market.db.selectFrom('payments.payment').select('state').where('id', '=', payment_id).executeTakeFirstOrThrow()
  return { income: sales.filter(({ account }) => account === 'income').map(({ amount_cents }) => amount_cents), licenses, state }
}

const PATH = '/v2/checkout/orders/*/capture'

test('an approved payment grants the license, the download, the income and a receipt', async () => {
  const asset = await assetOnSale(market)
  const started = await begunCheckout(market, asset.id, { client: 'first' })
  expect(started.approve_url).toBe(`${market.sandbox.url}/checkoutnow?token=${started.provider_order_id}`)
  await market.approve(started.provider_order_id)
  const captured = await captureBy(market, started.payment_id, 'first')
  expect(captured).toMatchObject({ status: 'captured', pending: false })
  const { licenses, income, state } = await traces(started.payment_id)
  expect({ state, income, id: licenses[0]?.id }).toEqual({ state: 'captured', income: [-1000], id: captured.license_id })
  const file = await market.app.inject(captured.download_url!)
  expect(file.statusCode).toBe(200)
  await market.webhooksDone()
  const receipts = (await market.mails()).filter(({ text }) => text.includes(licenses[0]!.certificate_number))
  expect(receipts.map(({ to }) => to)).toEqual(['first-client@example.com'])
})

test('20 concurrent captures and the webhook grant one license and book one income', async () => {
  const asset = await assetOnSale(market)
  const { payment_id, provider_order_id } = await begunCheckout(market, asset.id)
  await market.approve(provider_order_id)
  const answers = await Promise.all(Array.from({ length: 20 }, () => captureBy(market, payment_id)))
  await market.webhooksDone()
  expect(new Set(answers.map(({ status, license_id }) => `${status} ${license_id}`)).size).toBe(1)
  expect(answers[0]!.status).toBe('captured')
  const { licenses, income } = await traces(payment_id)
  expect(licenses).toHaveLength(1)
  expect(income).toEqual([-1000])
  expect(await sumOfAll(market.db)).toBe(0)
})

test('a later capture returns the same response', async () => {
  const asset = await assetOnSale(market)
  const bought = await boughtLicense(market, asset.id)
  expect(await captureBy(market, bought.payment_id)).toMatchObject({ status: 'captured', license_id: bought.license_id })
  expect((await traces(bought.payment_id)).income).toHaveLength(1)
})

test('when two orders for a license are open, the first capture wins, even concurrently', async () => {
  const asset = await assetOnSale(market)
  const [one, other] = [await begunCheckout(market, asset.id), await begunCheckout(market, asset.id)]
  await market.approve(one.provider_order_id)
  await market.approve(other.provider_order_id)
  const answers = await Promise.all([captureBy(market, one.payment_id), captureBy(market, other.payment_id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['captured', 'failed'])
  expect(new Set(answers.map(({ license_id }) => license_id)).size).toBe(1)
  expect([...(await traces(one.payment_id)).income, ...(await traces(other.payment_id)).income]).toEqual([-1000])
})

test('a call that saw the license before its refund does not end the payment that another call captures', async () => {
  const asset = await assetOnSale(market)
  const [one, other] = [await begunCheckout(market, asset.id), await begunCheckout(market, asset.id)]
  for (const { provider_order_id } of [one, other]) await market.approve(provider_order_id)
  await captureBy(market, one.payment_id)
  const admin = await market.as('admin')
  const { purposes, paypal } = market.ports
  const [takesMoney, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const captureOrder = vi.spyOn(paypal, 'captureOrder').mockImplementationOnce(async (...call) => {
    captureOrder.mockRestore()
    takesMoney.resolve()
    await ended.promise
    return paypal.captureOrder(...call)
  })
  let capturing: Promise<unknown> | undefined
  const held = vi.spyOn(purposes.license, 'held').mockImplementationOnce(async (...call) => {
    held.mockRestore()
    const seen = await purposes.license.held(...call)
    await admin(refundPayment, { params: { id: one.payment_id }, body: { reason: 'By mistake' } })
    capturing = captureBy(market, other.payment_id)
    await takesMoney.promise
    return seen
  })
  await captureBy(market, other.payment_id)
  ended.resolve()
  expect(await capturing).toMatchObject({ status: 'captured' })
  const { state, licenses, income } = await traces(other.payment_id)
  expect({ state, licenses: licenses.length, income }).toEqual({ state: 'captured', licenses: 1, income: [-1000] })
})

test('an open order for an owned license fails and returns the license', async () => {
  const asset = await assetOnSale(market)
  const late = await begunCheckout(market, asset.id)
  const bought = await boughtLicense(market, asset.id)
  expect(await captureBy(market, late.payment_id)).toMatchObject({ status: 'failed', license_id: bought.license_id })
  expect(await traces(late.payment_id)).toMatchObject({ state: 'failed', income: [] })
})

test('an unapproved payment is not captured, and can still be approved', async () => {
  const asset = await assetOnSale(market)
  const { payment_id, provider_order_id } = await begunCheckout(market, asset.id)
  await expect(captureBy(market, payment_id)).rejects.toMatchObject({ status: 409, body: { code: 'not_approved' } })
  await market.approve(provider_order_id)
  expect((await captureBy(market, payment_id)).status).toBe('captured')
})

test('a capture before the approval is refused; the same key captures it afterwards, and then repeats its response', async () => {
  const asset = await assetOnSale(market)
  const { payment_id, provider_order_id } = await begunCheckout(market, asset.id)
  const client = await market.as('client')
  const send = () => client(capturePayment, { params: { payment_id }, body: {} }, { idempotency_key: `early-${payment_id}` })
  await expect(send()).rejects.toMatchObject({ status: 409, body: { code: 'not_approved' } })
  await market.approve(provider_order_id)
  const answer = await send()
  expect(answer).toMatchObject({ status: 'captured' })
  expect(await send()).toEqual(answer)
  expect(await traces(payment_id)).toMatchObject({ income: [-1000], licenses: [{ status: 'active' }] })
})

test('a declined payment grants nothing, and a new checkout can be paid', async () => {
  const asset = await assetOnSale(market)
  const { payment_id, provider_order_id } = await begunCheckout(market, asset.id)
  await market.decline(provider_order_id)
  await market.webhooksDone()
  for (const _ of [1, 2])
    await expect(captureBy(market, payment_id)).rejects.toMatchObject({ status: 402, body: { code: 'payment_declined' } })
  expect(await traces(payment_id)).toEqual({ state: 'failed', income: [], licenses: [] })
  expect((await boughtLicense(market, asset.id)).license_id).toBeTruthy()
})

test('a payment in review at PayPal grants nothing until it is completed', async () => {
  const asset = await assetOnSale(market)
  const { payment_id, provider_order_id } = await begunCheckout(market, asset.id)
  await market.approve(provider_order_id)
  market.sandbox.faults.add({ match: { path: PATH }, effect: { kind: 'pending' } })
  expect(await captureBy(market, payment_id)).toEqual({
    status: 'approved',
    pending: true,
    order_id: expect.any(String),
    license_id: null,
    license_ids: [],
    download_url: null,
    file_format: null
  })
  expect(await captureBy(market, payment_id)).toMatchObject({ status: 'approved', pending: true, license_id: null })
  await market.webhooksDone()
  expect(await traces(payment_id)).toEqual({ state: 'approved', income: [], licenses: [] })
  const again = await begunCheckout(market, asset.id)
  await market.approve(again.provider_order_id)
  await expect(captureBy(market, again.payment_id)).rejects.toMatchObject({ status: 409, body: { code: 'payment_in_progress' } })
  await market.decideCapture(await captureIdOf(payment_id), 'complete')
  await market.webhooksDone()
  expect(await traces(payment_id)).toMatchObject({ state: 'captured', income: [-1000], licenses: [{ status: 'active' }] })
})

test('a payment that PayPal denies after review grants nothing', async () => {
  const asset = await assetOnSale(market)
  const { payment_id, provider_order_id } = await begunCheckout(market, asset.id)
  await market.approve(provider_order_id)
  market.sandbox.faults.add({ match: { path: PATH }, effect: { kind: 'pending' } })
  await captureBy(market, payment_id)
  await market.decideCapture(await captureIdOf(payment_id), 'deny')
  await market.webhooksDone()
  expect(await traces(payment_id)).toEqual({ state: 'failed', income: [], licenses: [] })
})

const captureIdOf = async (payment_id: string) => {
  const row = await market.db.selectFrom('payments.payment').select('provider_capture_id').where('id', '=', payment_id).executeTakeFirst()
  return row!.provider_capture_id!
}

test('a call that failed because PayPal was unreachable succeeds when it is repeated with the same key', async () => {
  const asset = await assetOnSale(market)
  const { payment_id, provider_order_id } = await begunCheckout(market, asset.id)
  await market.approve(provider_order_id)
  market.sandbox.faults.add({ match: { path: '/v2/checkout/orders/*' }, times: 1, effect: { kind: 'error' } })
  const client = await market.as('client')
  const again = () => client(capturePayment, { params: { payment_id }, body: {} }, { idempotency_key: `once-${payment_id}` })
  await expect(again()).rejects.toMatchObject({ status: 503 })
  const answer = await again()
  expect(answer).toMatchObject({ status: 'captured' })
  expect(await again()).toEqual(answer)
  expect(await traces(payment_id)).toMatchObject({ income: [-1000], licenses: [{ status: 'active' }] })
})

test('a different amount than the one agreed grants no license', async () => {
  const asset = await assetOnSale(market)
  const { payment_id, provider_order_id } = await begunCheckout(market, asset.id)
  await market.approve(provider_order_id)
  market.sandbox.faults.add({ match: { path: PATH }, effect: { kind: 'wrong_amount', value: '1.00' } })
  await expect(captureBy(market, payment_id)).rejects.toMatchObject({ status: 409, body: { code: 'other_amount' } })
  expect(await traces(payment_id)).toEqual({ state: 'failed', income: [], licenses: [] })
  await market.work()
  const mails = (await market.mails()).filter(({ subject }) => subject === `PayPal took a different amount: payment ${payment_id}`)
  expect(mails).toMatchObject([{ to: market.ports.settings.support_email, text: expect.stringContaining(await captureIdOf(payment_id)) }])
})

test('an order of another payment is not captured', async () => {
  const [asset, dearer] = [await assetOnSale(market), await assetOnSale(market, { title: 'Red fox' })]
  const cheap = await begunCheckout(market, asset.id)
  const dear = await begunCheckout(market, dearer.id, { type: 'extended' })
  await market.approve(cheap.provider_order_id)
  const client = await market.as('client')
  await expect(
    client(capturePayment, { params: { payment_id: dear.payment_id }, body: { provider_order_id: cheap.provider_order_id } })
  ).rejects.toMatchObject({ status: 409, body: { code: 'other_order' } })
  await market.db.updateTable('payments.payment').set({ provider_order_id: null }).where('id', '=', cheap.payment_id).execute()
  await market.db
    .updateTable('payments.payment')
    .set({ provider_order_id: cheap.provider_order_id })
    .where('id', '=', dear.payment_id)
    .execute()
  await expect(captureBy(market, dear.payment_id)).rejects.toMatchObject({ status: 409, body: { code: 'other_order' } })
  expect(await traces(dear.payment_id)).toMatchObject({ income: [], licenses: [] })
})

test("another client's payment is not found", async () => {
  const asset = await assetOnSale(market)
  const { payment_id, provider_order_id } = await begunCheckout(market, asset.id)
  await market.approve(provider_order_id)
  await expect(captureBy(market, payment_id, 'stranger')).rejects.toMatchObject({ status: 404, body: { code: 'payment_not_found' } })
  const stranger = await market.as('client', 'stranger')
  await expect(stranger(readPayment, { params: { payment_id } })).rejects.toMatchObject({ status: 404 })
})

test.each(['hang-up after the work', 'no work at all'] as const)('a capture whose response is lost (%s) can be repeated', async (what) => {
  const asset = await assetOnSale(market)
  const { payment_id, provider_order_id } = await begunCheckout(market, asset.id)
  await market.approve(provider_order_id)
  const effect = what === 'no work at all' ? ({ kind: 'error' } as const) : ({ kind: 'reset' } as const)
  market.sandbox.faults.add({ match: { path: PATH }, effect })
  const answer = await captureBy(market, payment_id).catch((error: ApiError) => error)
  if (what === 'no work at all') expect(answer).toMatchObject({ status: 503, body: { code: 'payment_provider_unavailable' } })
  expect(await captureBy(market, payment_id)).toMatchObject({ status: 'captured' })
  expect((await traces(payment_id)).income).toEqual([-1000])
})

test.each(['webhook', 'start'] as const)('a crash between capture and license is repaired at the next %s', async (moment) => {
  const asset = await assetOnSale(market)
  const { payment_id, provider_order_id } = await begunCheckout(market, asset.id)
  await market.approve(provider_order_id)
  if (moment === 'start') market.sandbox.faults.add({ match: { event: '*' }, times: 9, effect: { kind: 'webhook_lost' } })
  await market.ports.paypal.captureOrder(provider_order_id, payment_id)
  expect(await traces(payment_id)).toMatchObject({ licenses: [], income: [] })
  if (moment === 'start') await reconcilePayments(market.ctx(), { all: true })
  else await market.webhooksDone()
  expect(await traces(payment_id)).toMatchObject({ state: 'captured', income: [-1000], licenses: [{ status: 'active' }] })
})

test('a capture whose license cannot be granted is retried and loses nothing', async () => {
  const asset = await assetOnSale(market)
  const { payment_id, provider_order_id } = await begunCheckout(market, asset.id)
  await market.approve(provider_order_id)
  const { purposes } = market.ports
  const fulfil = purposes.license.fulfil
  purposes.license.fulfil = async () => {
    throw new Error('power cut')
  }
  await expect(captureBy(market, payment_id)).rejects.toMatchObject({ status: 500 })
  purposes.license.fulfil = fulfil
  expect(await traces(payment_id)).toMatchObject({ licenses: [], income: [] })
  await reconcilePayments(market.ctx())
  expect(await traces(payment_id)).toMatchObject({ state: 'captured', income: [-1000], licenses: [{ status: 'active' }] })
})

test('a claim left behind by a crash does not block a purchase', async () => {
  market.at('2026-03-02T12:00:00Z')
  const asset = await assetOnSale(market)
  const dead = await begunCheckout(market, asset.id)
  await market.db.updateTable('payments.payment').set({ claimed_at: market.now() }).where('id', '=', dead.payment_id).execute()
  market.at('2026-03-02T12:05:00Z')
  expect((await boughtLicense(market, asset.id)).license_id).toBeTruthy()
})

test('an order that is not approved fails after three days', async () => {
  market.at('2026-03-03T12:00:00Z')
  const asset = await assetOnSale(market)
  const { payment_id } = await begunCheckout(market, asset.id)
  market.at('2026-03-07T12:00:00Z')
  await reconcilePayments(market.ctx())
  expect((await traces(payment_id)).state).toBe('failed')
})

test('a capture that is found days later is booked on its own date', async () => {
  market.at('2026-03-10T20:00:00Z')
  const asset = await assetOnSale(market)
  const { payment_id, provider_order_id } = await begunCheckout(market, asset.id)
  await market.approve(provider_order_id)
  market.sandbox.faults.add({ match: { event: '*' }, times: 9, effect: { kind: 'webhook_lost' } })
  await market.ports.paypal.captureOrder(provider_order_id, payment_id)
  market.at('2026-03-13T20:00:00Z')
  await reconcilePayments(market.ctx(), { all: true })
  const { licenses, income } = await traces(payment_id)
  expect({ income, sold: licenses[0]?.created_at.toISOString() }).toEqual({ income: [-1000], sold: '2026-03-10T20:00:00.000Z' })
  expect((await sumByAccount(market.db, { start: '2026-03-10', end: '2026-03-11' })).income).toBe(-1000)
})

test('the client pays the stored price, and the ledger matches it to the day and the cent', async () => {
  market.at('2026-03-21T06:30:00Z')
  const asset = await assetOnSale(market, {}, '4.99')
  const { payment_id } = await boughtLicense(market, asset.id, { type: 'commercial', client: 'late' })
  const sums = await sumByAccount(market.db, { start: '2026-03-20', end: '2026-03-21' })
  expect(sums).toMatchObject({ income: -1248, refunds: 0 })
  expect(sums.cash + sums.fees).toBe(1248)
  const api = await market.as('client', 'late')
  expect(await api(readPayment, { params: { payment_id } })).toMatchObject({ amount: 12.48, amount_cents: 1248, status: 'captured' })
  expect((await api(listLicenses, { query: {} })).items).toMatchObject([{ price: 12.48, payment_id, license_type: 'commercial' }])
})
