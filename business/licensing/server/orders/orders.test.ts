import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sumOfAll } from '#ledger/server/index.ts'
import { createOrder, listOrders, type Order, readOrder } from '#licensing/orders.contract.ts'
import { readAnyPayment, refundPayment } from '#payments/admin.contract.ts'
import { cancelPayment, capturePayment, readPayment } from '#payments/contract.ts'
import { reconcilePayments } from '#payments/server/capture/reconcile.service.ts'
import { withholdAsset } from '#submissions/review.contract.ts'
import { begunOrder, boughtOrder } from '#tests/support/givens/orders.ts'
import { assetOnSale, begunCheckout, boughtLicense, captureBy, freshMarket, givenPrice, type Market } from '#tests/support/givens/sales.ts'
import { revokeLicense } from '../../admin.contract.ts'
import { checkOut, listLicenses } from '../../contract.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => market.sandbox.faults.clear())
afterAll(() => market.end())

const clientOf = (name: string) => market.as('client', name)
const licensesOf = async (name: string) => (await (await clientOf(name))(listLicenses, { query: { page_size: 100 } })).items
const orderOf = async (name: string, id: string): Promise<Order> => (await clientOf(name))(readOrder, { params: { id } })
const refundBy = async (id: string, line_ids?: string[]) =>
  (await market.as('admin'))(refundPayment, { params: { id }, body: { reason: 'As agreed', ...(line_ids && { line_ids }) } })
const unitOf = (provider_order_id: string) =>
  market.sandbox.documents('order').find(({ id }) => id === provider_order_id)!.purchase_units[0]!

test('one payment buys all licenses of an order, PayPal gets its items, and one receipt names every title and the total', async () => {
  const order = await begunOrder(market, { client: 'ada', count: 3 })
  expect(order).toMatchObject({ status: 'created', subtotal_cents: 3000, total_cents: 3000, held: [], unavailable: [] })
  expect(order.lines).toMatchObject([
    { asset_title: 'Work 1', price_cents: 1000, total_cents: 1000, status: 'created', license_id: null },
    {},
    {}
  ])
  const { items, amount } = unitOf(order.provider_order_id)
  expect(items).toHaveLength(3)
  expect(items![0]).toMatchObject({
    name: 'Work 1, personal license',
    quantity: '1',
    unit_amount: { value: '10.00' },
    category: 'DIGITAL_GOODS'
  })
  expect(amount).toMatchObject({ value: '30.00', breakdown: { item_total: { value: '30.00' } } })
  await market.approve(order.provider_order_id)
  const paid = await (await clientOf('ada'))(capturePayment, { params: { payment_id: order.payment_id }, body: {} })
  const licenses = await licensesOf('ada')
  expect(paid).toMatchObject({ status: 'captured', order_id: order.order_id, license_id: null })
  expect(paid.license_ids.toSorted()).toEqual(licenses.map(({ id }) => id).toSorted())
  expect(licenses).toMatchObject([{ price: 10, status: 'active' }, {}, {}])
  expect(await orderOf('ada', order.order_id)).toMatchObject({
    status: 'captured',
    lines: [{ status: 'captured' }, {}, {}],
    checkout_url: null
  })
  await market.webhooksDone()
  const mails = (await market.mails()).filter(({ to }) => to.startsWith('ada'))
  expect(mails.map(({ subject }) => subject)).toEqual(['Your 3 licenses'])
  for (const text of ['Work 1', 'Work 2', 'Work 3', '$30.00']) expect(mails[0]!.text).toContain(text)
  const { token } = await market.person('client', 'ada')
  const receipt = await market.app.inject({
    url: `/api/payments/${order.payment_id}/receipt`,
    headers: { authorization: `Bearer ${token}` }
  })
  expect(receipt.headers['content-type'], receipt.statusCode === 200 ? '' : receipt.body).toBe('application/pdf')
})

