import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { listAssets } from '../contract.ts'
import { relatedSearches, suggestSearches } from '../search.contract.ts'
import { tidySearch } from './synonyms.service.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
  const made = [
    { title: 'Arrow left', tags: ['direction'] },
    { title: 'Arrow right', tags: ['direction'] },
    { title: 'Arrow right', tags: ['direction'] },
    { title: 'Archive box', tags: ['storage'] },
    { title: 'Wastebasket', tags: ['remove', 'office'] },
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

describe('while typing', () => {
  test('words that begin so, the most popular first; from three letters on titles too', async () => {
    expect(await texts('ar')).toEqual(['arrow', 'archive'])
    expect(await suggested('arr')).toEqual([
      { text: 'arrow', kind: 'word' },
      { text: 'arrow right', kind: 'title' },
      { text: 'arrow left', kind: 'title' }
    ])
  })

  test('the words before the last stay', async () => {
    expect(await texts('Arrow ri')).toEqual(['arrow right'])
  })

  test('what nobody can see yet is not suggested', async () => {
    expect(await texts('arc')).not.toContain('arcane')
    expect(await texts('arrow to')).toEqual([])
  })

  test('a typing error is forgiven', async () => {
    expect(await texts('umbrela')).toContain('umbrella')
  })

  test('a name of three words or more that somebody wrote in one is not suggested, but found; two in one are a word', async () => {
    expect(await texts('umbrellaw')).toEqual(['umbrella'])
    expect(await texts('sunf')).toContain('sunflower')
    expect((await world.api(listAssets, { query: { search: 'umbrellaw' } })).map(({ title }) => title)).toContain('Umbrellawithraindrops')
  })

  test('after a word typed, only words are suggested, not the rest of a longer name', async () => {
    expect(await texts('rain d')).toEqual(['rain drops', 'rain drops on glass'])
  })

  test('nothing typed suggests nothing, nor do marks', async () => {
    expect(await texts('')).toEqual([])
    expect(await texts('%_')).toEqual([])
  })
})

describe('beside a search that finds little', () => {
  test('the word that was meant', async () => {
    expect(await related('umbrela')).toContain('umbrella')
  })

  test('each of several words that finds something alone', async () => {
    expect(await related('umbrella archive')).toEqual(expect.arrayContaining(['umbrella', 'archive']))
  })

  test('words that mean the same and tags of what is near', async () => {
    expect(await related('trash')).toEqual(expect.arrayContaining(['wastebasket', 'office']))
  })

  test('never the search itself, nor what finds nothing', async () => {
    expect(await related('umbrella')).not.toContain('umbrella')
    expect(await related('qwxyz')).toEqual([])
  })
})
