import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '#accounts/audit.contract.ts'
import { dollars } from '#platform/contract/index.ts'
import { inTransaction } from '#platform/server/index.ts'
import { boughtOrder, givenCoupon } from '#tests/support/givens/orders.ts'
import { assetOnSale, begunCheckout, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { refundPayment } from '../../admin.contract.ts'
import { listMyPayments } from '../../contract.ts'
import { recordRecurringPayment } from '../recurring.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const buy = async (client: string, title = 'Blue fox') => boughtLicense(market, (await assetOnSale(market, { title })).id, { client })

async function file(path: string, role: 'client' | 'admin', name?: string) {
  const { token } = await market.person(role, name)
  return market.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}` } })
}

test('a client sees their own charged payments, newest first, by page', async () => {
  market.at('2026-03-01T12:00:00Z')
  const first = await buy('collector', 'One')
  market.at('2026-03-02T12:00:00Z')
  const second = await buy('collector', 'Two')
  await begunCheckout(market, (await assetOnSale(market)).id, { client: 'collector' })
  await buy('neighbor')
  const client = await market.as('client', 'collector')
  const { items, total } = await client(listMyPayments, { query: {} })
  expect(total).toBe(2)
  expect(items).toMatchObject([
    {
      id: second.payment_id,
      description: 'Two, personal license',
      license_type: 'personal',
      amount: 10,
      amount_cents: 1000,
      status: 'captured'
    },
    { id: first.payment_id, paid_at: '2026-03-01T12:00:00.000Z', receipt_url: `/api/payments/${first.payment_id}/receipt` }
  ])
  const page = await client(listMyPayments, { query: { page: 2, page_size: 1 } })
  expect(page.items.map(({ id }) => id)).toEqual([first.payment_id])
})

test('a refunded purchase stays in the list with the refunded amount', async () => {
  const { payment_id } = await buy('regretful')
  await (await market.as('admin'))(refundPayment, { params: { id: payment_id }, body: { reason: 'Bought by mistake' } })
  const { items } = await (await market.as('client', 'regretful'))(listMyPayments, { query: {} })
  expect(items).toMatchObject([{ id: payment_id, status: 'refunded', refunded: 10, refunded_cents: 1000, refunded_at: expect.any(String) }])
})

test('payments for a plan can be left out', async () => {
  const { id: client_id } = await market.person('client', 'planner')
  const payment = {
    client_id,
    description: 'Individual plan, one month',
    amount_cents: dollars(19),
    discount_cents: dollars(0),
    fee_cents: null
  }
  const sale = { subscription_id: client_id, provider_capture_id: 'SALE-7', captured_at: market.now() }
  await inTransaction(market.ctx(), (inside) => recordRecurringPayment(inside, { ...payment, ...sale }))
  const client = await market.as('client', 'planner')
  expect((await client(listMyPayments, { query: {} })).items).toMatchObject([{ purpose: 'subscription', license_type: null }])
  expect((await client(listMyPayments, { query: { purpose: 'license' } })).items).toEqual([])
})

test('the receipt is a PDF for the payer only, and does not exist before the payment', async () => {
  const { payment_id } = await buy('receiver')
  const receipt = await file(`/payments/${payment_id}/receipt`, 'client', 'receiver')
  expect(receipt.headers).toMatchObject({ 'content-type': 'application/pdf', 'content-disposition': expect.stringContaining(payment_id) })
  expect(receipt.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(receipt.rawPayload.toString('latin1')).toContain(`Receipt ${payment_id}`)
  const notFound = { code: 'payment_not_found' }
  expect((await file(`/payments/${payment_id}/receipt`, 'client', 'stranger')).json()).toMatchObject(notFound)
  const started = await begunCheckout(market, (await assetOnSale(market)).id, { client: 'receiver' })
  expect((await file(`/payments/${started.payment_id}/receipt`, 'client', 'receiver')).json()).toMatchObject(notFound)
})

test('an admin exports the filtered payments as CSV that is safe for spreadsheets, and the audit log records it', async () => {
  const { payment_id } = await buy('exported', '=1+2')
  await buy('exported', 'Something else')
  const { headers, body } = await file('/admin/payments.csv?q=%3D1%2B2&state=captured', 'admin')
  expect(headers['content-type']).toContain('text/csv')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="?payments-\d{4}-\d\d-\d\d\.csv"?$/)
  const [head, ...lines] = body.trim().split('\r\n')
  expect(head).toContain('amount_usd,refunded_usd,paypal_fee_usd,payment_id')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(`'=1+2, personal license`)
  expect(lines[0]).toContain(payment_id)
  expect(lines[0]).toContain(',"captured",10,0,')
  const { items } = await (await market.as('admin'))(auditLog, { query: { action: 'payment.exported' } })
  expect(items).toMatchObject([{ subject: { kind: 'report', id: 'payments' }, details: { lines: 1 } }])
  expect((await file('/admin/payments.csv', 'client', 'exported')).statusCode).toBe(403)
})

test('the receipt of an order has its lines, for its client and the desk', async () => {
  await givenCoupon(market, 'RECEIPT-10', { percent: 10 })
  const { payment_id } = await boughtOrder(market, { client: 'orderer', count: 3, coupon: 'receipt-10' })
  const mine = await file(`/payments/${payment_id}/receipt`, 'client', 'orderer')
  const desk = await file(`/admin/payments/${payment_id}/receipt`, 'admin')
  for (const { statusCode, headers, rawPayload } of [mine, desk]) {
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'content-disposition': expect.stringContaining(payment_id) })
    const text = textOf(rawPayload)
    for (const words of ['Work 1', 'Work 2', 'Work 3', 'Subtotal', '$30.00', 'Discount', '-$3.00', '$27.00']) expect(text).toContain(words)
  }
  expect((await file(`/payments/${payment_id}/receipt`, 'client', 'stranger')).statusCode).toBe(404)
  expect((await file(`/admin/payments/${payment_id}/receipt`, 'client', 'orderer')).statusCode).toBe(403)
  const started = await begunCheckout(market, (await assetOnSale(market)).id, { client: 'orderer' })
  expect((await file(`/admin/payments/${started.payment_id}/receipt`, 'admin')).statusCode).toBe(404)
})

/** The words that pdfkit wrote, page by page. */
function textOf(pdf: Buffer): string {
  const raw = pdf.toString('latin1')
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, bytes = '']) => Buffer.from(bytes, 'latin1'))
  const drawn = streams.filter(([first]) => first === 0x78).map((bytes) => inflateSync(bytes).toString('latin1'))
  const written = (line: string) =>
    [...line.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join('')
  return drawn.flatMap((page) => [...page.matchAll(/\[(.*?)\] TJ/g)].map(([, line = '']) => written(line))).join('\n')
}
