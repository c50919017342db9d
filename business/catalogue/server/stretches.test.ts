import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/server/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { deskAssets } from './desk.service.ts'
import { type Filter, findInOrder } from './queries.ts'
import { SORTED } from './sorted.queries.ts'
import { countPassing, cutStretches, KEYS, type Ordering, passing, type Traits } from './stretches.queries.ts'

/** Small, so that some thousand assets make many. */
const SIZE = 150
const PAGE = 48
let world: World
let owner_id: string

beforeAll(async () => {
  world = await freshWorld()
  owner_id = (await world.person('employee')).id
  world.at('2026-06-01T00:00:00Z')
  await insert(5000)
  await cut()
})
afterAll(() => world.end())

/** Of all statuses, colours and kinds of being free; every tenth title is a twin, a hundred are approved in the same moment. */
const insert = (count: number, from = 0) =>
  sql`insert into catalogue.asset (title, category, status, owner_id, created_at, approved_at, decided_at, formats, colors, is_free, free_starts_at, free_ends_at)
    select 'Drawing ' || substr(md5((n % 2700)::text), 1, 5), case when n % 3 = 0 then 'vector' else 'icon' end,
      case when n % 13 = 0 then 'pending' when n % 17 = 0 then 'rejected' else 'approved' end, ${owner_id}, timestamptz '2026-01-01' + n * interval '1 minute',
      case when n % 13 <> 0 and n % 17 <> 0 then timestamptz '2026-02-01' + greatest(n, 100) * interval '1 second' end, now(),
      case when n % 5 = 0 then array['png'] else array['svg'] end, case when n % 4 = 0 then array['red', 'black'] else array['black'] end,
      n % 7 = 0, case when n % 11 = 0 then timestamptz '2026-05-01' + (n % 3) * interval '40 days' end, case when n % 22 = 0 then timestamptz '2026-05-21' + (n % 3) * interval '40 days' end
    from generate_series(${sql.lit(from + 1)}, ${sql.lit(from + count)}) n`.execute(world.db)

const cut = () => inTransaction(world.ctx(), ({ db }) => cutStretches(db, SIZE))

const FILTERS: Filter[] = [
  {},
  { color: 'red' },
  { color: 'red', category: 'vector' },
  { format: 'svg' },
  { free: 'free-now' },
  { free: 'free-scheduled' },
  { free: 'not-free', color: 'black' },
  { category: 'icon', free: 'not-free' }
]

async function wholeList(filter: Traits, ordering: Ordering, direction: 'asc' | 'desc'): Promise<string[]> {
  const order = sql.join(KEYS[ordering].map((key) => sql`${key} ${sql.raw(direction)}`))
  const { rows } = await sql<{ id: string }>`
    select id from catalogue.asset asset where ${passing(world.now(), filter)} order by ${order}`.execute(world.db)
  return rows.map(({ id }) => id)
}

/** Every third page, and the last. */
const pagesOf = (total: number): number[] =>
  Array.from({ length: Math.ceil(total / PAGE) }, (_, index) => index * PAGE).filter(
    (_offset, index, all) => index % 3 === 0 || index === all.length - 1
  )

async function expectRightPages(filter: Filter, sort: keyof typeof SORTED): Promise<void> {
  const asked = { ...filter, status: 'approved' as const }
  const whole = await wholeList(asked, SORTED[sort].ordering, SORTED[sort].direction)
  const total = await countPassing(world.db, world.now(), asked)
  expect([filter, total]).toEqual([filter, whole.length])
  for (const offset of pagesOf(total)) {
    const rows = await findInOrder(world.db, world.now(), filter, { ...SORTED[sort], offset, limit: PAGE }, total)
    expect(rows.map(({ id }) => id)).toEqual(whole.slice(offset, offset + PAGE))
  }
}

