import type { Answer } from '#platform/contract/index.ts'
import type { Ctx, Db } from '#platform/server/index.ts'
import { PUBLIC_CATEGORIES, SUGGESTIONS_MAX, searchWords } from '../../rules.ts'
import type { relatedSearches, searchTotals, suggestSearches } from '../../search.contract.ts'
import { presentThumbnail } from '../collections/highlights.service.ts'
import { findAssetsById } from '../queries.ts'
import { isJoinedWords, substringsOf } from './joined-words.ts'
import { countByCategory } from './search.service.ts'
import { errorsAllowed, GUESSED_MAX, likelyMeant } from './spelling.ts'
import * as queries from './suggestions.queries.ts'
import { type Form, findCompletions, findFollowers, findForms, findNearWords, type KnownWord } from './words.queries.ts'

/** Up to half of the suggestions are titles. */
const TITLES_MAX = SUGGESTIONS_MAX / 2
/** With fewer completions than this, the last word may be misspelled. */
const FEW = 3

type Suggestions = Answer<typeof suggestSearches>

/** Titles are suggested from this many letters on. */
const TITLE_LETTERS = 3

/** Suggests completions of a search: titles with this prefix, and completions of the last word. */
export async function suggest({ db, now }: Ctx, { q }: { q: string }): Promise<Suggestions> {
  return { items: await withThumbnails(db, now, await textsFor(db, q)) }
}

type Suggested = Omit<Suggestions['items'][number], 'thumbnail'>

async function textsFor(db: Db, q: string): Promise<Suggested[]> {
  const typed = searchWords(q)
  const last = typed.at(-1)
  if (last === undefined) return []
  const before = typed.slice(0, -1)
  const previous = before.at(-1)
  const text = typed.join(' ')
  const [titles, words] = await Promise.all([
    text.length >= TITLE_LETTERS ? queries.findTitles(db, text, SUGGESTIONS_MAX) : [],
    previous !== undefined ? findFollowers(db, previous, last, SUGGESTIONS_MAX) : completionsOf(db, last)
  ])
  const isJoined = await joinedWordsAmong(db, [...words, ...titles])
  const completed = words.filter((word) => word === last || !isJoined(word)).map((word) => [...before, word].join(' '))
  const suggested = new Map<string, Suggested['kind']>()
  for (const text of completed.slice(0, SUGGESTIONS_MAX - Math.min(titles.length, TITLES_MAX))) suggested.set(text, 'word')
  for (const title of titles) if (!suggested.has(title) && !isJoined(title)) suggested.set(title, 'title')
  return [...suggested].slice(0, SUGGESTIONS_MAX).map(([text, kind]) => ({ text, kind }))
}

/** A title is shown by an asset of that title, a single word by the best asset for it. */
async function withThumbnails(db: Db, now: Date, suggested: readonly Suggested[]): Promise<Suggestions['items']> {
  const textsOf = (kind: Suggested['kind']) => suggested.filter((one) => one.kind === kind).map(({ text }) => text)
  const [titled, best] = await Promise.all([queries.findTitled(db, textsOf('title')), queries.findBestFor(db, textsOf('word'))])
  const assets = new Map((await findAssetsById(db, [...new Set([...titled.values(), ...best.values()])])).map((row) => [row.id, row]))
  return suggested.map((one) => {
    const row = assets.get((one.kind === 'title' ? titled : best).get(one.text) ?? '')
    return { ...one, thumbnail: row ? presentThumbnail(now, row) : null }
  })
}

/** Returns a predicate for texts that are several words written as one. */
async function joinedWordsAmong(db: Db, texts: readonly string[]): Promise<(text: string) => boolean> {
  const substrings = new Set(texts.flatMap(substringsOf))
  const titlesWith = substrings.size > 0 ? await queries.countTitles(db, [...substrings]) : new Map<string, number>()
  return (text) => isJoinedWords(text, titlesWith)
}

/** Returns the word itself if it exists, then completions, most popular first, without plurals of other results. If there are few, corrections follow. */
async function completionsOf(db: Db, word: string): Promise<string[]> {
  const [exact, longer] = await Promise.all([queries.countHolding(db, [word]), findCompletions(db, word, 2 * SUGGESTIONS_MAX)])
  const found = [...exact.map((known) => known.word), ...longer.filter(({ assets }) => assets > 0).map((known) => known.word)]
  const singles = found.filter((one) => !found.some((other) => other !== one && one === `${other}s`))
  return singles.length >= FEW ? singles : [...singles, ...(await corrections(db, word))]
}

async function corrections(db: Db, word: string): Promise<string[]> {
  const slack = errorsAllowed(word)
  const near = slack === 0 ? [] : await findNearWords(db, word, slack)
  const meant = likelyMeant(
    word,
    near.map((known) => known.word)
  )
  return byPopularity(near.filter((known) => meant.includes(known.word)))
}

const byPopularity = (words: readonly KnownWord[]): string[] =>
  words
    .filter(({ assets }) => assets > 0)
    .toSorted((one, other) => other.assets - one.assets)
    .map(({ word }) => word)

export async function totals(ctx: Ctx, { search }: { search: string }): Promise<Answer<typeof searchTotals>> {
  const counted = await countByCategory(ctx, search)
  return {
    categories: PUBLIC_CATEGORIES.flatMap((category) => {
      const assets = counted.find((one) => one.category === category)?.assets ?? 0
      return assets > 0 ? [{ category, assets }] : []
    })
  }
}

/** Suggests other searches: corrections, the single words of a longer search, synonyms, and tags of the best matches. */
export async function related({ db }: Ctx, { search }: { search: string }): Promise<Answer<typeof relatedSearches>> {
  const typed = searchWords(search)
  if (typed.length === 0) return { items: [], near: [] }
  const forms = await findForms(db, typed)
  const corrected = await Promise.all(rarestOf(typed, forms).map((word) => corrections(db, word)))
  const meanings = forms.filter(({ kind }) => kind === 'meaning').toSorted((one, other) => (other.assets ?? 0) - (one.assets ?? 0))
  const own = typed.length > 1 ? typed : []
  const ids = forms.flatMap(({ kind, id }) => (kind === 'group' || id === null ? [] : [id]))
  const tags = ids.length > 0 ? await queries.findTagsBeside(db, ids, 2 * SUGGESTIONS_MAX) : []
  const typedTexts = new Set([typed.join(' '), ...(typed.length === 1 ? typed : [])])
  const items = new Set([...corrected.flat(), ...own, ...meanings.flatMap(({ word }) => word ?? []), ...tags])
  const held = await findable(
    db,
    [...items].filter((item) => !typedTexts.has(item))
  )
  const found = held.slice(0, SUGGESTIONS_MAX)
  const near = new Set(corrected.flat())
  return { items: found, near: found.filter((item) => near.has(item)) }
}

/** Returns the words to correct, as typed: those that the fewest assets contain. */
function rarestOf(typed: readonly string[], forms: readonly Form[]): string[] {
  const assetsAt = (place: number) =>
    Math.max(0, ...forms.map(({ at, kind, assets }) => (at === place && kind === 'written' ? (assets ?? 0) : 0)))
  const places = [...typed.keys()].toSorted((one, other) => assetsAt(one) - assetsAt(other)).slice(0, GUESSED_MAX)
  return typed.filter((_, place) => places.includes(place))
}

/** Removes words that no asset contains any more. A tag of several words exists on the asset it was read from. */
async function findable(db: Db, searches: readonly string[]): Promise<string[]> {
  const held = new Set((await queries.countHolding(db, searches)).map(({ word }) => word))
  return searches.filter((search) => held.has(search) || search.includes(' '))
}
