import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/server/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { deskAssets } from '../desk/desk.service.ts'
import { type Filter, findInOrder, PUBLIC_ORDERS } from '../queries.ts'
import {
  countPassing,
  type Direction,
  findPartEnds,
  ON_SALE,
  type Ordering,
  orderOf,
  passing,
  splitListSegments,
  type Traits
} from './list-segments.queries.ts'

/** A small size, so that a few thousand assets fill many segments. */
const SIZE = 150
const PAGE = 48
let world: World
let owner_id: string

beforeAll(async () => {
  world = await freshWorld()
  owner_id = (await world.person('employee')).id
  world.at('2026-06-01T00:00:00Z')
  await insert(5000)
  await split()
})
afterAll(() => world.end())

/** Assets of every status, color and kind of free window; some titles repeat, and a hundred assets are approved at the same instant. */
const insert = (count: number, from = 0) =>
  sql`insert into catalogue.asset (title, category, status, owner_id, created_at, approved_at, decided_at, formats, colors, is_free, free_starts_at, free_ends_at, origin)
    select 'Drawing ' || substr(md5((n % 2700)::text), 1, 5), case when n % 3 = 0 then 'vector' else 'icon' end,
      case when n % 13 = 0 then 'pending' when n % 17 = 0 then 'rejected' else 'approved' end, ${owner_id}, timestamptz '2026-01-01' + n * interval '1 minute',
      case when n % 13 <> 0 and n % 17 <> 0 then timestamptz '2026-02-01' + greatest(n, 100) * interval '1 second' end, now(),
      case when n % 5 = 0 then array['png'] else array['svg'] end, case when n % 4 = 0 then array['red', 'black'] else array['black'] end,
      n % 7 = 0, case when n % 11 = 0 then timestamptz '2026-05-01' + (n % 3) * interval '40 days' end, case when n % 22 = 0 then timestamptz '2026-05-21' + (n % 3) * interval '40 days' end,
      (array['unknown', 'human', 'ai_assisted', 'ai_generated'])[1 + n % 4]
    from generate_series(${sql.lit(from + 1)}, ${sql.lit(from + count)}) n`.execute(world.db)

const split = () => inTransaction(world.ctx(), ({ db }) => splitListSegments(db, SIZE))

const FILTERS: Filter[] = [
  {},
  { category: 'vector' },
  { color: 'red' },
  { color: 'red', category: 'vector' },
  { format: 'svg' },
  { free: 'free-now' },
  { free: 'free-scheduled' },
  { free: 'not-free', color: 'black' },
  { category: 'icon', free: 'not-free' },
  { origin: 'unknown' },
  { origin: 'ai_generated', color: 'black' },
  { origin: 'ai_assisted', free: 'not-free' },
  { origin: 'human', category: 'vector' }
]

