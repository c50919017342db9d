import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/server/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import type { Category } from '../rules.ts'
import { extendMilestones, findMilestone } from './milestones.queries.ts'
import { countApproved, findNewest } from './queries.ts'

let world: World
let owner_id: string
beforeAll(async () => {
  world = await freshWorld()
  owner_id = (await world.person('employee')).id
  await insert('2026-01-01T00:00:00Z', 2600)
  await extend()
})
afterAll(() => world.end())

/** One each second from then on, every third a vector. */
const insert = (from: string, count: number) =>
  sql`insert into catalogue.asset (title, category, status, owner_id, created_at, approved_at)
    select 'Drawing ' || n, case when n % 3 = 0 then 'vector' else 'icon' end, 'approved', ${owner_id}, now(), ${from}::timestamptz + n * interval '1 second'
    from generate_series(1, ${sql.lit(count)}) n`.execute(world.db)

const extend = () => inTransaction(world.ctx(), ({ db, now }) => extendMilestones(db, now))
const places = async (list = '') =>
  (await world.db.selectFrom('catalogue.milestone').select('place').where('list', '=', list).orderBy('place').execute()).map(
    ({ place }) => place
  )

/** The whole list by pages of 12, and the same list read at once. */
async function readBoth(category?: Category) {
  const { total } = await countApproved(world.db, category)
  const paged: string[] = []
  for (let offset = 0; offset < total; offset += 12)
    paged.push(...(await findNewest(world.db, world.now(), { category }, { offset, limit: 12 }, total)).map(({ id }) => id))
  let whole = world.db.selectFrom('catalogue.asset').select('id').where('status', '=', 'approved')
  if (category) whole = whole.where('category', '=', category)
  return { paged, whole: (await whole.orderBy('approved_at', 'desc').orderBy('id', 'desc').execute()).map(({ id }) => id) }
}

const expectWholeList = async (category?: Category) => {
  const { paged, whole } = await readBoth(category)
  expect(paged).toEqual(whole)
}

test('every 500th place is marked, of the whole list and of each category', async () => {
  expect(await places()).toEqual([500, 1000, 1500, 2000, 2500])
  expect(await places('icon')).toEqual([500, 1000, 1500])
  expect(await places('logo')).toEqual([])
  expect(await findMilestone(world.db, undefined, 1200)).toMatchObject({ place: 1500 })
})

test('read page by page, the list is the whole list, each asset once', async () => {
  await expectWholeList()
  await expectWholeList('icon')
})

test('new approvals move no milestone, and the next count goes on behind the last', async () => {
  await insert('2026-02-01T00:00:00Z', 500)
  expect(await places()).toEqual([500, 1000, 1500, 2000, 2500])
  await expectWholeList()
  await extend()
  expect(await places()).toEqual([500, 1000, 1500, 2000, 2500, 3000])
  await expectWholeList()
})

test('what leaves the list, comes in between or changes its category voids the milestones after it', async () => {
  const [at] = await world.db.selectFrom('catalogue.asset').select(['id']).where('title', '=', 'Drawing 1201').execute()
  await world.db.deleteFrom('catalogue.asset').where('id', '=', at!.id).execute()
  expect(await places()).toEqual([500, 1000])
  await expectWholeList()
  await extend()
  await expectWholeList()
  await world.db.updateTable('catalogue.asset').set({ category: 'logo' }).where('title', '=', 'Drawing 700').execute()
  expect(await places('icon')).not.toContain(1000)
  expect(await places()).toEqual([500])
  await extend()
  await insert('2026-01-01T00:10:00.5Z', 1)
  expect(await places()).toEqual([500])
  await extend()
  await expectWholeList()
  await expectWholeList('icon')
})

test('a change that moves nothing keeps them', async () => {
  await world.db.updateTable('catalogue.asset').set({ description: 'Seen again.' }).where('title', 'like', 'Drawing 1%').execute()
  expect(await places()).toEqual([500, 1000, 1500, 2000, 2500, 3000])
})

test('counted while assets come and go, the list stays right', async () => {
  const changes = Array.from({ length: 12 }, async (_, index) => {
    await world.db
      .deleteFrom('catalogue.asset')
      .where('title', '=', `Drawing ${1300 + index}`)
      .execute()
    await extend()
  })
  await Promise.all(changes)
  await extend()
  await expectWholeList()
})
