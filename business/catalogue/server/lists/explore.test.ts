import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenAsset, type MadeAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { listAssets, similarAssets } from '../../contract.ts'
import type { Origin } from '../../origin.rules.ts'
import type { Color } from '../../rules.ts'

let world: World
const made: Record<string, MadeAsset> = {}

beforeAll(async () => {
  world = await freshWorld()
  const assets = [
    { title: 'Red fox', origin: 'human', category: 'icon', tags: ['fox', 'animal', 'tail'], colors: ['red', 'black'] },
    { title: 'Fox sleeping', origin: 'ai_assisted', category: 'icon', tags: ['fox', 'animal', 'tail'], colors: ['red', 'white'] },
    { title: 'blue fox', origin: 'ai_generated', category: 'vector', tags: ['fox', 'animal'], colors: ['blue'] },
    { title: 'Animal parade', category: 'illustration', tags: ['animal'], colors: ['green', 'blue'] },
    { title: 'Castle', category: 'background', tags: ['stone'], colors: ['gray'] }
  ] as const
  for (const [minute, { colors, tags, ...asset }] of assets.entries()) {
    world.at(`2026-03-01T12:0${minute}:00Z`)
    made[asset.title] = await givenAsset(world, { ...asset, tags: [...tags], is_free: asset.title === 'Castle' })
    await paint(made[asset.title]!.id, [...colors])
  }
  await world.db.pool.query('select catalogue.count_words()')
})
afterAll(() => world.end())

const paint = (id: string, colors: Color[]) => world.db.updateTable('catalogue.asset').set({ colors }).where('id', '=', id).execute()

const list = async (query: object) => (await world.api(listAssets, { query })).map(({ title }) => title)
const totalOf = async (query: string) => (await world.app.inject(`/api/assets/?${query}`)).headers['x-total-count']

test.each([
  [{ color: 'red' }, ['Fox sleeping', 'Red fox']],
  [{ color: 'blue', category: 'vector' }, ['blue fox']],
  [{ format: 'svg', color: 'gray' }, ['Castle']],
  [{ format: 'eps' }, []],
  [{ format: 'pdf', color: 'gray' }, ['Castle']],
  [{ color: 'gray', free: 'free-now' }, ['Castle']],
  [{ color: 'gray', free: 'not-free' }, []],
  [{ origin: 'human' }, ['Red fox']],
  [{ origin: 'ai_assisted', color: 'red' }, ['Fox sleeping']],
  [{ origin: 'ai_generated', category: 'icon' }, []],
  [{ origin: 'unknown' }, ['Castle', 'Animal parade']],
  [{ origin: 'all' }, ['Castle', 'Animal parade', 'blue fox', 'Fox sleeping', 'Red fox']],
  [{ search: 'fox', origin: 'ai_generated' }, ['blue fox']],
  [{ search: 'animal', origin: 'unknown' }, ['Animal parade']],
  [{ search: 'fox', color: 'blue' }, ['blue fox']],
  [{ search: 'fox', format: 'eps' }, []],
  [{ search: 'fox', format: 'webp', color: 'blue' }, ['blue fox']]
])('the filter %j returns only matching assets', async (query, titles) => {
  expect(await list(query)).toEqual(titles)
})

test('totals follow every change of the filtered fields', async () => {
  expect([await totalOf('color=red'), await totalOf('color=red&format=svg'), await totalOf('color=red&category=vector')]).toEqual([
    '2',
    '2',
    '0'
  ])
  await paint(made['Castle']!.id, ['red'])
  expect([await totalOf('color=red'), await totalOf('color=gray')]).toEqual(['3', '0'])
  await paint(made['Castle']!.id, ['gray'])
  expect([await totalOf('color=red'), await totalOf('color=gray')]).toEqual(['2', '1'])
})

test('lists and searches follow a changed origin', async () => {
  const change = (origin: Origin) => world.db.updateTable('catalogue.asset').set({ origin }).where('id', '=', made['Castle']!.id).execute()
  await change('ai_generated')
  expect([await totalOf('origin=ai_generated'), await totalOf('origin=unknown')]).toEqual(['2', '1'])
  expect(await list({ search: 'castle', origin: 'ai_generated' })).toEqual(['Castle'])
  await change('unknown')
  expect([await totalOf('origin=ai_generated'), await totalOf('origin=unknown')]).toEqual(['1', '2'])
  expect(await list({ search: 'castle', origin: 'ai_generated' })).toEqual([])
})

