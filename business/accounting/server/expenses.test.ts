import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balanceOf, sumOfAll } from '#ledger/server/index.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { addExpense, financialReport, listExpenses, reverseExpense } from '../contract.ts'

describe('an expense', () => {
  let world: World
  beforeAll(async () => {
    world = await freshWorld()
  })
  afterAll(() => world.end())

  const admin = () => world.as('admin')
  const spend = async (amount: number, more: object = {}) => {
    const body = { occurred_at: '2026-02-10T20:00:00Z', amount, ...more }
    return (await (await admin())(addExpense, { body })).item
  }
  const reverse = async (id: string, reason = 'Entered twice.', name = 'admin') =>
    (await (await world.as('admin', name))(reverseExpense, { params: { id }, body: { reason } })).item
  const listOf = async (start: string, end: string) => (await admin())(listExpenses, { query: { start, end } })
  const spent = async () => Number(await balanceOf(world.db, 'expenses'))

  test('sent several times in parallel with the same key is booked once; another amount with that key is refused', async () => {
    const before = await spent()
    const api = await admin()
    const idempotency_key = randomUUID()
    const send = (amount: string) => api(addExpense, { body: { occurred_at: '2026-02-01T12:00:00Z', amount } }, { idempotency_key })
    const answers = await Promise.all(Array.from({ length: 6 }, () => send('19.99')))
    expect(new Set(answers.map(({ item }) => item.id)).size).toBe(1)
    expect((await spent()) - before).toBe(1999)
    await expect(send('20')).rejects.toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
  })

  test('retried with the same key after a crash that lost the answer is booked once, also in parallel', async () => {
    const before = await spent()
    const idempotency_key = randomUUID()
    const api = await admin()
    const send = (amount: string) => api(addExpense, { body: { occurred_at: '2026-02-01T12:00:00Z', amount } }, { idempotency_key })
    const forgetAnswer = () => sql`delete from platform.idempotent_answer where key = ${idempotency_key}`.execute(world.db)
    const { item } = await send('7.50')
    await forgetAnswer()
    const again = await Promise.all(Array.from({ length: 4 }, () => send('7.50')))
    expect(new Set(again.map(({ item: { id } }) => id))).toEqual(new Set([item.id]))
    await forgetAnswer()
    await expect(send('8')).rejects.toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
    expect((await spent()) - before).toBe(750)
  })

  test('is reversed on the day of the reversal, once, also by two admins at the same time', async () => {
    const before = await spent()
    const { id } = await spend(250, { description: 'Two desks', category: 'office' })
    const [one, other] = await Promise.all([reverse(id, 'Not ours.'), reverse(id, 'Wrong month.', 'second admin'), reverse(id)])
    expect(one.id).toBe(other.id)
    expect(one).toMatchObject({ amount: -250, reverses: id, description: 'Two desks', occurred_at: '2026-03-01T12:00:00.000Z' })
    expect((await reverse(id)).id).toBe(one.id)
    expect(await spent()).toBe(before)
    expect(await sumOfAll(world.db)).toBe(0)
    const march = await listOf('2026-03-01', '2026-03-02')
    expect(march.items.filter(({ reverses }) => reverses === id)).toHaveLength(1)
    const february = await listOf('2026-02-10', '2026-02-11')
    expect(february.items.find((item) => item.id === id)).toMatchObject({ amount: 250, taken_back_at: '2026-03-01T12:00:00.000Z' })
  })

  test('of $0 is reversed without a ledger line', async () => {
    const { id } = await spend(0)
    expect(await reverse(id)).toMatchObject({ amount: 0, reverses: id })
  })

  test('that is a reversal cannot be reversed, an unknown one is not found, and a reason is required', async () => {
    const { id } = await spend(3)
    const reversal = await reverse(id)
    await expect(reverse(reversal.id)).rejects.toMatchObject({ status: 409, body: { code: 'expense_is_reversal' } })
    await expect(reverse(randomUUID())).rejects.toMatchObject({ status: 404, body: { code: 'expense_not_found' } })
    const kept = await spend(4)
    await expect(reverse(kept.id, '  ')).rejects.toMatchObject({ status: 422, body: { fields: { reason: 'Please give a reason.' } } })
    await expect((await world.as('employee'))(reverseExpense, { params: { id: kept.id }, body: { reason: 'x' } })).rejects.toMatchObject({
      status: 403
    })
  })

  test('cannot be negative in the database, nor be reversed without a reason', async () => {
    const { id: created_by } = await world.person('admin')
    const insert = (reverses: string | null, cents: number) =>
      sql`insert into accounting.expense (occurred_at, category, amount_cents, reverses, created_by, created_at)
        values (now(), 'general', ${cents}, ${reverses}, ${created_by}, now())`.execute(world.db)
    await expect(insert(null, -1)).rejects.toThrow(/expense_amount_cents_check/)
    await expect(insert((await spend(5)).id, -500)).rejects.toThrow(/expense_amount_cents_check/)
  })

  test('is listed by page, with the sum of all pages', async () => {
    for (const amount of [1, 2, 3]) await spend(amount, { occurred_at: `2025-06-0${amount}T12:00:00Z` })
    const page = await (await admin())(listExpenses, { query: { start: '2025-06-01', end: '2025-07-01', page: 2, page_size: 2 } })
    expect(page).toMatchObject({ total: 3, sum_cents: 600, items: [{ amount: 1 }] })
  })

  test('is exported to CSV with its reversal, and no cell is a formula', async () => {
    const { id } = await spend(12.5, { occurred_at: '2025-03-05T12:00:00Z', description: '=HYPERLINK("http://x")', project: '@site' })
    world.at('2025-03-06T12:00:00Z')
    await reverse(id, '-wrong', 'of March')
    world.at('2026-03-01T12:00:00Z')
    const { token } = await world.person('admin')
    const url = '/api/admin/reports/expenses.csv?start=2025-03-01&end=2025-04-01'
    const file = await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect(file.headers['content-disposition']).toBe('attachment; filename=expenses-2025-03-01-to-2025-04-01.csv')
    const [, reversal, booked, ...rest] = file.body.split('\r\n')
    expect(reversal).toContain('2025-03-06')
    expect(reversal).toContain(',-12.5,')
    expect(reversal).toMatch(new RegExp(`,"${id}","'-wrong"$`))
    expect(booked).toBe(`"2025-03-05","general","'@site","'=HYPERLINK(""http://x"")",12.5,"${id}",,`)
    expect(rest).toEqual([''])
    const { rows } = await sql`select subject_kind, subject, details from accounts.audit_entry where action = 'report.exported'`.execute(
      world.db
    )
    expect(rows).toEqual([{ subject_kind: 'report', subject: 'expenses', details: { start: '2025-03-01', end: '2025-04-01' } }])
  })

  test('is exported with at most 100,000 lines; a longer range is refused and not logged as exported', async () => {
    const { id, token } = await world.person('admin')
    await sql`insert into accounting.expense (occurred_at, category, amount_cents, created_by, created_at)
      select '2009-05-05T12:00:00Z', 'general', 0, ${id}, now() from generate_series(1, 100001)`.execute(world.db)
    const url = '/api/admin/reports/expenses.csv?start=2009-05-01&end=2009-06-01'
    const file = await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect(file.statusCode).toBe(422)
    expect(file.json()).toMatchObject({ code: 'too_many_lines', error: expect.stringContaining('100,000') })
    const { rows } =
      await sql`select from accounts.audit_entry where action = 'report.exported' and details ->> 'start' = '2009-05-01'`.execute(world.db)
    expect(rows).toHaveLength(0)
  }, 30_000)
})

