import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toCents } from '#platform/contract/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { balanceOf, linesOf, monthlySums, type Posting, post, sumByAccount, sumOfAll } from './index.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const sale = (change: Partial<Posting> = {}): Posting => ({
  kind: 'sale',
  reference: randomUUID(),
  occurred_at: new Date('2026-03-01T12:00:00Z'),
  description: 'Blue fox',
  lines: [
    { account: 'cash', amount_cents: toCents(1000) },
    { account: 'income', amount_cents: toCents(-1000) }
  ],
  ...change
})
const book = (posting: Posting) => world.db.transaction().execute((tx) => post(tx, posting))

test('an entry is booked once, even by 20 concurrent calls', async () => {
  const posting = sale()
  const booked = await Promise.all(Array.from({ length: 20 }, () => book(posting)))
  expect(booked.filter(Boolean)).toHaveLength(1)
  expect((await linesOf(world.db, { page_size: 1000 })).filter(({ reference }) => reference === posting.reference)).toHaveLength(2)
})

test.each([
  ['lines that do not sum to zero', [1000, -999]],
  ['a single line', [1000]],
  ['no lines', []]
])('an entry is not booked with %s', async (_, amounts) => {
  const lines = amounts.map((amount) => ({ account: 'cash' as const, amount_cents: toCents(amount) }))
  await expect(book(sale({ lines }))).rejects.toMatchObject({ code: '23514' })
})

test('a line cannot be added later, even one that balances', async () => {
  const posting = sale()
  await book(posting)
  const { id } = await world.db
    .selectFrom('ledger.transaction')
    .select('id')
    .where('reference', '=', posting.reference)
    .executeTakeFirstOrThrow()
  const line = { transaction_id: id, occurred_at: posting.occurred_at, party_id: null, asset_id: null }
  const insert = world.db
    .insertInto('ledger.line')
    .values([
      { ...line, position: 2, account: 'cash', amount_cents: toCents(5) },
      { ...line, position: 3, account: 'income', amount_cents: toCents(-5) }
    ])
    .execute()
  await expect(insert).rejects.toMatchObject({ code: '23514' })
})

test.each([
  'update ledger.line set amount_cents = 1',
  'delete from ledger.line',
  'truncate ledger.line',
  'update ledger.transaction set description = $$x$$',
  'delete from ledger.transaction',
  'truncate ledger.transaction cascade'
])('the database rejects: %s', async (statement) => {
  await book(sale())
  await expect(sql.raw(statement).execute(world.db)).rejects.toThrow(/append-only/)
})

test('days and months are in California time, with daylight saving', async () => {
  const at = (iso: string, cents: number) =>
    book(
      sale({
        occurred_at: new Date(iso),
        lines: [
          { account: 'cash', amount_cents: toCents(cents) },
          { account: 'income', amount_cents: toCents(-cents) }
        ]
      })
    )
  await at('2027-01-01T07:59:59Z', 1)
  await at('2027-01-01T08:00:00Z', 20)
  await at('2027-07-01T06:59:59Z', 300)
  await at('2027-07-01T07:00:00Z', 4000)
  const incomeOf = async (start: string, end: string) => (await sumByAccount(world.db, { start, end })).income
  expect(await incomeOf('2026-12-31', '2027-01-01')).toBe(-1)
  expect(await incomeOf('2027-01-01', '2027-07-01')).toBe(-320)
  const months = ['2026-12', '2027-01', '2027-02', '2027-06', '2027-07']
  expect((await monthlySums(world.db, ['2026-12', '2027-01', '2027-02'])).map(({ month, income }) => [month, income])).toEqual([
    ['2026-12', -1],
    ['2027-01', -20],
    ['2027-02', 0]
  ])
  expect((await monthlySums(world.db, months.slice(3))).map(({ income }) => income)).toEqual([-300, -4000])
})

test('a balance includes only one person’s lines', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  const wage = (party_id: string, cents: number) =>
    book(
      sale({
        kind: 'wage',
        lines: [
          { account: 'wages_expense', amount_cents: toCents(cents), party_id },
          { account: 'wages_owed', amount_cents: toCents(-cents), party_id }
        ]
      })
    )
  await wage(one, 400)
  await wage(one, 250)
  await wage(other, 70)
  expect(await balanceOf(world.db, 'wages_owed', one)).toBe(-650)
  expect(await sumOfAll(world.db)).toBe(0)
})