async function wholeList(filter: Traits, ordering: Ordering, direction: Direction): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from catalogue.asset asset where ${passing(world.now(), filter)} order by ${orderOf(ordering, direction)}`.execute(world.db)
  return rows.map(({ id }) => id)
}

/** Returns the offsets of every third page and of the last one. */
const pagesOf = (total: number): number[] =>
  Array.from({ length: Math.ceil(total / PAGE) }, (_, index) => index * PAGE).filter(
    (_offset, index, all) => index % 3 === 0 || index === all.length - 1
  )

async function expectRightPages(filter: Filter, sort: keyof typeof PUBLIC_ORDERS): Promise<void> {
  const listed = { ...filter, ...ON_SALE }
  const { ordering, direction } = PUBLIC_ORDERS[sort]
  const whole = await wholeList(listed, ordering, direction)
  const total = await countPassing(world.db, world.now(), listed)
  expect([filter, total]).toEqual([filter, whole.length])
  for (const offset of pagesOf(total)) {
    const rows = await findInOrder(world.db, world.now(), filter, { ordering, direction, offset, limit: PAGE }, total)
    expect(rows.map(({ id }) => id)).toEqual(whole.slice(offset, offset + PAGE))
  }
}

/** Compares the stored counts with a fresh count of the assets. */
async function expectRightCounts(): Promise<void> {
  const { rows: wrong } = await sql`
    with counted as (
      select place.ordering, near.id as segment,
        catalogue.counted_traits(asset.status, asset.category, asset.formats, asset.colors, asset.is_free, asset.free_starts_at, asset.withheld_at, asset.origin) as traits, count(*)::int as assets
      from catalogue.asset asset,
        lateral (values ('approved', '', asset.approved_at), ('created', '', asset.created_at), ('title', lower(asset.title), '-infinity'), ('whole', '', asset.created_at)) place (ordering, title, at),
        lateral (select id from catalogue.list_segment where ordering = place.ordering and (since_title, since_at, since_id) < (place.title, place.at, asset.id)
          order by since_title desc, since_at desc, since_id desc limit 1) near
      where place.at is not null group by 1, 2, 3
    ),
    stored as (select ordering, segment, traits, assets from catalogue.list_segment_count where assets <> 0)
    (select * from counted except select * from stored) union all (select * from stored except select * from counted)`.execute(world.db)
  expect(wrong).toEqual([])
}

test('each segment holds between one and two times the segment size', async () => {
  const { rows } = await sql<{ ordering: string; least: number; most: number; segments: number }>`
    select ordering, min(held)::int as least, max(held)::int as most, count(*)::int as segments
    from (select ordering, segment, sum(assets) as held from catalogue.list_segment_count group by ordering, segment) held
    where ordering <> 'whole' group by ordering order by ordering`.execute(world.db)
  expect(rows.map(({ ordering }) => ordering)).toEqual(['approved', 'created', 'title'])
  for (const { least, most, segments } of rows) {
    expect(least).toBeGreaterThanOrEqual(SIZE)
    expect(most).toBeLessThanOrEqual(2 * SIZE)
    expect(segments).toBeGreaterThan(10)
  }
  await expectRightCounts()
})

test.each(FILTERS)('the pages of the list filtered by %j, newest first, add up to the whole list', (filter) =>
  expectRightPages(filter, 'newest')
)
test.each(FILTERS.slice(1, 5))('the pages of the list filtered by %j, by title, add up to the whole list', (filter) =>
  expectRightPages(filter, 'title')
)
test('the pages of a filtered list, oldest first, add up to the whole list', () => expectRightPages({ color: 'black' }, 'oldest'))

test.each([
  ['newest', 'created', 'desc'],
  ['oldest', 'created', 'asc'],
  ['title', 'title', 'asc']
] as const)('the pages of the desk in the order %s add up to all assets', async (sort, ordering, direction) => {
  const whole = await wholeList({}, ordering, direction)
  const { total } = await deskAssets(world.db, world.now(), { sort, page: 1, page_size: PAGE })
  expect(total).toBe(whole.length)
  for (const page of [1, 7, 20, 50, 70, Math.ceil(total / PAGE)]) {
    const { assets } = await deskAssets(world.db, world.now(), { sort, page, page_size: PAGE })
    expect(assets.map(({ id }) => id)).toEqual(whole.slice((page - 1) * PAGE, page * PAGE))
  }
})

test.each([150, 700, 2500])('the part boundaries for %i assets per part match the whole list', async (part_size) => {
  const whole = await wholeList({ status: 'approved' }, 'approved', 'asc')
  const ends = await findPartEnds(world.db, world.now(), part_size)
  expect(ends.map(({ part }) => part)).toEqual(Array.from({ length: Math.floor(whole.length / part_size) }, (_, index) => index + 1))
  const rows = await world.db.selectFrom('catalogue.asset').select(['id', 'approved_at']).where('status', '=', 'approved').execute()
  const approvedAt = new Map(rows.map(({ id, approved_at }) => [id, approved_at]))
  for (const { part, approved_at } of ends) expect(approved_at).toEqual(approvedAt.get(whole[part * part_size - 1] ?? ''))
})

test('after inserts and changes, each asset is counted once, in the segment it belongs to', async () => {
  await insert(400, 5000)
  await sql`update catalogue.asset set title = 'Drawing again ' || title where number % 9 = 0`.execute(world.db)
  await sql`update catalogue.asset set origin = 'ai_generated' where number % 29 = 0`.execute(world.db)
  await sql`update catalogue.asset set category = 'logo' where number % 23 = 0`.execute(world.db)
  await sql`update catalogue.asset set colors = '{red}', is_free = not is_free where number % 5 = 0`.execute(world.db)
  await sql`update catalogue.asset set withheld_at = now(), withheld_by = ${owner_id}, withheld_reason = 'Copied.'
    where status = 'approved' and number % 37 = 0`.execute(world.db)
  await sql`update catalogue.asset set status = 'rejected', withheld_at = null, withheld_by = null, withheld_reason = null, approved_at = null where number % 19 = 0`.execute(
    world.db
  )
  await sql`update catalogue.asset set description = 'Seen.' where number % 2 = 0`.execute(world.db)
  await sql`delete from catalogue.asset where number % 23 = 0`.execute(world.db)
  await expectRightCounts()
  await expectRightPages({ category: 'logo' }, 'newest')
  await split()
  await expectRightCounts()
  await expectRightPages({ color: 'red' }, 'newest')
  await expectRightPages({ origin: 'ai_generated' }, 'newest')
  await expectRightPages({}, 'title')
  expect(await countPassing(world.db, world.now(), { is_withheld: true })).toBeGreaterThan(100)
})

test('segments that are split while assets are inserted, changed and deleted stay correct', async () => {
  const changes = Array.from({ length: 12 }, async (_, index) => {
    await insert(120, 6000 + index * 120)
    await sql`update catalogue.asset set is_free = not is_free where number % 30 = ${index}`.execute(world.db).catch(expectDeadlock)
    await split()
    await sql`delete from catalogue.asset where number % 200 = ${index}`.execute(world.db)
  })
  await Promise.all(changes)
  await split()
  await expectRightCounts()
  await expectRightPages({ color: 'red' }, 'newest')
})

/** Concurrent statements over many assets may deadlock; PostgreSQL then rolls one of them back. */
const expectDeadlock = (failure: { code?: string }) => expect(failure.code).toBe('40P01')
