import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openLines } from '#tests/support/log-lines.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { openFiles } from '../files/file-store.ts'
import { openDecoder, openListener, openScanner, runProgram } from '../index.ts'
import { withLog } from './log.ts'

/** What the app reaches outside itself: each failure leaves one line with its cause. */

type Tasks = typeof import('../decoders/test-tasks/everything-tasks.ts')

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

async function causesOf(work: () => Promise<unknown>) {
  const { log, causes } = await openLines()
  await withLog({ log }, () => work().catch(() => undefined))
  return causes()
}

test('a decoder that takes too long', async () => {
  const decoder = openDecoder<Tasks>({ module: 'platform/server/decoders/test-tasks/everything-tasks.ts', processes: 1 })
  expect(await causesOf(() => decoder.run('sleep', 100, 9999))).toMatchObject([
    { level: 'warn', task: 'sleep', err: { reason: 'too_long' } }
  ])
})

test('a program that fails', async () => {
  const limits = { folder: '/tmp', limit_ms: 5000, memory_mb: 200, file_mb: 1 }
  expect(await causesOf(() => runProgram(['/bin/sh', '-c', 'exit 3'], limits))).toMatchObject([
    { level: 'warn', program: '/bin/sh', err: { message: 'A program failed with code 3.' } }
  ])
})

test('a scanner and a bucket that do not answer', async () => {
  const { Readable } = await import('node:stream')
  const scanner = openScanner('tcp://127.0.0.1:9')
  expect(await causesOf(() => scanner.scan(() => Readable.from(['a'])))).toMatchObject([{ level: 'error', err: { code: 'ECONNREFUSED' } }])
  const bucket = openFiles('s3://KEY:SECRET@127.0.0.1:9/bucket?secure=0')
  expect(await causesOf(() => bucket.isReachable())).toMatchObject([{ level: 'warn', msg: 'the file store does not answer' }])
})

test('a connection for notifications that is lost, and then is back', async () => {
  const { log, causes, lines } = await openLines()
  const resumed = vi.fn()
  const listener = withLog({ log }, () => {
    const opened = openListener(world.db.pool.options.connectionString ?? '')
    opened.listen('logs', { notified: () => {}, resumed })
    return opened
  })
  await vi.waitFor(() => expect(resumed).toHaveBeenCalledTimes(1))
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "logs"'`.execute(world.db)
  await vi.waitFor(() => expect(resumed).toHaveBeenCalledTimes(2), { timeout: 5000 })
  await listener.close()
  expect(causes()).toMatchObject([{ level: 'warn', err: { code: '57P01' } }])
  expect(lines().at(-1)).toMatchObject({ msg: 'the connection for notifications is back' })
})
