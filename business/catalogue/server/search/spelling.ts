/** Guesses are made for so many words of one search, the rarest: each costs as much as a search. */
export const GUESSED_MAX = 3

/** Returns how many typing errors a word may have. Short words would otherwise match anything, and numbers must match exactly. */
export const errorsAllowed = (word: string): number => (word.length < 4 || /^\d+$/.test(word) ? 0 : word.length < 7 ? 1 : 2)

const at = (distances: readonly number[], index: number): number => distances[index] ?? Number.POSITIVE_INFINITY

/** Counts the letters to insert, delete, change or swap to turn one word into the other (optimal string alignment distance). */
export function typingErrors(typed: string, meant: string): number {
  let before: number[] = []
  let last = Array.from({ length: meant.length + 1 }, (_, index) => index)
  for (let row = 1; row <= typed.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= meant.length; column += 1) {
      const change = at(last, column - 1) + (typed[row - 1] === meant[column - 1] ? 0 : 1)
      const isSwapped = row > 1 && column > 1 && typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1]
      const swap = isSwapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(change, at(last, column) + 1, at(next, column - 1) + 1, swap))
    }
    before = last
    last = next
  }
  return at(last, meant.length)
}

/** A rough phonetic key: 'elefant' and 'elephant' have the same. */
const soundOf = (word: string): string =>
  word
    .replace(/ph/g, 'f')
    .replace(/ck|q|c(?=[aoulrkt])/g, 'k')
    .replace(/z/g, 's')
    .replace(/y/g, 'i')
    .replace(/(.)\1/g, '$1')

/** The distance of words that sound the same: less than any typing error. */
const BY_EAR = 0.5

const errorsBetween = (typed: string, meant: string): number => (soundOf(typed) === soundOf(meant) ? BY_EAR : typingErrors(typed, meant))

const MEANINGS_MAX = 4

/** Returns the candidates that the typed word most likely means: those with the fewest errors. */
export function likelyMeant(typed: string, candidates: readonly string[]): string[] {
  const most = errorsAllowed(typed)
  const near = candidates
    .map((word) => ({ word, errors: errorsBetween(typed, word) }))
    .filter(({ word, errors }) => word !== typed && errors <= most)
  const fewest = Math.min(...near.map(({ errors }) => errors))
  return near
    .filter(({ errors }) => errors === fewest)
    .slice(0, MEANINGS_MAX)
    .map(({ word }) => word)
}
