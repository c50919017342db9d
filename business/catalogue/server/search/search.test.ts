import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { listAssets } from '../../contract.ts'
import { addSynonyms, listSearchMisses } from '../../search.contract.ts'
import { importAssets } from '../import.service.ts'
import { meantBy, runsOf } from './meanings.ts'
import { findTogether, findTogetherAnywhere } from './search.queries.ts'
import { findForms } from './words.queries.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
  const made = [
    { title: 'Settings', tags: ['options'] },
    { title: 'Wastebasket', tags: ['remove'] },
    { title: 'Red car', tags: ['vehicle'] },
    { title: 'Playing card' },
    { title: 'Umbrella', tags: ['rain'] },
    { title: 'Check mark', tags: ['done'] },
    { title: 'Wi-Fi router' },
    { title: 'Email open' },
    { title: 'Shopping trolley' },
    { title: 'House' },
    { title: 'House with a red door', tags: ['building'] },
    { title: 'Garden', tags: ['house'] },
    { title: 'Cottage', description: 'A small house near the sea.' },
    { title: 'Polar bear', tags: ['animal'] },
    { title: 'Loading animation' },
    { title: 'Strawberries', tags: ['berry'] },
    { title: 'Left arrow', category: 'icon' },
    { title: 'Arrow left circle', category: 'vector' },
    { title: 'Log in' }
  ] as const
  for (const asset of made) await givenAsset(world, { ...asset, tags: 'tags' in asset ? [...asset.tags] : [] })
})
afterAll(() => world.end())

const titles = async (search: string, more: object = {}) =>
  (await world.api(listAssets, { query: { search, ...more } })).map(({ title }) => title)

describe('search by meaning', () => {
  test.each([
    ['cog', 'Settings'],
    ['cogs', 'Settings'],
    ['trash', 'Wastebasket'],
    ['delete', 'Wastebasket'],
    ['automobile', 'Red car'],
    ['sign in', 'Log in'],
    ['tick', 'Check mark'],
    ['cart', 'Shopping trolley']
  ])('"%s" finds %s', async (search, title) => {
    expect(await titles(search)).toContain(title)
  })

  test('a general word finds specific ones, but not the other way around', async () => {
    expect(await titles('vehicle')).toContain('Red car')
    expect(await titles('animal')).toEqual(['Polar bear'])
    expect(await titles('elephant')).toEqual([])
  })

  test('a group that an admin adds applies from the next search on', async () => {
    expect(await titles('parapluie')).toEqual([])
    const admin = await world.as('admin')
    await admin(addSynonyms, { body: { words: 'Umbrella, Parapluie' } })
    expect(await titles('parapluie')).toEqual(['Umbrella'])
  })
})

describe('unrelated words do not match', () => {
  test.each([
    ['car', 'Playing card'],
    ['card', 'Red car'],
    ['animal', 'Loading animation'],
    ['bear', 'Strawberries'],
    ['red house', 'Red car']
  ])('"%s" does not find %s', async (search, title) => {
    expect(await titles(search)).not.toContain(title)
  })
})

describe('search finds variant spellings:', () => {
  test.each([
    ['singular for plural', 'strawberry', 'Strawberries'],
    ['plural for singular', 'umbrellas', 'Umbrella'],
    ['two words instead of one', 'e-mail', 'Email open'],
    ['one word instead of two', 'wifi', 'Wi-Fi router'],
    ['one word instead of two separate words', 'checkmark', 'Check mark'],
    ['a verb for its -ing form', 'shop', 'Shopping trolley'],
    ['a prefix', 'umbr', 'Umbrella'],
    ['a typing error', 'umbrela', 'Umbrella'],
    ['a typing error and a plural', 'wastbasket', 'Wastebasket'],
    ['filler words', 'the house with a door', 'House with a red door'],
    ['capitals', 'UMBRELLA', 'Umbrella']
  ])('%s: "%s" finds %s', async (_name, search, title) => {
    expect(await titles(search)).toContain(title)
  })
})

test('exact titles come first, then words of titles, tags and descriptions', async () => {
  expect(await titles('house')).toEqual(['House', 'House with a red door', 'Garden', 'Cottage'])
})

test('for several words, titles in the typed order come first, and shorter titles come before longer ones', async () => {
  expect(await titles('left arrow')).toEqual(['Left arrow', 'Arrow left circle'])
})

test('filters narrow a search', async () => {
  expect(await titles('arrow left', { category: 'icon' })).toEqual(['Left arrow'])
  expect(await titles('arrow', { category: 'vector' })).toEqual(['Arrow left circle'])
  expect(await titles('arrow', { free: 'free-now' })).toEqual([])
  expect(await titles('arrow', { free: 'not-free' })).toHaveLength(2)
})

test('a word that a filter excludes is not treated as misspelled', async () => {
  await givenAsset(world, { title: 'Gannet', category: 'icon' })
  await givenAsset(world, { title: 'Garnet', category: 'vector' })
  expect(await titles('gannet')).toEqual(['Gannet'])
  expect(await titles('gannet', { category: 'vector' })).toEqual([])
  expect(await titles('gannet', { category: 'vector', free: 'not-free' })).toEqual([])
  expect(await titles('ganent', { category: 'icon' })).toEqual(['Gannet'])
})

