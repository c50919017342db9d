import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#platform/database/connect.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { browse } from './service.ts'

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

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] }
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

/** The plans of every statement that answers this call, on the real database. */
async function plansOf(query: Partial<Parameters<typeof browse>[1]>) {
  const statements: CompiledQuery[] = []
  const watched = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: world.db.pool }),
    log: ({ query: statement }) => void statements.push(statement)
  })
  await browse({ ...world.ctx(), db: watched, pool: { ...world.db } as never }, { search: '', page: 1, page_size: 12, ...query })
  const plans = await Promise.all(
    statements.map(({ sql: text, parameters }) => world.db.pool.query(`explain (format json) ${text}`, [...parameters]))
  )
  return { count: statements.length, nodes: plans.flatMap(({ rows }) => nodes(rows[0]['QUERY PLAN'][0].Plan)) }
}

const LONG = ['asset', 'posting', 'word']
const wholeReads = (found: Plan[]) => found.filter((node) => node['Node Type'] === 'Seq Scan' && LONG.includes(node['Relation Name'] ?? ''))
const indexes = (found: Plan[]) => found.map((node) => node['Index Name']).filter(Boolean)

test.each([
  ['page 1', {}, 'asset_newest', 2],
  ['page 1 of a category', { category: 'logo' as const }, 'asset_category_newest', 2],
  ['page 1 of a colour', { color: 'red' as const }, 'asset_newest_red', 3],
  ['page 1 of a colour and a format', { color: 'red' as const, format: 'pdf' as const }, 'asset_newest_red', 3],
  ['page 1 by title', { sort: 'title' as const }, 'asset_by_title', 2],
  ['page 1 of the oldest', { sort: 'oldest' as const }, 'asset_newest', 2],
  ['the last page', { page: 501 }, 'asset_newest', 2],
  ['a search', { search: 'giraffe' }, 'posting_best', 4],
  ['a search for a beginning', { search: 'giraf' }, 'posting_best', 5],
  ['a search for two words', { search: 'giraffe 7' }, 'posting_pkey', 6]
])('%s is read by an index, in a few statements', async (_name, query, index, statements) => {
  const { count, nodes: found } = await plansOf(query)
  expect(indexes(found)).toContain(index)
  expect(wholeReads(found)).toEqual([])
  expect(count).toBe(statements)
})

test('a misspelt word is looked up by the index of near words', async () => {
  const { nodes: found } = await plansOf({ search: 'igraffe' })
  expect(indexes(found)).toContain('word_near')
  expect(wholeReads(found)).toEqual([])
})
