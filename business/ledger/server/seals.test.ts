import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toCents } from '#platform/contract/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { type Posting, post, verify } from './index.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const sale = (change: Partial<Posting> = {}): Posting => ({
  kind: 'sale',
  reference: randomUUID(),
  occurred_at: new Date('2026-03-01T12:00:00Z'),
  description: 'Blue fox, “été” 🦊, 7:seven,-',
  lines: [
    { account: 'cash', amount_cents: toCents(951), party_id: randomUUID() },
    { account: 'fees', amount_cents: toCents(49) },
    { account: 'income', amount_cents: toCents(-1000), asset_id: randomUUID() }
  ],
  ...change
})
const book = (posting = sale()) => world.db.transaction().execute((tx) => post(tx, posting))

async function threeBooked(): Promise<number[]> {
  const references = [randomUUID(), randomUUID(), randomUUID()]
  for (const reference of references) await book(sale({ reference }))
  const rows = await world.db.selectFrom('ledger.transaction').select('id').where('reference', 'in', references).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Runs the statements as a superuser without triggers or foreign keys, returns the verdict, and rolls back. */
async function afterTampering(...statements: string[]): Promise<string | undefined> {
  const undone = new Error('undone')
  let said: string | undefined
  const tampered = world.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const statement of statements) await sql.raw(statement).execute(tx)
      const verdict = await verify(tx)
      said = verdict.whole ? undefined : verdict.broken
      throw undone
    })
  await expect(tampered).rejects.toBe(undone)
  return said
}

test('an unchanged ledger is intact, empty or not', async () => {
  expect(await verify(world.db)).toEqual({ whole: true, transactions: 0, lines: 0, head: { position: 0, hash: '00'.repeat(32) } })
  await threeBooked()
  expect(await verify(world.db)).toMatchObject({ whole: true, transactions: 3, lines: 9, head: { position: 3 } })
})

test('200 concurrent bookings, some rolled back, form one chain without gaps', async () => {
  const before = await verify(world.db)
  const takenBack = async () => {
    await world.db
      .transaction()
      .execute(async (tx) => {
        await post(tx, sale())
        throw new Error('taken back')
      })
      .catch(() => {})
  }
  const two = () =>
    world.db.transaction().execute(async (tx) => {
      await post(tx, sale())
      await post(tx, sale())
    })
  await Promise.all(Array.from({ length: 200 }, (_, index) => (index % 10 === 0 ? takenBack() : index % 7 === 0 ? two() : book())))
  const seals = await world.db.selectFrom('ledger.seal').select('position').orderBy('position').execute()
  expect(seals.map(({ position }) => position)).toEqual(seals.map((_, index) => index + 1))
  const doubled = Array.from({ length: 200 }, (_, index) => index).filter((index) => index % 10 !== 0 && index % 7 === 0).length
  expect(await verify(world.db)).toMatchObject({ whole: true, transactions: before.transactions + 180 + doubled })
})

