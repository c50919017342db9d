import type { Ctx, Db } from '#platform/server/index.ts'
import { type Category, PAGE_SIZE, type Sort, searchWords } from '../../rules.ts'
import type { ShownRow } from '../asset-row.queries.ts'
import { countApproved, type Filter, type Found, type Slice } from '../queries.ts'
import { cachedMatches } from './match-cache.ts'
import { asCompletion, asMisspelled, assetsOf, type Meant, meantBy, namedInGroups, runsOf } from './meanings.ts'
import { recordMiss } from './misses.ts'
import { knownPage, type Page } from './page-cache.ts'
import {
  countByCategory as countCategories,
  findAlong,
  findBest,
  findMatching,
  findSorted,
  findThese,
  findTogether,
  findTogetherAnywhere,
  type Matches,
  RANKED,
  rank,
  type Wanted
} from './search.queries.ts'
import { errorsAllowed, GUESSED_MAX, likelyMeant } from './spelling.ts'
import { findCompletions, findForms, findNearWords, type KnownWord } from './words.queries.ts'

type Search = { filter: Filter; slice: Slice; search: string; sort?: Sort | undefined }

export async function searchAssets(ctx: Ctx, { filter, slice, search, sort = 'best' }: Search): Promise<Found> {
  const typed = meaningful(searchWords(search))
  if (typed.length === 0) return { total: 0, rows: [] }
  const work = (changes: number) => findPage(ctx, { typed, filter, slice, sort, changes })
  const found = await knownPage(ctx, { typed, filter, slice, sort }, work)
  if (found.total === 0 && isPlain(filter, slice)) recordMiss(ctx, typed)
  return found
}

async function findPage(ctx: Ctx, { typed, filter, slice, sort, changes }: Page & { changes: number }): Promise<Found> {
  const understood = await understand(ctx, typed)
  const matchIn = async (filter: Filter, wanted: Wanted) =>
    wanted.some((meant) => meant.length === 0) ? NO_MATCHES : matchOnce(ctx, filter, wanted, changes)
  const strict = await matchIn(filter, understood.wanted)
  // Words that find something without the filters are not misspelled: the filters exclude what they find.
  const isMisspelled = strict.total === 0 && (isUnfiltered(filter) || (await matchIn({}, understood.wanted)).total === 0)
  const wanted = isMisspelled ? await understood.loosely() : understood.wanted
  const matches = isMisspelled ? await matchIn(filter, wanted) : strict
  const { total } = matches
  if (total <= slice.offset) return { total, rows: [] }
  if (sort === 'best') return { total, rows: await findMatches(ctx, filter, wanted, slice, matches) }
  return { total, rows: await findInOrder(ctx, filter, wanted, { ...slice, sort, total }) }
}

/** Counts what a search finds in each category. As in the list, known words count as misspelled only if the search finds nothing otherwise. */
export async function countByCategory(ctx: Ctx, search: string): Promise<{ category: Category; assets: number }[]> {
  const typed = meaningful(searchWords(search))
  if (typed.length === 0) return []
  const understood = await understand(ctx, typed)
  const count = (wanted: Wanted) => (wanted.some((meant) => meant.length === 0) ? [] : countCategories(ctx.db, wanted))
  const strict = await count(understood.wanted)
  return strict.length > 0 ? strict : count(await understood.loosely())
}

/** The walk passes this many times as many assets as it would take if matches were spread evenly. */
const SPARE = 4

/** Walks along the order if that passes fewer assets than there are matches; otherwise, or if the walk does not fill the page, sorts every match. */
async function findInOrder(
  { db, now }: Ctx,
  filter: Filter,
  wanted: Wanted,
  { total, ...slice }: Slice & { sort: Exclude<Sort, 'best'>; total: number }
): Promise<ShownRow[]> {
  const { total: all } = await countApproved(db)
  const passed = Math.ceil((SPARE * (slice.offset + slice.limit) * all) / total)
  const rows = passed < total ? await findAlong(db, now, filter, wanted, { ...slice, passed }) : []
  return rows.length === Math.min(slice.limit, total - slice.offset) ? rows : findSorted(db, now, filter, wanted, slice)
}

const NO_MATCHES: Matches = { total: 0, numbers: null }

const isUnfiltered = (filter: Filter): boolean => Object.values(filter).every((chosen) => chosen === undefined)

/** A search of the whole catalogue, on its first page. */
const isPlain = (filter: Filter, { offset }: Slice): boolean => offset === 0 && isUnfiltered(filter)

const FILLERS = new Set(['a', 'an', 'and', 'for', 'of', 'the', 'with'])

