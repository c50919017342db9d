import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { getArtist, listArtists } from '../../artists.contract.ts'
import { getAsset } from '../../contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const showArtist = (id: string, query: object = {}) => world.api(getArtist, { params: { id }, query })
const idsOf = async () => (await world.api(listArtists, { query: {} })).map(({ id }) => id)
const notFound = { status: 404, body: { code: 'artist_not_found' } }
/** Makes an asset open-licensed artwork by an author without an account. */
const credit = (id: string, author_name: string) =>
  sql`update catalogue.asset set author_name = ${author_name}, source_key = ${id} where id = ${id}`.execute(world.db)
const artistOf = async (id: string) => (await world.api(getAsset, { params: { id } })).artist_id

test('an artist’s page has the name, since when, and the works on sale, newest first', async () => {
  world.at('2026-03-01T12:00:00Z')
  const { owner_id } = await givenAsset(world, { title: 'First', artist: 'Aria' })
  world.at('2026-03-02T12:00:00Z')
  await givenAsset(world, { title: 'Second', artist: 'Aria' })
  await givenAsset(world, { title: 'Undecided', artist: 'Aria', status: 'pending' })
  await givenAsset(world, { title: 'Rejected', artist: 'Aria', status: 'rejected' })
  const shown = await showArtist(owner_id)
  expect(shown).toMatchObject({ id: owner_id, name: 'Aria', since: '2026-03-01T12:00:00.000Z', total: 2, page: 1, page_size: 12 })
  expect(shown.items.map(({ title }) => title)).toEqual(['Second', 'First'])
  expect((await showArtist(owner_id, { page: 2, page_size: 1 })).items.map(({ title }) => title)).toEqual(['First'])
  expect((await showArtist(owner_id, { page: 3, page_size: 1 })).items).toEqual([])
})

test('the answer says nothing else about the person', async () => {
  const { owner_id } = await givenAsset(world, { artist: 'Private' })
  const { email } = await world.person('employee', 'Private')
  const { body } = await world.app.inject({ url: `/api/artists/${owner_id}` })
  expect(body).not.toContain(email)
  expect(Object.keys(JSON.parse(body)).toSorted()).toEqual(['id', 'items', 'name', 'page', 'page_size', 'since', 'total'])
})

test('nobody without works on sale has a page', async () => {
  const { owner_id } = await givenAsset(world, { artist: 'Newcomer', status: 'pending' })
  const client = await world.person('client')
  for (const id of [owner_id, client.id, randomUUID()]) await expect(showArtist(id)).rejects.toMatchObject(notFound)
  expect(await idsOf()).not.toContain(owner_id)
})

test('a withheld work leaves the page, and the last one takes the page with it', async () => {
  const { id, owner_id } = await givenAsset(world, { title: 'One', artist: 'Withdrawn' })
  const other = await givenAsset(world, { title: 'Other', artist: 'Withdrawn' })
  const withhold = (asset_id: string) =>
    sql`update catalogue.asset set withheld_at = now(), withheld_reason = 'a claim', withheld_by = owner_id where id = ${asset_id}`.execute(
      world.db
    )
  await withhold(id)
  expect((await showArtist(owner_id)).items.map(({ title }) => title)).toEqual(['Other'])
  await withhold(other.id)
  await expect(showArtist(owner_id)).rejects.toMatchObject(notFound)
  expect(await idsOf()).not.toContain(owner_id)
})

test('the credited author of open-licensed artwork has a page, with the works of that name from every account', async () => {
  const one = await givenAsset(world, { title: 'Leaf', artist: 'Library' })
  const two = await givenAsset(world, { title: 'Root', artist: 'Another library' })
  const own = await givenAsset(world, { title: 'Own', artist: 'Library' })
  await credit(one.id, 'Microsoft Corporation')
  await credit(two.id, 'Microsoft Corporation')
  const artist_id = (await artistOf(one.id))!
  expect(await artistOf(two.id)).toBe(artist_id)
  expect((await showArtist(artist_id)).items.map(({ title }) => title).toSorted()).toEqual(['Leaf', 'Root'])
  expect((await showArtist(artist_id)).name).toBe('Microsoft Corporation')
  expect((await showArtist(own.owner_id)).items.map(({ title }) => title)).toEqual(['Own'])
})

test('a deleted account has no page, and its works do not name one', async () => {
  const { id, owner_id } = await givenAsset(world, { artist: 'Gone' })
  await sql`update accounts."user" set deleted_at = now(), name = 'Deleted user' where id = ${owner_id}`.execute(world.db)
  await expect(showArtist(owner_id)).rejects.toMatchObject(notFound)
  expect(await artistOf(id)).toBeNull()
  expect(await idsOf()).not.toContain(owner_id)
})

test('every artist with works on sale is listed once, in parts', async () => {
  for (const artist of ['A', 'B', 'C']) await givenAsset(world, { artist })
  const all = await idsOf()
  expect(new Set(all).size).toBe(all.length)
  expect(all).toEqual(all.toSorted())
  expect((await world.api(listArtists, { query: { after: all[1]! } })).map(({ id }) => id)).toEqual(all.slice(2))
})
