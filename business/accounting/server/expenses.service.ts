import { audit } from '#accounts/server/index.ts'
import { post } from '#ledger/server/index.ts'
import { type Answer, inDollars, type Received, toCents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, keyReused, refuse, requestKey, signedIn, type Tx } from '#platform/server/index.ts'
import { type addExpense, type Expense, type listExpenses, refusals, type reverseExpense } from '../contract.ts'
import * as queries from './expenses.queries.ts'
import type { Paging } from './queries.ts'
import { periodOf, type Range } from './report-period.ts'

type ExpenseTyped = Received<typeof addExpense>['body']

/** Books an expense. A retry with the same Idempotency-Key, such as after a crash, returns the expense already booked. */
export async function bookExpense(ctx: Ctx, { amount, occurred_at, project, ...typed }: ExpenseTyped): Promise<Answer<typeof addExpense>> {
  const { id: created_by } = signedIn(ctx)
  const request_key = requestKey(ctx)
  return inTransaction(ctx, async ({ db, now }) => {
    const at = new Date(occurred_at)
    const details = { ...typed, project: project || null, amount_cents: amount, occurred_at: at }
    const expense = await queries.insertExpenseOnce(db, { ...details, created_by, created_at: now, request_key })
    if (!expense) {
      const booked = await queries.findExpenseByKey(db, created_by, request_key)
      if (booked.amount_cents !== amount || booked.category !== details.category) throw keyReused()
      return { item: present(booked) }
    }
    await postToLedger(db, { kind: 'expense', reference: expense.id, expense })
    await record(db, created_by, 'expense.booked', { expense, before: {}, after: fieldsOf(expense) })
    return { item: present(expense) }
  })
}

/** Reverses an expense with an entry of the opposite amount, because the ledger is append-only. Later calls return the existing reversal. */
export async function reverse(
  ctx: Ctx,
  { params: { id }, body: { reason } }: Received<typeof reverseExpense>
): Promise<Answer<typeof reverseExpense>> {
  const { id: created_by } = signedIn(ctx)
  return inTransaction(ctx, async ({ db, now }) => {
    const expense = await queries.lockExpense(db, id)
    if (!expense) throw refuse(refusals, 'expense_not_found')
    if (expense.reverses) throw refuse(refusals, 'expense_is_reversal')
    const existing = await queries.findReversalOf(db, id)
    if (existing) return { item: present(existing) }
    const { category, description, project } = expense
    const amount_cents = toCents(0 - expense.amount_cents)
    const details = { category, description, project, amount_cents, occurred_at: now, created_at: now, created_by }
    const reversal = await queries.insertExpense(db, { ...details, reverses: id, reason })
    await postToLedger(db, { kind: 'expense_reversal', reference: id, expense: reversal })
    const after = { taken_back_at: now.toISOString(), reason }
    await record(db, created_by, 'expense.taken_back', { expense, before: { taken_back_at: null }, after })
    return { item: present(reversal) }
  })
}

type Booking = { kind: 'expense' | 'expense_reversal'; reference: string; expense: queries.ExpenseRow }

async function postToLedger(db: Tx, { kind, reference, expense }: Booking): Promise<void> {
  const { amount_cents, occurred_at, description, category } = expense
  if (amount_cents === 0) return
  const label = description || category
  await post(db, {
    kind,
    reference,
    occurred_at,
    description: kind === 'expense' ? label : `Reversed: ${label}`,
    lines: [
      { account: 'expenses', amount_cents },
      { account: 'cash', amount_cents: toCents(-amount_cents) }
    ]
  })
}

const fieldsOf = ({ category, project, amount_cents, occurred_at }: queries.ExpenseRow) => ({
  ...{ category, project, amount_cents },
  occurred_at: occurred_at.toISOString()
})

type Change = { expense: Omit<queries.ExpenseRow, 'taken_back_at'>; before: object; after: object }

/** Writes the change without the description, which may name people. */
const record = (db: Tx, actor_id: string, action: string, { expense: { id, amount_cents }, before, after }: Change) =>
  audit(db, { actor_id, action, subject_kind: 'expense', subject: id, details: { amount_cents, before, after } })

export async function listAll(ctx: Ctx, { page, page_size, ...range }: Range & Paging): Promise<Answer<typeof listExpenses>> {
  const period = periodOf(ctx, range)
  const [expenses, sums] = await Promise.all([
    queries.findExpenses(ctx.db, period, { page, page_size }),
    queries.sumExpenses(ctx.db, period)
  ])
  return { items: expenses.map(present), ...sums, ...period, page, page_size }
}

const present = ({ occurred_at, taken_back_at, ...expense }: queries.ExpenseRow): Expense => ({
  ...expense,
  occurred_at: occurred_at.toISOString(),
  amount: inDollars(expense.amount_cents),
  taken_back_at: taken_back_at?.toISOString() ?? null
})