test('what is held or not for sale is named and left out, a repeated item is one line, and nothing left makes no order', async () => {
  const [owned, fresh] = [await assetOnSale(market, { title: 'Owned' }), await assetOnSale(market, { title: 'Fresh' })]
  const { license_id } = await boughtLicense(market, owned.id, { client: 'owner' })
  const pending = await assetOnSale(market, { status: 'pending' })
  const unknown = randomUUID()
  const api = await clientOf('owner')
  const item = (asset_id: string) => ({ asset_id, license_type: 'personal' as const })
  const order = await api(createOrder, { body: { items: [owned.id, fresh.id, fresh.id, pending.id, unknown].map(item) } })
  expect(order.held).toEqual([{ ...item(owned.id), license_id }])
  expect(order.unavailable).toEqual([item(pending.id), item(unknown)])
  expect(order.lines.map(({ asset_title }) => asset_title)).toEqual(['Fresh'])
  const nothing = await api(createOrder, { body: { items: [owned.id, unknown].map(item) } })
  expect(nothing).toMatchObject({ lines: [], held: [{ license_id }], total_cents: 0 })
  expect(nothing.payment_id).toBeUndefined()
  for (const items of [
    [item(fresh.id)],
    Array.from({ length: 201 }, () => item(fresh.id)),
    [item(fresh.id), { ...item(owned.id), license_type: 'gold' as never }]
  ])
    await expect(api(createOrder, { body: { items } })).rejects.toMatchObject({ status: 422 })
})

test('an order of 200 lines is paid once, and everyone sees only their own', async () => {
  const assets = await Promise.all(Array.from({ length: 200 }, (_, at) => assetOnSale(market, { title: `Icon ${at}` })))
  const { order_id, paid, total_cents } = await boughtOrder(market, { client: 'big', assets: assets.map(({ id }) => id) })
  expect(total_cents).toBe(200_000)
  expect(paid.license_ids).toHaveLength(200)
  const { items, total } = await (await clientOf('big'))(listOrders, { query: {} })
  expect([total, items[0]!.lines.length]).toEqual([1, 200])
  expect(await (await clientOf('big'))(listOrders, { query: { without: 'captured' } })).toMatchObject({ items: [], total: 0 })
  expect(await (await clientOf('big'))(listOrders, { query: { without: 'failed' } })).toMatchObject({ total: 1 })
  await expect((await clientOf('ada'))(readOrder, { params: { id: order_id } })).rejects.toMatchObject({ status: 404 })
})

test('captures in parallel, by page and webhook, grant each license once', async () => {
  const order = await begunOrder(market, { client: 'impatient' })
  await market.approve(order.provider_order_id)
  const api = await clientOf('impatient')
  const capture = () => api(capturePayment, { params: { payment_id: order.payment_id }, body: {} })
  const answers = await Promise.all(Array.from({ length: 8 }, capture))
  await market.webhooksDone()
  expect(new Set(answers.map((answer) => JSON.stringify(answer.license_ids))).size).toBe(1)
  expect(await licensesOf('impatient')).toHaveLength(3)
  expect(await sumOfAll(market.db)).toBe(0)
})

test.each(['order first', 'single first'])(
  'of an order and a single payment for the same license only one is captured (%s)',
  async (which) => {
    const client = which.replace(' ', '-')
    const asset = await assetOnSale(market)
    const other = await assetOnSale(market)
    const order = await begunOrder(market, { client, assets: [asset.id, other.id] })
    const single = await begunCheckout(market, asset.id, { client })
    for (const { provider_order_id } of [order, single]) await market.approve(provider_order_id)
    const both = [order.payment_id, single.payment_id]
    const results = await Promise.all((which === 'order first' ? both : both.toReversed()).map((id) => captureBy(market, id, client)))
    await market.webhooksDone()
    expect(results.map(({ status }) => status).toSorted()).toEqual(['captured', 'failed'])
    expect(market.sandbox.documents('capture').filter(({ custom_id }) => both.includes(custom_id!))).toHaveLength(1)
    expect((await licensesOf(client)).filter(({ asset_id }) => asset_id === asset.id)).toHaveLength(1)
  }
)

