import { audit } from '#accounts/server/index.ts'
import { post } from '#ledger/server/index.ts'
import { type Answer, type Cents, inDollars, type Received, toCents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, keyReused, refuse, requestKey, signedIn, type Tx } from '#platform/server/index.ts'
import { type addExpense, type Expense, type listExpenses, no, type reverseExpense } from '../contract.ts'
import * as queries from './expenses.queries.ts'
import { periodOf, type Range } from './period.ts'
import type { Paging } from './queries.ts'

type ExpenseTyped = Received<typeof addExpense>['body']

/** A call that comes again after a crash, when its answer was not kept, is answered with the expense it booked. */
export async function bookExpense(ctx: Ctx, { amount, occurred_at, project, ...typed }: ExpenseTyped): Promise<Answer<typeof addExpense>> {
  const { id: created_by } = signedIn(ctx)
  const request_key = requestKey(ctx)
  return inTransaction(ctx, async ({ db, now }) => {
    const at = new Date(occurred_at)
    const facts = { ...typed, project: project || null, amount_cents: amount, occurred_at: at }
    const expense = await queries.insertExpenseOnce(db, { ...facts, created_by, created_at: now, request_key })
    if (!expense) {
      const booked = await queries.findExpenseByKey(db, created_by, request_key)
      if (booked.amount_cents !== amount || booked.category !== facts.category) throw keyReused()
      return { item: present(booked) }
    }
    await book(db, { kind: 'expense', reference: expense.id, expense })
    await note(db, created_by, 'expense.booked', expense)
    return { item: present(expense) }
  })
}

/** The book is append-only: what was wrong is corrected by its opposite, once. Whoever comes second is answered with the first one's entry. */
export async function takeBack(
  ctx: Ctx,
  { params: { id }, body: { reason } }: Received<typeof reverseExpense>
): Promise<Answer<typeof reverseExpense>> {
  const { id: created_by } = signedIn(ctx)
  return inTransaction(ctx, async ({ db, now }) => {
    const wrong = await queries.lockExpense(db, id)
    if (!wrong) throw refuse(no, 'expense_not_found')
    if (wrong.reverses) throw refuse(no, 'expense_is_reversal')
    const done = await queries.findReversalOf(db, id)
    if (done) return { item: present(done) }
    const { category, description, project } = wrong
    const amount_cents = toCents(0 - wrong.amount_cents)
    const facts = { category, description, project, amount_cents, occurred_at: now, created_at: now, created_by }
    const reversal = await queries.insertExpense(db, { ...facts, reverses: id, reason })
    await book(db, { kind: 'expense_reversal', reference: id, expense: reversal })
    await note(db, created_by, 'expense.taken_back', wrong)
    return { item: present(reversal) }
  })
}

type Booking = { kind: 'expense' | 'expense_reversal'; reference: string; expense: queries.ExpenseRow }

async function book(db: Tx, { kind, reference, expense }: Booking): Promise<void> {
  const { amount_cents, occurred_at, description, category } = expense
  if (amount_cents === 0) return
  const named = description || category
  await post(db, {
    kind,
    reference,
    occurred_at,
    description: kind === 'expense' ? named : `Taken back: ${named}`,
    lines: [
      { account: 'expenses', amount_cents },
      { account: 'cash', amount_cents: toCents(-amount_cents) }
    ]
  })
}

const note = (db: Tx, actor_id: string, action: string, { id, amount_cents }: { id: string; amount_cents: Cents }) =>
  audit(db, { actor_id, action, subject_kind: 'expense', subject: id, details: { amount_cents } })

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
