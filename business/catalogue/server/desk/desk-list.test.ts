import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsRead, statementsOf } from '#tests/support/rows-read.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { deskAssets } from './desk.service.ts'

let world: World

beforeAll(async () => {
  world = await freshWorld()
  const { id } = await world.person('employee')
  await sql`
    insert into catalogue.asset (title, category, tags, status, owner_id, created_at, approved_at)
    select md5(n::text), case when n % 500 = 0 then 'logo' else 'icon' end, array[md5(n::text || 'tag')], 'approved', ${id},
      timestamptz '2026-01-01' + n * interval '1 minute', now()
    from generate_series(1, 6000) n`.execute(world.db)
  await sql`insert into catalogue.asset (title, category, tags, status, owner_id, created_at)
    select 'Giraffe ' || n, 'icon', array['savannah'], 'pending', ${id}, now() from generate_series(1, 20) n`.execute(world.db)
  await sql`analyze catalogue.asset, catalogue.asset_file, catalogue.rejection`.execute(world.db)
})
afterAll(() => world.end())

test.each([
  ['the newest', {}, 30],
  ['the list by title', { sort: 'title' as const }, 30],
  ['a category', { category: 'logo' as const }, 40],
  ['pending assets, oldest first', { status: 'pending' as const, sort: 'oldest' as const }, 60],
  ['part of a title', { search: 'iraff' }, 80],
  ['part of a tag', { tag: 'avanna' }, 80],
  ['free assets', { free: 'free-now' as const }, 30]
])('the desk reads few rows for %s', async (_name, filter, limit) => {
  const statements = await statementsOf(world, (db) => deskAssets(db as never, world.now(), { page: 1, page_size: 12, ...filter }))
  expect(await rowsRead(world, statements, ['asset'])).toBeLessThanOrEqual(limit)
})
