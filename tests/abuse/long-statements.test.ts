import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockRendition } from '#licensing/server/renditions/renditions.queries.ts'
import { type Connection, connect } from '#platform/database/connect.ts'
import { answerErrors } from '#platform/server/index.ts'

const LIMIT_MS = 300
const STATEMENT_ENDED = '57014'
const TRANSACTION_ENDED = '25P03'

let db: Connection
beforeAll(() => {
  db = connect(process.env['EASEL_TEST_PG'] ?? '', 2, { statement_ms: LIMIT_MS })
})
afterAll(() => db.destroy())

test('the database ends a statement that takes too long, and the connection works on', async () => {
  await expect(sql`select pg_sleep(30)`.execute(db)).rejects.toMatchObject({ code: STATEMENT_ENDED })
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db)
  expect(rows).toEqual([{ one: 1 }])
})

test('the database ends a transaction that waits for the app, so that its locks do not stay', async () => {
  const client = await db.pool.connect()
  const ended = new Promise<{ code?: string }>((resolve) => client.once('error', resolve))
  await client.query('begin')
  expect((await ended).code).toBe(TRANSACTION_ENDED)
  client.release(true)
})

// An error event that nobody hears would end the process, and this run.
test('a transaction that waits too long fails, and the process goes on', async () => {
  const slow = db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    await wait(3 * LIMIT_MS)
    await sql`select 1`.execute(tx)
  })
  await expect(slow).rejects.toThrow()
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})

test('a rendering may take longer than that', async () => {
  const rendering = db.transaction().execute(async (tx) => {
    await lockRendition(tx, 'a')
    await wait(3 * LIMIT_MS)
    return (await sql`select 1 as one`.execute(tx)).rows
  })
  expect(await rendering).toEqual([{ one: 1 }])
})

test('the caller is told to try again', async () => {
  const app = Fastify()
  answerErrors(app)
  app.get('/', () => sql`select pg_sleep(30)`.execute(db))
  const { statusCode, headers, body } = await app.inject({ url: '/' })
  expect([statusCode, headers['retry-after'], body]).toEqual([503, '5', '{"error":"Busy. Please try again.","code":"busy"}'])
  await app.close()
})

test('commands and migrations, which may take long, have no limit', async () => {
  const unlimited = connect(process.env['EASEL_TEST_PG'] ?? '', 1)
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(unlimited)
  expect(rows).toEqual([{ statement_timeout: '0' }])
  await unlimited.destroy()
})
