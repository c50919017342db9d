import { DEMO_SETS, type Shelves } from './shelf.ts'

/** Words that icons are named by, as sets write them that part words by dashes. Names of brands are no words. */
export function wordsKnown(shelves: Shelves): Set<string> {
  const names = DEMO_SETS.filter((set) => set !== 'logos' && set !== 'devicon').flatMap((set) => Object.keys(shelves[set].set.icons))
  return new Set(names.flatMap((name) => name.split('-')).filter((word) => /^[a-z]{3,}$/.test(word)))
}

/** Of fewer names than one in so many has a dash: the set writes its names in one. */
const PARTED_LEAST = 20

export const isRunTogether = (names: readonly string[]): boolean =>
  names.filter((name) => /[-_\s]/.test(name)).length * PARTED_LEAST < names.length

/** Stand between others only: at the ends they are more often letters of a word. */
const SMALL = new Set(['at', 'by', 'in', 'of', 'on', 'to', 'up'])
const LETTERS_LEAST = 6

/** 'addtocart' is 'add-to-cart': in as few known words as it has. What is no run of them stays as it is. */
export function parted(name: string, known: ReadonlySet<string>): string {
  if (!/^[a-z]+$/.test(name) || name.length < LETTERS_LEAST || known.has(name)) return name
  const parts: (string[] | undefined)[] = [[]]
  for (let end = 1; end <= name.length; end += 1) parts[end] = fewest(runsTo(name, end, parts, known))
  return parts[name.length]?.join('-') ?? name
}

/** Every way to the end that goes by a known word from where another ended. */
function runsTo(name: string, end: number, parts: readonly (string[] | undefined)[], known: ReadonlySet<string>): string[][] {
  return Array.from({ length: end }, (_, start) => start).flatMap((start) => {
    const before = parts[start]
    const word = name.slice(start, end)
    const isWord = known.has(word) || (SMALL.has(word) && start > 0 && end < name.length)
    return before && isWord ? [[...before, word]] : []
  })
}

const fewest = (runs: readonly string[][]): string[] | undefined => runs.toSorted((one, other) => one.length - other.length)[0]
