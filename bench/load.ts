import autocannon from 'autocannon'
import type pg from 'pg'

export type Rate = { per_second: number; p99_ms: number; bytes: number }

const CONNECTIONS = 8
const SECONDS = 4

/** Requests a second over 8 connections, after a second of warming up; any answer but 200 is an error. */
export async function httpRate(url: string): Promise<Rate> {
  const first = await fetch(url)
  const bytes = Buffer.byteLength(await first.text())
  if (first.status !== 200) throw new Error(`${url} answered ${first.status}`)
  await autocannon({ url, connections: CONNECTIONS, duration: 1 })
  const { requests, latency, non2xx, errors } = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers not 200, ${errors} errors`)
  return { per_second: requests.average, p99_ms: latency.p99, bytes }
}

export type Statement = { sql: string; parameters: readonly unknown[] }

/** How often a second PostgreSQL alone answers these statements, one after the other, over as many connections. */
export async function sqlRate(pool: pg.Pool, statements: readonly Statement[]): Promise<number> {
  const end = Date.now() + SECONDS * 1000
  let done = 0
  const worker = async () => {
    const client = await pool.connect()
    while (Date.now() < end) {
      for (const { sql, parameters } of statements) await client.query(sql, [...parameters])
      done += 1
    }
    client.release()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return done / SECONDS
}
