import type { Cents, Period } from '#platform/contract/index.ts'
import { toCents } from '#platform/contract/index.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { ACCOUNTS, type Account } from '../rules.ts'
import * as queries from './queries.ts'

export type Line = { account: Account; amount_cents: Cents; party_id?: string | null; asset_id?: string | null }
export type Posting = { kind: string; reference: string; occurred_at: Date; description: string; lines: Line[] }

/**
 * Books what happened, in the transaction in which it happens. Answers false, and books nothing, when this (kind, reference) is in the book already.
 * Lines of 0 are left out; the database refuses lines that do not sum to zero when it commits.
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

const none = (): Sums => Object.fromEntries(ACCOUNTS.map((account) => [account, toCents(0)])) as Sums

/** What each account moved by in a period of California's days; 0 where nothing happened. */
export async function sumByAccount(db: Db, period: Period): Promise<Sums> {
  const sums = none()
  for (const { account, total } of await queries.sumByAccount(db, period)) sums[account] = total
  return sums
}

/** The same for each month ('YYYY-MM', California's) of the list, which has no gap and runs forward. */
export async function monthlySums(db: Db, months: readonly string[]): Promise<(Sums & { month: string })[]> {
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return []
  const rows = await queries.sumByMonth(db, { start: `${first}-01`, end: `${monthAfter(last)}-01` })
  const byMonth = new Map(months.map((month) => [month, { month, ...none() }]))
  for (const { month, account, total } of rows) byMonth.get(month)![account] = total
  return [...byMonth.values()]
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
