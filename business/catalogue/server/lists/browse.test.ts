import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { getAsset, listAssets } from '../../contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
  world.at('2026-03-01T12:00:00Z')
  const assets = [
    { title: 'Left arrow', category: 'icon', tags: ['direction', 'navigation'] },
    { title: 'Arrows', category: 'vector', tags: ['direction'] },
    { title: 'Sunset hills', category: 'background', tags: ['landscape', 'arrow'], description: 'Warm evening over the vineyards' },
    { title: 'Café terrace', category: 'illustration', tags: ['Coffee'] },
    { title: 'House with garden', category: 'illustration', tags: ['home'] },
    { title: 'node.js', category: 'logo', tags: ['javascript'] }
  ] as const
  for (const asset of assets) await givenAsset(world, { ...asset, tags: [...asset.tags] })
})
afterAll(() => world.end())

const titles = async (search: string, more: object = {}) =>
  (await world.api(listAssets, { query: { search, ...more } })).map(({ title }) => title)

test.each([
  ['a word of the title, best match first', 'arrow', ['Left arrow', 'Arrows', 'Sunset hills']],
  ['a word by its stem', 'terraces', ['Café terrace']],
  ['a missing accent', 'cafe', ['Café terrace']],
  ['a tag', 'coffee', ['Café terrace']],
  ['a word of the description', 'vineyards', ['Sunset hills']],
  ['a category', 'logo', ['node.js']],
  ['a prefix of the last word', 'house gard', ['House with garden']],
  ['all words together', 'arrow landscape', ['Sunset hills']],
  ['a part of a word with punctuation', 'node', ['node.js']],
  ['a missing letter', 'arow', ['Left arrow', 'Arrows', 'Sunset hills']],
  ['swapped letters', 'hosue', ['House with garden']],
  ['two wrong letters in a long word', 'javscrpt', ['node.js']],
  ['one of two words misspelled', 'lanscape arrow', ['Sunset hills']],
  ['nothing similar', 'zzzzzz', []],
  ['only punctuation', '*&|!', []]
])('searching finds %s', async (_name, search, found) => {
  expect((await titles(search)).toSorted()).toEqual([...found].toSorted())
})

test('matches in titles come before matches in tags', async () => {
  expect((await titles('arrow')).at(-1)).toBe('Sunset hills')
})

test('only the last word may be a prefix', async () => {
  expect(await titles('gard house')).toEqual([])
})

test('a category narrows the list and a search', async () => {
  expect(await titles('arrow', { category: 'vector' })).toEqual(['Arrows'])
  expect((await titles('', { category: 'illustration' })).toSorted()).toEqual(['Café terrace', 'House with garden'])
})

test('an empty choice means no filter; an unknown one is refused', async () => {
  expect(await titles('', { category: '' })).toHaveLength(6)
  expect(await titles('', { category: 'all' })).toHaveLength(6)
  await expect(world.api(listAssets, { query: { category: 'song' } })).rejects.toMatchObject({
    status: 422,
    body: { code: 'invalid_fields' }
  })
})

test('pages have their total and links to the next and previous page', async () => {
  const answer = await world.app.inject('/api/assets/?page=2&page_size=2&category=')
  expect(answer.headers['x-total-count']).toBe('6')
  expect(answer.headers['link']).toContain('page=3>; rel="next"')
  expect(answer.headers['link']).toContain('page=1>; rel="prev"')
  expect(answer.json()).toHaveLength(2)
})

test('every asset is on exactly one page, newest first', async () => {
  const pages = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((page) => world.api(listAssets, { query: { page, page_size: 1 } })))
  const ids = pages.flat().map(({ id }) => id)
  const all = await world.api(listAssets, { query: {} })
  expect(ids).toEqual(all.map(({ id }) => id))
  expect(new Set(ids).size).toBe(6)
})

test.each(['pending', 'rejected'] as const)('a %s asset is visible only to its owner and admins', async (status) => {
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

test('an asset shows previews and details of each file, and nothing about the original', async () => {
  const asset = await givenAsset(world, { title: 'Details', tags: ['fact'] })
  const answer = await world.api(getAsset, { params: { id: asset.id } })
  expect(answer.files).toHaveLength(1)
  expect(answer.files[0]).toMatchObject({ id: asset.file_id, format: 'svg', resolution: '400x300', size_in_kb: 1 })
  expect(answer.files[0]?.preview_urls?.[640]).toMatch(/^\/previews\/.+\/640-marked\.webp$/)
  expect(JSON.stringify(answer)).not.toContain('originals')
})

test('a free window opens and closes on time', async () => {
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

test('the totals of the free filter equal the assets on its pages', async () => {
  await givenAsset(world, { title: 'Gift', is_free: true })
  for (const free of ['free-now', 'free-scheduled', 'not-free'] as const) {
    const { body, total } = await world.api.withTotal(listAssets, { query: { free, page_size: 100 } })
    expect([free, body.length]).toEqual([free, total])
  }
})

test('a new asset is counted immediately, even in a cached search', async () => {
  const count = async () => (await world.api.withTotal(listAssets, { query: { search: 'lighthouse' } })).total
  expect(await count()).toBe(0)
  for (let index = 0; index < 4; index += 1) await givenAsset(world, { title: `Lighthouse ${index}` })
  expect(await count()).toBe(4)
})
