import type { Judged } from './judged.ts'

/** Hits per page: a work that is not on the first page counts as not found. */
export const SEEN = 12

const words = (text: string): string => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `
const holds = (title: string, phrases: readonly string[]): boolean => phrases.some((phrase) => words(title).includes(words(phrase)))

/** Returns 2 for a right hit, 1 for a fair one, 0 for any other. */
export const gradeOf = (title: string, { right, fair }: Judged): number => (holds(title, right) ? 2 : holds(title, fair) ? 1 : 0)

export type Measured = { judged: Judged; recall: number; ndcg: number; wrong: string[]; found: string[] }

const discounted = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)

/**
 * recall@12 is the share of the right works (at most a page of them) that are on the first page. nDCG@12 compares its order with the best one.
 * Both are 1 if there is nothing to find. `wrong` lists titles on the page that should not be there.
 */
export function measure(judged: Judged, found: readonly string[], titles: readonly string[]): Measured {
  const seen = found.slice(0, SEEN)
  const best = titles
    .map((title) => gradeOf(title, judged))
    .filter((grade) => grade > 0)
    .toSorted((one, other) => other - one)
  const right = best.filter((grade) => grade === 2).length
  const hits = seen.filter((title) => gradeOf(title, judged) === 2).length
  return {
    judged,
    recall: right === 0 ? 1 : Math.min(1, hits / Math.min(SEEN, right)),
    ndcg: best.length === 0 ? 1 : discounted(seen.map((title) => gradeOf(title, judged))) / discounted(best.slice(0, SEEN)),
    wrong: seen.filter((title) => holds(title, judged.wrong)),
    found: [...seen]
  }
}

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
