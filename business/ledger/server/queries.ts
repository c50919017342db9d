import { type Insertable, sql } from 'kysely'
import { BUSINESS_ZONE, type Cents, type Period, toCents } from '#platform/contract/index.ts'
import { startOfDay, totalCents } from '#platform/database/columns.ts'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { Account } from '../rules.ts'
import './tables.ts'

/** Returns undefined if this (kind, reference) is already in the ledger. */
export async function insertTransaction(tx: Tx, transaction: Insertable<Database['ledger.transaction']>) {
  return tx
    .insertInto('ledger.transaction')
    .values(transaction)
    .onConflict((conflict) => conflict.columns(['kind', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
}

export async function insertLines(tx: Tx, lines: Insertable<Database['ledger.line']>[]): Promise<void> {
  await tx.insertInto('ledger.line').values(lines).execute()
}

const within = ({ start, end }: Period) =>
  sql<boolean>`occurred_at >= ${startOfDay(start, BUSINESS_ZONE)} and occurred_at < ${startOfDay(end, BUSINESS_ZONE)}`

const month = sql<string>`to_char(occurred_at at time zone ${sql.lit(BUSINESS_ZONE)}, 'YYYY-MM')`

export async function sumByAccount(db: Db, period: Period): Promise<{ account: Account; total: Cents }[]> {
  const rows = await db
    .selectFrom('ledger.line')
    .select(['account', totalCents('amount_cents').as('total')])
    .where(within(period))
    .groupBy('account')
    .execute()
  return rows.map(({ account, total }) => ({ account, total: toCents(total) }))
}

export async function sumByMonth(db: Db, period: Period): Promise<{ month: string; account: Account; total: Cents }[]> {
  const rows = await db
    .selectFrom('ledger.line')
    .select([month.as('month'), 'account', totalCents('amount_cents').as('total')])
    .where(within(period))
    .groupBy(['month', 'account'])
    .execute()
  return rows.map((row) => ({ ...row, total: toCents(row.total) }))
}

export async function sumOf(db: Db, account: Account, party_id?: string): Promise<Cents> {
  const { total } = await db
    .selectFrom('ledger.line')
    .select(totalCents('amount_cents').as('total'))
    .where('account', '=', account)
    .where((at) => (party_id === undefined ? at.lit(true) : at('party_id', '=', party_id)))
    .executeTakeFirstOrThrow()
  return toCents(total)
}

export async function sumOfAll(db: Db): Promise<Cents> {
  const { total } = await db.selectFrom('ledger.line').select(totalCents('amount_cents').as('total')).executeTakeFirstOrThrow()
  return toCents(total)
}

export type LineFilter = {
  account?: Account | undefined
  party_id?: string | undefined
  kind?: string | undefined
  period?: Period | undefined
  page?: number | undefined
  page_size?: number | undefined
}

/** Newest first. */
export async function findLines(db: Db, { account, party_id, kind, period, page = 1, page_size = 20 }: LineFilter) {
  return db
    .selectFrom('ledger.line as line')
    .innerJoin('ledger.transaction as transaction', 'transaction.id', 'line.transaction_id')
    .select(['transaction.id', 'transaction.kind', 'transaction.reference', 'transaction.description'])
    .select(['line.account', 'line.amount_cents', 'line.occurred_at', 'line.party_id', 'line.asset_id'])
    .where((at) =>
      at.and([
        ...(account === undefined ? [] : [at('line.account', '=', account)]),
        ...(party_id === undefined ? [] : [at('line.party_id', '=', party_id)]),
        ...(kind === undefined ? [] : [at('transaction.kind', '=', kind)]),
        ...(period === undefined ? [] : [at('line.occurred_at', '>=', startOfDay(period.start, BUSINESS_ZONE))]),
        ...(period === undefined ? [] : [at('line.occurred_at', '<', startOfDay(period.end, BUSINESS_ZONE))])
      ])
    )
    .orderBy('line.occurred_at', 'desc')
    .orderBy('line.transaction_id', 'desc')
    .orderBy('line.position')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}
