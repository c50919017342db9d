import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import './tables.ts'

/** Reads values as text, so that impossible ones can be read too. The fields are in the order of the hash. */
const text = (column: string) => sql<string>`${sql.ref(column)}::text`
const microseconds = (column: string) => sql<string>`((extract(epoch from ${sql.ref(column)}) * 1000000)::bigint)::text`

/** Returns the next seals in chain order. */
export async function findSealsAfter(tx: Tx, position: number, limit: number) {
  return tx.selectFrom('ledger.seal').selectAll().where('position', '>', position).orderBy('position').limit(limit).execute()
}

export async function findTransactions(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom('ledger.transaction')
    .select(['id', 'kind', 'reference', 'description', 'line_count'])
    .select([microseconds('occurred_at').as('occurred_at'), microseconds('booked_at').as('booked_at')])
    .where('id', 'in', ids)
    .execute()
}

export async function findLinesOf(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom('ledger.line')
    .select(['transaction_id', 'position', 'account', 'party_id', 'asset_id'])
    .select([text('amount_cents').as('amount_cents'), microseconds('occurred_at').as('occurred_at')])
    .where('transaction_id', 'in', ids)
    .orderBy('transaction_id')
    .orderBy('position')
    .execute()
}

export async function findHead(tx: Tx) {
  return tx.selectFrom('ledger.head').select(['position', 'hash']).executeTakeFirst()
}

export async function findSeal(tx: Tx, position: number) {
  return tx.selectFrom('ledger.seal').select('hash').where('position', '=', position).executeTakeFirst()
}

/** Returns the first transaction without a seal. */
export async function findUnsealed(tx: Tx) {
  return tx
    .selectFrom('ledger.transaction as transaction')
    .leftJoin('ledger.seal as seal', 'seal.transaction_id', 'transaction.id')
    .select(['transaction.id', 'transaction.kind', 'transaction.reference'])
    .where('seal.position', 'is', null)
    .orderBy('transaction.id')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the first line whose transaction has no seal. */
export async function findStrayLine(tx: Tx) {
  return tx
    .selectFrom('ledger.line as line')
    .leftJoin('ledger.seal as seal', 'seal.transaction_id', 'line.transaction_id')
    .select(['line.transaction_id', 'line.position'])
    .where('seal.position', 'is', null)
    .orderBy('line.transaction_id')
    .orderBy('line.position')
    .limit(1)
    .executeTakeFirst()
}

export type SealRow = Awaited<ReturnType<typeof findSealsAfter>>[number]
export type TransactionRow = Awaited<ReturnType<typeof findTransactions>>[number]
export type LineRow = Awaited<ReturnType<typeof findLinesOf>>[number]
