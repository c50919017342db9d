import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealEntries, verifyAudit } from '#accounts/server/audit/seals.service.ts'
import { audit } from '#accounts/server/index.ts'
import { post, verify } from '#ledger/server/index.ts'
import { toCents } from '#platform/contract/index.ts'
import { type Connection, connect } from '#platform/database/connect.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { queues } from '../part-registry.ts'
import { APP_ROLE, ensureAppRole, grantApp } from './app-role.ts'
import { prepareDatabase } from './prepare-database.ts'

const PASSWORD = `it's ${randomUUID()}`

let world: World
let app: Connection
let appUrl: string
beforeAll(async () => {
  world = await freshWorld()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
  const url = new URL(process.env['EASEL_TEST_PG']!)
  url.pathname = `/${rows[0]!.name}`
  await ensureAppRole(url.href, 'first')
  await ensureAppRole(url.href, PASSWORD)
  await Promise.all(Array.from({ length: 4 }, () => grantApp(url.href, APP_ROLE)))
  url.username = APP_ROLE
  url.password = PASSWORD
  appUrl = url.href
  app = connect(appUrl, 4)
})
afterAll(async () => {
  await app.destroy()
  await world.end()
})

const sale = () => ({
  kind: 'sale',
  reference: randomUUID(),
  occurred_at: new Date('2026-03-01T12:00:00Z'),
  description: 'Blue fox',
  lines: [
    { account: 'cash' as const, amount_cents: toCents(1000) },
    { account: 'income' as const, amount_cents: toCents(-1000) }
  ]
})

test('the app can post entries, and they are sealed', async () => {
  await app.transaction().execute((tx) => post(tx, sale()))
  expect(await verify(app)).toMatchObject({ whole: true, transactions: 1, lines: 2 })
})

test.each([
  'update ledger.line set amount_cents = 1',
  'delete from ledger.line',
  'truncate ledger.line',
  'update ledger.transaction set description = $$x$$',
  'delete from ledger.transaction',
  'alter table ledger.line disable trigger all',
  'drop table ledger.seal cascade',
  'insert into ledger.seal select * from ledger.seal',
  'update ledger.head set position = position + 1',
  'delete from ledger.head',
  'select ledger.seal_transaction(1)',
  'insert into accounts.audit_seal select * from accounts.audit_seal',
  'update accounts.audit_head set position = position + 1',
  'delete from accounts.audit_unsealed',
  'truncate accounts.audit_entry',
  'set session_replication_role = replica',
  'create table ledger.other (id int)',
  'alter table payments.payment drop column amount_cents',
  'create role other'
])('the app is not allowed to run: %s', async (statement) => {
  await expect(sql.raw(statement).execute(app)).rejects.toMatchObject({ code: '42501' })
})

test('the app can write entries of the audit log, and have them sealed', async () => {
  await audit(app, { actor_id: null, action: 'user.registered', subject_kind: 'user', subject: randomUUID() })
  expect(await sealEntries(app)).toBe(1)
  expect(await verifyAudit(app)).toMatchObject({ entries: 1, head: { position: 1 } })
})

test('the app can read and write the other tables, and start on an up-to-date schema', async () => {
  await world.person('client')
  const { numUpdatedRows } = await app
    .updateTable('accounts.user')
    .set({ name: 'Somebody' })
    .where('role', '=', 'client')
    .executeTakeFirst()
  expect(numUpdatedRows).toBe(1n)
  expect(await prepareDatabase(appUrl, queues())).toEqual([])
})
