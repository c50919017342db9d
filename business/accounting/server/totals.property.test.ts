import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Posting, post, sumOfAll } from '#ledger/server/index.ts'
import { toCents } from '#platform/contract/index.ts'
import { inTransaction } from '#platform/server/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { addExpense, financialReport, listExpenses, paymentsReport, reverseExpense, wagesReport } from '../contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

/** Calculates days independently of the database. */
const californiaDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' })
const dayOf = (ms: number) => californiaDay.format(ms)

const FROM = Date.parse('2025-01-01T00:00:00Z')
const TO = Date.parse('2026-12-31T00:00:00Z')
const HOUR = 3_600_000
/** Midnights in California in summer and winter, and the skipped and repeated hours of daylight saving time. */
const BOUNDARIES = [
  '2025-03-01T08:00Z',
  '2025-04-01T07:00Z',
  '2025-11-01T07:00Z',
  '2025-11-02T09:00Z',
  '2025-12-01T08:00Z',
  '2026-01-01T08:00Z',
  '2026-03-08T10:00Z',
  '2026-08-01T07:00Z'
].map((iso) => Date.parse(iso))
const instant = fc.oneof(
  fc.integer({ min: FROM, max: TO }),
  fc
    .record({ boundary: fc.constantFrom(...BOUNDARIES), off: fc.constantFrom(-HOUR, -1000, -1, 0, 1000, HOUR) })
    .map(({ boundary, off }) => boundary + off)
)

const cents = fc.integer({ min: 1, max: 5_000_000 })
const POSTED = ['sale', 'refund', 'wage', 'payout'] as const
type Posted = { kind: (typeof POSTED)[number]; at: number; cents: number }
type Booked = { kind: 'expense'; at: number; cents: number }
type Reversal = { kind: 'reversal'; at: number; which: number }
type Action = Posted | Booked | Reversal
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constantFrom(...POSTED), at: instant, cents }),
  fc.record({ kind: fc.constant('expense' as const), at: instant, cents }),
  fc.record({ kind: fc.constant('reversal' as const), at: instant, which: fc.nat() })
)

const day = fc.integer({ min: FROM, max: TO }).map(dayOf)
const range = fc
  .uniqueArray(day, { minLength: 2, maxLength: 2 })
  .map((days) => days.toSorted())
  .map(([start = '', end = '']) => ({ start, end }))

/** The ledger lines the modules book for each kind. */
const LINES: Record<Posted['kind'], (cents: number) => Posting['lines']> = {
  sale: (cents) => [
    { account: 'cash', amount_cents: toCents(cents - Math.floor(cents / 30)) },
    { account: 'fees', amount_cents: toCents(Math.floor(cents / 30)) },
    { account: 'income', amount_cents: toCents(-cents) }
  ],
  refund: (cents) => [
    { account: 'refunds', amount_cents: toCents(cents) },
    { account: 'cash', amount_cents: toCents(-cents) }
  ],
  wage: (cents) => [
    { account: 'wages_expense', amount_cents: toCents(cents) },
    { account: 'wages_owed', amount_cents: toCents(-cents) }
  ],
  payout: (cents) => [
    { account: 'wages_owed', amount_cents: toCents(cents) },
    { account: 'cash', amount_cents: toCents(-cents) }
  ]
}

type Effect = { at: number; column: 'income' | 'wages' | 'expenses'; cents: number }

/** What each posting adds to a report. A payout is not an expense. */
const EFFECTS: Record<Posted['kind'], (cents: number) => Omit<Effect, 'at'> | undefined> = {
  sale: (cents) => ({ column: 'income', cents }),
  refund: (cents) => ({ column: 'income', cents: -cents }),
  wage: (cents) => ({ column: 'wages', cents }),
  payout: () => undefined
}

