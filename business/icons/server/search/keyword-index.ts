import type { Entry } from '../api/icon-tree.ts'
import type { SetView } from '../api/view.ts'

/** Which icons of which sets have a word in one of their names. */
export type KeywordIndex = {
  sets: readonly IndexedSet[]
  /** The prefixes by word. */
  words: ReadonlyMap<string, ReadonlySet<string>>
  /** Longer words that begin with these letters, and then, if asked for, those that end with them; shortest first. */
  wordsLike(letters: string, endings: boolean): readonly string[]
}

export type IndexedSet = {
  view: SetView
  style: 'fill' | 'stroke' | 'mixed' | null
  entries: ReadonlyMap<string, ReadonlySet<Entry>>
}

export const LETTERS_MIN = 2
/** Of the words that begin or end with some letters: the letters that people type most fit in. */
const REMEMBERED = 2000

export function createKeywordIndex(views: readonly SetView[]): KeywordIndex {
  const sets = views.filter(({ info, icons }) => icons.length > 0 && !info['hidden']).map(indexSet)
  const words = new Map<string, Set<string>>()
  for (const { view, entries } of sets)
    for (const word of entries.keys()) {
      const prefixes = words.get(word)
      if (prefixes) prefixes.add(view.prefix)
      else words.set(word, new Set([view.prefix]))
    }
  const remembered = new Map<string, readonly string[]>()
  return {
    sets,
    words,
    wordsLike: (letters, endings) => {
      if (letters.length < LETTERS_MIN) return []
      const key = `${letters} ${endings}`
      const known = remembered.get(key)
      if (known) return known
      const found = findLike(words.keys(), letters, endings)
      if (remembered.size < REMEMBERED) remembered.set(key, found)
      return found
    }
  }
}

function findLike(words: Iterable<string>, letters: string, endings: boolean): string[] {
  const beginning: string[] = []
  const ending: string[] = []
  for (const word of words) {
    if (word.length <= letters.length) continue
    if (word.startsWith(letters)) beginning.push(word)
    else if (endings && word.endsWith(letters)) ending.push(word)
  }
  const shortest = (one: string, other: string) => one.length - other.length || one.localeCompare(other)
  return [...beginning.sort(shortest), ...ending.sort(shortest)]
}

function indexSet(view: SetView): IndexedSet {
  const entries = new Map<string, Set<Entry>>()
  const own = [...view.tree().visible].filter(([name, { names }]) => names[0] === name).map(([, entry]) => entry)
  for (const entry of own)
    for (const word of new Set(entry.names.flatMap((name) => name.split('-')))) {
      const found = entries.get(word)
      if (found) found.add(entry)
      else entries.set(word, new Set([entry]))
    }
  return { view, entries, style: styleOf(own, view) }
}

/** A set has a style when all of its icons have it, and is mixed when some have one. */
function styleOf(entries: readonly Entry[], { icons }: SetView): IndexedSet['style'] {
  const first = icons[0]?.style ?? null
  if (first && icons.every(({ style }) => style === first)) return first
  return entries.some(({ style }) => style !== null) ? 'mixed' : null
}
