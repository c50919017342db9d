import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealEntries } from '#accounts/server/audit/seals.service.ts'
import { audit } from '#accounts/server/index.ts'
import { post } from '#ledger/server/index.ts'
import { toCents } from '#platform/contract/index.ts'
import { openFiles } from '#platform/server/files/file-store.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

let world: World
let url: URL
beforeAll(async () => {
  world = await freshWorld()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
  url = new URL(process.env['EASEL_TEST_PG']!)
  url.pathname = `/${rows[0]!.name}`
  for (const _ of [1, 2, 3]) await book()
})
afterAll(() => world.end())

const book = () =>
  world.db.transaction().execute((tx) =>
    post(tx, {
      kind: 'sale',
      reference: randomUUID(),
      occurred_at: new Date('2026-03-01T12:00:00Z'),
      description: 'Blue fox',
      lines: [
        { account: 'cash', amount_cents: toCents(1000) },
        { account: 'income', amount_cents: toCents(-1000) }
      ]
    })
  )

/** Where the command looks for files. */
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-verify-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function verifyLedger(words: string[] = [], database = url.href) {
  const env = { ...process.env, DATABASE_URL: database, FILES_URL: folder }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['processes/commands/verify-ledger.ts', ...words], {
    env,
    encoding: 'utf8'
  })
  return { status, stdout, stderr }
}

test('verifies the files of archived entries, and names each one that is missing or changed', async () => {
  const files = openFiles(folder)
  const archive = async (position: number) => {
    const [file_key, bytes] = [`audit/${position}-${position}.jsonl.gz`, Buffer.from(`entry ${position}`)]
    await files.put(file_key, bytes, 'application/gzip')
    const file_hash = createHash('sha256').update(bytes).digest()
    const range = { first_position: position, last_position: position }
    await world.db
      .insertInto('accounts.audit_archive')
      .values({ ...range, file_key, file_hash, archived_at: world.now() })
      .execute()
    return file_key
  }
  // Entries of the future, so that the chain itself stays whole.
  const [missing, changed, kept] = [await archive(101), await archive(102), await archive(103)]
  expect(verifyLedger()).toMatchObject({ status: 0, stdout: expect.stringContaining('The audit log is intact') })
  await files.delete(missing)
  await files.put(changed, Buffer.from('entry 112'), 'application/gzip')
  const { status, stderr } = verifyLedger()
  expect(status).toBe(1)
  expect(stderr).toContain(`The audit log is broken: the file ${missing} with entries 101 to 101 is missing.`)
  expect(stderr).toContain(`The audit log is broken: the file ${changed} with entries 102 to 102 was changed after it was stored.`)
  expect(stderr).not.toContain(kept)
  await files.put(missing, Buffer.from('entry 101'), 'application/gzip')
  await files.put(changed, Buffer.from('entry 102'), 'application/gzip')
}, 120_000)

test('verifies an intact ledger, a broken one, and an unreachable one', async () => {
  const whole = verifyLedger()
  expect(whole).toMatchObject({ status: 0, stdout: expect.stringContaining('The ledger is intact: 3 transactions, 6 lines') })
  const head = /Head (\S+)/.exec(whole.stdout)![1]!
  expect(verifyLedger(['--known', head]).status).toBe(0)
  expect(verifyLedger(['--known', head.replace(/.$/, (last) => (last === '0' ? '1' : '0'))])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('seal 3 does not match the checkpoint')
  })
  expect(verifyLedger(['--known', 'nonsense']).status).toBe(2)

  await sql`alter table ledger.line disable trigger all`.execute(world.db)
  await sql`update ledger.line set amount_cents = amount_cents * 2 where transaction_id = 2`.execute(world.db)
  expect(verifyLedger()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('The ledger is broken: line 0 of transaction 2 (seal 2) was changed after it was booked.')
  })

  const nowhere = new URL(url)
  nowhere.port = '9'
  expect(verifyLedger([], nowhere.href)).toMatchObject({ status: 2, stderr: expect.stringContaining('cannot be reached') })
}, 120_000)

test('verifies the audit log, also beside a broken ledger, and knows a chain that was rewritten', async () => {
  for (const subject of ['one', 'two', 'three'])
    await audit(world.db, { actor_id: null, action: 'asset.edited', subject_kind: 'asset', subject })
  await sealEntries(world.db)
  const whole = verifyLedger()
  expect(whole.stdout).toContain('The audit log is intact: 3 entries, 0 archived ones')
  const [, position, hash] = /head is (\d+):(\w+)/.exec(whole.stdout)!
  expect(verifyLedger(['--known-audit', `${position}:${hash}`]).stderr).not.toContain('audit')
  const rewritten = verifyLedger(['--known-audit', `${position}:${'0'.repeat(64)}`])
  expect(rewritten).toMatchObject({ status: 1, stderr: expect.stringContaining('The audit log is broken: seal 3 does not match') })

  await sql`alter table accounts.audit_entry disable trigger all`.execute(world.db)
  await sql`update accounts.audit_entry set actor_id = gen_random_uuid() where subject = 'two'`.execute(world.db)
  const changed = verifyLedger()
  expect(changed).toMatchObject({ status: 1, stderr: expect.stringMatching(/The audit log is broken: entry \d+ \(seal 2\) was changed/) })
}, 120_000)
