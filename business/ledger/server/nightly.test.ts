import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toCents } from '#platform/contract/index.ts'
import { openLog } from '#platform/server/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { post } from './index.ts'
import { verifyNightly } from './nightly.service.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
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
const checkpoints = () => world.db.selectFrom('ledger.checkpoint').select('position').orderBy('position').execute()
const mails = async () => (await world.mails()).filter(({ to, subject }) => to === 'support@easel.test' && subject.includes('broken'))

/** Runs one nightly check and returns what it logged. */
async function night(): Promise<string> {
  const lines: string[] = []
  const log = await openLog({ level: 'info', readable: false, write: (line) => void lines.push(line) })
  await verifyNightly({ ...world.ctx(), log })
  return lines.join('\n')
}

test('each night stores a checkpoint; a chain whose end is cut off afterwards is detected, logged, and emailed to support', async () => {
  expect(await night()).toContain('"transactions":0')
  for (const _ of [1, 2, 3]) await book()
  expect(await night()).toMatch(/"transactions":3,"head":"3:[0-9a-f]{64}","msg":"the ledger is intact"/)
  await night()
  expect(await checkpoints()).toEqual([{ position: 0 }, { position: 3 }])
  expect(await mails()).toEqual([])

  await world.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from ledger.line where transaction_id = (select transaction_id from ledger.seal where position = 3)`.execute(tx)
    await sql`delete from ledger.transaction where id = (select transaction_id from ledger.seal where position = 3)`.execute(tx)
    await sql`delete from ledger.seal where position = 3`.execute(tx)
    await sql`update ledger.head set (position, hash) = (select position, hash from ledger.seal where position = 2)`.execute(tx)
  })
  expect(await night()).toMatch(/"level":"error".*"broken":"seal 3 does not match the checkpoint.*"msg":"the ledger is broken"/)
  expect(await mails()).toMatchObject([{ text: expect.stringContaining('seal 3 does not match the checkpoint') }])
  expect(await checkpoints()).toHaveLength(2)
})

test('each check is recorded, also one that finds the same head again or a broken ledger', async () => {
  const checks = await world.db.selectFrom('ledger.verification').select(['position', 'broken']).orderBy('id').execute()
  expect(checks).toEqual([
    { position: 0, broken: null },
    { position: 3, broken: null },
    { position: 3, broken: null },
    { position: null, broken: expect.stringContaining('does not match the checkpoint') }
  ])
  await expect(sql`delete from ledger.verification`.execute(world.db)).rejects.toThrow()
})

test('checkpoints cannot be changed or deleted', async () => {
  await expect(sql`delete from ledger.checkpoint`.execute(world.db)).rejects.toThrow()
  await expect(sql`update ledger.checkpoint set position = 9`.execute(world.db)).rejects.toThrow()
})