/** Performs all actions and returns the expected effect of each. */
async function perform(history: readonly Action[]): Promise<Effect[]> {
  const expenses: { id: string; cents: number; reversed: boolean }[] = []
  const effects: Effect[] = []
  for (const one of history) {
    const effect = one.kind === 'expense' ? await book(one) : one.kind === 'reversal' ? await reverse(one) : await postLines(one)
    if (effect) effects.push({ at: one.at, ...effect })
  }
  return effects

  async function book({ at, cents }: Booked): Promise<Omit<Effect, 'at'>> {
    const body = { occurred_at: new Date(at).toISOString(), amount: (cents / 100).toFixed(2) }
    const { item } = await (await world.as('admin'))(addExpense, { body })
    expenses.push({ id: item.id, cents, reversed: false })
    return { column: 'expenses', cents }
  }

  async function reverse({ at, which }: Reversal): Promise<Omit<Effect, 'at'> | undefined> {
    const expense = expenses[which % Math.max(expenses.length, 1)]
    if (!expense) return undefined
    await reverseAt(new Date(at), expense.id)
    const isFirst = !expense.reversed
    expense.reversed = true
    return isFirst ? { column: 'expenses', cents: -expense.cents } : undefined
  }
}

async function postLines({ kind, at, cents }: Posted): Promise<Omit<Effect, 'at'> | undefined> {
  const posting = { kind, reference: randomUUID(), occurred_at: new Date(at), description: kind, lines: LINES[kind](cents) }
  await inTransaction(world.ctx(), ({ db }) => post(db, posting))
  return EFFECTS[kind](cents)
}

/** Reverses an expense at the given time, by an admin whose session is valid then. */
async function reverseAt(now: Date, id: string): Promise<void> {
  world.at(now.toISOString())
  try {
    await (await world.as('admin', now.toISOString()))(reverseExpense, { params: { id }, body: { reason: 'Entered twice.' } })
  } finally {
    world.at('2026-03-01T12:00:00Z')
  }
}

/** Empties the ledger with its append-only triggers disabled. */
const clearLedger = () =>
  world.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`truncate ledger.seal, ledger.line, ledger.transaction, accounting.expense`.execute(db)
    await sql`update ledger.head set position = 0, hash = decode(repeat('00', 32), 'hex')`.execute(db)
  })

const sum = (effects: readonly Effect[], column: Effect['column'], belongs: (day: string) => boolean) =>
  effects.filter((effect) => effect.column === column && belongs(dayOf(effect.at))).reduce((all, { cents }) => all + cents, 0)

test('after any history, every total, month, and list matches what happened on the days of California', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 14 }), range, async (history, { start, end }) => {
      await clearLedger()
      const effects = await perform(history)
      const within = (day: string) => start <= day && day < end
      const expected = (column: Effect['column']) => sum(effects, column, within)
      const admin = await world.as('admin')
      const query = { start, end, page_size: 1000 }
      const { totals, series } = await admin(financialReport, { query: { start, end } })
      expect(totals).toMatchObject({
        income_cents: expected('income'),
        wages_cents: expected('wages'),
        expenses_cents: expected('expenses')
      })
      for (const column of ['income', 'wages', 'expenses'] as const) {
        expect(series[column]).toHaveLength(12)
        for (const { month, value_cents } of series[column]) expect(value_cents).toBe(sum(effects, column, (day) => day.startsWith(month)))
      }
      const [payments, wages, expenses] = await Promise.all([
        admin(paymentsReport, { query }),
        admin(wagesReport, { query }),
        admin(listExpenses, { query })
      ])
      const sumOfItems = (items: { amount_cents: number }[]) => items.reduce((all, { amount_cents }) => all + amount_cents, 0)
      expect(sumOfItems(payments.items)).toBe(expected('income'))
      expect(sumOfItems(wages.items)).toBe(expected('wages'))
      expect([sumOfItems(expenses.items), expenses.sum_cents]).toEqual([expected('expenses'), expected('expenses')])
      expect(await sumOfAll(world.db)).toBe(0)
    }),
    { numRuns: 50 }
  )
}, 180_000)
