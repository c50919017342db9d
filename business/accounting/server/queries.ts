import { type Insertable, sql } from 'kysely'
import { BUSINESS_ZONE, type Cents, type Period } from '#platform/contract/index.ts'
import { startOfDay } from '#platform/database/columns.ts'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'

export type Paging = { page: number; page_size: number }
type Account = 'income' | 'refunds' | 'wages_expense'

const within = (column: string, { start, end }: Period) =>
  sql<boolean>`${sql.ref(column)} >= ${startOfDay(start, BUSINESS_ZONE)} and ${sql.ref(column)} < ${startOfDay(end, BUSINESS_ZONE)}`

export async function countLines(db: Db, accounts: Account[], period: Period): Promise<number> {
  const { total } = await db
    .selectFrom('ledger.line')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account', 'in', accounts)
    .where(within('occurred_at', period))
    .executeTakeFirstOrThrow()
  return total
}

/** Newest first, with the names that its people and assets have now. */
export async function findLines(db: Db, accounts: Account[], period: Period, { page, page_size }: Paging) {
  return db
    .selectFrom('ledger.line as line')
    .innerJoin('ledger.transaction as transaction', 'transaction.id', 'line.transaction_id')
    .leftJoin('accounts.user as party', 'party.id', 'line.party_id')
    .leftJoin('catalogue.asset as asset', 'asset.id', 'line.asset_id')
    .select(['line.transaction_id', 'line.position', 'line.occurred_at', 'line.amount_cents', 'line.party_id', 'line.asset_id'])
    .select(['transaction.description', 'party.name as party_name', 'asset.title as asset_title'])
    .where('line.account', 'in', accounts)
    .where(within('line.occurred_at', period))
    .orderBy('line.occurred_at', 'desc')
    .orderBy('line.transaction_id', 'desc')
    .orderBy('line.position')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export async function insertExpense(tx: Tx, expense: Insertable<Database['accounting.expense']>) {
  return tx.insertInto('accounting.expense').values(expense).returningAll().executeTakeFirstOrThrow()
}

export async function countExpenses(db: Db, period: Period): Promise<number> {
  const { total } = await db
    .selectFrom('accounting.expense')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(within('occurred_at', period))
    .executeTakeFirstOrThrow()
  return total
}

export async function findExpenses(db: Db, period: Period, { page, page_size }: Paging) {
  return db
    .selectFrom('accounting.expense')
    .select(['id', 'occurred_at', 'category', 'description', 'project', 'amount_cents'])
    .where(within('occurred_at', period))
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export type ExpenseRow = {
  id: string
  occurred_at: Date
  category: string
  description: string
  project: string | null
  amount_cents: Cents
}
