import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refundPayment } from '#payments/admin.contract.ts'
import { documentDisagreements } from '#tests/faults/documents-held-to.ts'
import { brokenRules } from '#tests/support/en16931.ts'
import { HOME, invoicesBy } from '#tests/support/givens/invoices.ts'
import { boughtOrder } from '#tests/support/givens/orders.ts'
import { refundPartAt, refundSteps } from '#tests/support/givens/refunds.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { setTaxRate } from '../../admin.contract.ts'
import { correctInvoice, saveBilling } from '../../contract.ts'
import { correct } from './correct.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => market.at('2026-03-01T12:00:00Z'))
afterAll(() => market.end())
const { detailOf, refundBy } = refundSteps(() => market)

const client = (name: string) => market.as('client', name)
const invoicesOf = (name: string) => invoicesBy(market, name)
async function xmlOf(number: string, name: string): Promise<string> {
  const { token } = await market.person('client', name)
  return (await market.app.inject({ url: `/api/invoices/${number}.xml`, headers: { authorization: `Bearer ${token}` } })).body
}

const correctAs = async (name: string, number: string, change: object = {}) =>
  (await client(name))(correctInvoice, { params: { number }, body: { ...HOME, ...change } })

test('a correction credits the invoice and issues another, once, and moves no money', async () => {
  const asset = await assetOnSale(market)
  const { payment_id } = await boughtLicense(market, asset.id, { client: 'wrong' })
  const before = (await detailOf(payment_id)).entries
  const [first] = await invoicesOf('wrong')
  expect(first).toMatchObject({ buyer: 'wrong', tax_cents: 0 })
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => correctAs('wrong', first!.number)))
  const done = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(done).toHaveLength(1)
  await expect(correctAs('wrong', first!.number)).rejects.toMatchObject({ status: 409, body: { code: 'corrected_already' } })
  await expect(correctAs('wrong', done[0]!.credit_note.number)).rejects.toMatchObject({ status: 409 })
  await expect(correctAs('stranger', done[0]!.invoice.number)).rejects.toMatchObject({ status: 404 })
  const again = await correctAs('wrong', done[0]!.invoice.number, { company: 'Better Inc.' })
  const items = await invoicesOf('wrong')
  expect(items).toHaveLength(5)
  expect(items.find(({ number }) => number === again.invoice.number)).toMatchObject({
    buyer: 'Better Inc.',
    tax_cents: 0,
    total_cents: 1000
  })
  expect((await detailOf(payment_id)).entries).toEqual(before)
  await refundBy(payment_id)
  expect((await invoicesOf('wrong')).find(({ credits }) => credits === again.invoice.number)).toMatchObject({ total_cents: 1000 })
})

test('a correction after a refund of one license has the others, and what is refunded later is credited to the new invoice', async () => {
  await (await market.as('admin'))(setTaxRate, { body: { country: 'US', state: 'CA', rate: 8.25, from: '2026-01-01' } })
  await (await client('partly'))(saveBilling, { body: HOME })
  const assets = [await assetOnSale(market), await assetOnSale(market), await assetOnSale(market)]
  const order = await boughtOrder(market, { client: 'partly', assets: assets.map(({ id }) => id) })
  const refundLine = async (place: number) =>
    (await market.as('admin'))(refundPayment, {
      params: { id: order.payment_id },
      body: { reason: 'One of them', line_ids: [order.lines[place]!.line_id] }
    })
  await refundLine(1)
  const [, invoice] = await invoicesOf('partly')
  expect(invoice).toMatchObject({ kind: 'invoice', correctable_until: expect.any(String) })
  const { credit_note, invoice: next } = await correctAs('partly', invoice!.number, { company: 'Better Inc.' })
  const found = async (number: string) => (await invoicesOf('partly')).find((one) => one.number === number)
  const rest = { subtotal_cents: 2000, tax_cents: 166, total_cents: 2166 }
  expect(await found(credit_note.number)).toMatchObject({ ...rest, kind: 'credit_note', credits: invoice!.number, buyer: 'Acme Inc.' })
  expect(await found(next.number)).toMatchObject({ ...rest, replaces: invoice!.number, buyer: 'Better Inc.' })
  expect(await found(invoice!.number)).toMatchObject({ correctable_until: null })
  await refundLine(0)
  await refundBy(order.payment_id)
  const documents = await invoicesOf('partly')
  expect(documents.filter(({ credits }) => credits === next.number).reduce((sum, { total_cents }) => sum + total_cents, 0)).toBe(2166)
  await expect(correctAs('partly', next.number)).rejects.toMatchObject({ status: 409, body: { code: 'invoice_credited' } })
  for (const { number } of documents) expect(brokenRules(await xmlOf(number, 'partly'))).toEqual([])
  expect(await documentDisagreements(market.db, [(await market.person('client', 'partly')).id])).toEqual([])
})

test('a correction after a refund of another amount has one line for the rest', async () => {
  const asset = await assetOnSale(market)
  const { payment_id } = await boughtLicense(market, asset.id, { client: 'some' })
  await refundPartAt(market, (await detailOf(payment_id)).provider_capture_id!, '4.00')
  await market.webhooksDone()
  const [, invoice] = await invoicesOf('some')
  const { invoice: next } = await correctAs('some', invoice!.number)
  const { lines, total_cents } = await market.db
    .selectFrom('invoicing.document')
    .select(['lines', 'total_cents'])
    .where('number', '=', next.number)
    .executeTakeFirstOrThrow()
  expect([lines, total_cents]).toMatchObject([[{ title: expect.stringContaining(`Rest of ${invoice!.number}`), price_cents: 600 }], 600])
})

test('a correction at the same time as a refund leaves nothing invoiced that was refunded', async () => {
  for (let round = 0; round < 4; round += 1) {
    const name = `hasty ${round}`
    const { payment_id } = await boughtLicense(market, (await assetOnSale(market)).id, { client: name })
    const [invoice] = await invoicesOf(name)
    await Promise.allSettled([correctAs(name, invoice!.number), refundBy(payment_id)])
    const documents = await invoicesOf(name)
    const left = documents.reduce((sum, { kind, total_cents }) => sum + (kind === 'invoice' ? total_cents : -total_cents), 0)
    expect(left).toBe(0)
    const credited = documents.flatMap(({ credits }) => credits ?? [])
    expect(new Set(credited).size).toBe(credited.length)
  }
})

test('a correction is possible for 30 days', async () => {
  const asset = await assetOnSale(market)
  await boughtLicense(market, asset.id, { client: 'late' })
  const [invoice] = await invoicesOf('late')
  expect(invoice?.correctable_until).toBe('2026-03-31T12:00:00.000Z')
  await market.db.transaction().execute(async (db) => {
    const ctx = { ...market.ctx(), db, now: new Date('2026-03-31T12:00:00Z'), actor: { ...(await market.person('client', 'late')) } }
    await expect(correct(ctx as never, invoice!.number, HOME as never)).rejects.toMatchObject({ code: 'correction_too_late' })
  })
})