test('an asset that is withheld before the capture is never charged for: nothing is granted, and all money goes back', async () => {
  const order = await begunOrder(market, { client: 'unlucky' })
  await (await market.as('admin'))(withholdAsset, { params: { id: order.assets[1]! }, body: { reason: 'Infringing' } })
  await market.approve(order.provider_order_id)
  await expect(captureBy(market, order.payment_id, 'unlucky')).rejects.toMatchObject({ status: 410 })
  await market.webhooksDone()
  expect(await licensesOf('unlucky')).toEqual([])
  const { status, lines } = await orderOf('unlucky', order.order_id)
  expect([status, ...lines.map((line) => line.status)]).toEqual(['refunded', 'refunded', 'refunded', 'refunded'])
  expect(market.sandbox.documents('refund').at(-1)!.amount.value).toBe('30.00')
  expect((await market.mails()).filter(({ to, subject }) => to.startsWith('unlucky') && subject.includes('licenses'))).toEqual([])
})

test('a lost answer of the capture is repaired, and the licenses are granted', async () => {
  const order = await begunOrder(market, { client: 'cut off' })
  await market.approve(order.provider_order_id)
  market.sandbox.faults.add({ match: { event: 'PAYMENT.CAPTURE.COMPLETED' }, effect: { kind: 'webhook_lost' }, times: 5 })
  market.sandbox.faults.add({ match: { path: '/v2/checkout/orders/*/capture' }, effect: { kind: 'reset' } })
  await captureBy(market, order.payment_id, 'cut off').catch(() => undefined)
  await reconcilePayments(market.ctx(), { all: true })
  expect(await licensesOf('cut off')).toHaveLength(3)
})

describe('refunds of an order', () => {
  test('lines are refunded alone: their money, their licenses, one mail each; refunding the rest ends the order', async () => {
    const { payment_id, order_id, lines } = await boughtOrder(market, { client: 'returner' })
    const [first, second] = lines
    const refunded = await refundBy(payment_id, [first!.line_id])
    expect(refunded).toMatchObject({ status: 'captured', refunded_cents: 1000, left_cents: 2000 })
    expect((await orderOf('returner', order_id)).lines.map(({ status }) => status)).toEqual(['refunded', 'captured', 'captured'])
    expect((await licensesOf('returner')).map(({ status }) => status).toSorted()).toEqual(['active', 'active', 'revoked'])
    await market.webhooksDone()
    const mail = (await market.mails()).find(({ to, subject }) => to.startsWith('returner') && subject === 'Your refund of $10.00')
    expect(mail!.text).toContain('Work 1, personal license')
    for (const [ids, status] of [
      [[first!.line_id], 409],
      [[second!.line_id, randomUUID()], 404]
    ] as const)
      await expect(refundBy(payment_id, [...ids])).rejects.toMatchObject({ status })
    expect(await refundBy(payment_id)).toMatchObject({ status: 'refunded', refunded_cents: 3000 })
    expect(await orderOf('returner', order_id)).toMatchObject({
      status: 'refunded',
      lines: [{}, { status: 'refunded' }, { status: 'refunded' }]
    })
    expect(await sumOfAll(market.db)).toBe(0)
  })

  test('20 refunds of the same line at once refund it once', async () => {
    const { payment_id, lines } = await boughtOrder(market, { client: 'hasty' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        refundBy(payment_id, [lines[0]!.line_id]).catch((error: { body: { code: string } }) => error.body.code)
      )
    )
    await market.webhooksDone()
    expect(answers.filter((answer) => typeof answer === 'string' && answer !== 'line_refunded')).toEqual([])
    const { refunds, refunded_cents } = await (await market.as('admin'))(readAnyPayment, { params: { id: payment_id } })
    expect([refunded_cents, refunds.map(({ status }) => status)]).toEqual([1000, ['completed']])
  })

  test('two lines that are refunded at the same time are both refunded once, whatever a lost answer and the webhook do', async () => {
    const { payment_id, order_id, lines } = await boughtOrder(market, { client: 'torn' })
    market.sandbox.faults.add({ match: { path: '/v2/payments/captures/*/refund' }, effect: { kind: 'reset' } })
    await refundBy(payment_id, [lines[0]!.line_id])
    await expect(refundBy(payment_id, [lines[1]!.line_id])).rejects.toMatchObject({ body: { code: 'refund_in_progress' } })
    await market.webhooksDone()
    await refundBy(payment_id, [lines[1]!.line_id])
    await market.webhooksDone()
    expect((await orderOf('torn', order_id)).lines.map(({ status }) => status)).toEqual(['refunded', 'refunded', 'captured'])
    expect(
      market.sandbox
        .documents('refund')
        .filter(({ custom_id }) => custom_id)
        .map(({ amount }) => amount.value)
    ).toContain('10.00')
  })

  test('revoking one license of an order with a refund returns only its price', async () => {
    const { payment_id, paid } = await boughtOrder(market, { client: 'revoked one' })
    const revoked = { params: { id: paid.license_ids[0]! }, body: { reason: 'Mistake', refund: true } }
    await (await market.as('admin'))(revokeLicense, revoked)
    await market.webhooksDone()
    const { refunded_cents, left_cents } = await (await market.as('admin'))(readAnyPayment, { params: { id: payment_id } })
    expect([refunded_cents, left_cents]).toEqual([1000, 2000])
    expect((await licensesOf('revoked one')).map(({ status }) => status).toSorted()).toEqual(['active', 'active', 'revoked'])
  })
})

