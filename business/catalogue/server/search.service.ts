import type { Ctx, Db } from '#platform/server/index.ts'
import { PAGE_SIZE, type Sort, searchWords } from '../rules.ts'
import { asBeginning, asMisspelt, assetsOf, type Meant, meantBy, namedInGroups, runsOf } from './meanings.ts'
import { type CardRow, countApproved, type Filter, type Slice } from './queries.ts'
import {
  findAlong,
  findBest,
  findMatching,
  findSorted,
  findThese,
  findTogether,
  type Matches,
  RANKED,
  rank,
  type Wanted
} from './search.queries.ts'
import { errorsAllowed, likelyMeant } from './spelling.ts'
import { countMiss } from './synonyms.queries.ts'
import { matchesKept } from './totals.ts'
import { findBeginnings, findForms, findNearWords, type KnownWord } from './words.queries.ts'

export type Found = { total: number; rows: CardRow[] }
type Search = { filter: Filter; slice: Slice; search: string; sort?: Sort | undefined; changes: number }

export async function searchAssets(ctx: Ctx, { filter, slice, search, sort = 'best', changes }: Search): Promise<Found> {
  const typed = meaningful(searchWords(search))
  if (typed.length === 0) return { total: 0, rows: [] }
  const understood = await understand(ctx, typed)
  const match = (wanted: Wanted) => (wanted.some((meant) => meant.length === 0) ? NO_MATCHES : matchOnce(ctx, filter, wanted, changes))
  const strict = await match(understood.wanted)
  const wanted = strict.total === 0 ? await understood.loosely() : understood.wanted
  const matches = strict.total === 0 ? await match(wanted) : strict
  const { total } = matches
  if (total === 0) noteMiss(ctx, typed, filter, slice)
  if (total <= slice.offset) return { total, rows: [] }
  if (sort === 'best') return { total, rows: await findMatches(ctx, filter, wanted, slice, matches) }
  return { total, rows: await findInOrder(ctx, filter, wanted, { ...slice, sort, total }) }
}

/** So many times as many assets are passed as it takes where matches lie evenly. */
const SPARE = 4

/** Along the order where that passes fewer assets than there are matches, and the page is met; else by every match. */
async function findInOrder(
  { db, now }: Ctx,
  filter: Filter,
  wanted: Wanted,
  { total, ...slice }: Slice & { sort: Exclude<Sort, 'best'>; total: number }
): Promise<CardRow[]> {
  const { total: all } = await countApproved(db)
  const passed = Math.ceil((SPARE * (slice.offset + slice.limit) * all) / total)
  const rows = passed < total ? await findAlong(db, now, filter, wanted, { ...slice, passed }) : []
  return rows.length === Math.min(slice.limit, total - slice.offset) ? rows : findSorted(db, now, filter, wanted, slice)
}

const NO_MATCHES: Matches = { total: 0, numbers: null }

/** Admins read what people did not find; what a filter kept out is no miss. */
function noteMiss({ pool, now, afterCommit }: Ctx, typed: readonly string[], filter: Filter, { offset }: Slice): void {
  const isFiltered = Object.values(filter).some((chosen) => chosen !== undefined)
  if (offset === 0 && !isFiltered) afterCommit(() => countMiss(pool, typed.join(' '), now))
}

const FILLERS = new Set(['a', 'an', 'and', 'for', 'of', 'the', 'with'])

/** Without accents, and without words that say nothing, unless there are no others. */
function meaningful(typed: readonly string[]): string[] {
  const words = typed.map((word) => word.normalize('NFKD').replace(/\p{M}/gu, ''))
  const telling = words.filter((word) => !FILLERS.has(word))
  return telling.length > 0 ? telling : words
}

