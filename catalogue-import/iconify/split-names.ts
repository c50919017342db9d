import { DEMO_SETS, type IconSets } from './demo-sets.ts'

/** Returns the words in the names of sets that separate words with dashes. Brand names are not words. */
export function knownWords(sets: IconSets): Set<string> {
  const names = DEMO_SETS.filter((set) => set !== 'logos' && set !== 'devicon').flatMap((set) => Object.keys(sets[set].set.icons))
  return new Set(names.flatMap((name) => name.split('-')).filter((word) => /^[a-z]{3,}$/.test(word)))
}

/** A set in which fewer than one in this many names has a separator does not separate words. */
const SEPARATED_SHARE = 20

/** Whether a set writes names of several words without separators, as 'addtocart'. */
export const hasUnseparatedNames = (names: readonly string[]): boolean =>
  names.filter((name) => /[-_\s]/.test(name)).length * SEPARATED_SHARE < names.length

/** These count only between other words: at the start or end they are more often part of a longer word. */
const SMALL = new Set(['at', 'by', 'in', 'of', 'on', 'to', 'up'])
const LETTERS_MIN = 6

/** Splits 'addtocart' into 'add-to-cart', using as few known words as possible. A name that does not consist of known words stays unchanged. */
export function splitName(name: string, known: ReadonlySet<string>): string {
  if (!/^[a-z]+$/.test(name) || name.length < LETTERS_MIN || known.has(name)) return name
  const parts: (string[] | undefined)[] = [[]]
  for (let end = 1; end <= name.length; end += 1) parts[end] = fewest(splitsUpTo(name, end, parts, known))
  return parts[name.length]?.join('-') ?? name
}

/** Returns every way to write the letters up to `end` as known words. */
function splitsUpTo(name: string, end: number, parts: readonly (string[] | undefined)[], known: ReadonlySet<string>): string[][] {
  return Array.from({ length: end }, (_, start) => start).flatMap((start) => {
    const before = parts[start]
    const word = name.slice(start, end)
    const isWord = known.has(word) || (SMALL.has(word) && start > 0 && end < name.length)
    return before && isWord ? [[...before, word]] : []
  })
}

const fewest = (splits: readonly string[][]): string[] | undefined => splits.toSorted((one, other) => one.length - other.length)[0]