describe('sales near the end of a month', () => {
  let market: Market
  beforeAll(async () => {
    market = await freshMarket()
  })
  afterAll(() => market.end())

  const fileOf = async (path: string, token: string) =>
    (await market.app.inject({ url: `/api/admin/reports/${path}`, headers: { authorization: `Bearer ${token}` } })).body

  test.each([
    ['2026-03-01T07:59:59Z', '2026-02', 'winter'],
    ['2026-04-01T06:59:59Z', '2026-03', 'the month daylight saving time starts'],
    ['2026-11-01T06:59:59Z', '2026-10', 'the night daylight saving time ends'],
    ['2026-12-01T07:59:59Z', '2026-11', 'the month daylight saving time ended']
  ])('a sale at %s counts for %s: 23:59:59 in California, %s', async (at, month) => {
    market.at(at)
    const asset = await assetOnSale(
      { ...market, as: (role, name) => market.as(role, name ?? `${role} ${month}`) },
      { title: `Fox of ${month}` }
    )
    await boughtLicense(market, asset.id, { client: `buyer of ${month}` })
    await market.webhooksDone()
    const admin = await market.person('admin', `admin ${month}`)
    const { start, end } = await (await market.as('admin', admin.name))(financialReport, { query: {} })
    expect(start).toBe(`${month}-01`)
    const { totals, series } = await (await market.as('admin', admin.name))(financialReport, { query: { start, end } })
    expect(totals).toMatchObject({ income_cents: 1000, assets_sold: 1 })
    expect(series.income.at(-1)).toEqual({ month, value_cents: 1000 })
    const next = await (await market.as('admin', admin.name))(financialReport, { query: { start: end, end: '2027-01-01' } })
    expect(next.totals).toMatchObject({ income_cents: 0, assets_sold: 0 })
    const range = `start=${start}&end=${end}`
    const [, line, ...rest] = (await fileOf(`payments.csv?${range}`, admin.token)).split('\r\n')
    expect(line).toMatch(new RegExp(`^"${month}-\\d\\d","buyer of ${month}",.*Fox of ${month}.*",10,"[0-9a-f-]{36}"$`))
    expect(rest).toEqual([''])
    expect(await fileOf(`months.csv?${range}`, admin.token)).toContain(`"${month}",10,0,0,10`)
    expect((await fileOf(`wages.csv?${range}`, admin.token)).split('\r\n')).toHaveLength(2)
  })
})
