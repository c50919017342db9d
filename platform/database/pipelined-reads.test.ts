import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshWorld, type World } from '#tests/support/world.ts'
import { type Connection, connect } from './connect.ts'

let world: World
const opened: Connection[] = []
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(async () => {
  await Promise.all(opened.map((db) => db.destroy()))
  await world.end()
})

/** Opens a pool whose shared connections are open. */
async function open(options: Parameters<typeof connect>[2] = {}): Promise<Connection> {
  const db = connect(world.db.pool.options.connectionString ?? '', 5, options)
  opened.push(db)
  await vi.waitFor(async () => expect(await backendOf(db)).not.toBe(await pooledBackendOf(db)), { timeout: 20_000, interval: 50 })
  return db
}

const PID = sql<{ pid: number }>`select pg_backend_pid() as pid`
const backendOf = async (db: Connection) => (await PID.execute(db.reads)).rows[0]?.pid
const pooledBackendOf = async (db: Connection) => (await PID.execute(db)).rows[0]?.pid
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))

const echo = async (db: Connection, value: number) =>
  (await sql<{ value: number; pid: number }>`select ${value}::int as value, pg_backend_pid() as pid`.execute(db.reads)).rows[0]

test('many reads at once get their own answers from a few connections', async () => {
  const db = await open()
  for (const round of [0, 1, 2]) {
    const answers = await Promise.all(times(50, (index) => echo(db, 100 * round + index)))
    expect(answers.map((answer) => answer?.value)).toEqual(times(50, (index) => 100 * round + index))
    // Two shared ones, and on a busy machine those of the pool.
    expect(new Set(answers.map((answer) => answer?.pid)).size).toBeLessThanOrEqual(2 + 5)
  }
})

test('a read that fails has its own error, and those beside it their answers', async () => {
  const db = await open()
  const reads = times(20, (index) => (index % 4 === 1 ? sql`select 1 / 0 as one`.execute(db.reads) : echo(db, index)))
  const settled = await Promise.allSettled(reads)
  settled.forEach((one, index) => {
    if (index % 4 === 1) expect(one).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    else expect(one).toMatchObject({ status: 'fulfilled', value: { value: index } })
  })
})

test('a slow read delays none that come after it', async () => {
  const db = await open()
  const gate = 5150
  const holder = await world.db.pool.connect()
  await holder.query(`select pg_advisory_lock(${gate})`)
  let passed = false
  const slow = times(2, async () => {
    await sql`select pg_advisory_lock_shared(${gate}::int) is null as held`.execute(db.reads)
    passed = true
  })
  await vi.waitFor(async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted`.execute(world.db)
    expect(rows[0]?.waiting).toBe(2)
  })
  // Longer than a shared connection may take to answer.
  await wait(100)
  expect((await echo(db, 7))?.value).toBe(7)
  expect(passed).toBe(false)
  await holder.query(`select pg_advisory_unlock(${gate})`)
  holder.release()
  await Promise.all(slow)
})

test('what writes, and a transaction, is refused', async () => {
  const db = await open()
  await expect(sql`update accounts."user" set name = name`.execute(db.reads)).rejects.toThrow('Only reads')
  await expect(db.reads.transaction().execute(async (tx) => sql`select 1 as one`.execute(tx))).rejects.toThrow('no transactions')
})

test('reads go on while a shared connection is lost, and share a new one later', async () => {
  const lost: Error[] = []
  const db = await open({ onLost: (error) => lost.push(error) })
  const pooled = await pooledBackendOf(db)
  const shared = await vi.waitFor(async () => {
    const pid = await backendOf(db)
    expect(pid).not.toBe(pooled)
    return pid
  })
  const reads = times(20, (index) => echo(db, index))
  await sql`select pg_terminate_backend(${shared}::int)`.execute(world.db)
  await Promise.all(reads)
  await vi.waitFor(() => expect(lost.length).toBeGreaterThan(0))
  expect((await echo(db, 3))?.value).toBe(3)
  await vi.waitFor(async () => expect(await backendOf(db)).not.toBe(await pooledBackendOf(db)), { timeout: 20_000, interval: 50 })
})

test('prepared statements work on shared connections, and after they were lost', async () => {
  const db = await open()
  for (const round of [0, 1, 2, 3]) await Promise.all(times(20, (index) => echo(db, index + round)))
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements where not from_sql`.execute(db.reads)
  expect(rows.map(({ statement }) => statement)).toContain('select $1::int as value, pg_backend_pid() as pid')
  await sql`create table turning (value int)`.execute(world.db)
  const read = () => sql`select value from turning`.execute(db.reads)
  await Promise.all(times(20, read))
  await sql`alter table turning alter value type text`.execute(world.db)
  await Promise.all(times(20, read))
})
