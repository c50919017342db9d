import autocannon from 'autocannon'
import type pg from 'pg'
import { firstAnswer, requireFew } from './rate.ts'

export type Rate = { per_second: number; p99_ms: number; bytes: number }

const CONNECTIONS = 8
const SECONDS = 4

/** Measures requests per second over 8 connections, with the paths in rotation, after a one-second warm-up. More than a few statuses other than 200 are an error. */
export async function httpRate(url: string, paths: readonly string[]): Promise<Rate> {
  const bytes = await firstAnswer(url + paths[0])
  const load = { url, connections: CONNECTIONS, requests: paths.map((path) => ({ path })) }
  await autocannon({ ...load, duration: 1 })
  const { requests, latency, non2xx, errors } = await autocannon({ ...load, duration: SECONDS })
  requireFew(url, non2xx + errors, requests.total)
  return { per_second: requests.average, p99_ms: latency.p99, bytes }
}

export type Statement = { sql: string; parameters: readonly unknown[] }

/** Measures how many calls per second PostgreSQL alone answers over the same number of connections, with the calls in rotation. */
export async function sqlRate(pool: pg.Pool, calls: readonly (readonly Statement[])[]): Promise<number> {
  const end = Date.now() + SECONDS * 1000
  let done = 0
  const worker = async () => {
    const client = await pool.connect()
    while (Date.now() < end) {
      for (const { sql, parameters } of calls[done % calls.length]!) await client.query(sql, [...parameters])
      done += 1
    }
    client.release()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return done / SECONDS
}
