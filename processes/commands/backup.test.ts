import { randomBytes, randomUUID } from 'node:crypto'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { actorOf } from '#accounts/server/index.ts'
import { type Posting, post } from '#ledger/server/index.ts'
import { verify } from '#ledger/server/verify.service.ts'
import { linkLicenseFile } from '#licensing/contract.ts'
import { toCents } from '#platform/contract/index.ts'
import { connect } from '#platform/database/connect.ts'
import { migrate, migrationNames } from '#platform/database/migrate.ts'
import type { Files } from '#platform/server/index.ts'
import { hashesOf, openPlace, type Place, stateOf, urlOf } from '#tests/support/backups.ts'
import { applyWith, PDF, RESUME } from '#tests/support/givens/applicants.ts'
import { boughtPlan } from '#tests/support/givens/plans.ts'
import { attach, givenRequest } from '#tests/support/givens/requests.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { uploadedAsset } from '#tests/support/givens/submissions.ts'
import { writeManifest } from '../backup/manifest.ts'
import { createSchema } from '../backup/restore-target.ts'
import { buildApp } from '../http/app.ts'
import { injectedApi } from '../http/injected-api.ts'

let market: Market
let license_id: string
let place: Place

/** Text and bytes that a careless copy changes. */
const AWKWARD = 'tab\t newline\n return\r backslash\\ \\N \\. “quotes” 💡 "double" \'single\' {a,b}'

beforeAll(async () => {
  market = await freshMarket()
  license_id = (await boughtLicense(market, (await assetOnSale(market)).id)).license_id
  await boughtPlan(market, 'subscriber')
  await uploadedAsset(market, { title: AWKWARD.replace(/\s/g, ' ') })
  await applyWith(market, {}, { resume: RESUME, gov_id: RESUME })
  const { token } = await market.person('client')
  const { status } = await attach(market, token, (await givenRequest(market)).id, { name: `notes ${AWKWARD}.pdf`, bytes: PDF })
  expect(status).toBe(201)
  await market.work()
  // Several chunks in one row, and several thousand rows.
  const insert = 'insert into platform.mailbox_message (received_at, mail_from, rcpt_to, raw) values ($1, $2, $3, $4)'
  await market.db.pool.query(insert, ['2026-03-01T12:00:00.123456Z', AWKWARD, [AWKWARD, '', 'NULL', 'a,"b"'], randomBytes(1_000_000)])
  await sql`insert into platform.mailbox_message (mail_from, rcpt_to, raw)
    select repeat(n::text, 50), '{}', decode(repeat(md5(n::text), 20), 'hex') from generate_series(1, 5000) n`.execute(market.db)
  await sql`insert into platform.idempotent_answer (actor_id, endpoint, key, body_hash, answer)
    values ('a', ${AWKWARD}, 'k', 'h', ${JSON.stringify({ n: 1e300, text: AWKWARD, none: null })}::jsonb), ('b', '', 'k', 'h', null)`.execute(
    market.db
  )
})
afterAll(() => market.end())
beforeEach(async () => {
  place = await openPlace('migrated')
})
afterEach(() => place.end())

/** Leaves out what the backup itself writes after its snapshot. */
const withoutRecord = ({ tables: { 'platform.backup': _record, ...tables }, ...schema }: Awaited<ReturnType<typeof stateOf>>) => ({
  tables,
  ...schema
})

test('a restored shop has every row, every file, an intact ledger, and sells on', async () => {
  await place.end()
  place = await openPlace('without tables')
  await place.backUp(market)
  await place.restore()

  const before = withoutRecord(await stateOf(await urlOf(market)))
  expect(Object.keys(before.tables).length).toBeGreaterThan(70)
  expect(withoutRecord(await stateOf(place.url))).toEqual(before)
  expect(await hashesOf(place.files)).toEqual(await hashesOf(market.files))
  expect(readFileSync(join(place.data_dir, 'secrets.json'), 'utf8')).toContain(Buffer.alloc(32, 9).toString('base64'))
  const { rows } = await market.db.pool.query('select ok, files, bytes::int > 1000000 as "isBig" from platform.backup')
  expect(rows).toEqual([{ ok: true, files: Object.keys(await hashesOf(market.files)).length, isBig: true }])

  const db = connect(place.url, 4)
  const app = await buildApp({ db, now: market.now, ports: { ...market.ports, files: place.files }, actorOf })
  try {
    expect(await verify(db)).toMatchObject({ whole: true })
    const { token } = await market.person('client')
    const { download_url } = await injectedApi(app, token)(linkLicenseFile, { params: { id: license_id }, query: {} })
    expect((await app.inject(download_url)).body).toContain('<svg')
    // Sequences and triggers work on.
    await db.transaction().execute((tx) => post(tx, sale()))
    expect(await verify(db)).toMatchObject({ whole: true })
  } finally {
    await app.close()
    await db.destroy()
  }
})

