import { expect, test } from 'vitest'
import type { EditedCollection } from '#catalogue/featured.contract.ts'
import { filterIn, found } from './collection-filters.tsx'

const COLLECTIONS = [
  { title: 'Winter', summary: 'Snow and ice.', is_published: true },
  { title: 'Summer', summary: 'No snow.', is_published: false },
  { title: 'Autumn', summary: 'Leaves.', is_published: true }
] as EditedCollection[]

test.each([
  ['', ['Winter', 'Summer', 'Autumn']],
  ['q=SNOW', ['Winter', 'Summer']],
  ['state=hidden', ['Summer']],
  ['q=snow&state=published', ['Winter']],
  ['state=unknown', ['Winter', 'Summer', 'Autumn']],
  ['q=spring', []]
])('%j finds %j', (address, titles) =>
  expect(found(COLLECTIONS, filterIn(new URLSearchParams(address))).map(({ title }) => title)).toEqual(titles)
)
