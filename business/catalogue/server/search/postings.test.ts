import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { ORIGINS } from '../../origin.rules.ts'
import { CATEGORIES, COLORS, FILE_FORMATS } from '../../rules.ts'
import { decideAsset } from '../desk/desk.queries.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

/** Returns the stored postings, and the postings after a full rebuild. */
async function storedAndRebuilt() {
  const read = () =>
    sql<{ number: number; word: string; score: number; traits: number }>`
      select number, word, score, traits from catalogue.posting join catalogue.word word on word.id = word_id order by number, word`.execute(
      world.db
    )
  const kept = (await read()).rows
  await sql`truncate catalogue.posting`.execute(world.db)
  await sql`select catalogue.post_words((select array_agg(number) from catalogue.asset))`.execute(world.db)
  return { kept, rebuilt: (await read()).rows }
}

const WORDS = ['red', 'fox', 'foxes', 'snow', 'man', 'e-mail', 'Café', 'log in']
const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const step = fc.oneof(
  fc.record({ action: fc.constant('add' as const), title: text, tags: fc.array(text, { maxLength: 3 }), approved: fc.boolean() }),
  fc.record({ action: fc.constant('approve' as const), which: fc.nat() }),
  fc.record({ action: fc.constant('edit' as const), which: fc.nat(), title: text }),
  fc.record({ action: fc.constant('free' as const), which: fc.nat(), is_free: fc.boolean() }),
  fc.record({ action: fc.constant('color' as const), which: fc.nat(), color: fc.constantFrom(...COLORS) }),
  fc.record({ action: fc.constant('origin' as const), which: fc.nat(), origin: fc.constantFrom(...ORIGINS) }),
  fc.record({ action: fc.constant('delete' as const), which: fc.nat() })
)

test('after any sequence of changes, the postings equal those of a rebuild', async () => {
  const { id: owner } = await world.person('employee')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      await sql`delete from catalogue.asset`.execute(world.db)
      for (const one of steps) await take(one, owner)
      const { kept, rebuilt } = await storedAndRebuilt()
      expect(kept).toEqual(rebuilt)
    }),
    { numRuns: 20 }
  )
}, 60_000)

async function take(one: typeof step extends fc.Arbitrary<infer Step> ? Step : never, owner: string): Promise<void> {
  const { db } = world
  if (one.action === 'add') {
    const status = one.approved ? 'approved' : 'pending'
    await sql`
      insert into catalogue.asset (title, tags, category, status, owner_id, created_at, approved_at)
      values (${one.title}, ${one.tags}, 'icon', ${status}, ${owner}, now(), ${one.approved ? new Date() : null})`.execute(db)
    return
  }
  const ids = (await db.selectFrom('catalogue.asset').select('id').orderBy('number').execute()).map(({ id }) => id)
  const id = ids[one.which % Math.max(1, ids.length)]
  if (!id) return
  const asset = db.updateTable('catalogue.asset').where('id', '=', id)
  if (one.action === 'approve') await asset.set({ status: 'approved', approved_at: new Date() }).execute()
  if (one.action === 'edit') await asset.set({ title: one.title }).execute()
  if (one.action === 'free') await asset.set({ is_free: one.is_free }).execute()
  if (one.action === 'color') await asset.set({ colors: [one.color] }).execute()
  if (one.action === 'origin') await asset.set({ origin: one.origin }).execute()
  if (one.action === 'delete') await db.deleteFrom('catalogue.asset').where('id', '=', id).execute()
}

test('an approved asset whose origin changes is posted again', async () => {
  const { id } = await givenAsset(world, { title: 'Stork', file: null })
  await world.db.updateTable('catalogue.asset').set({ origin: 'ai_generated' }).where('id', '=', id).execute()
  const { kept, rebuilt } = await storedAndRebuilt()
  expect(kept).toEqual(rebuilt)
})

test('assets with new words that are approved at the same time all have postings', async () => {
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      givenAsset(world, { title: `Zeppelin ${number}`, tags: ['airship'], status: 'pending', file: null })
    )
  )
  const { id: decided_by } = await world.person('admin')
  await Promise.all(
    made.map(({ id }) =>
      world.db.transaction().execute((tx) => decideAsset(tx, { id, status: 'approved', decided_by, decided_at: world.now() }))
    )
  )
  const { kept, rebuilt } = await storedAndRebuilt()
  expect(kept.filter(({ word }) => word === 'zeppelin')).toHaveLength(12)
  expect(kept).toEqual(rebuilt)
})

test('a rejected asset has no postings', async () => {
  await givenAsset(world, { title: 'Forbidden quux', status: 'rejected', file: null })
  const { kept } = await storedAndRebuilt()
  expect(kept.filter(({ word }) => word === 'quux')).toEqual([])
})

test('every category, format, and color has its own bit', async () => {
  const { rows } = await sql<{ bits: number }>`
    select bit_count(catalogue.traits(null, ${[...FILE_FORMATS]}, ${[...COLORS]}, true)::bit(32))
      + (select bit_count(bit_or(catalogue.traits(category, '{}', '{}', false))::bit(32)) from unnest(${[...CATEGORIES]}::text[]) category) as bits`.execute(
    world.db
  )
  expect(Number(rows[0]!.bits)).toBe(FILE_FORMATS.length + COLORS.length + 1 + CATEGORIES.length)
})

test('the origins differ from each other in bits that no other trait has', async () => {
  const { rows } = await sql<{ traits: number; is_apart: boolean; is_inside: boolean }>`
    select catalogue.origin_trait(origin) as traits,
      catalogue.origin_traits() & catalogue.counted_traits('approved', 'icon', ${[...FILE_FORMATS]}, ${[...COLORS]}, true, now(), now(), 'unknown') = 0 as is_apart,
      catalogue.origin_trait(origin) & ~catalogue.origin_traits() = 0 as is_inside
    from unnest(${[...ORIGINS]}::text[]) origin`.execute(world.db)
  expect(new Set(rows.map(({ traits }) => traits)).size).toBe(ORIGINS.length)
  expect(rows.every(({ is_apart, is_inside }) => is_apart && is_inside)).toBe(true)
})