const sale = (): Posting => ({
  kind: 'sale',
  reference: randomUUID(),
  occurred_at: market.now(),
  description: 'Blue fox',
  lines: [
    { account: 'cash', amount_cents: toCents(1000) },
    { account: 'income', amount_cents: toCents(-1000) }
  ]
})

test('a backup without the keys of the applicants’ files is refused', async () => {
  const applicant_keys = [Buffer.alloc(32, 1).toString('base64')]
  await expect(place.backUp(market, { applicant_keys })).rejects.toThrow(/^The keys of 2 of the applicants' files are missing/)
})

test('a backup that is made while others write is consistent', async () => {
  let isDone = false
  let posted = 0
  const writer = (async () => {
    for (; !isDone; posted += 1) await market.db.transaction().execute((tx) => post(tx, sale()))
  })()
  const { name } = await place.backUp(market).finally(() => {
    isDone = true
  })
  await writer
  await place.restore({ name })
  const db = connect(place.url, 1)
  const [there, here] = [await verify(db), await verify(market.db)].map(({ transactions }) => transactions)
  const { rows } = await db.pool.query('select sum(amount_cents)::int as sum from ledger.line')
  await db.destroy()
  expect(posted).toBeGreaterThan(5)
  expect(there).toBeLessThanOrEqual(here!)
  expect(there).toBeGreaterThanOrEqual(here! - posted)
  expect(rows).toEqual([{ sum: 0 }])
})

/** Counts the files that are read, and calls `before` with the number of each listing. */
function watched(files: Files, before: (listing: number) => Promise<void> = async () => {}) {
  const read: string[] = []
  let listings = 0
  const list: Files['list'] = async function* () {
    listings += 1
    await before(listings)
    yield* files.list()
  }
  const stream: Files['stream'] = (key, range) => {
    read.push(key)
    return files.stream(key, range)
  }
  return { read, files: { ...files, list, stream } satisfies Files }
}

test('the next backup reads only new and changed files, shares the others, and deletes what no backup uses', async () => {
  await market.files.put('test/changed', Buffer.from('one'), 'text/plain')
  await place.backUp(market)
  const again = watched(market.files)
  await place.backUp(market, { files: again.files })
  expect(again.read).toEqual([])

  await market.files.put('test/changed', Buffer.from('two'), 'text/plain')
  await market.files.put('test/new', Buffer.from('one'), 'text/plain')
  const third = watched(market.files)
  const { pruned } = await place.backUp(market, { files: third.files, keep: 1 })
  expect(third.read).toEqual(['test/changed', 'test/new'])
  expect(pruned).toHaveLength(2)
  expect(globSync(`${place.root}/backups/*`)).toHaveLength(1)
  expect(globSync(`${place.root}/unfinished/*`)).toEqual([])
  const blobs = globSync(`${place.root}/files/*/*`).length
  expect(blobs).toBe(new Set(Object.values(await hashesOf(market.files))).size)

  const checked = watched(market.files)
  await place.backUp(market, { files: checked.files, verify: true })
  expect(new Set(checked.read)).toEqual(new Set(Object.keys(await hashesOf(market.files))))
  await place.restore()
  expect(await hashesOf(place.files)).toEqual(await hashesOf(market.files))
  for (const path of globSync(`${place.root}/**/*`)) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0])
})

