import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshWorld, type World } from '#tests/support/world.ts'
import { grantApp } from './app-role.ts'
import { databaseWarnings, warningsAbout } from './database-warnings.ts'

/** Of this test only, because roles belong to the whole server. */
const ROLE = `app_${randomUUID().replaceAll('-', '')}`
const ONE_ROLE = expect.stringContaining('One database role does everything')
const UNENCRYPTED = expect.stringContaining('The connection to PostgreSQL is not encrypted')

test.each([
  ['db.example.com', false, [UNENCRYPTED]],
  ['192.168.1.5', false, [UNENCRYPTED]],
  ['db.example.com', true, []],
  ['127.0.0.1', false, []],
  ['', false, []]
])('host "%s", encrypted: %s', (host, encrypted, lines) => {
  expect(warningsAbout(host, { encrypted, rewrites_ledger: false }, true)).toEqual(lines)
})

describe('on a real database', () => {
  let world: World
  let owner: URL
  beforeAll(async () => {
    world = await freshWorld()
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
    owner = new URL(process.env['EASEL_TEST_PG'] ?? '')
    owner.pathname = `/${rows[0]?.name}`
  })
  afterAll(async () => {
    await sql`drop owned by ${sql.id(ROLE)}`.execute(world.db)
    await sql`drop role ${sql.id(ROLE)}`.execute(world.db)
    await world.end()
  })

  test('the owner as the app’s role is reported where strangers can reach the shop', async () => {
    expect(await databaseWarnings(owner.href, { exposed: true })).toEqual([ONE_ROLE])
    expect(await databaseWarnings(owner.href, { exposed: false })).toEqual([])
  })

  test('a role that cannot change the ledger is not reported', async () => {
    const app = new URL(owner)
    app.username = ROLE
    app.password = ROLE
    await sql`create role ${sql.id(ROLE)} login password ${sql.lit(ROLE)}`.execute(world.db)
    await grantApp(owner.href, ROLE)
    expect(await databaseWarnings(app.href, { exposed: true })).toEqual([])
  })
})
