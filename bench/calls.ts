import { CATEGORIES, COLORS } from '#catalogue/rules.ts'
import type { browse } from '#catalogue/server/service.ts'
import { LOOKS, THINGS } from './catalogue.ts'

/** Many queries of one kind, asked in turn: what is kept between calls serves none of them twice in a row. */
export type BenchCall = { name: string; queries: readonly Partial<Parameters<typeof browse>[1]>[] }

const PAGE_SIZE = 12
const times = <Item>(count: number, make: (index: number) => Item): Item[] => Array.from({ length: count }, (_, index) => make(index))
const look = (index: number): string => LOOKS[index % LOOKS.length]!

export const callsOf = (size: number): BenchCall[] => [
  { name: 'newest, pages 1 to 5', queries: times(5, (index) => ({ page: index + 1 })) },
  { name: 'a category, pages 1 to 3', queries: times(15, (index) => ({ category: CATEGORIES[index % 5]!, page: 1 + (index % 3) })) },
  {
    name: 'newest, 40 pages all the way down',
    queries: times(40, (index) => ({ page: Math.ceil(((index + 1) * size) / PAGE_SIZE / 41) }))
  },
  { name: 'a colour', queries: COLORS.slice(0, 6).map((color) => ({ color })) },
  { name: 'free now', queries: times(5, (index) => ({ free: 'free-now', page: index + 1 })) },
  { name: 'by title', queries: times(5, (index) => ({ sort: 'title', page: index + 1 })) },
  { name: 'search: a word ("rocket")', queries: THINGS.map((search) => ({ search })) },
  { name: 'search: a word of a title in 70 ("golden")', queries: LOOKS.map((search) => ({ search })) },
  { name: 'search: two words ("golden rocket")', queries: THINGS.map((thing, index) => ({ search: `${look(index)} ${thing}` })) },
  {
    name: 'search: a beginning ("golden roc")',
    queries: THINGS.map((thing, index) => ({ search: `${look(index)} ${thing.slice(0, 3)}` }))
  },
  {
    name: 'search: a typing error ("rokcet")',
    queries: THINGS.filter((thing) => thing.length > 5).map((thing) => ({
      search: thing.slice(0, 2) + thing[3] + thing[2] + thing.slice(4)
    }))
  },
  { name: 'search: a word in a category', queries: THINGS.map((search, index) => ({ search, category: CATEGORIES[index % 5]! })) }
]