test('the pages of a search for several words list every match once', async () => {
  for (let number = 0; number < 30; number += 1) await givenAsset(world, { title: `Paper plane ${number}`, file: null })
  const pages = await Promise.all([1, 2, 3, 4].map((page) => titles('paper plane', { page, page_size: 9 })))
  expect(pages.map(({ length }) => length)).toEqual([9, 9, 9, 3])
  expect(new Set(pages.flat()).size).toBe(30)
})

type Named = { title: string; description?: string; tags?: string[] }

async function importIcons(named: readonly Named[]): Promise<void> {
  const owner = await world.person('employee')
  const works = named.map((words, number) => ({
    ...{ source_key: `${words.title}:${number}`, owner_id: owner.id, category: 'icon' as const, description: '', tags: [], ...words },
    ...{ svg: '<svg xmlns="http://www.w3.org/2000/svg"/>', width: 9, height: 9 },
    ...{ license_title: 'MIT', license_spdx: 'MIT', author_name: 'A', source: '@search/set', approved_at: world.now() }
  }))
  await importAssets(world.db, world.files, works)
  await sql`select catalogue.count_words()`.execute(world.db)
}

test('matches far down the list of the rarest word follow those near its top, each once, in the order of that word', async () => {
  const times = (count: number, make: (number: number) => Named) => Array.from({ length: count }, (_, at) => make(at))
  // Newer ones come first. How well a match fits the other word counts only near the top.
  const far = times(320, (at) =>
    at % 2 === 0 ? { title: `Far ${at}`, description: 'Lantern.', tags: ['kite'] } : { title: `Far ${at}`, description: 'Lantern, kite.' }
  )
  const near = times(30, (at) => ({ title: `Lantern kite ${at}` }))
  await importIcons([
    ...far,
    ...near,
    ...times(380, (at) => ({ title: `Lantern ${at}` })),
    ...times(600, (at) => ({ title: `Kite ${at}` }))
  ])
  const pages = await Promise.all(Array.from({ length: 18 }, (_, at) => titles('kite lantern', { page: at + 1, page_size: 20 })))
  const newestFirst = (named: readonly Named[]) => named.map(({ title }) => title).toReversed()
  expect(pages.flat()).toEqual([...newestFirst(near), ...newestFirst(far)])
})

test('a page from all matches is the one that a walk along the whole list of the rarest word finds', async () => {
  const words = (most: number) =>
    fc.array(fc.constantFrom('barge', 'barges', 'canal', 'canals', 'lock', 'bridge', 'swan', 'swans', 'mill', 'reed'), {
      minLength: 1,
      maxLength: most
    })
  const text = (most: number) => words(most).map((some) => some.join(' '))
  await importIcons(fc.sample(fc.record({ title: text(3), description: text(6), tags: words(3) }), { seed: 7, numRuns: 1500 }))
  for (const typed of [
    ['barge', 'canal'],
    ['swan', 'lock'],
    ['mill', 'reed', 'bridge'],
    ['canal', 'swan', 'barge']
  ]) {
    const runs = runsOf(typed)
    const texts = runs.map(({ text }) => text)
    const wanted = meantBy(typed, runs, await findForms(world.db, texts))
    for (const offset of [0, 24, 290, 320]) {
      const slice = { offset, limit: 24 }
      const walked = await findTogether(world.db, world.now(), {}, wanted, { ...slice, walked: 2 ** 31 - 1 })
      const found = await findTogetherAnywhere(world.db, world.now(), {}, wanted, slice)
      expect({ typed, offset, ids: found.map(({ id }) => id) }).toEqual({ typed, offset, ids: walked.map(({ id }) => id) })
      expect(found.length > 0 || offset > 0).toBe(true)
    }
  }
})

test('a search without results is counted once, on its first page, and never with a filter', async () => {
  await titles('qwxyz  QWXYZ blorp')
  await titles('qwxyz blorp', { page: 2 })
  await titles('qwxyz blorp', { category: 'icon' })
  await titles('Qwxyz blorp')
  const admin = await world.as('admin')
  await expect
    .poll(async () => (await admin(listSearchMisses, { query: { q: 'blorp' } })).items)
    .toMatchObject([{ words: 'qwxyz blorp', times: 2, last_at: world.now().toISOString() }])
})

test('of the searches without results from one network address, 100 are stored at once', async () => {
  const search = (word: string, remoteAddress: string) => world.app.inject({ url: `/api/assets?search=${word}`, remoteAddress })
  for (let nth = 0; nth < 105; nth += 1) await search(`zzq${nth}`, '203.0.113.7')
  await search('zzqother', '203.0.113.8')
  const admin = await world.as('admin')
  const stored = async () => (await admin(listSearchMisses, { query: { q: 'zzq' } })).total
  await expect.poll(stored).toBe(101)
})