test.each([
  [
    'a changed amount',
    (id: number) => [`update ledger.line set amount_cents = 950 where transaction_id = ${id} and position = 0`],
    /^line 0 of transaction ID .*was changed/
  ],
  [
    'amounts changed so that they still balance',
    (id: number) => [`update ledger.line set amount_cents = amount_cents * 2 where transaction_id = ${id}`],
    /^line 0 of transaction ID .*was changed/
  ],
  [
    'another person',
    (id: number) => [`update ledger.line set party_id = gen_random_uuid() where transaction_id = ${id} and position = 2`],
    /^line 2 of transaction ID .*was changed/
  ],
  [
    'another description',
    (id: number) => [`update ledger.transaction set description = 'x' where id = ${id}`],
    /^transaction ID .*was changed/
  ],
  [
    'another day',
    (id: number) => [`update ledger.transaction set occurred_at = occurred_at + interval '1 day' where id = ${id}`],
    /^transaction ID .*was changed/
  ],
  [
    'a time one microsecond later',
    (id: number) => [`update ledger.transaction set booked_at = booked_at + interval '1 microsecond' where id = ${id}`],
    /^transaction ID .*was changed/
  ],
  [
    'a deleted line',
    (id: number) => [`delete from ledger.line where transaction_id = ${id} and position = 1`],
    /^line 1 of transaction ID .*is missing/
  ],
  [
    'an inserted line',
    (id: number) => [
      `insert into ledger.line select transaction_id, 3, account, 5, occurred_at from ledger.line where transaction_id = ${id} and position = 0`
    ],
    /^line 3 of transaction ID .*was inserted/
  ],
  [
    'reordered lines',
    (id: number) => [
      `update ledger.line set position = 9 where transaction_id = ${id} and position = 0`,
      `update ledger.line set position = 0 where transaction_id = ${id} and position = 1`,
      `update ledger.line set position = 1 where transaction_id = ${id} and position = 9`
    ],
    /^line 0 of transaction ID .*was changed/
  ],
  ['a deleted transaction', (id: number) => [`delete from ledger.transaction where id = ${id}`], /^transaction ID .*is missing/],
  [
    'a transaction deleted with its lines and its seal',
    (id: number) =>
      ['line where transaction_id', 'seal where transaction_id', 'transaction where id'].map(
        (what) => `delete from ledger.${what} = ${id}`
      ),
    /^seal \d+ is missing/
  ],
  [
    'an inserted transaction',
    (_: number) => [
      `insert into ledger.transaction (kind, reference, description, occurred_at, line_count) values ('sale', 'forged', '', now(), 2)`
    ],
    /\(sale forged\) was inserted without a seal/
  ],
  [
    'a line without a transaction',
    (_: number) => [`insert into ledger.line values (999999, 0, 'cash', 5, now())`],
    /^line 0 of transaction 999999 belongs to no transaction/
  ],
  [
    'a change with its row hash recomputed',
    (id: number) => [
      `update ledger.transaction set description = 'x' where id = ${id}`,
      `update ledger.seal set transaction_hash = (select ledger.hash_of(one) from ledger.transaction one where id = ${id}) where transaction_id = ${id}`
    ],
    /^seal \d+ of transaction ID was changed/
  ],
  [
    'a change with its whole seal recomputed',
    (id: number) => [
      `update ledger.transaction set description = 'x' where id = ${id}`,
      `update ledger.seal set transaction_hash = (select ledger.hash_of(one) from ledger.transaction one where id = ${id}) where transaction_id = ${id}`,
      `update ledger.seal set hash = sha256(ledger.canonical('seal', position::text) || previous_hash || transaction_hash || line_hashes) where transaction_id = ${id}`
    ],
    /^seal \d+ of transaction \d+ does not follow/
  ],
  ['a head moved back', (_: number) => ['update ledger.head set position = position - 1'], /is not the head/],
  ['a deleted head', (_: number) => ['delete from ledger.head'], /head of the chain is missing/]
])('%s is detected', async (_, tampering, expected) => {
  const [, id = 0] = await threeBooked()
  expect(await afterTampering(...tampering(id))).toMatch(new RegExp(expected.source.replace('ID', String(id))))
  expect((await verify(world.db)).whole).toBe(true)
})

test('two swapped transactions are detected', async () => {
  const [, one = 0, other = 0] = await threeBooked()
  const said = await afterTampering(
    `update ledger.seal set transaction_id = -1 where transaction_id = ${one}`,
    `update ledger.seal set transaction_id = ${one} where transaction_id = ${other}`,
    `update ledger.seal set transaction_id = ${other} where transaction_id = -1`
  )
  expect(said).toMatch(new RegExp(`^transaction ${other} .*was changed`))
})

test('a chain whose end was cut off, or that was rewritten, does not match a checkpoint', async () => {
  const [first = 0, , last = 0] = await threeBooked()
  const { head } = await verify(world.db)
  expect((await verify(world.db, head)).whole).toBe(true)
  const cut = [
    `delete from ledger.line where transaction_id = ${last}`,
    `delete from ledger.transaction where id = ${last}`,
    `update ledger.head set position = position - 1, hash = (select previous_hash from ledger.seal where transaction_id = ${last})`,
    `delete from ledger.seal where transaction_id = ${last}`
  ]
  const rewritten = [
    `update ledger.transaction set description = 'x' where id = ${first}`,
    `update ledger.head set position = 0, hash = decode(repeat('00', 32), 'hex')`,
    'delete from ledger.seal',
    'do $$ declare known bigint; begin for known in select id from ledger.transaction order by id loop perform ledger.seal_transaction(known); end loop; end $$'
  ]
  expect(await afterTampering(...cut)).toBeUndefined()
  expect(await afterTampering(...rewritten)).toBeUndefined()
  await world.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const statement of cut) await sql.raw(statement).execute(tx)
  })
  expect(await verify(world.db)).toMatchObject({ whole: true })
  expect(await verify(world.db, head)).toMatchObject({ whole: false, broken: expect.stringContaining('does not match the checkpoint') })
})

test.each([
  'update ledger.seal set hash = previous_hash',
  'delete from ledger.seal',
  'truncate ledger.seal',
  'delete from ledger.head',
  'truncate ledger.head',
  'update ledger.head set position = position + 1',
  'update ledger.head set position = 0',
  "insert into ledger.head (only_row, position, hash) values (false, 0, decode(repeat('00', 32), 'hex'))"
])('the chain rejects: %s', async (statement) => {
  await book()
  await expect(sql.raw(statement).execute(world.db)).rejects.toMatchObject({ code: /23001|23514/ })
})
