import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
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
    { title: 'Umbrella', tags: ['rain', 'weather'] }
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
