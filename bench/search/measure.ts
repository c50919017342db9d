import type { Judged } from './judged.ts'

/** How many hits a page shows: what is not on it is not found. */
export const SEEN = 12

const words = (text: string): string => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `
const holds = (title: string, phrases: readonly string[]): boolean => phrases.some((phrase) => words(title).includes(words(phrase)))

/** 2: just right, 1: will do, 0: neither. */
export const gradeOf = (title: string, { right, fair }: Judged): number => (holds(title, right) ? 2 : holds(title, fair) ? 1 : 0)

export type Measured = { judged: Judged; recall: number; ndcg: number; wrong: string[]; found: string[] }

const discounted = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)

/**
 * recall@12: of what is right (as much of it as a page holds) the share that is on the first page; nDCG@12: how near its order is to the best one.
 * Both are 1 where nothing could be found. `wrong` are titles on the page that have no business there.
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
