import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { post, verify } from '#ledger/server/index.ts'
import { toCents } from '#platform/contract/index.ts'
import type { Connection } from '#platform/database/connect.ts'
import { LOCKING, migrate } from '#platform/database/migrate.ts'
import { prepareDatabase } from '#processes/database/prepare-database.ts'
import { StartError } from '#processes/startup/start-error.ts'
import { checkoutUpTo, type EmptyDatabase, emptyDatabase } from '../support/schema-stages.ts'

/** Before everything that a shop in use got since the parts' tables have their present names. */
const LAST_OLD = '0156'
const LONGEST_WAIT_MS = 2000
const older = checkoutUpTo(LAST_OLD)
const extended = checkoutUpTo('9999')
let database: EmptyDatabase
let db: Connection

beforeAll(async () => {
  database = await emptyDatabase()
  db = database.open(8)
})
afterAll(async () => {
  await database.drop()
  older.remove()
  extended.remove()
})

const CLIENT = randomUUID()
const ASSET = randomUUID()

const MANY_ROWS = `
  insert into accounts."user" (id, name, email, role, created_at) values ('${CLIENT}', 'Ann', 'ann@example.com', 'client', '2026-01-01');
  insert into catalogue.asset (id, title, category, tags, status, owner_id, created_at, approved_at)
    values ('${ASSET}', 'A bell', 'icon', '{Bell}', 'approved', '${CLIENT}', '2026-01-01', '2026-01-02');
  insert into catalogue.asset (title, category, tags, status, owner_id, created_at, approved_at)
    select 'Asset ' || n, 'icon', '{Bell}', 'approved', '${CLIENT}', '2026-01-01', '2026-01-02' from generate_series(1, 2000) n;
  insert into payments.payment (purpose, client_id, asset_id, license_type, description, amount_cents, state, provider_order_id, provider_capture_id, created_at, captured_at)
    select 'license', '${CLIENT}', '${ASSET}', 'personal', 'A bell', 1000, 'captured', 'O' || n, 'C' || n, '2026-01-02', '2026-01-02' from generate_series(1, 20000) n;
  insert into payments.webhook_event (id, event_type, body, received_at)
    select 'WH-' || n, 'X', '{"a": 1}', '2026-01-02' from generate_series(1, 20000) n;
  insert into accounts.audit_entry (action, subject_kind, subject, details) select 'x', 'user', 'x', '{"ip": "127.0.0.1"}' from generate_series(1, 20000) n;`

/** A purchase as it is written: the payment, its capture with license and ledger entry in one transaction, and PayPal's event. */
async function purchase(): Promise<void> {
  const [id, client_id] = [randomUUID(), randomUUID()]
  await sql`insert into accounts."user" (id, name, email, role, created_at) values (${client_id}, 'Bea', ${`${client_id}@example.com`}, 'client', now())`.execute(
    db
  )
  await sql`insert into payments.payment (id, purpose, client_id, asset_id, license_type, description, amount_cents, created_at)
    values (${id}, 'license', ${client_id}, ${ASSET}, 'personal', 'A bell', 1000, now())`.execute(db)
  await sql`insert into payments.webhook_event (id, event_type, body, received_at) values (${id}, 'X', '{}', now())`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`select from payments.payment where id = ${id} for update`.execute(tx)
    await sql`update payments.payment set state = 'captured', captured_at = now(), provider_capture_id = ${id} where id = ${id}`.execute(tx)
    await sql`insert into licensing.license (client_id, asset_id, license_type, price_cents, payment_id, certificate_number, created_at, terms_version, limits, licensee_name, asset_title, artist_name)
      values (${client_id}, ${ASSET}, 'personal', 1000, ${id}, ${id}, now(), '2026-11-21', '{}', 'Bea', 'A bell', 'Ann')`.execute(tx)
    const lines = [
      { account: 'cash' as const, amount_cents: toCents(1000) },
      { account: 'income' as const, amount_cents: toCents(-1000) }
    ]
    await post(tx, { kind: 'sale', reference: id, occurred_at: new Date(), description: 'A bell', lines })
    await sql`insert into accounts.audit_entry (action, subject_kind, subject) values ('test', 'payment', ${id})`.execute(tx)
  })
}

async function browse(): Promise<void> {
  await sql`select id, title from catalogue.asset where status = 'approved' order by created_at desc, id desc limit 24`.execute(db)
  await sql`select count(*) from licensing.license where client_id = ${CLIENT}`.execute(db)
  await sql`select id, state from payments.payment where client_id = ${CLIENT} order by created_at desc limit 20`.execute(db)
  await sql`select count(*) from accounts."user"`.execute(db)
}

/** Repeats work until it is told to stop. Returns how often it was done and the longest time that it took. */
function repeat(work: () => Promise<void>) {
  let isOver = false
  const done = (async () => {
    let [times, longest_ms] = [0, 0]
    while (!isOver) {
      const start = performance.now()
      await work()
      longest_ms = Math.max(longest_ms, performance.now() - start)
      times += 1
      await setTimeout(1)
    }
    return { times, longest_ms }
  })()
  // The test looks at the outcome when it stops the work.
  done.catch(() => {})
  return async () => {
    isOver = true
    return done
  }
}

