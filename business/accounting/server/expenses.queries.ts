import type { Insertable } from 'kysely'
import { type Cents, type Period, toCents } from '#platform/contract/index.ts'
import { totalCents } from '#platform/database/columns.ts'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import { type Paging, within } from './queries.ts'
import './tables.ts'

export type ExpenseRow = {
  id: string
  occurred_at: Date
  category: string
  description: string
  project: string | null
  amount_cents: Cents
  reverses: string | null
  reason: string | null
  taken_back_at: Date | null
}

export async function insertExpense(tx: Tx, expense: Insertable<Database['accounting.expense']>): Promise<ExpenseRow> {
  const row = await tx.insertInto('accounting.expense').values(expense).returningAll().executeTakeFirstOrThrow()
  return { ...row, taken_back_at: null }
}

/** Returns undefined if this person already booked an expense with the same request key. */
export async function insertExpenseOnce(tx: Tx, expense: Insertable<Database['accounting.expense']>): Promise<ExpenseRow | undefined> {
  const row = await tx
    .insertInto('accounting.expense')
    .values(expense)
    .onConflict((conflict) => conflict.columns(['created_by', 'request_key']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && { ...row, taken_back_at: null }
}

export async function findExpenseByKey(tx: Tx, created_by: string, request_key: string | null): Promise<ExpenseRow> {
  const row = await tx
    .selectFrom('accounting.expense')
    .selectAll()
    .where('created_by', '=', created_by)
    .where('request_key', '=', request_key)
    .executeTakeFirstOrThrow()
  return { ...row, taken_back_at: null }
}

export async function lockExpense(tx: Tx, id: string) {
  return tx.selectFrom('accounting.expense').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Finds the reversal of an expense. */
export async function findReversalOf(db: Db, id: string): Promise<ExpenseRow | undefined> {
  const row = await db.selectFrom('accounting.expense').selectAll().where('reverses', '=', id).executeTakeFirst()
  return row && { ...row, taken_back_at: null }
}

export async function sumExpenses(db: Db, period: Period): Promise<{ total: number; sum_cents: Cents }> {
  const { total, sum_cents } = await db
    .selectFrom('accounting.expense')
    .select(({ fn }) => [fn.countAll<number>().as('total'), totalCents('amount_cents').as('sum_cents')])
    .where(within('occurred_at', period))
    .executeTakeFirstOrThrow()
  return { total, sum_cents: toCents(sum_cents) }
}

/** Newest first. */
export async function findExpenses(db: Db, period: Period, { page, page_size }: Paging): Promise<ExpenseRow[]> {
  return db
    .selectFrom('accounting.expense as expense')
    .leftJoin('accounting.expense as reversal', 'reversal.reverses', 'expense.id')
    .select(['expense.id', 'expense.occurred_at', 'expense.category', 'expense.description', 'expense.project', 'expense.amount_cents'])
    .select(['expense.reverses', 'expense.reason', 'reversal.occurred_at as taken_back_at'])
    .where(within('expense.occurred_at', period))
    .orderBy('expense.occurred_at', 'desc')
    .orderBy('expense.id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}
