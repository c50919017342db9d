import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

/** A pool of one connection, so that its prepared statements can be asked for. */
function open(options: Parameters<typeof connect>[2] = {}): Connection {
  const db = connect(world.db.pool.options.connectionString ?? '', 1, options)
  opened.push(db)
  return db
}

const preparedOn = async ({ pool }: Connection): Promise<string[]> =>
  (await pool.query('select statement from pg_prepared_statements where not from_sql')).rows.map(({ statement }) => statement)

async function repeat(work: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < 8; time += 1) await work()
}

test('a statement that is used often is prepared, with other values each time', async () => {
  const db = open()
  const sums: unknown[] = []
  for (let value = 0; value < 8; value += 1)
    sums.push((await sql<{ sum: number }>`select ${value}::int + 1 as sum`.execute(db)).rows[0]?.sum)
  expect(sums).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(await preparedOn(db)).toEqual(['select $1::int + 1 as sum'])
})

test('rare statements, writes, several commands at once, and those whose columns may change are not prepared', async () => {
  const db = open()
  for (let value = 0; value < 8; value += 1) await sql`select ${sql.lit(value)}::int as one`.execute(db)
  await repeat(() => sql`select 1; select 2`.execute(db))
  await repeat(() => db.selectFrom('accounts.user').selectAll().execute())
  await repeat(() => sql`update accounts."user" set name = name where false`.execute(db))
  await repeat(() => db.transaction().execute((tx) => sql`select 3 as three`.execute(tx)))
  expect(await preparedOn(db)).toEqual(['select 3 as three'])
})

test('a column that changes its type under a prepared statement fails no call outside a transaction', async () => {
  const db = open()
  await sql`create table changing (value int)`.execute(world.db)
  const read = () => sql`select value from changing`.execute(db)
  await repeat(read)
  await sql`alter table changing alter value type text`.execute(world.db)
  await repeat(read)
})

test('behind a pooler that loses prepared statements, calls work and nothing more is prepared', async () => {
  const errors: Error[] = []
  const db = open({ onUnprepared: (error) => errors.push(error) })
  const read = () => sql`select 4 as four`.execute(db)
  await repeat(read)
  // What another connection behind the pooler answers.
  await db.pool.query('deallocate all')
  await repeat(read)
  expect(errors).toMatchObject([{ code: '26000' }])
  await repeat(() => sql`select 5 as five`.execute(db))
  expect(await preparedOn(db)).toEqual([])
})

test('with the setting off, nothing is prepared', async () => {
  const db = open({ prepared: false })
  await repeat(() => sql`select 6 as six`.execute(db))
  expect(await preparedOn(db)).toEqual([])
})
