import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { getAsset, listAssets } from '../contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
  world.at('2026-03-01T12:00:00Z')
  const made = [
    { title: 'Left arrow', category: 'icon', tags: ['direction', 'navigation'] },
    { title: 'Arrows', category: 'vector', tags: ['direction'] },
    { title: 'Sunset hills', category: 'background', tags: ['landscape', 'arrow'], description: 'Warm evening over the vineyards' },
    { title: 'Café terrace', category: 'illustration', tags: ['coffee'] },
    { title: 'House with garden', category: 'illustration', tags: ['home'] },
    { title: 'node.js', category: 'logo', tags: ['javascript'] }
  ] as const
  for (const asset of made) await givenAsset(world, { ...asset, tags: [...asset.tags] })
})
afterAll(() => world.end())

const titles = async (search: string, more: object = {}) =>
  (await world.api(listAssets, { query: { search, ...more } })).map(({ title }) => title)

test.each([
  ['a word of the title, best match first', 'arrow', ['Left arrow', 'Arrows', 'Sunset hills']],
  ['a word by its stem', 'terraces', ['Café terrace']],
  ['an accent left out', 'cafe', ['Café terrace']],
  ['a tag', 'coffee', ['Café terrace']],
  ['a word of the description', 'vineyards', ['Sunset hills']],
  ['a category', 'logo', ['node.js']],
  ['the beginning of the last word', 'house gard', ['House with garden']],
  ['all words together', 'arrow landscape', ['Sunset hills']],
  ['words joined by marks', 'node', ['node.js']],
  ['a letter left out', 'arow', ['Left arrow', 'Arrows', 'Sunset hills']],
  ['neighbours swapped', 'hosue', ['House with garden']],
  ['two letters wrong in a long word', 'javscrpt', ['node.js']],
  ['one of two words misspelt', 'lanscape arrow', ['Sunset hills']],
  ['nothing alike', 'zzzzzz', []],
  ['only marks', '*&|!', []]
])('searching finds %s', async (_name, search, found) => {
  expect((await titles(search)).toSorted()).toEqual([...found].toSorted())
})

test('the best match comes first: titles before tags', async () => {
  expect((await titles('arrow')).at(-1)).toBe('Sunset hills')
})

test('the beginning of a word other than the last does not count', async () => {
  expect(await titles('gard house')).toEqual([])
})

test('a category keeps the rest out, also while searching', async () => {
  expect(await titles('arrow', { category: 'vector' })).toEqual(['Arrows'])
  expect((await titles('', { category: 'illustration' })).toSorted()).toEqual(['Café terrace', 'House with garden'])
})

test('an empty choice of the form is no filter, an unknown one is refused', async () => {
  expect(await titles('', { category: '' })).toHaveLength(6)
  expect(await titles('', { category: 'all' })).toHaveLength(6)
  await expect(world.api(listAssets, { query: { category: 'song' } })).rejects.toMatchObject({
    status: 422,
    body: { code: 'invalid_fields' }
  })
})

test('pages carry their total and their neighbours', async () => {
  const answer = await world.app.inject('/api/assets/?page=2&page_size=2&category=')
  expect(answer.headers['x-total-count']).toBe('6')
  expect(answer.headers['link']).toContain('page=3>; rel="next"')
  expect(answer.headers['link']).toContain('page=1>; rel="prev"')
  expect(answer.json()).toHaveLength(2)
})

test('every asset stands on exactly one page, newest first, from either end', async () => {
  const pages = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((page) => world.api(listAssets, { query: { page, page_size: 1 } })))
  const ids = pages.flat().map(({ id }) => id)
  const all = await world.api(listAssets, { query: {} })
  expect(ids).toEqual(all.map(({ id }) => id))
  expect(new Set(ids).size).toBe(6)
})

test.each(['pending', 'rejected'] as const)('a %s asset is there for its owner and admins only', async (status) => {
  const asset = await givenAsset(world, { title: `Secret ${status}`, status, artist: 'Mona' })
  const open = { params: { id: asset.id } }
  expect(await titles(`Secret ${status}`)).toEqual([])
  await expect(world.api(getAsset, open)).rejects.toMatchObject({ status: 404, body: { code: 'asset_not_found' } })
  for (const [role, name] of [['client'], ['employee', 'Other']] as const)
    await expect((await world.as(role, name))(getAsset, open)).rejects.toMatchObject({ status: 404 })
  expect(await (await world.as('employee', 'Mona'))(getAsset, open)).toMatchObject({ status })
  expect(await (await world.as('admin'))(getAsset, open)).toMatchObject({ status, reject_reason: null })
})

test.each(['not-an-id', '00000000-0000-4000-8000-000000000000'])('the id %s is a 404', async (id) => {
  await expect(world.api(getAsset, { params: { id } })).rejects.toMatchObject({ status: 404 })
})

test('an answer holds previews and facts of each file, and nothing of the original', async () => {
  const asset = await givenAsset(world, { title: 'Facts', tags: ['fact'] })
  const answer = await world.api(getAsset, { params: { id: asset.id } })
  expect(answer.files).toHaveLength(1)
  expect(answer.files[0]).toMatchObject({ id: asset.file_id, format: 'svg', resolution: '400x300', size_in_kb: 1 })
  expect(answer.files[0]?.preview_urls?.[640]).toMatch(/^\/previews\/.+\/640-marked\.webp$/)
  expect(JSON.stringify(answer)).not.toContain('originals')
})

test('what is free follows the clock', async () => {
  const { id } = await givenAsset(world, {
    title: 'Windowed',
    free_starts_at: new Date('2026-05-01T00:00:00Z'),
    free_ends_at: new Date('2026-06-01T00:00:00Z')
  })
  const at = async (iso: string) => {
    world.at(iso)
    const asset = await world.api(getAsset, { params: { id } })
    const lists = await Promise.all(
      (['free-now', 'free-scheduled', 'not-free'] as const).map(
        async (free) =>
          (await world.api.withTotal(listAssets, { query: { free, page_size: 100 } })).body.some((one) => one.id === id) && free
      )
    )
    return [asset.is_currently_free, asset.files[0]?.preview_urls?.[640].includes('marked'), lists.filter(Boolean)]
  }
  expect(await at('2026-04-30T23:59:59Z')).toEqual([false, true, ['free-scheduled']])
  expect(await at('2026-05-01T00:00:00Z')).toEqual([true, false, ['free-now']])
  expect(await at('2026-06-01T00:00:00Z')).toEqual([false, true, ['not-free']])
})

test('totals of the free filter agree with their pages', async () => {
  await givenAsset(world, { title: 'Gift', is_free: true })
  for (const free of ['free-now', 'free-scheduled', 'not-free'] as const) {
    const { body, total } = await world.api.withTotal(listAssets, { query: { free, page_size: 100 } })
    expect([free, body.length]).toEqual([free, total])
  }
})

test('a new asset is counted at once, also in a search counted before', async () => {
  const count = async () => (await world.api.withTotal(listAssets, { query: { search: 'lighthouse' } })).total
  expect(await count()).toBe(0)
  for (let index = 0; index < 4; index += 1) await givenAsset(world, { title: `Lighthouse ${index}` })
  expect(await count()).toBe(4)
})
