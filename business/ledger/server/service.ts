import type { Cents, Period } from '#platform/contract/index.ts'
import { toCents } from '#platform/contract/index.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { ACCOUNTS, type Account } from '../rules.ts'
import * as queries from './queries.ts'

export type Line = { account: Account; amount_cents: Cents; party_id?: string | null; asset_id?: string | null }
export type Posting = { kind: string; reference: string; occurred_at: Date; description: string; lines: Line[] }

/**
 * Posts an entry in the caller's transaction. Returns false, and posts nothing, if this (kind, reference) is already in the ledger.
 * Lines of 0 are omitted. On commit, the database refuses lines that do not sum to zero.
 */
export async function post(tx: Tx, { kind, reference, occurred_at, description, lines }: Posting): Promise<boolean> {
  const moved = lines.filter(({ amount_cents }) => amount_cents !== 0)
  const transaction = await queries.insertTransaction(tx, { kind, reference, occurred_at, description, line_count: moved.length })
  if (!transaction) return false
  await queries.insertLines(
    tx,
    moved.map(({ account, amount_cents, party_id = null, asset_id = null }, position) => ({
      transaction_id: transaction.id,
      position,
      account,
      amount_cents,
      occurred_at,
      party_id,
      asset_id
    }))
  )
  return true
}

export type Sums = Record<Account, Cents>

const ZERO = toCents(0)
const noSums = (): Sums => Object.fromEntries(ACCOUNTS.map((account) => [account, ZERO])) as Sums

/** Returns the sum of each account in a period of days in the business zone; 0 if nothing was posted. */
export async function sumByAccount(db: Db, period: Period): Promise<Sums> {
  const sums = noSums()
  for (const { account, total } of await queries.sumByAccount(db, period)) sums[account] = total
  return sums
}

/** Returns the sums of each listed month ('YYYY-MM' in the business zone). The list is consecutive and in order. */
export async function monthlySums(db: Db, months: readonly string[]): Promise<(Sums & { month: string })[]> {
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return []
  const rows = await queries.sumByMonth(db, { start: `${first}-01`, end: `${monthAfter(last)}-01` })
  const byMonth = new Map(months.map((month) => [month, { month, ...noSums() }]))
  for (const { month, account, total } of rows) {
    const sums = byMonth.get(month)
    if (sums) sums[account] = total
  }
  return [...byMonth.values()]
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
