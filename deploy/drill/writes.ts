import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const EVERY_MS = 100
const WRITE_MS = 3000

/** A write that changes no table, and is answered only when the primary and its synchronous replica have it. */
const WRITE = `select pg_logical_emit_message(true, 'drill', 'write')`

export type Writes = { longestGapMs(from: number, to: number): number; stop(): Promise<void> }

/** Writes ten times a second by way of PgBouncer, as the app does, and records when it worked. */
export function startWriting(connectionString: string): Writes {
  const done: number[] = []
  let isStopped = false
  const work = async () => {
    for (; !isStopped; await wait(EVERY_MS)) {
      const client = new pg.Client({ connectionString, connectionTimeoutMillis: WRITE_MS, query_timeout: WRITE_MS })
      client.on('error', () => {})
      try {
        await client.connect()
        while (!isStopped) {
          await client.query(WRITE)
          done.push(Date.now())
          await wait(EVERY_MS)
        }
      } catch {
        // What counts is the gap that this leaves.
      } finally {
        await client.end().catch(() => {})
      }
    }
  }
  const working = work()
  return {
    longestGapMs: (from, to) => {
      const times = [from, ...done.filter((time) => time > from && time < to), to]
      return Math.max(...times.slice(1).map((time, at) => time - times[at]!))
    },
    stop: async () => {
      isStopped = true
      await working
    }
  }
}