/** Removes accents, and filler words unless there are no others. */
function meaningful(typed: readonly string[]): string[] {
  const words = typed.map((word) => word.normalize('NFKD').replace(/\p{M}/gu, ''))
  const significant = words.filter((word) => !FILLERS.has(word))
  return significant.length > 0 ? significant : words
}

/** Matches are cached, except those of a free filter, which change with the clock. */
function matchOnce(ctx: Ctx, filter: Filter, wanted: Wanted, changes: number): Promise<Matches> {
  const work = async (): Promise<Matches> => {
    const { total, numbers } = await findMatching(ctx.db, ctx.now, filter, wanted)
    return { total, numbers: numbers && wanted.length > 1 ? await rank(ctx.db, numbers, wanted) : numbers }
  }
  const key = JSON.stringify([filter, wanted.map((meant) => meant.map(({ id, factor }) => [id, factor]))])
  return filter.free ? work() : cachedMatches(ctx, { key, changes }, work)
}

async function findMatches(
  { db, now }: Ctx,
  filter: Filter,
  wanted: Wanted,
  slice: Slice,
  { total, numbers }: Matches
): Promise<ShownRow[]> {
  const [first = []] = wanted
  if (wanted.length === 1) return findBest(db, now, filter, first, slice)
  if (numbers) return findThese(db, numbers.slice(slice.offset, slice.offset + slice.limit))
  const wished = Math.min(slice.limit, total - slice.offset)
  const rarest = Math.min(...wanted.map(assetsOf))
  // Twice as far as it would take if matches were spread evenly.
  const walked = Math.max(RANKED, Math.ceil((2 * (slice.offset + slice.limit) * rarest) / total))
  const rows = await findTogether(db, now, filter, wanted, { ...slice, walked })
  return rows.length < wished ? findTogetherAnywhere(db, now, filter, wanted, slice) : rows
}

type Understood = { wanted: Wanted; loosely: () => Promise<Wanted> }

/** Finds what matches each typed word. `loosely` also treats known words as misspelled, for searches that find nothing otherwise. */
async function understand({ db }: Ctx, typed: readonly string[]): Promise<Understood> {
  const runs = runsOf(typed)
  const texts = runs.map(({ text }) => text)
  const forms = await findForms(db, texts)
  const strict = meantBy(typed, runs, forms)
  const named = namedInGroups(runs, forms)
  const widened = (isLoose: boolean) => {
    const open = typed
      .map((_, place) => place)
      .filter((place) => !named.has(place) && (isLoose || assetsOf(strict[place] ?? []) < PAGE_SIZE))
    const guessed = new Set(open.toSorted((a, b) => assetsOf(strict[a] ?? []) - assetsOf(strict[b] ?? [])).slice(0, GUESSED_MAX))
    return Promise.all(
      strict.map(async (meant, place) => {
        const word = typed[place]
        if (word === undefined || !guessed.has(place)) return meant
        const guess: Guess = {
          word,
          isLast: place === typed.length - 1,
          isLikely: isLoose ? () => true : isLikelierThan(assetsOf(meant))
        }
        const guesses = await guessesOf(db, guess)
        return [...meant, ...guesses.filter(({ id }) => !meant.some((known) => known.id === id))]
      })
    )
  }
  return { wanted: await widened(false), loosely: () => widened(true) }
}

/** A word that finds less than a page is treated as a prefix or misspelling of a word this many times as frequent. */
const LIKELIER = 50

const isLikelierThan =
  (found: number) =>
  ({ assets }: KnownWord): boolean =>
    assets >= LIKELIER * found

/** Enough to include the right word when other words precede it. */
const COMPLETIONS_MAX = 64

type Guess = { word: string; isLast: boolean; isLikely: (other: KnownWord) => boolean }

async function guessesOf(db: Db, { word, isLast, isLikely }: Guess): Promise<Meant[]> {
  const longer = isLast ? (await findCompletions(db, word, COMPLETIONS_MAX)).filter(isLikely) : []
  return longer.length > 0 ? longer.map(asCompletion) : findCorrections(db, word, isLikely)
}

/** Returns likely corrections of a word, in singular and plural. */
async function findCorrections(db: Db, word: string, isLikely: Guess['isLikely']): Promise<Meant[]> {
  const slack = errorsAllowed(word)
  if (slack === 0) return []
  const near = (await findNearWords(db, word, slack)).filter(isLikely)
  const texts = near.map((known) => known.word)
  const forms = await findForms(db, likelyMeant(word, texts))
  return forms.flatMap(({ kind, id, word: form, assets }) =>
    (kind === 'written' || kind === 'number') && id !== null && form !== null && assets !== null
      ? [asMisspelled({ id, word: form, assets })]
      : []
  )
}
