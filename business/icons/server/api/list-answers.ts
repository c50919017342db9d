import { ICON_WORD } from '../../rules.ts'
import { findIcons } from '../search/find-icons.ts'
import { truth } from '../search/read-query.ts'
import type { IndexedView } from './open-view.ts'
import { IconRefusal, type Query, textOf } from './parameters.ts'
import { countOf, type SetView, type View } from './view.ts'

const isListed = ({ icons }: SetView): boolean => icons.length > 0

/** Returns the sets that have icons, by prefix: one, some, or all. */
function chosenSets({ sets }: View, query: Query): SetView[] {
  const all = [...sets.values()].filter(isListed)
  const prefix = textOf(query, 'prefix')
  if (prefix) return all.filter((set) => set.prefix === prefix)
  const prefixes = textOf(query, 'prefixes')?.split(',')
  if (!prefixes) return all
  return all.filter((set) => prefixes.some((one) => set.prefix === one || (one.endsWith('-') && set.prefix.startsWith(one))))
}

export const collections = (view: View, query: Query) =>
  Object.fromEntries(chosenSets(view, query).map(({ prefix, info }) => [prefix, info]))

export const lastModified = (view: View, query: Query) => ({
  lastModified: Object.fromEntries(chosenSets(view, query).map(({ prefix, last_modified }) => [prefix, last_modified]))
})

/** Returns the names in a set by category, and which other names mean the same. */
export function collection({ sets }: View, query: Query) {
  const set = sets.get(textOf(query, 'prefix') ?? '')
  if (!set || !isListed(set)) throw new IconRefusal(404)
  const { prefix, info, metadata } = set
  const { visible, hidden } = set.tree()
  const others = [...visible, ...hidden].filter(([name, { names }]) => names[0] !== name)
  const hiddenNames = [...hidden].flatMap(([name, { names }]) => (names[0] === name ? [name] : []))
  return {
    prefix,
    total: countOf(set.tree()),
    title: info['name'],
    ...(textOf(query, 'info') && { info }),
    ...categorized(set),
    ...(hiddenNames.length > 0 && { hidden: hiddenNames }),
    ...(others.length > 0 && { aliases: Object.fromEntries(others.map(([name, { names }]) => [name, names[0]])) }),
    ...(metadata.prefixes && { prefixes: metadata.prefixes }),
    ...(metadata.suffixes && { suffixes: metadata.suffixes })
  }
}

function categorized(set: SetView) {
  const lists = new Map(Object.entries(set.metadata.categories ?? {}).map(([title, names]) => [title, new Set(names)]))
  const own = [...set.tree().visible].flatMap(([name, { names }]) => (names[0] === name ? [name] : []))
  const titles = new Map(own.map((name) => [name, titlesFor(lists, set, name)]))
  const inNone = own.filter((name) => titles.get(name)?.length === 0)
  const byTitle = [...lists.keys()].map((title) => [title, own.filter((name) => titles.get(name)?.includes(title))] as const)
  const categories = byTitle.filter(([, names]) => names.length > 0).map(([title, names]) => [title, names.sort(byName)])
  return {
    ...(inNone.length > 0 && { uncategorized: inNone.sort(byName) }),
    ...(categories.length > 0 && { categories: Object.fromEntries(categories) as Record<string, string[]> })
  }
}

type Lists = ReadonlyMap<string, ReadonlySet<string>>

/** A changed icon without categories of its own has its parent's. */
function titlesFor(lists: Lists, { aliases }: SetView, name: string): string[] {
  const own = titlesOf(lists, name)
  return own.length > 0 ? own : titlesOf(lists, aliases.get(name)?.parent ?? name)
}

const { compare: byName } = new Intl.Collator()

const titlesOf = (lists: Lists, name: string): string[] => [...lists].filter(([, names]) => names.has(name)).map(([title]) => title)

const [LIMIT_MIN, LIMIT_USUAL, LIMIT_MAX] = [32, 64, 999] as const

/** Finds icons of all sets by words. */
export function search(view: IndexedView, query: Query) {
  const typed = textOf(query, 'query')
  if (!typed) throw new IconRefusal(400)
  const [least, most] = [textOf(query, 'min'), textOf(query, 'limit')]
  const limit = Math.max(LIMIT_MIN, Math.min(wholeNumber(least ?? most, LIMIT_USUAL), LIMIT_MAX))
  if (limit === 0 || (most !== undefined && !Number.parseInt(most, 10))) throw new IconRefusal(400)
  const start = startOf(query, limit)
  const prefixes = textOf(query, 'prefixes')?.split(',') ?? oneOf(textOf(query, 'prefix', 'collection'))
  const category = textOf(query, 'category')
  const found = findIcons(view.keywords(), {
    ...{ query: typed, limit, is_soft: least !== undefined, may_be_partial: truth(textOf(query, 'similar') ?? '') ?? true },
    ...(prefixes && { prefixes }),
    ...(category && { category })
  })
  const shown = [...new Set(found.map((name) => name.slice(0, name.indexOf(':'))))]
  return {
    icons: found.slice(start),
    total: found.length,
    limit,
    start,
    collections: Object.fromEntries(shown.map((prefix) => [prefix, view.sets.get(prefix)?.info])),
    request: query
  }
}

const oneOf = (prefix: string | undefined): string[] | undefined => (prefix === undefined ? undefined : [prefix])

function wholeNumber(text: string | undefined, usual: number): number {
  if (text === undefined) return usual
  const number = Number.parseInt(text, 10)
  if (!number) throw new IconRefusal(400)
  return number
}

function startOf(query: Query, limit: number): number {
  const text = textOf(query, 'start')
  if (text === undefined) return 0
  const start = Number.parseInt(text, 10)
  if (!(start >= 0 && start < limit)) throw new IconRefusal(400)
  return start
}

/** Tells whether a word is in a name of an icon, and which longer words begin with it, or end with it too. */
export function keywords(view: IndexedView, query: Query) {
  const { prefix, keyword } = query
  const typed = typeof prefix === 'string' ? prefix : keyword
  if (typeof typed !== 'string' || typed === '') throw new IconRefusal(400)
  const text = typed.toLowerCase().trim().slice(0, 200)
  const { words, wordsLike } = view.keywords()
  if (!ICON_WORD.test(text)) return { ...query, invalid: true, exists: words.has(text), matches: [] }
  const parts = text.split('-')
  const last = parts.pop() ?? ''
  const isKnown = parts.every((part) => words.has(part))
  const endings = typeof prefix !== 'string' && parts.length === 0
  return { ...query, exists: isKnown && words.has(last), matches: isKnown ? wordsLike(last, endings) : [] }
}
