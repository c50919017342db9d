/** How many typing errors a word of that length may hold: short words would otherwise mean anything, and a number means itself. */
export const errorsAllowed = (word: string): number => (word.length < 4 || /^\d+$/.test(word) ? 0 : word.length < 7 ? 1 : 2)

/** Letters to insert, leave out, change, or swap with their neighbour to make one word the other (optimal string alignment). */
export function typingErrors(typed: string, meant: string): number {
  let before: number[] = []
  let last = Array.from({ length: meant.length + 1 }, (_, index) => index)
  for (let row = 1; row <= typed.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= meant.length; column += 1) {
      const change = last[column - 1]! + (typed[row - 1] === meant[column - 1] ? 0 : 1)
      const swapped = row > 1 && column > 1 && typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1]
      next.push(Math.min(change, last[column]! + 1, next[column - 1]! + 1, swapped ? before[column - 2]! + 1 : Number.POSITIVE_INFINITY))
    }
    before = last
    last = next
  }
  return last[meant.length]!
}

/** A word as it sounds, roughly: 'elefant' and 'elephant' are one. */
const soundOf = (word: string): string =>
  word
    .replace(/ph/g, 'f')
    .replace(/ck|q|c(?=[aoulrkt])/g, 'k')
    .replace(/z/g, 's')
    .replace(/y/g, 'i')
    .replace(/(.)\1/g, '$1')

/** Nearer than any error: it was written by ear. */
const BY_EAR = 0.5

const errorsBetween = (typed: string, meant: string): number => (soundOf(typed) === soundOf(meant) ? BY_EAR : typingErrors(typed, meant))

const MEANINGS_MOST = 4

/** Of the words given, those that the typed one may have meant: with two errors only where none has one. */
export function likelyMeant(typed: string, candidates: readonly string[]): string[] {
  const most = errorsAllowed(typed)
  const near = candidates
    .map((word) => ({ word, errors: errorsBetween(typed, word) }))
    .filter(({ word, errors }) => word !== typed && errors <= most)
  const fewest = Math.min(...near.map(({ errors }) => errors))
  return near
    .filter(({ errors }) => errors === fewest)
    .slice(0, MEANINGS_MOST)
    .map(({ word }) => word)
}
