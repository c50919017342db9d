import { unzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { financialReport } from '#accounting/contract.ts'
import { auditLog } from '#accounts/audit.contract.ts'
import { sumOfAll, verify } from '#ledger/server/index.ts'
import { createOrder } from '#licensing/orders.contract.ts'
import { refundPayment } from '#payments/admin.contract.ts'
import { checkOutSubscription, confirmSubscription } from '#subscriptions/contract.ts'
import { brokenRules } from '#tests/support/en16931.ts'
import { HOME, invoicesBy } from '#tests/support/givens/invoices.ts'
import { givenCoupon } from '#tests/support/givens/orders.ts'
import { atPayPal, boughtPlan, planOfClient, quotedChange } from '#tests/support/givens/plans.ts'
import { refundPartAt, refundSteps } from '#tests/support/givens/refunds.ts'
import { assetOnSale, begunCheckout, boughtLicense, captureBy, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { listInvoices, listTaxRates, setTaxRate } from '../admin.contract.ts'
import { readBilling, saveBilling } from '../contract.ts'
import { issueDocument } from './documents/issue.service.ts'
import type { IssuedDocument } from './tables.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())
const { detailOf, refundBy } = refundSteps(() => market)

const client = (name: string) => market.as('client', name)
const saveAs = async (
  name: string,
  body: Parameters<Awaited<ReturnType<Market['as']>>>[1] extends never ? never : Record<string, unknown>
) => (await client(name))(saveBilling, { body: body as typeof HOME })
const rateOf = async (country: string, rate: number, { state, from = '2026-01-01' }: { state?: string; from?: string } = {}) =>
  (await market.as('admin'))(setTaxRate, { body: { country, state, rate, from } })
const invoicesOf = (name: string) => invoicesBy(market, name)
const numbersOf = (items: { number: string }[]) => items.map(({ number }) => Number(number.slice(-6))).sort((a, b) => a - b)

async function file(path: string, role: 'client' | 'employee' | 'admin', name?: string) {
  const { token } = await market.person(role, name)
  return market.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}` } })
}

test('billing details are checked, kept in their usual form, and belong to their client', async () => {
  const one = await client('careful')
  expect(await one(readBilling, {})).toMatchObject({ company: null, country: null })
  const saved = await one(saveBilling, { body: { ...HOME, state: 'california', address_line2: ' ' } })
  expect(saved).toMatchObject({ ...HOME, address_line2: null })
  expect(await one(readBilling, {})).toEqual(saved)
  expect((await (await client('other'))(readBilling, {})).company).toBeNull()
  const wrong = async (change: object) =>
    one(saveBilling, { body: { ...HOME, ...change } }).catch(({ status, body }) => [status, Object.keys(body.fields)])
  expect(await wrong({ tax_number: '123456789' })).toEqual([422, ['tax_number']])
  expect(await wrong({ country: 'DE', state: '', tax_number: 'DE12' })).toEqual([422, ['tax_number']])
  expect(await wrong({ state: 'Bavaria' })).toEqual([422, ['state']])
  expect(await wrong({ country: 'XX' })).toEqual([422, ['country']])
  expect(await wrong({ city: '' })).toEqual([422, ['city']])
})

test('of the rates of a place the newest that has begun counts, a state’s before its country’s, and the same day again replaces it', async () => {
  market.at('2026-03-01T12:00:00Z')
  await rateOf('CA', 5)
  await rateOf('CA', 13, { state: 'ON', from: '2026-02-01' })
  await rateOf('CA', 14, { state: 'ON', from: '2026-03-01' })
  await rateOf('CA', 15, { state: 'ON', from: '2026-03-02' })
  await rateOf('CA', 14.975, { state: 'on', from: '2026-03-01' })
  const { items } = await (await market.as('admin'))(listTaxRates, {})
  expect(items.filter(({ country, in_force }) => country === 'CA' && in_force).map(({ state, rate }) => [state, rate])).toEqual([
    [null, 5],
    ['ON', 14.975]
  ])
  expect(items.filter(({ state }) => state === 'ON')).toHaveLength(3)
  const asset = await assetOnSale(market)
  const taxOf = async (name: string, state: string) => {
    await saveAs(name, { ...HOME, country: 'CA', state, tax_number: '' })
    return (await begunCheckout(market, asset.id, { client: name })).tax_cents
  }
  expect([await taxOf('toronto', 'ON'), await taxOf('calgary', 'AB')]).toEqual([150, 50])
  const log = await (await market.as('admin'))(auditLog, { query: { action: 'tax_rate.changed' } })
  expect(log.items[0]?.subject).toMatchObject({ kind: 'tax_rate', id: 'CA ON' })
  await expect((await market.as('admin'))(setTaxRate, { body: { country: 'CA', rate: 101, from: '2026-01-01' } })).rejects.toMatchObject({
    status: 422
  })
})

test('a purchase is charged with tax, which is owed and no income, and its invoice and credit note say the same', async () => {
  await rateOf('US', 8.25, { state: 'CA' })
  await saveAs('taxed', HOME)
  const before = await (await market.as('admin'))(financialReport, { query: { start: '2026-03-01', end: '2026-04-01' } })
  const asset = await assetOnSale(market)
  const { payment_id } = await boughtLicense(market, asset.id, { client: 'taxed' })
  const sums = async () => Object.fromEntries((await detailOf(payment_id)).sums.map(({ account, amount_cents }) => [account, amount_cents]))
  expect(await sums()).toMatchObject({ income: -1000, tax_owed: -83 })
  const [invoice] = await invoicesOf('taxed')
  expect(invoice).toMatchObject({ kind: 'invoice', payment_id, buyer: 'Acme Inc.', subtotal_cents: 1000, tax_cents: 83, total_cents: 1083 })
  const report = await (await market.as('admin'))(financialReport, { query: { start: '2026-03-01', end: '2026-04-01' } })
  expect(report.totals.income_cents - before.totals.income_cents).toBe(1000)
  expect(report.totals.tax_cents - before.totals.tax_cents).toBe(83)
  await refundBy(payment_id)
  expect(await sums()).toMatchObject({ income: -1000, refunds: 1000, tax_owed: 0 })
  const [credit] = await invoicesOf('taxed')
  expect(credit).toMatchObject({ kind: 'credit_note', credits: invoice!.number, tax_cents: 83, total_cents: 1083 })
  expect((await invoicesOf('taxed')).every(({ correctable_until }) => correctable_until === null)).toBe(true)
  const xml = (await file(`/invoices/${credit!.number}.xml`, 'client', 'taxed')).body
  expect(brokenRules(xml)).toEqual([])
  expect(xml).toContain(`<ram:IssuerAssignedID>${invoice!.number}<`)
  expect(await sumOfAll(market.db)).toBe(0)
  expect(await verify(market.db)).toMatchObject({ whole: true })
})

test('an order has a line for each license, and a refund of one line credits that line', async () => {
  await saveAs('several', HOME)
  const assets = [await assetOnSale(market), await assetOnSale(market), await assetOnSale(market)]
  const items = assets.map(({ id }) => ({ asset_id: id, license_type: 'personal' as const }))
  const order = await (await client('several'))(createOrder, { body: { items } })
  expect(order).toMatchObject({ subtotal_cents: 3000, tax_cents: 248, total_cents: 3248 })
  await market.approve(order.provider_order_id!)
  await captureBy(market, order.payment_id!, 'several')
  const refund = { params: { id: order.payment_id! }, body: { reason: 'One of them', line_ids: [order.lines[1]!.line_id] } }
  await (await market.as('admin'))(refundPayment, refund)
  await refundBy(order.payment_id!)
  const documents = await invoicesOf('several')
  expect(documents.map(({ kind, subtotal_cents, tax_cents }) => [kind, subtotal_cents, tax_cents])).toEqual([
    ['credit_note', 2000, 166],
    ['credit_note', 1000, 82],
    ['invoice', 3000, 248]
  ])
  for (const { number } of documents) expect(brokenRules((await file(`/invoices/${number}.xml`, 'client', 'several')).body)).toEqual([])
  const { sums } = await detailOf(order.payment_id!)
  expect(sums.find(({ account }) => account === 'tax_owed')?.amount_cents).toBe(0)
})

test('parallel captures get numbers without a gap, and a transaction that fails takes none', async () => {
  const asset = await assetOnSale(market)
  const names = Array.from({ length: 8 }, (_, at) => `parallel ${at}`)
  const begun = await Promise.all(names.map(async (name) => ({ name, ...(await begunCheckout(market, asset.id, { client: name })) })))
  await Promise.all(begun.map(({ provider_order_id }) => market.approve(provider_order_id)))
  const some = await market.db.selectFrom('invoicing.document').selectAll().where('kind', '=', 'invoice').executeTakeFirstOrThrow()
  const fails = market.db.transaction().execute(async (db) => {
    const { id: _, ...content } = some
    await issueDocument({ ...market.ctx(), db }, 'invoice', content as never)
  })
  await Promise.all([
    ...begun.map(({ payment_id, name }) => captureBy(market, payment_id, name)),
    expect(fails).rejects.toThrow('one_invoice_of_payment')
  ])
  const rows = await market.db.selectFrom('invoicing.document').select(['number', 'kind']).execute()
  for (const kind of ['invoice', 'credit_note']) {
    const numbers = numbersOf(rows.filter((row) => row.kind === kind))
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  }
  expect(new Set((await Promise.all(names.map(invoicesOf))).map((items) => items.length))).toEqual(new Set([1]))
})

test('a plan’s payment has an invoice too', async () => {
  const { sub_id } = await boughtPlan(market, 'planner')
  const [invoice, ...others] = await invoicesOf('planner')
  expect(others).toEqual([])
  expect(invoice).toMatchObject({
    subtotal_cents: 1900,
    tax_cents: 0,
    total_cents: 1900,
    description: expect.stringContaining('Individual')
  })
  const payment = await market.db
    .selectFrom('payments.payment')
    .select('id')
    .where('subscription_id', '=', sub_id)
    .executeTakeFirstOrThrow()
  expect(invoice?.payment_id).toBe(payment.id)
})

test('a plan’s payments are taxed at the rate of its checkout, and tax is no part of the plan’s price', async () => {
  await saveAs('taxed planner', HOME)
  const { provider_subscription_id } = await boughtPlan(market, 'taxed planner')
  expect(await planOfClient(market, 'taxed planner')).toMatchObject({ is_active: true, price: 19 })
  await rateOf('US', 9, { state: 'CA', from: '2026-02-28' })
  await atPayPal(market, provider_subscription_id, 'renew')
  await market.webhooksDone()
  const items = await invoicesOf('taxed planner')
  expect(items.map(({ subtotal_cents, tax_cents, total_cents }) => [subtotal_cents, tax_cents, total_cents])).toEqual([
    [1900, 157, 2057],
    [1900, 157, 2057]
  ])
  const { sums } = await detailOf(items[0]!.payment_id)
  expect(sums.find(({ account }) => account === 'tax_owed')?.amount_cents).toBe(-157)
  await rateOf('US', 8.25, { state: 'CA', from: '2026-02-28' })
})

test('the PDF is tagged PDF/A-3 with the XML inside, and only its buyer and admins read a document', async () => {
  const [invoice] = await invoicesOf('taxed')
  const pdf = await file(`/invoices/${invoice!.number}.pdf`, 'client', 'taxed')
  expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf', 'content-disposition': expect.stringContaining(invoice!.number) })
  const text = pdf.rawPayload.toString('latin1')
  for (const part of ['/Marked true', '/AFRelationship /Alternative', '<pdfaid:part>3<', 'factur-x.xml', '<fx:ConformanceLevel>EN 16931<'])
    expect(text).toContain(part)
  const tags = [...text.matchAll(/\/S \/(H1|H2|Table|TR|TH|TD)/g)].map(([, tag]) => tag).join(' ')
  expect(tags).toBe('H1 H2 H2 TH TH TH TR TD TD TD TR Table')
  expect(text.match(/\/Scope \/Column/g)).toHaveLength(3)
  for (const part of ['/StructTreeRoot', '/Lang (en-US)']) expect(text).toContain(part)
  const at = text.indexOf('/Subtype /text#2Fxml')
  const start = text.indexOf('stream\n', at) + 7
  const inside = unzipSync(pdf.rawPayload.subarray(start, text.indexOf('\nendstream', start))).toString()
  expect(inside).toBe((await file(`/invoices/${invoice!.number}.xml`, 'admin')).body)
  for (const kind of ['pdf', 'xml']) {
    expect((await file(`/invoices/${invoice!.number}.${kind}`, 'client', 'stranger')).statusCode).toBe(404)
    expect((await file(`/invoices/${invoice!.number}.${kind}`, 'employee')).statusCode).toBe(403)
    expect((await file(`/invoices/INV-1999-000001.${kind}`, 'admin')).statusCode).toBe(404)
  }
})

test('admins search the documents and export them as CSV and ZIP, and the CSV adds up to the tax that is owed', async () => {
  const admin = await market.as('admin')
  const found = await admin(listInvoices, { query: { q: 'acme', kind: 'credit_note' } })
  expect(found.total).toBeGreaterThan(0)
  expect(found.items.every(({ kind, buyer }) => kind === 'credit_note' && buyer === 'Acme Inc.')).toBe(true)
  const [one] = found.items
  expect((await admin(listInvoices, { query: { q: one!.number } })).items).toMatchObject([{ number: one!.number }])
  const { body } = await file('/admin/invoices.csv?start=2026-03-01&end=2026-04-01', 'admin')
  const [head, ...lines] = body.trim().split('\r\n')
  expect(head).toContain('number,buyer,net,tax,total')
  const column = (line: string, at: number) => Number(line.split(',')[at]?.replaceAll('"', ''))
  const tax = lines.map((line) => line.replace('"Acme Inc."', 'Acme')).reduce((sum, line) => sum + Math.round(column(line, 3) * 100), 0)
  const { totals } = await admin(financialReport, { query: { start: '2026-03-01', end: '2026-04-01' } })
  expect(tax).toBe(totals.tax_cents)
  const zip = await file('/admin/invoices.zip?month=2026-03', 'admin')
  expect(zip.headers['content-type']).toBe('application/zip')
  expect(zip.rawPayload.toString('latin1').split(`${one!.number}.pdf`).length).toBeGreaterThan(2)
})

test('the credit of a change of plan is without the tax of the payment, which a coupon made smaller', async () => {
  market.at('2026-03-01T12:00:00Z')
  await rateOf('NZ', 10)
  await saveAs('half', { ...HOME, country: 'NZ', state: '', tax_number: '' })
  await givenCoupon(market, 'HALF-PLAN', { percent: 50, applies_to: 'plans' })
  const api = await client('half')
  const body = { plan_id: 'indiv_monthly', renewal_consent: true, coupon: 'HALF-PLAN' } as const
  const { sub_id, provider_subscription_id } = await api(checkOutSubscription, { body })
  await atPayPal(market, provider_subscription_id, 'approve')
  await api(confirmSubscription, { params: { sub_id } })
  await market.webhooksDone()
  expect(await invoicesOf('half')).toMatchObject([{ subtotal_cents: 1900, discount_cents: 950, tax_cents: 95, total_cents: 1045 }])
  expect(await quotedChange(market, 'half', 'team_monthly')).toMatchObject({ credit_cents: 950, due_today_cents: 4950 })
})

test('a plan’s payment takes its invoice number last, so that it never waits for a lock while others wait for the number', async () => {
  const before: (string | undefined)[] = []
  const { issue } = market.ports.invoices
  const spy = vi.spyOn(market.ports.invoices, 'issue').mockImplementation(async (ctx, payment) => {
    const { rows } = await sql<{
      state: string
    }>`select state from subscriptions.subscription where id = ${payment.subscription_id}`.execute(ctx.db)
    before.push(rows[0]?.state)
    return issue(ctx, payment)
  })
  await boughtPlan(market, 'orderly')
  spy.mockRestore()
  expect(before).toEqual(['active'])
  expect(await invoicesOf('orderly')).toHaveLength(1)
})

test('many small refunds at PayPal never leave more tax than money for the last one', async () => {
  market.at('2026-03-01T12:00:00Z')
  await rateOf('NO', 50)
  await saveAs('crumbs', { ...HOME, country: 'NO', state: '', tax_number: '' })
  const { payment_id } = await boughtLicense(market, (await assetOnSale(market)).id, { client: 'crumbs' })
  const { provider_capture_id } = await detailOf(payment_id)
  for (const value of ['0.01', '0.01', '0.01', '0.01', '14.95', '0.01']) {
    await refundPartAt(market, provider_capture_id!, value)
    await market.webhooksDone()
  }
  expect(await detailOf(payment_id)).toMatchObject({ status: 'refunded', refunded_cents: 1500 })
  const credits = (await invoicesOf('crumbs')).filter(({ kind }) => kind === 'credit_note')
  expect(credits).toHaveLength(6)
  expect(credits.reduce((sum, { tax_cents }) => sum + tax_cents, 0)).toBe(500)
  expect((await detailOf(payment_id)).sums.find(({ account }) => account === 'tax_owed')?.amount_cents).toBe(0)
})

test('an issued document cannot be changed or deleted, and of a deleted client only the place stays', async () => {
  const changed = sql`update invoicing.document set total_cents = total_cents + 1, tax_cents = tax_cents + 1`.execute(market.db)
  await expect(changed).rejects.toThrow('is issued')
  await expect(sql`delete from invoicing.document`.execute(market.db)).rejects.toThrow('is issued')
  const { id } = await market.person('client', 'several')
  const { eraseBilling } = await import('./billing/billing.service.ts')
  await market.db.transaction().execute((db) => eraseBilling({ ...market.ctx(), db }, { id }))
  const rows = await market.db.selectFrom('invoicing.document').select('buyer').where('client_id', '=', id).execute()
  expect(rows.every(({ buyer }) => JSON.stringify(buyer).includes('Deleted user') && !JSON.stringify(buyer).includes('Acme'))).toBe(true)
  expect(rows[0]?.buyer).toMatchObject({ country: 'US', state: 'CA' })
})

test('a credit note that is issued while its client is erased is erased too', async () => {
  const { payment_id } = await boughtLicense(market, (await assetOnSale(market)).id, { client: 'vanishing' })
  const { id } = await market.person('client', 'vanishing')
  const { eraseBilling } = await import('./billing/billing.service.ts')
  let erased = Promise.resolve()
  await market.db.transaction().execute(async (db) => {
    const invoice = await db
      .selectFrom('invoicing.document')
      .selectAll()
      .where('payment_id', '=', payment_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    erased = market.db.transaction().execute((tx) => eraseBilling({ ...market.ctx(), db: tx }, { id }))
    const waiting = sql<{
      n: number
    }>`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await vi.waitFor(async () => expect((await waiting.execute(market.db)).rows[0]?.n).toBeGreaterThan(0), { timeout: 5000 })
    const { client_id, paid_at, description, seller, buyer, lines, tax_per_million } = invoice as never as IssuedDocument
    const content = { client_id, payment_id, paid_at, description, seller, buyer, lines, tax_per_million, credits_id: invoice.id }
    await issueDocument({ ...market.ctx(), db }, 'credit_note', content)
  })
  await erased
  const rows = await market.db.selectFrom('invoicing.document').select('buyer').where('client_id', '=', id).execute()
  expect(rows.map(({ buyer }) => (buyer as { name: string }).name)).toEqual(['Deleted user', 'Deleted user'])
})

test('a document that waited for its number is not dated before the one with the number before', async () => {
  const asset = await assetOnSale(market)
  await boughtLicense(market, asset.id, { client: 'swift' })
  const asked_at = new Date(market.now().getTime() - 60_000)
  market.at(asked_at.toISOString())
  await boughtLicense(market, asset.id, { client: 'waiting' })
  const [before, after] = [(await invoicesOf('swift'))[0]!, (await invoicesOf('waiting'))[0]!]
  expect(numbersOf([after])[0]).toBe(numbersOf([before])[0]! + 1)
  expect(after.issued_at).toBe(before.issued_at)
})
