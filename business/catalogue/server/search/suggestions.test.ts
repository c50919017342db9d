import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { listAssets } from '../../contract.ts'
import { relatedSearches, searchTotals, suggestSearches } from '../../search.contract.ts'
import { tidySearch } from './synonyms.service.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
  const made = [
    { title: 'Arrow left', tags: ['direction'] },
    { title: 'Arrow right', tags: ['direction'] },
    { title: 'Arrow right', tags: ['direction'] },
    { title: 'Archive box', tags: ['storage'] },
    { title: 'Wastebasket', tags: ['remove', 'Office', 'iCloud'] },
    { title: 'Umbrella', tags: ['rain', 'weather'] },
    { title: 'Rain drops on glass' },
    { title: 'Sunflower' },
    { title: 'Umbrellawithraindrops' },
    ...['Umbrella closed', 'Cat with hat', 'Rain cloud', 'Drops of water', 'Sun', 'Flower'].flatMap((title) => Array(10).fill({ title }))
  ]
  for (const asset of made) await givenAsset(world, asset)
  await givenAsset(world, { title: 'Arrow to come', tags: ['arcane'], status: 'pending' })
  await tidySearch(world.ctx())
})
afterAll(() => world.end())

const suggested = async (q: string) => (await world.api(suggestSearches, { query: { q } })).items
const texts = async (q: string) => (await suggested(q)).map(({ text }) => text)
const related = async (search: string) => (await world.api(relatedSearches, { query: { search } })).items

describe('suggestions while typing', () => {
  test('contain words with this prefix, most popular first, and titles from three letters on', async () => {
    expect(await texts('ar')).toEqual(['arrow', 'archive'])
    expect((await suggested('arr')).map(({ text, kind }) => ({ text, kind }))).toEqual([
      { text: 'arrow', kind: 'word' },
      { text: 'arrow right', kind: 'title' },
      { text: 'arrow left', kind: 'title' }
    ])
  })

  test('show an asset of that title, or the best asset for a word', async () => {
    const items = await suggested('arr')
    expect(items.map(({ thumbnail }) => thumbnail?.title)).toEqual([expect.stringMatching(/^Arrow/), 'Arrow right', 'Arrow left'])
    expect(items[1]?.thumbnail?.url).toMatch(/^\/previews\//)
  })

  test('keep the words before the last one', async () => {
    expect(await texts('Arrow ri')).toEqual(['arrow right'])
  })

  test('exclude words of pending assets', async () => {
    expect(await texts('arc')).not.toContain('arcane')
    expect(await texts('arrow to')).toEqual([])
  })

  test('tolerate a typing error', async () => {
    expect(await texts('umbrela')).toContain('umbrella')
  })

  test('exclude three or more words written as one, which can still be found; two are treated as a word', async () => {
    expect(await texts('umbrellaw')).toEqual(['umbrella'])
    expect(await texts('sunf')).toContain('sunflower')
    expect((await world.api(listAssets, { query: { search: 'umbrellaw' } })).map(({ title }) => title)).toContain('Umbrellawithraindrops')
  })

  test('complete the next word after a space, but not with the rest of joined words', async () => {
    expect(await texts('rain d')).toEqual(['rain drops', 'rain drops on glass'])
  })

  test('are empty for empty text and punctuation', async () => {
    expect(await texts('')).toEqual([])
    expect(await texts('%_')).toEqual([])
  })
})

describe('totals of a search', () => {
  const totals = async (search: string) => (await world.api(searchTotals, { query: { search } })).categories

  test('equal the totals of the list in each category', async () => {
    await givenAsset(world, { title: 'Rain icon', category: 'icon' })
    for (const search of ['rain', 'rain drops', 'umbrela', 'weather umbrella'])
      for (const { category, assets } of await totals(search)) {
        const { total } = await world.api.withTotal(listAssets, { query: { search, category } })
        expect([search, category, assets]).toEqual([search, category, total])
      }
    expect((await totals('rain')).map(({ category }) => category)).toEqual(['icon', 'illustration'])
  })

  test('leave out what is not on sale, and are empty for nothing', async () => {
    expect(await totals('arcane')).toEqual([])
    expect(await totals('')).toEqual([])
    expect(await totals('qwxyz')).toEqual([])
  })
})

describe('suggestions for a search that finds little', () => {
  test('contain a correction, which is also named as near', async () => {
    const found = await world.api(relatedSearches, { query: { search: 'umbrela rain' } })
    expect(found.items).toEqual(expect.arrayContaining(['umbrella', 'rain']))
    expect(found.near).toEqual(['umbrella'])
  })

  test('contain corrections of at most three words, those that the fewest assets contain', async () => {
    expect(await related('rain cloud drops umbrela arow arhcive')).toEqual(expect.arrayContaining(['umbrella', 'arrow', 'archive']))
    const found = await related('umbrela arow arhcive sunflwer')
    expect(found).toContain('archive')
    expect(found).not.toContain('sunflower')
  })

  test('contain each word that finds something on its own', async () => {
    expect(await related('umbrella archive')).toEqual(expect.arrayContaining(['umbrella', 'archive']))
  })

  test('contain synonyms and tags of the best matches', async () => {
    expect(await related('trash')).toEqual(expect.arrayContaining(['wastebasket', 'office', 'icloud']))
  })

  test('contain neither the search itself nor a search that finds nothing', async () => {
    expect(await related('umbrella')).not.toContain('umbrella')
    expect(await related('qwxyz')).toEqual([])
  })
})
