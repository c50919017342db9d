import { type Entry, lengthWithout } from '../api/icon-tree.ts'
import type { IndexedSet, KeywordIndex } from './keyword-index.ts'
import { readQuery, type Search, type Typed } from './read-query.ts'

export type Wanted = {
  query: string
  limit: number
  /** More than `limit` may be returned when they were found anyway. */
  is_soft?: boolean
  prefixes?: string[]
  category?: string
  may_be_partial: boolean
}

type Match = { length: number; is_partial: boolean; name: string }

/** Finds icons as the public API does: whole words before partial ones, short names first. */
export function findIcons(index: KeywordIndex, wanted: Wanted): string[] {
  const typed = readQuery(wanted.query, wanted.may_be_partial)
  if (!typed) return []
  const searches = typed.searches.filter(({ words }) => words.every((word) => index.words.has(word)))
  const sets = filterSets(index.sets, typed, wanted)
  const found = new Finding(typed, wanted.limit)
  for (const search of searches) {
    if (search.partial === undefined) found.addAll(index, sets, search, undefined, true)
    else if (index.words.has(search.partial)) found.addAll(index, sets, search, search.partial, true)
  }
  if (found.matches.length < wanted.limit) addPartial(found, index, sets, searches)
  const sorted = found.matches.sort((one, other) => Number(one.is_partial) - Number(other.is_partial) || one.length - other.length)
  return (wanted.is_soft ? sorted : sorted.slice(0, wanted.limit)).map(({ name }) => name)
}

function addPartial(found: Finding, index: KeywordIndex, sets: readonly IndexedSet[], searches: readonly Search[]): void {
  for (const search of searches) {
    if (search.partial === undefined) continue
    for (const word of index.wordsLike(search.partial, true)) found.addAll(index, sets, search, word, false)
    if (found.isFull()) return
  }
}

function filterSets(sets: readonly IndexedSet[], typed: Typed, { prefixes, category }: Wanted): IndexedSet[] {
  const passing = sets.filter(
    ({ view: { info }, style }) =>
      (typed.palette === undefined || info['palette'] === typed.palette) &&
      (typed.style === undefined || style === typed.style || style === 'mixed') &&
      (!category || info['category'] === category)
  )
  return prefixes ? passing.filter(hasPrefix(prefixes)) : passing
}

/** 'mdi' is one set; 'mdi-' is every set that begins so. */
export const hasPrefix =
  (prefixes: readonly string[]) =>
  ({ view: { prefix } }: Pick<IndexedSet, 'view'>): boolean =>
    prefixes.some((wanted) => prefix === wanted || (wanted.endsWith('-') && prefix.startsWith(wanted)))

class Finding {
  readonly matches: Match[] = []
  readonly #seen = new Set<Entry>()
  readonly #typed: Typed
  readonly #limit: number

  constructor(typed: Typed, limit: number) {
    this.#typed = typed
    this.#limit = limit
  }

  isFull = (): boolean => this.matches.length >= this.#limit

  /** Adds the icons that have all words of a search and one more word. Whole words are all counted; partial ones until there are enough. */
  addAll(index: KeywordIndex, sets: readonly IndexedSet[], search: Search, word: string | undefined, is_whole: boolean): void {
    const words = word === undefined ? search.words : [...search.words, word]
    const candidates = search.prefixes ? sets.filter(hasPrefix(search.prefixes)) : sets
    for (const set of candidates) {
      if (!words.every((one) => index.words.get(one)?.has(set.view.prefix))) continue
      for (const entry of entriesWith(set, words)) {
        this.#add(set, entry, [...search.texts, ...words], is_whole)
        if (!is_whole && this.isFull()) return
      }
    }
  }

  #add(set: IndexedSet, entry: Entry, texts: readonly string[], is_whole: boolean): void {
    const { style } = this.#typed
    if (this.#seen.has(entry) || (style && set.style === 'mixed' && entry.style !== style)) return
    const found = nameWith(entry, texts, set)
    if (!found) return
    this.#seen.add(entry)
    this.matches.push({ length: found.length, is_partial: !is_whole, name: `${set.view.prefix}:${found.name}` })
  }
}

function entriesWith({ entries }: IndexedSet, words: readonly string[]): Entry[] {
  const [first = new Set<Entry>(), ...others] = words.map((word) => entries.get(word) ?? new Set<Entry>())
  return [...first].filter((entry) => others.every((other) => other.has(entry)))
}

/** Returns the first of an icon's names that has all texts, and the length that sorts it. */
function nameWith(entry: Entry, texts: readonly string[], { view }: IndexedSet): { name: string; length: number } | undefined {
  const place = entry.names.findIndex((name) => texts.every((text) => name.includes(text)))
  const name = entry.names[place]
  if (name === undefined) return undefined
  if (place === 0) return { name, length: entry.length ?? name.length }
  return { name, length: lengthWithout(name, view.tree().themes) ?? lengthOfFirst(entry, texts) ?? name.length }
}

/** The public API sorts another name by the length of the icon's own name, if that has the first text too. */
function lengthOfFirst({ names: [first = ''], length }: Entry, texts: readonly string[]): number | undefined {
  return first.includes(texts[0] ?? '') ? (length ?? first.length) : undefined
}
