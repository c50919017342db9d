import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#platform/database/connect.ts'
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

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] }
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

async function plansOf(filter: Partial<Parameters<typeof deskAssets>[2]>): Promise<Plan[]> {
  const statements: CompiledQuery[] = []
  const dialect = new PostgresDialect({ pool: world.db.pool })
  const watched = new Kysely<Database>({ dialect, log: ({ query }) => void statements.push(query) })
  await deskAssets(watched as never, world.now(), { page: 1, page_size: 12, ...filter })
  const plans = await Promise.all(
    statements.map(({ sql: text, parameters }) => world.db.pool.query(`explain (format json) ${text}`, [...parameters]))
  )
  return plans.flatMap(({ rows }) => nodes(rows[0]['QUERY PLAN'][0].Plan))
}

test.each([
  ['the newest', {}, 'asset_created'],
  ['the list by title', { sort: 'title' as const }, 'asset_by_title'],
  ['a category', { category: 'logo' as const }, 'desk_by_category'],
  ['what waits', { status: 'pending' as const, sort: 'oldest' as const }, 'asset_undecided'],
  ['a part of a title', { search: 'iraff' }, 'desk_by_part'],
  ['a part of a tag', { tag: 'avanna' }, 'desk_by_part'],
  ['what is free now', { free: 'free-now' as const }, 'desk_ever_free']
])('%s on the desk is read by an index, never the whole catalogue', async (_name, filter, index) => {
  const found = await plansOf(filter)
  expect(found.map((node) => node['Index Name'])).toContain(index)
  expect(found.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'asset')).toEqual([])
})
