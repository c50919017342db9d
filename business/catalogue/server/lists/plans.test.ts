import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsRead, statementsOf } from '#tests/support/rows-read.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { browse } from '../service.ts'

const MANY = 6000
let world: World

beforeAll(async () => {
  world = await freshWorld()
  const { id } = await world.person('employee')
  await sql`
    insert into catalogue.asset (title, category, tags, status, owner_id, created_at, approved_at, formats, colors)
    select 'Drawing ' || substr(md5(n::text), 1, 6), case when n % 200 = 0 then 'logo' else 'icon' end, array[substr(md5(n::text), 7, 5)],
      'approved', ${id}, now(), timestamptz '2026-01-01' + n * interval '1 minute', '{svg}',
      case when n % 50 = 0 then array['red', 'black'] else array['black'] end
    from generate_series(1, ${sql.lit(MANY)}) n`.execute(world.db)
  await sql`insert into catalogue.asset (title, category, status, owner_id, created_at, approved_at)
    select 'Giraffe ' || n, 'icon', 'approved', ${id}, now(), now() from generate_series(1, 20) n`.execute(world.db)
  await sql`analyze catalogue.asset, catalogue.word, catalogue.posting`.execute(world.db)
})
afterAll(() => world.end())

/** Returns how many rows of the large tables this query reads. */
async function readBy(query: Partial<Parameters<typeof browse>[1]>): Promise<number> {
  const statements = await statementsOf(world, (db) =>
    browse({ ...world.ctx(), db, pool: { ...world.db } as never }, { search: '', page: 1, page_size: 12, ...query })
  )
  return rowsRead(world, statements, ['asset', 'posting', 'word'])
}

test.each([
  ['page 1', {}, 30],
  ['page 1 of a category', { category: 'logo' as const }, 30],
  ['page 1 of a color', { color: 'red' as const }, 30],
  ['page 1 of a color and a format', { color: 'red' as const, format: 'pdf' as const }, 30],
  ['page 1 by title', { sort: 'title' as const }, 30],
  ['page 1, oldest first', { sort: 'oldest' as const }, 30],
  ['the last page', { page: 501 }, 40],
  ['a search', { search: 'giraffe' }, 120],
  ['a search for a prefix', { search: 'giraf' }, 150],
  ['a search for two words', { search: 'giraffe 7' }, 150],
  ['a search for a misspelled word', { search: 'igraffe' }, 500]
])('%s reads few rows of the catalogue', async (_name, query, limit) => {
  expect(await readBy(query)).toBeLessThanOrEqual(limit)
})
