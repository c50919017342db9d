import { CATEGORIES, COLORS } from '#catalogue/rules.ts'
import type { browse } from '#catalogue/server/service.ts'
import { ADJECTIVES, THINGS } from './catalogue.ts'

/** Many queries of one kind, in rotation, so that caches do not serve the same query twice in a row. */
export type BenchCall = { name: string; queries: readonly Partial<Parameters<typeof browse>[1]>[] }

const PAGE_SIZE = 12
const times = <Item>(count: number, make: (index: number) => Item): Item[] => Array.from({ length: count }, (_, index) => make(index))
const adjective = (index: number): string => ADJECTIVES[index % ADJECTIVES.length]!

export const callsOf = (size: number): BenchCall[] => [
  { name: 'newest, pages 1 to 5', queries: times(5, (index) => ({ page: index + 1 })) },
  { name: 'a category, pages 1 to 3', queries: times(15, (index) => ({ category: CATEGORIES[index % 5]!, page: 1 + (index % 3) })) },
  {
    name: 'newest, 40 pages to the end',
    queries: times(40, (index) => ({ page: Math.ceil(((index + 1) * size) / PAGE_SIZE / 41) }))
  },
  { name: 'a color', queries: COLORS.slice(0, 6).map((color) => ({ color })) },
  { name: 'free now', queries: times(5, (index) => ({ free: 'free-now', page: index + 1 })) },
  { name: 'by title', queries: times(5, (index) => ({ sort: 'title', page: index + 1 })) },
  { name: 'search: a word ("rocket")', queries: THINGS.map((search) => ({ search })) },
  { name: 'search: a word in one of 70 titles ("golden")', queries: ADJECTIVES.map((search) => ({ search })) },
  { name: 'search: two words ("golden rocket")', queries: THINGS.map((thing, index) => ({ search: `${adjective(index)} ${thing}` })) },
  {
    name: 'search: a prefix ("golden roc")',
    queries: THINGS.map((thing, index) => ({ search: `${adjective(index)} ${thing.slice(0, 3)}` }))
  },
  {
    name: 'search: a typing error ("rokcet")',
    queries: THINGS.filter((thing) => thing.length > 5).map((thing) => ({
      search: thing.slice(0, 2) + thing[3] + thing[2] + thing.slice(4)
    }))
  },
  { name: 'search: a word in a category', queries: THINGS.map((search, index) => ({ search, category: CATEGORIES[index % 5]! })) }
]
