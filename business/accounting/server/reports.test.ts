import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { overview, recentActivity } from '#backoffice/contract.ts'
import { post, sumOfAll } from '#ledger/server/index.ts'
import { toCents } from '#platform/contract/index.ts'
import { inTransaction } from '#platform/server/index.ts'
import { decideAsset } from '#submissions/review.contract.ts'
import { assetOnSale, begunCheckout, boughtLicense, captureBy, freshMarket, givenPrice, type Market } from '#tests/support/givens/sales.ts'
import { uploadedAsset } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { addExpense, financialReport, listExpenses, paymentsReport, wagesReport } from '../contract.ts'

const reportOf = async (world: World, start: string, end: string) => (await world.as('admin'))(financialReport, { query: { start, end } })

const spend = async (world: World, occurred_at: string, amount: string | number, category = 'hosting') =>
  (await world.as('admin'))(addExpense, { body: { occurred_at, amount, category } })

describe('a sale, a wage, and an expense on one day', () => {
  let market: Market
  beforeAll(async () => {
    market = await freshMarket()
    market.at('2026-03-15T18:00:00Z')
    const asset = await assetOnSale(market, { title: 'Blue fox' }, '10')
    await boughtLicense(market, asset.id)
    await market.webhooksDone()
    await givenPrice(market, 'vector', '5', '4.25')
    const { asset_id } = await uploadedAsset(market, { category: 'vector', title: 'Paid heron' })
    await (await market.as('admin'))(decideAsset, { params: { id: asset_id }, body: { status: 'approved' } })
    await spend(market, '2026-03-15T20:00:00Z', '2.99')
  })
  afterAll(() => market.end())

  test('are in the totals and in the month, to the cent, and the ledger sums to zero', async () => {
    const { totals, series } = await reportOf(market, '2026-03-01', '2026-04-01')
    expect(totals).toEqual({ income_cents: 1000, tax_cents: 0, wages_cents: 425, expenses_cents: 299, assets_sold: 1 })
    expect(series.income.at(-1)).toEqual({ month: '2026-03', value_cents: 1000 })
    expect(series.wages.at(-1)).toEqual({ month: '2026-03', value_cents: 425 })
    expect(series.expenses.at(-1)).toEqual({ month: '2026-03', value_cents: 299 })
    expect(await sumOfAll(market.db)).toBe(0)
  })

  test('are listed with their names', async () => {
    const admin = await market.as('admin')
    const query = { start: '2026-03-15', end: '2026-03-16' }
    const { name } = await market.person('client')
    const payments = await admin(paymentsReport, { query })
    expect(payments).toMatchObject({
      total: 1,
      items: [{ client: name, description: expect.stringContaining('Blue fox'), amount_cents: 1000 }]
    })
    const wages = await admin(wagesReport, { query })
    expect(wages).toMatchObject({ total: 1, items: [{ employee_name: 'employee', asset_title: 'Paid heron', amount_cents: 425 }] })
    const expenses = await admin(listExpenses, { query: { ...query, page_size: 1000 } })
    expect(expenses).toMatchObject({ total: 1, items: [{ category: 'hosting', amount: 2.99, amount_cents: 299 }] })
  })

  test('are in the figures and recent activity of the dashboard', async () => {
    const admin = await market.as('admin')
    const { users, assets, earnings } = await admin(overview, {})
    expect(earnings).toMatchObject({
      paid_to_employees: 0,
      owed_to_employees: 4.25,
      earned_from_clients: 10,
      earned_from_clients_cents: 1000
    })
    expect(assets).toEqual({ total: 2, pending: 0, approved: 2, rejected: 0 })
    expect(users).toEqual({ total: 3, active: 3, inactive: 0 })
    const activity = await admin(recentActivity, {})
    expect(activity.recent_licenses).toMatchObject([{ price: 10, license_type: 'personal', asset_title: 'Blue fox' }])
    expect(activity.recent_assets.map(({ title }) => title).sort()).toEqual(['Blue fox', 'Paid heron'])
    expect(activity.recent_signups.map(({ role }) => role).sort()).toEqual(['admin', 'client', 'employee'])
  })
})

test('a sale that PayPal captured in the last minute of a month counts for that month, even if the capture is reported in the next month', async () => {
  const market = await freshMarket()
  try {
    market.at('2026-02-01T07:59:30Z')
    const asset = await assetOnSale(market, {}, '10')
    const { payment_id, provider_order_id } = await begunCheckout(market, asset.id)
    await market.approve(provider_order_id)
    market.sandbox.faults.add({ match: { event: '*' }, times: 9, effect: { kind: 'webhook_lost' } })
    await market.ports.paypal.captureOrder(provider_order_id, payment_id)
    market.at('2026-02-02T20:00:00Z')
    expect((await captureBy(market, payment_id)).status).toBe('captured')
    const [january, february] = [await reportOf(market, '2026-01-01', '2026-02-01'), await reportOf(market, '2026-02-01', '2026-03-01')]
    expect(january.totals).toMatchObject({ income_cents: 1000, assets_sold: 1 })
    expect(february.totals).toMatchObject({ income_cents: 0, assets_sold: 0 })
  } finally {
    await market.end()
  }
})

