import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '#platform/database/seal.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { freshWorld, type Person, type World } from '#tests/support/world.ts'
import { auditLog } from '../../audit.contract.ts'
import { accountsJobs, audit } from '../index.ts'
import { archiveEntries, verifyArchives } from './archive.service.ts'
import { sealEntries, verifyAudit } from './seals.service.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await freshWorld()
  admin = await world.person('admin', 'Ada Admin')
})
afterAll(() => world.end())

const write = (details: Record<string, unknown> = {}) =>
  audit(world.db, { actor_id: admin.id, action: 'asset.edited', subject_kind: 'asset', subject: crypto.randomUUID(), details })
const log = (query: object = {}) => injectedApi(world.app, admin.token)(auditLog, { query: { page_size: 100, ...query } })
const entryAt = async (position: number) =>
  (await world.db.selectFrom('accounts.audit_seal').select('entry_id').where('position', '=', position).executeTakeFirstOrThrow()).entry_id

/** Runs the statements as a superuser without triggers, returns what is broken, and rolls back. */
async function afterTampering(...statements: string[]): Promise<string | undefined> {
  const undone = new Error('undone')
  let said: string | undefined
  const tampered = world.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
    said = (await verifyAudit(tx)).broken
    throw undone
  })
  await expect(tampered).rejects.toBe(undone)
  return said
}

test('entries are sealed in one chain without gaps, however many seal at the same time', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, index) => write({ title: `“été” 🦊 ${index}`, ip: '192.0.2.1' })))
  await Promise.all(Array.from({ length: 5 }, () => sealEntries(world.db)))
  const { items, total } = await log()
  expect(total).toBe(40)
  expect(items.map(({ seal }) => seal?.position).toSorted((one, other) => one! - other!)).toEqual(items.map((_, index) => index + 1))
  const { broken, entries, head } = await verifyAudit(world.db)
  expect({ broken, entries, position: head.position }).toEqual({ broken: undefined, entries: 40, position: 40 })
})

test('the log shows each entry with its seal, once it has one', async () => {
  await write({ title: 'Just now' })
  expect((await log({ q: 'Just now' })).items).toMatchObject([{ seal: null }])
  await sealEntries(world.db)
  expect((await log({ q: 'Just now' })).items).toMatchObject([{ seal: { position: 41, hash: expect.stringMatching(/^[0-9a-f]{64}$/) } }])
})

test('erasing network addresses and browsers leaves the seals whole', async () => {
  await sql`update accounts.audit_entry set details = details - array['ip', 'device']`.execute(world.db)
  expect((await verifyAudit(world.db)).broken).toBeUndefined()
})

test('the first entry that was changed, deleted, or inserted past the seals is named', async () => {
  const id = await entryAt(7)
  const of = `accounts.audit_entry where id = ${id}`
  expect(await afterTampering(`update accounts.audit_entry set actor_id = gen_random_uuid() where id = ${id}`)).toBe(
    `entry ${id} (seal 7) was changed after it was written`
  )
  expect(await afterTampering(`update accounts.audit_entry set area = 'people' where id = ${id}`)).toContain('was changed')
  expect(await afterTampering(`update accounts.audit_entry set details = '{}' where id = ${id}`)).toContain('was changed')
  expect(await afterTampering(`delete from ${of}`)).toBe(`entry ${id} (seal 7) is missing`)
  expect(await afterTampering('delete from accounts.audit_seal where position = 7')).toBe('seal 7 is missing')
  expect(await afterTampering('delete from accounts.audit_seal where position = 41')).toBe('seal 41 is missing')
  const inserted = `insert into accounts.audit_entry (action, subject_kind, subject) values ('asset.edited', 'asset', 'x')`
  expect(await afterTampering(inserted)).toMatch(/^entry \d+ was inserted without a seal$/)
})

test('a chain that was rewritten from some entry on does not match a head that was stored before', async () => {
  const { head } = await verifyAudit(world.db)
  expect((await verifyAudit(world.db, head)).broken).toBeUndefined()
  expect((await verifyAudit(world.db, { ...head, hash: '00'.repeat(32) })).broken).toContain('the chain was rewritten')
})

test.each(['audit_seal', 'audit_head', 'audit_archive'])('the database refuses to change or delete rows of %s', async (table) => {
  await expect(sql`delete from ${sql.table(`accounts.${table}`)}`.execute(world.db)).rejects.toThrow('only added to')
})

test('old entries move to a file with its hash, their seals stay, and the chain is whole', async () => {
  const before = await verifyAudit(world.db)
  await sql`alter table accounts.audit_entry disable trigger audit_entry_is_kept`.execute(world.db)
  await write({ title: 'New' })
  await sql`alter table accounts.audit_entry enable trigger audit_entry_is_kept`.execute(world.db)
  await sealEntries(world.db)
  const { occurred_at } = await world.db
    .selectFrom('accounts.audit_entry')
    .select('occurred_at')
    .where('id', '=', await entryAt(42))
    .executeTakeFirstOrThrow()
  await Promise.all([archiveEntries(world.ctx(), occurred_at), archiveEntries(world.ctx(), occurred_at)])
  const archive = await world.db.selectFrom('accounts.audit_archive').selectAll().executeTakeFirstOrThrow()
  expect(archive).toMatchObject({ first_position: 1, last_position: 41, file_key: 'audit/1-41.jsonl.gz' })
  const bytes = await world.files.bytes(archive.file_key)
  expect(sha256(bytes)).toEqual(archive.file_hash)
  const lines = gunzipSync(bytes).toString().trim().split('\n')
  expect(lines).toHaveLength(41)
  expect(JSON.parse(lines[40]!)).toMatchObject({ position: 41, action: 'asset.edited', hash: before.head.hash })
  const after = await verifyAudit(world.db, before.head)
  expect({ ...after, head: after.head.position }).toEqual({ entries: 1, archived: 41, head: 42 })
  expect((await log()).items).toHaveLength(1)
})

test('an archive file with a changed byte, and one that is missing, are named, and the nightly job tells operators', async () => {
  const night = accountsJobs(world.ctx).find(({ name }) => name === 'accounts.verify-audit')!
  const problems = () => verifyArchives(world.db, () => world.files)
  expect(await problems()).toEqual([])
  const key = 'audit/1-41.jsonl.gz'
  const bytes = await world.files.bytes(key)
  const changed = Buffer.from(bytes)
  changed[changed.length - 1]! ^= 1
  await world.files.put(key, changed, 'application/gzip')
  expect(await problems()).toEqual([`the file ${key} with entries 1 to 41 was changed after it was stored`])
  await world.files.delete(key)
  expect(await problems()).toEqual([`the file ${key} with entries 1 to 41 is missing`])
  await expect(night.run({} as never, AbortSignal.any([]))).rejects.toThrow(
    `The audit log is broken: the file ${key} with entries 1 to 41 is missing.`
  )
  await world.files.put(key, bytes, 'application/gzip')
  expect(await problems()).toEqual([])
  await night.run({} as never, AbortSignal.any([]))
})