/** What is counted, and what a count of the assets themselves finds. */
async function expectRightCounts(): Promise<void> {
  const { rows: wrong } = await sql`
    with counted as (
      select place.ordering, near.id as stretch,
        catalogue.counted_traits(asset.status, asset.category, asset.formats, asset.colors, asset.is_free, asset.free_starts_at) as traits, count(*)::int as assets
      from catalogue.asset asset,
        lateral (values ('approved', '', asset.approved_at), ('created', '', asset.created_at), ('title', lower(asset.title), '-infinity'), ('whole', '', asset.created_at)) place (ordering, title, at),
        lateral (select id from catalogue.stretch where ordering = place.ordering and (since_title, since_at, since_id) < (place.title, place.at, asset.id)
          order by since_title desc, since_at desc, since_id desc limit 1) near
      where place.at is not null group by 1, 2, 3
    ),
    kept as (select ordering, stretch, traits, assets from catalogue.stretch_count where assets <> 0)
    (select * from counted except select * from kept) union all (select * from kept except select * from counted)`.execute(world.db)
  expect(wrong).toEqual([])
}

test('stretches hold the size asked for, up to twice as much', async () => {
  const { rows } = await sql<{ ordering: string; least: number; most: number; stretches: number }>`
    select ordering, min(held)::int as least, max(held)::int as most, count(*)::int as stretches
    from (select ordering, stretch, sum(assets) as held from catalogue.stretch_count group by ordering, stretch) held
    where ordering <> 'whole' group by ordering order by ordering`.execute(world.db)
  expect(rows.map(({ ordering }) => ordering)).toEqual(['approved', 'created', 'title'])
  for (const { least, most, stretches } of rows) {
    expect(least).toBeGreaterThanOrEqual(SIZE)
    expect(most).toBeLessThanOrEqual(2 * SIZE)
    expect(stretches).toBeGreaterThan(10)
  }
  await expectRightCounts()
})

test.each(FILTERS)('read page by page, the list of %j is the whole list, newest first', (filter) => expectRightPages(filter, 'newest'))
test.each(FILTERS.slice(1, 5))('so is that of %j by title', (filter) => expectRightPages(filter, 'title'))
test('and that of the oldest', () => expectRightPages({ color: 'black' }, 'oldest'))

test.each([
  ['newest', 'created', 'desc'],
  ['oldest', 'created', 'asc'],
  ['title', 'title', 'asc']
] as const)('the desk reads every status page by page, the %s first', async (sort, ordering, direction) => {
  const whole = await wholeList({}, ordering, direction)
  const { total } = await deskAssets(world.db, world.now(), { sort, page: 1, page_size: PAGE })
  expect(total).toBe(whole.length)
  for (const page of [1, 7, 20, 50, 70, Math.ceil(total / PAGE)]) {
    const { assets } = await deskAssets(world.db, world.now(), { sort, page, page_size: PAGE })
    expect(assets.map(({ id }) => id)).toEqual(whole.slice((page - 1) * PAGE, page * PAGE))
  }
})

test('whatever changes, each asset is counted once, where it belongs', async () => {
  await insert(400, 5000)
  await sql`update catalogue.asset set title = 'Drawing anew ' || title where number % 9 = 0`.execute(world.db)
  await sql`update catalogue.asset set colors = '{red}', is_free = not is_free where number % 5 = 0`.execute(world.db)
  await sql`update catalogue.asset set status = 'rejected', approved_at = null where number % 19 = 0`.execute(world.db)
  await sql`update catalogue.asset set description = 'Seen.' where number % 2 = 0`.execute(world.db)
  await sql`delete from catalogue.asset where number % 23 = 0`.execute(world.db)
  await expectRightCounts()
  await cut()
  await expectRightCounts()
  await expectRightPages({ color: 'red' }, 'newest')
  await expectRightPages({}, 'title')
})

test('cut while assets come, change and go, each is still counted once', async () => {
  const changes = Array.from({ length: 12 }, async (_, index) => {
    await insert(120, 6000 + index * 120)
    await sql`update catalogue.asset set is_free = not is_free where number % 30 = ${index}`.execute(world.db).catch(retried)
    await cut()
    await sql`delete from catalogue.asset where number % 200 = ${index}`.execute(world.db)
  })
  await Promise.all(changes)
  await cut()
  await expectRightCounts()
  await expectRightPages({ color: 'red' }, 'newest')
})

/** Two statements over many assets at once may stop each other; nothing of the one stopped is kept. */
const retried = (failure: { code?: string }) => expect(failure.code).toBe('40P01')
