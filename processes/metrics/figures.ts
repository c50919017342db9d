import { sql } from 'kysely'
import type { Connection, Db } from '#platform/database/connect.ts'
import { countQueues, currentLog, inTime, type Ports } from '#platform/server/index.ts'
import type { Reads } from '../database/replicas/reads.ts'

export type Measured = { db: Connection; reads?: Pick<Reads, 'counted' | 'lags'> | undefined } & Pick<Ports, 'files' | 'disk'>

async function countPayments(db: Db): Promise<{ state: string; count: number }[]> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from payments.payment group by state`.execute(db)
  return rows
}

/** Both are 0 in a correct book. */
async function sumLedger(db: Db): Promise<{ sum_cents: number; unbalanced: number }> {
  const { rows } = await sql<{ sum_cents: number; unbalanced: number }>`
    select coalesce(sum(cents), 0)::bigint as sum_cents, count(*) filter (where cents <> 0)::int as unbalanced
    from (select sum(amount_cents) as cents from ledger.line group by transaction_id) as entry`.execute(db)
  return rows[0] ?? { sum_cents: 0, unbalanced: 0 }
}

/** However often monitoring asks, and however many monitors there are. */
const FIGURES_MS = 15_000
/** Reads every line of the book. */
const LEDGER_MS = 5 * 60_000
/** A disk or a store on another machine may never answer, and monitoring must not wait for it. */
const STORAGE_MS = 3000

/** Returns functions that count at most every few seconds, and return undefined for what could not be counted. */
export function createFigures({ db, files, disk }: Measured, now: () => number = Date.now, storage_ms = STORAGE_MS) {
  return {
    queues: cached('queues', FIGURES_MS, () => countQueues(db), now),
    payments: cached('payments', FIGURES_MS, () => countPayments(db), now),
    ledger: cached('ledger', LEDGER_MS, () => sumLedger(db), now),
    freeBytes: cached('disk', FIGURES_MS, async () => (await inTime(disk.space(), storage_ms)).free_bytes, now),
    isStoreReachable: cached('files', FIGURES_MS, () => inTime(files.isReachable(), storage_ms), now)
  }
}

/** Concurrent callers share one count. A failure is remembered too, so that a broken dependency is not asked at every scrape. */
function cached<Value>(figure: string, for_ms: number, read: () => Promise<Value>, now: () => number): () => Promise<Value | undefined> {
  let known: Promise<Value | undefined> | undefined
  let read_at = Number.NEGATIVE_INFINITY
  return () => {
    if (known && now() - read_at < for_ms) return known
    read_at = now()
    known = read().catch((err: unknown) => {
      currentLog().warn({ err, figure }, 'a figure for /metrics could not be read')
      return undefined
    })
    return known
  }
}