describe('days and months', () => {
  let world: World
  beforeEach(async () => {
    world = await freshWorld()
  })
  afterEach(() => world.end())

  test('change at midnight in California, in summer and in winter', async () => {
    await spend(world, '2026-08-01T06:59:59Z', 1)
    await spend(world, '2026-08-01T07:00:00Z', 2)
    await spend(world, '2026-12-01T07:59:59Z', 4)
    await spend(world, '2026-12-01T08:00:00Z', 8)
    const expenses = async (start: string, end: string) => (await reportOf(world, start, end)).totals.expenses_cents
    expect(await expenses('2026-07-01', '2026-08-01')).toBe(100)
    expect(await expenses('2026-08-01', '2026-09-01')).toBe(200)
    expect(await expenses('2026-11-01', '2026-12-01')).toBe(400)
    expect(await expenses('2026-12-01', '2027-01-01')).toBe(800)
    const { series } = await reportOf(world, '2026-12-01', '2026-12-02')
    expect(
      Object.fromEntries(series.expenses.filter(({ value_cents }) => value_cents > 0).map(({ month, value_cents }) => [month, value_cents]))
    ).toEqual({
      '2026-07': 100,
      '2026-08': 200,
      '2026-11': 400,
      '2026-12': 800
    })
  })

  test('the series has the 12 months that end with the last month of the range, regardless of its length', async () => {
    const months = async (start: string, end: string) => (await reportOf(world, start, end)).series.income.map(({ month }) => month)
    const year = [
      '2025-04',
      '2025-05',
      '2025-06',
      '2025-07',
      '2025-08',
      '2025-09',
      '2025-10',
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
      '2026-03'
    ]
    expect(await months('2026-03-01', '2026-04-01')).toEqual(year)
    expect(await months('2020-01-01', '2026-03-02')).toEqual(year)
    expect((await months('2026-03-01', '2026-04-02')).at(-1)).toBe('2026-04')
  })

  test('the default range is the current month in California', async () => {
    world.at('2026-04-01T06:59:00Z')
    const report = await (await world.as('admin'))(financialReport, { query: {} })
    expect([report.start, report.end]).toEqual(['2026-03-01', '2026-04-01'])
  })

  test('a refund is negative income on the day of the refund', async () => {
    const book = (kind: string, occurred_at: string, account: 'income' | 'refunds', cents: number) =>
      inTransaction(world.ctx(), ({ db }) =>
        post(db, {
          kind,
          reference: randomUUID(),
          occurred_at: new Date(occurred_at),
          description: kind,
          lines: [
            { account, amount_cents: toCents(-cents) },
            { account: 'cash', amount_cents: toCents(cents) }
          ]
        })
      )
    await book('sale', '2026-01-10T12:00:00Z', 'income', 5000)
    await book('refund', '2026-02-10T12:00:00Z', 'refunds', -5000)
    expect((await reportOf(world, '2026-01-01', '2026-02-01')).totals.income_cents).toBe(5000)
    expect((await reportOf(world, '2026-02-01', '2026-03-01')).totals.income_cents).toBe(-5000)
    expect((await reportOf(world, '2026-01-01', '2026-03-01')).totals.income_cents).toBe(0)
    const { items } = await (await world.as('admin'))(paymentsReport, { query: { start: '2026-01-01', end: '2026-03-01' } })
    expect(items.map(({ amount_cents }) => amount_cents)).toEqual([-5000, 5000])
  })

  test.each([
    [{ start: '2026-03-01', end: '2026-03-01' }, 'end'],
    [{ start: '2026-04-01', end: '2026-03-01' }, 'end'],
    [{ start: '2026-02-30', end: '2026-03-01' }, 'start'],
    [{ start: 'yesterday', end: '2026-03-01' }, 'start'],
    [{ start: '0000-01-01', end: '2026-03-01' }, 'start'],
    [{ start: '2026-01-01', end: '9999-12-31' }, 'end']
  ])('the range %j is refused with an error on its field', async (query, field) => {
    await expect((await world.as('admin'))(financialReport, { query })).rejects.toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } }
    })
  })

  test.each([
    [{ amount: -1 }, 'amount'],
    [{ amount: '1.005' }, 'amount'],
    [{ amount: undefined }, 'amount'],
    [{ occurred_at: 'noon' }, 'occurred_at'],
    [{ occurred_at: undefined }, 'occurred_at'],
    [{ category: ' ' }, 'category'],
    [{ description: 'x'.repeat(501) }, 'description']
  ])('an expense with %j is refused and not booked', async (change, field) => {
    const body = { occurred_at: '2026-03-01T12:00:00Z', amount: 1, ...change } as { occurred_at: string; amount: number }
    await expect((await world.as('admin'))(addExpense, { body })).rejects.toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } }
    })
    expect((await reportOf(world, '2026-03-01', '2026-04-01')).totals.expenses_cents).toBe(0)
  })

  test('an expense of $0 is listed, and only admins can read reports', async () => {
    const { item } = await spend(world, '2026-03-01T12:00:00Z', 0, 'general')
    expect(item).toMatchObject({ category: 'general', amount: 0, project: null })
    await expect((await world.as('employee'))(financialReport, { query: {} })).rejects.toMatchObject({ status: 403 })
    await expect(world.api(financialReport, { query: {} })).rejects.toMatchObject({ status: 401 })
  })
})