test('while a shop in use is migrated, no reader and no buyer waits long or fails, and nothing is lost', async () => {
  await migrate(db, older.root)
  await sql.raw(MANY_ROWS).execute(db)
  const [readers, buyers] = [
    [repeat(browse), repeat(browse)],
    [repeat(purchase), repeat(purchase)]
  ]
  await setTimeout(100)
  const applied = await migrate(database.open())
  await setTimeout(100)
  const [read, bought] = await Promise.all([Promise.all(readers.map((stop) => stop())), Promise.all(buyers.map((stop) => stop()))])
  expect(applied).toContain('0226_unprocessed_events')
  for (const { times, longest_ms } of [...read, ...bought]) {
    expect(times).toBeGreaterThan(3)
    expect(longest_ms).toBeLessThan(LONGEST_WAIT_MS)
  }
  const count = bought.reduce((sum, { times }) => sum + times, 0)
  const { rows } = await sql`select
    (select count(*) from payments.payment where state = 'captured')::int as payments, (select count(*) from licensing.license)::int as licenses,
    (select count(*) from payments.webhook_event)::int as events, (select count(*) from accounts.audit_entry)::int as entries`.execute(db)
  expect(rows).toEqual([{ payments: 20_000 + count, licenses: count, events: 20_000 + count, entries: 20_000 + count }])
  expect(await verify(db)).toMatchObject({ whole: true, transactions: count })
}, 60_000)

test('a migration that cannot lock its table gives up quickly each time, so that nobody waits behind it, and says so in one line', async () => {
  extended.add('9001_column.sql', 'alter table payments.payment add column tried text;')
  const quick = { ...LOCKING, lock_ms: 100, tries: 4, longest_pause_ms: 50 }
  const reports = database.open(1)
  const [stop, failed] = await reports.transaction().execute(async (tx) => {
    await sql`select count(*) from payments.payment`.execute(tx)
    const stop = repeat(purchase)
    return [stop, await migrate(database.open(), extended.root, { locking: quick }).catch((error: unknown) => error)] as const
  })
  const { times, longest_ms } = await stop()
  expect(failed).toMatchObject({ name: 'MigrationError', cause: { code: '55P03' } })
  expect(String(failed)).toBe(
    'MigrationError: The migration 9001_column could not lock its table, which is in use: start again when the database is less busy.'
  )
  expect(times).toBeGreaterThan(0)
  expect(longest_ms).toBeLessThan(1000)
  const held = reports.transaction().execute(async (tx) => {
    await sql`select count(*) from payments.payment`.execute(tx)
    await setTimeout(300)
  })
  expect(await migrate(database.open(), extended.root, { locking: { ...quick, tries: 60 } })).toEqual(['9001_column'])
  await held
})

test('an index is built without a transaction, and a broken one from an earlier try is replaced', async () => {
  const text = `-- migrate: without a transaction
    drop index concurrently if exists payments.tested; -- of an earlier try
    create unique index concurrently tested on payments.webhook_event (event_type) where event_type = 'twice';`
  extended.add('9002_index.sql', text)
  await sql`insert into payments.webhook_event (id, event_type, body, received_at) values ('1', 'twice', '{}', now()), ('2', 'twice', '{}', now())`.execute(
    db
  )
  await expect(migrate(db, extended.root)).rejects.toMatchObject({ message: 'The migration 9002_index failed.', cause: { code: '23505' } })
  await sql`delete from payments.webhook_event where id = '2'`.execute(db)
  const isValid = async () =>
    (await sql<{ indisvalid: boolean }>`select indisvalid from pg_index where indexrelid = 'payments.tested'::regclass`.execute(db)).rows
  expect(await isValid()).toEqual([{ indisvalid: false }])
  expect(await migrate(db, extended.root)).toEqual(['9002_index'])
  expect(await isValid()).toEqual([{ indisvalid: true }])
})

test('a start on a newer schema is refused with one line that names the newest migration', async () => {
  const line = 'The database is newer than this version of Easel, which does not know its migration 9002_index: start the newer version.'
  const refused = await prepareDatabase(database.url, []).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartError)
  expect(refused).toMatchObject({ message: line })
  // The program that starts the bundle has a copy of the class.
  const copy = Object.assign(new Error(line), { name: 'StartError' })
  expect(copy).toBeInstanceOf(StartError)
  expect(new Error(line)).not.toBeInstanceOf(StartError)
})

test('processes that start at once migrate an empty database once', async () => {
  const empty = await emptyDatabase()
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(empty.open())))
  const [first, ...others] = applied.filter((names) => names.length > 0)
  expect(first?.at(0)).toBe('0001_platform')
  expect(others).toEqual([])
  await empty.drop()
})