test('a file that is deleted with its row after the snapshot is in the backup, and one that is missing is reported', async () => {
  const { token } = await market.person('client')
  const { id } = await givenRequest(market)
  const sent = await attach(market, token, id, { name: 'short.pdf', bytes: PDF })
  const { rows } = await market.db.pool.query<{ file_key: string }>('select file_key from requests.attachment where id = $1', [
    sent.body.id
  ])
  const key = rows[0]!.file_key
  // Before it come the listings that count, store, and store what is new.
  const last = watched(market.files, async (listing) => {
    if (listing < 4) return
    await market.db.pool.query('delete from requests.attachment where id = $1', [sent.body.id])
    await market.files.delete(key)
  })
  await place.backUp(market, { files: last.files })
  expect(place.said.filter((line) => line.startsWith('Warning'))).toEqual([])
  await place.restore()
  expect((await place.files.bytes(key)).equals(PDF)).toBe(true)

  const lost = await attach(market, token, id, { name: 'lost.pdf', bytes: PDF })
  const { rows: found } = await market.db.pool.query<{ file_key: string }>('select file_key from requests.attachment where id = $1', [
    lost.body.id
  ])
  await market.files.delete(found[0]!.file_key)
  await place.backUp(market)
  expect(place.said).toContain(`Warning: the file store lacks 1 file that the database names, such as ${found[0]!.file_key}.`)
  await market.db.pool.query('delete from requests.attachment where id = $1', [lost.body.id])
})

test('one changed byte anywhere in a backup is found before anything is changed', async () => {
  await place.backUp(market)
  const before = await stateOf(place.url)
  const [folder] = globSync(`${place.root}/backups/*`)
  const [blob] = globSync(`${place.root}/files/*/*`)
  const paths = [
    blob!,
    ...['manifest.json', 'files.ndjson.gz', 'secrets.json', 'tables/ledger.line.copy.gz'].map((name) => join(folder!, name))
  ]
  for (const path of paths) {
    const bytes = readFileSync(path)
    const flipped = Buffer.from(bytes)
    flipped[20]! ^= 1
    writeFileSync(path, flipped)
    await expect(place.restore(), path).rejects.toThrow(/^The backup is damaged: .* does not match its hash\.$/)
    writeFileSync(path, bytes)
  }
  expect(await stateOf(place.url)).toEqual(before)
  expect(await hashesOf(place.files)).toEqual({})
  await place.restore()
})

test('a target with data or with connections is refused, and a restore that fails leaves it as it was', async () => {
  const { name } = await place.backUp(market)
  await place.files.put('other', Buffer.from('x'), 'text/plain')
  await expect(place.restore()).rejects.toThrow('The file store is not empty. To lose what is in it, add --replace.')
  await place.restore({ replace: true })
  expect(await hashesOf(place.files)).toEqual(await hashesOf(market.files))

  const db = connect(place.url, 1)
  await sql`update accounts."user" set name = 'Changed'`.execute(db)
  await expect(place.restore({ replace: true })).rejects.toThrow(
    'The database is in use (1 other connection): stop every process of Easel first.'
  )
  await db.destroy()
  await expect(place.restore()).rejects.toThrow('The database is not empty. To lose what is in it, add --replace.')

  const changed = await stateOf(place.url)
  const folder = join(place.root, 'backups', name)
  const whole = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const tables = whole.tables.map((table: { name: string }) =>
    table.name === 'mailbox_message' ? { ...table, sha256: '0'.repeat(64) } : table
  )
  writeManifest(folder, { ...whole, tables })
  await expect(place.restore({ replace: true })).rejects.toThrow('The rows of platform.mailbox_message are not those of the backup.')
  expect(await stateOf(place.url)).toEqual(changed)
  writeManifest(folder, whole)
  await place.restore({ replace: true })
  expect((await stateOf(place.url)).tables['accounts.user']).toBe((await stateOf(await urlOf(market))).tables['accounts.user'])
})

test('a backup of an older version is restored with the tables that it had, and can then be migrated', async () => {
  const newest = migrationNames().at(-1)!
  const [older, target] = [await openPlace('without tables'), await openPlace('without tables')]
  await createSchema(older.url, { migrations: migrationNames().filter((name) => name !== newest) })
  const db = connect(older.url, 1)
  await target.backUp({ ...market, db })
  await db.destroy()
  await expect(place.restore({ root: target.root })).rejects.toThrow('are not of the same version as those of the backup')
  await target.restore()
  const { 'platform.backup': _record, ...tables } = (await stateOf(older.url)).tables
  expect((await stateOf(target.url)).tables).toMatchObject(tables)
  const restored = connect(target.url, 1)
  expect(await migrate(restored)).toEqual([newest])
  await restored.destroy()
  for (const one of [older, target]) await one.end()
})