test('a payment is canceled by its owner until it is captured, and a canceled one is not captured later', async () => {
  const order = await begunOrder(market, { client: 'quitter' })
  const at = { params: { payment_id: order.payment_id } }
  await expect((await clientOf('ada'))(cancelPayment, at)).rejects.toMatchObject({ status: 404 })
  const api = await clientOf('quitter')
  expect(await api(cancelPayment, at)).toMatchObject({ status: 'failed', failure: 'abandoned', lines: [{ status: 'failed' }, {}, {}] })
  expect(await api(cancelPayment, at)).toMatchObject({ status: 'failed' })
  await market.approve(order.provider_order_id)
  await expect(api(capturePayment, { ...at, body: {} })).rejects.toMatchObject({ status: 409 })
  expect(await api(readPayment, at)).toMatchObject({ status: 'failed' })
  const { payment_id } = await boughtOrder(market, { client: 'quitter' })
  await expect(api(cancelPayment, { params: { payment_id } })).rejects.toMatchObject({ status: 409, body: { code: 'already_paid' } })
})

test('an order tells why its payment failed', async () => {
  const order = await begunOrder(market, { client: 'unlucky' })
  await market.approve(order.provider_order_id)
  const path = '/v2/checkout/orders/*/capture'
  market.sandbox.faults.add({ match: { path }, effect: { kind: 'wrong_amount', value: '1.00' } })
  const api = await clientOf('unlucky')
  await expect(api(capturePayment, { params: { payment_id: order.payment_id }, body: {} })).rejects.toMatchObject({ status: 409 })
  expect(await orderOf('unlucky', order.order_id)).toMatchObject({ status: 'failed', failure: 'other_amount' })
})

test('a single license is an order of one line, and an order that costs nothing is granted at once', async () => {
  const asset = await assetOnSale(market, { title: 'Alone' })
  const { payment_id } = await boughtLicense(market, asset.id, { client: 'single' })
  const [order] = (await (await clientOf('single'))(listOrders, { query: {} })).items
  expect(order).toMatchObject({
    payment_id,
    status: 'captured',
    lines: [{ asset_title: 'Alone', status: 'captured', license_id: expect.any(String) }]
  })
  const free = [await assetOnSale(market, { category: 'background' }, '0'), await assetOnSale(market, { category: 'background' }, '0')]
  const items = free.map(({ id }) => ({ asset_id: id, license_type: 'extended' as const }))
  const gift = await (await clientOf('single'))(createOrder, { body: { items } })
  expect(gift).toMatchObject({
    status: 'captured',
    payment_id: null,
    total_cents: 0,
    lines: [{ status: 'captured' }, { status: 'captured' }]
  })
  await givenPrice(market, 'background', '10')
  const both = await Promise.all([1, 2, 3].map(async () => (await clientOf('greedy'))(checkOut, { body: { asset_id: free[0]!.id } })))
  expect(new Set(both.map(({ payment_id: id }) => id)).size).toBe(3)
})