test('each card names its origin', async () => {
  const origins = (await world.api(listAssets, { query: {} })).map(({ title, origin }) => [title, origin])
  expect(Object.fromEntries(origins)).toMatchObject({ 'Red fox': 'human', 'blue fox': 'ai_generated', Castle: 'unknown' })
})

test('lists have the requested order', async () => {
  const newest = ['Castle', 'Animal parade', 'blue fox', 'Fox sleeping', 'Red fox']
  const byTitle = ['Animal parade', 'blue fox', 'Castle', 'Fox sleeping', 'Red fox']
  expect(await list({})).toEqual(newest)
  expect(await list({ sort: 'best' })).toEqual(newest)
  expect(await list({ sort: 'oldest' })).toEqual(newest.toReversed())
  expect(await list({ sort: 'title' })).toEqual(byTitle)
  expect(await list({ search: 'fox', sort: 'oldest' })).toEqual(['Red fox', 'Fox sleeping', 'blue fox'])
  expect(await list({ search: 'fox', sort: 'title' })).toEqual(['blue fox', 'Fox sleeping', 'Red fox'])
})

test.each(['oldest', 'title'])('sorted by %s, every asset is on exactly one page', async (sort) => {
  const pages = await Promise.all([1, 2, 3].map((page) => list({ sort, page, page_size: 2 })))
  expect(pages.flat()).toEqual(await list({ sort }))
})

test('an unknown color, format or order is refused', async () => {
  for (const query of [{ color: 'mauve' }, { origin: 'robot' }, { format: 'gif' }, { sort: 'price' }])
    await expect(world.api(listAssets, { query })).rejects.toMatchObject({ status: 422, body: { code: 'invalid_fields' } })
})

const likeIt = async (title: string) => (await world.api(similarAssets, { params: { id: made[title]!.id } })).map((asset) => asset.title)

test('similar assets share words with the asset, most similar first, without the asset itself', async () => {
  expect(await likeIt('Red fox')).toEqual(['Fox sleeping', 'blue fox', 'Animal parade'])
  expect(await likeIt('Castle')).toEqual([])
})

test('with equal words, the asset with the nearest hash comes first', async () => {
  const twins = ['Lighthouse one', 'Lighthouse two', 'Lighthouse three']
  for (const title of twins) made[title] = await givenAsset(world, { title, category: 'icon' })
  await world.db.pool.query('select catalogue.count_words()')
  for (const [title, perceptual_hash] of [
    ['Lighthouse one', 0b1111n],
    ['Lighthouse two', -1n],
    ['Lighthouse three', 0b1110n]
  ] as const)
    await world.db.updateTable('catalogue.asset_file').set({ perceptual_hash }).where('asset_id', '=', made[title]!.id).execute()
  expect(await likeIt('Lighthouse one')).toEqual(['Lighthouse three', 'Lighthouse two'])
})

test('similar assets of an asset that is not approved are hidden', async () => {
  const { id } = await givenAsset(world, { title: 'Secret fox', status: 'pending' })
  await expect(world.api(similarAssets, { params: { id } })).rejects.toMatchObject({ status: 404 })
  expect(await (await world.as('admin'))(similarAssets, { params: { id } })).toEqual([])
})

test('at most two similar assets with the same title come before the others', async () => {
  for (let copy = 1; copy <= 4; copy += 1) await givenAsset(world, { title: copy % 2 ? 'Walrus' : 'walrus', category: 'icon' })
  made['Walrus'] = await givenAsset(world, { title: 'Walrus', category: 'icon' })
  await givenAsset(world, { title: 'A walrus on old ice', category: 'vector' })
  await world.db.pool.query('select catalogue.count_words()')
  const titles = (await likeIt('Walrus')).map((title) => title.toLowerCase())
  expect(titles).toEqual(['walrus', 'walrus', 'a walrus on old ice', 'walrus', 'walrus'])
})
