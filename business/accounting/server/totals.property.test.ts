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

/** The test's own calendar: the browser's, not the database's. */
const californiaDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' })
const dayOf = (ms: number) => californiaDay.format(ms)

const FROM = Date.parse('2025-01-01T00:00:00Z')
const TO = Date.parse('2026-12-31T00:00:00Z')
const HOUR = 3_600_000
/** Beside midnights of California in summer and in winter, and beside the hours that are left out or come twice. */
const EDGES = [
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
  fc.record({ edge: fc.constantFrom(...EDGES), off: fc.constantFrom(-HOUR, -1000, -1, 0, 1000, HOUR) }).map(({ edge, off }) => edge + off)
)

const cents = fc.integer({ min: 1, max: 5_000_000 })
const deed = fc.oneof(
  fc.record({ kind: fc.constantFrom('sale', 'refund', 'wage', 'payout', 'expense'), at: instant, cents }),
  fc.record({ kind: fc.constant('reversal'), at: instant, which: fc.nat() })
)
type Deed = { kind: string; at: number; cents?: number; which?: number }

const day = fc.integer({ min: FROM, max: TO }).map(dayOf)
const range = fc
  .uniqueArray(day, { minLength: 2, maxLength: 2 })
  .map((days) => days.toSorted())
  .map(([start, end]) => ({ start: start!, end: end! }))

/** The lines that the parts book for what happened. */
const LINES: Record<string, (cents: number) => Posting['lines']> = {
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

/** Does it all, and answers what each deed ought to change. */
async function live(history: readonly Deed[]): Promise<Effect[]> {
  const effects: Effect[] = []
  const booked: { id: string; cents: number; undone: boolean }[] = []
  const admin = await world.as('admin')
  for (const { kind, at, cents = 0, which = 0 } of history) {
    if (kind === 'expense') {
      const amount = (cents / 100).toFixed(2)
      const { item } = await admin(addExpense, { body: { occurred_at: new Date(at).toISOString(), amount } })
      booked.push({ id: item.id, cents, undone: false })
      effects.push({ at, column: 'expenses', cents })
    } else if (kind === 'reversal') {
      const expense = booked[which % Math.max(booked.length, 1)]
      if (!expense) continue
      await reverseAt(new Date(at), expense.id)
      if (!expense.undone) effects.push({ at, column: 'expenses', cents: -expense.cents })
      expense.undone = true
    } else {
      const posting = { kind, reference: randomUUID(), occurred_at: new Date(at), description: kind, lines: LINES[kind]!(cents) }
      await inTransaction(world.ctx(), ({ db }) => post(db, posting))
      if (kind === 'sale') effects.push({ at, column: 'income', cents })
      if (kind === 'refund') effects.push({ at, column: 'income', cents: -cents })
      if (kind === 'wage') effects.push({ at, column: 'wages', cents })
    }
  }
  return effects
}

/** An admin whose session is of that moment takes it back. */
async function reverseAt(now: Date, id: string): Promise<void> {
  world.at(now.toISOString())
  try {
    await (await world.as('admin', now.toISOString()))(reverseExpense, { params: { id }, body: { reason: 'Entered twice.' } })
  } finally {
    world.at('2026-03-01T12:00:00Z')
  }
}

/** The book refuses to be emptied: its triggers are put aside for that. */
const forget = () =>
  world.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`truncate ledger.seal, ledger.line, ledger.transaction, accounting.expense`.execute(db)
    await sql`update ledger.head set position = 0, hash = decode(repeat('00', 32), 'hex')`.execute(db)
  })

const sum = (effects: readonly Effect[], column: Effect['column'], belongs: (day: string) => boolean) =>
  effects.filter((effect) => effect.column === column && belongs(dayOf(effect.at))).reduce((all, { cents }) => all + cents, 0)

test('after any history every total, month and list comes to what was done in California’s days', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { maxLength: 14 }), range, async (history, { start, end }) => {
      await forget()
      const effects = await live(history)
      const within = (day: string) => start <= day && day < end
      const wanted = (column: Effect['column']) => sum(effects, column, within)
      const admin = await world.as('admin')
      const query = { start, end, page_size: 1000 }
      const { totals, series } = await admin(financialReport, { query: { start, end } })
      expect(totals).toMatchObject({ income_cents: wanted('income'), wages_cents: wanted('wages'), expenses_cents: wanted('expenses') })
      for (const column of ['income', 'wages', 'expenses'] as const) {
        expect(series[column]).toHaveLength(12)
        for (const { month, value_cents } of series[column]) expect(value_cents).toBe(sum(effects, column, (day) => day.startsWith(month)))
      }
      const [payments, wages, expenses] = await Promise.all([
        admin(paymentsReport, { query }),
        admin(wagesReport, { query }),
        admin(listExpenses, { query })
      ])
      const listed = (items: { amount_cents: number }[]) => items.reduce((all, { amount_cents }) => all + amount_cents, 0)
      expect(listed(payments.items)).toBe(wanted('income'))
      expect(listed(wages.items)).toBe(wanted('wages'))
      expect([listed(expenses.items), expenses.sum_cents]).toEqual([wanted('expenses'), wanted('expenses')])
      expect(await sumOfAll(world.db)).toBe(0)
    }),
    { numRuns: 50 }
  )
}, 180_000)