/** What is free changes with the clock, so only the other matches are kept. */
function matchOnce(ctx: Ctx, filter: Filter, wanted: Wanted, changes: number): Promise<Matches> {
  const work = async (): Promise<Matches> => {
    const { total, numbers } = await findMatching(ctx.db, ctx.now, filter, wanted)
    return { total, numbers: numbers && wanted.length > 1 ? await rank(ctx.db, numbers, wanted) : numbers }
  }
  const key = JSON.stringify([filter, wanted.map((meant) => meant.map(({ id, factor }) => [id, factor]))])
  return filter.free ? work() : matchesKept(ctx, { key, changes }, work)
}

async function findMatches(
  { db, now }: Ctx,
  filter: Filter,
  wanted: Wanted,
  slice: Slice,
  { total, numbers }: Matches
): Promise<CardRow[]> {
  const [first = []] = wanted
  if (wanted.length === 1) return findBest(db, now, filter, first, slice)
  if (numbers) return findThese(db, numbers.slice(slice.offset, slice.offset + slice.limit))
  const wished = Math.min(slice.limit, total - slice.offset)
  const rarest = Math.min(...wanted.map(assetsOf))
  // As far as it takes when matches lie evenly, with as much again to spare.
  const walked = Math.max(RANKED, Math.ceil((2 * (slice.offset + slice.limit) * rarest) / total))
  const rows = await findTogether(db, now, filter, wanted, { ...slice, walked })
  return rows.length < wished ? findTogether(db, now, filter, wanted, { ...slice, walked: EVERYTHING }) : rows
}

const EVERYTHING = 2 ** 31 - 1

type Understood = { wanted: Wanted; loosely: () => Promise<Wanted> }

/** What counts for each word typed; `loosely` also takes known words for misspelt ones, for when nothing holds them together. */
async function understand({ db }: Ctx, typed: readonly string[]): Promise<Understood> {
  const runs = runsOf(typed)
  const texts = runs.map(({ text }) => text)
  const forms = await findForms(db, texts)
  const strict = meantBy(typed, runs, forms)
  const named = namedInGroups(runs, forms)
  const widened = (isLoose: boolean) =>
    Promise.all(
      strict.map(async (meant, place) => {
        if (named.has(place) || (!isLoose && assetsOf(meant) >= PAGE_SIZE)) return meant
        const guess: Guess = {
          word: typed[place]!,
          isLast: place === typed.length - 1,
          isLikely: isLoose ? () => true : isSlip(assetsOf(meant))
        }
        const guesses = await guessesOf(db, guess)
        return [...meant, ...guesses.filter(({ id }) => !meant.some((known) => known.id === id))]
      })
    )
  return { wanted: await widened(false), loosely: () => widened(true) }
}

/** A word that finds less than a page is taken for a beginning or a typing error of one so many times more frequent. */
const SLIP = 50

const isSlip =
  (found: number) =>
  ({ assets }: KnownWord): boolean =>
    assets >= SLIP * found

/** Enough to hold the right one where other words are typed before it. */
const BEGINNINGS_MOST = 64

type Guess = { word: string; isLast: boolean; isLikely: (other: KnownWord) => boolean }

async function guessesOf(db: Db, { word, isLast, isLikely }: Guess): Promise<Meant[]> {
  const longer = isLast ? (await findBeginnings(db, word, BEGINNINGS_MOST)).filter(isLikely) : []
  return longer.length > 0 ? longer.map(asBeginning) : findMisspelt(db, word, isLikely)
}

/** Words that the one typed may have meant, in singular and plural. */
async function findMisspelt(db: Db, word: string, isLikely: Guess['isLikely']): Promise<Meant[]> {
  const slack = errorsAllowed(word)
  if (slack === 0) return []
  const near = (await findNearWords(db, word, slack)).filter(isLikely)
  const texts = near.map((known) => known.word)
  const forms = await findForms(db, likelyMeant(word, texts))
  return forms.flatMap(({ kind, id, word: form, assets }) =>
    kind === 'written' || kind === 'number' ? [asMisspelt({ id: id!, word: form!, assets: assets! })] : []
  )
}
