import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { listAssets } from '../../contract.ts'
import { knownPage } from './page-cache.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

/** Searches twice, so that the page is known from then on. */
async function knownSearch(search: string) {
  await world.api(listAssets, { query: { search } })
  return world.api.withTotal(listAssets, { query: { search } })
}

const again = (search: string) => world.api.withTotal(listAssets, { query: { search } })

test('a known page shows its assets as they are now', async () => {
  const { id } = await givenAsset(world, { title: 'Lighthouse', description: 'At dawn.' })
  expect((await knownSearch('lighthouse')).body).toMatchObject([{ id, description: 'At dawn.', is_currently_free: false }])
  await sql`update catalogue.asset set free_starts_at = '2026-05-01', free_ends_at = '2026-05-02' where id = ${id}`.execute(world.db)
  expect((await knownSearch('lighthouse')).body).toMatchObject([{ id, free_state: 'free_soon' }])
  world.at('2026-05-01T12:00:00Z')
  expect((await again('lighthouse')).body).toMatchObject([{ id, is_currently_free: true }])
  world.at('2026-05-03T12:00:00Z')
  expect((await again('lighthouse')).body).toMatchObject([{ id, is_currently_free: false }])
})

test('what comes on sale, leaves it, or is renamed is on a known page, or not, from the next search on', async () => {
  const first = await givenAsset(world, { title: 'Windmill' })
  expect(await knownSearch('windmill')).toMatchObject({ total: 1, body: [{ id: first.id }] })
  const second = await givenAsset(world, { title: 'Windmill' })
  expect(await again('windmill')).toMatchObject({ total: 2 })
  await sql`update catalogue.asset set title = 'Watermill' where id = ${first.id}`.execute(world.db)
  expect(await again('windmill')).toMatchObject({ total: 1, body: [{ id: second.id }] })
  await sql`update catalogue.asset set status = 'rejected', approved_at = null where id = ${second.id}`.execute(world.db)
  expect(await again('windmill')).toMatchObject({ total: 0, body: [] })
})

test('pages, filters, and orders of the same words are known apart', async () => {
  const icon = await givenAsset(world, { title: 'Anvil one', category: 'icon' })
  const logo = await givenAsset(world, { title: 'Anvil two', category: 'logo' })
  for (const _ of [1, 2]) {
    expect((await again('anvil')).total).toBe(2)
    const sorted = await world.api(listAssets, { query: { search: 'anvil', sort: 'title' } })
    expect(sorted.map(({ id }) => id)).toEqual([icon.id, logo.id])
    expect(await world.api.withTotal(listAssets, { query: { search: 'anvil', category: 'logo' } })).toMatchObject({
      total: 1,
      body: [{ id: logo.id }]
    })
    expect(await world.api.withTotal(listAssets, { query: { search: 'anvil', page_size: 1, page: 2 } })).toMatchObject({ total: 2 })
  }
})

test('a search that finds nothing is counted each time', async () => {
  for (const _ of [1, 2, 3]) await again('zzqq')
  await expect
    .poll(
      async () =>
        (await sql<{ times: number }>`select times from catalogue.search_miss where words = 'zzqq'`.execute(world.db)).rows[0]?.times
    )
    .toBe(3)
})

const PAGE = { filter: {}, slice: { offset: 0, limit: 12 }, sort: 'best' } as const

test('searches for the same unknown page at the same time look for it once', async () => {
  const found = { total: 0, rows: [] }
  let looks = 0
  const find = async () => {
    looks += 1
    await wait(50)
    return found
  }
  const search = (typed: string) => knownPage(world.ctx(), { ...PAGE, typed: [typed] }, find)
  await Promise.all(Array.from({ length: 20 }, () => search('gondola')))
  expect(looks).toBe(1)
  await Promise.all([search('gondola'), search('ferry')])
  expect(looks).toBe(2)
})

test('a search whose count comes after another one has found its page does not look for it again', async () => {
  let looks = 0
  const find = async () => {
    looks += 1
    return { total: 0, rows: [] }
  }
  const search = () => knownPage(world.ctx(), { ...PAGE, typed: ['dinghy'] }, find)
  // More searches than the database has connections, so some counts wait until the first lookup has ended.
  await Promise.all(Array.from({ length: 60 }, search))
  expect(looks).toBe(1)
})

/** Three searches at the same time. The first lookup fails with this error. */
async function searchThrice(typed: string, error: Error) {
  let looks = 0
  const find = async () => {
    looks += 1
    if (looks > 1) return { total: 0, rows: [] }
    await wait(50)
    throw error
  }
  const search = () => knownPage(world.ctx(), { ...PAGE, typed: [typed] }, find)
  const answers = await Promise.allSettled([1, 2, 3].map(search))
  return { answers: answers.map(({ status }) => status).toSorted(), looks, search }
}

test('when the connection of the search that looks for a page breaks, the others look for it themselves', async () => {
  const { answers, looks } = await searchThrice('kayak', new Error('Connection terminated unexpectedly'))
  expect([answers, looks]).toEqual([['fulfilled', 'fulfilled', 'rejected'], 3])
})

test('a lookup that takes too long is not repeated by those who wait for it, but by the next search', async () => {
  const { answers, looks, search } = await searchThrice('canoe', new Error('canceling statement due to statement timeout'))
  expect([answers, looks]).toEqual([['rejected', 'rejected', 'rejected'], 1])
  expect(await search()).toEqual({ total: 0, rows: [] })
})
