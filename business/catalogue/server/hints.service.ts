import type { Answer } from '#platform/contract/index.ts'
import type { Ctx, Db } from '#platform/server/index.ts'
import { SUGGESTIONS_MOST, searchWords } from '../rules.ts'
import type { relatedSearches, suggestSearches } from '../search.contract.ts'
import * as queries from './hints.queries.ts'
import { isRunTogether, stretchesOf } from './run-together.ts'
import { errorsAllowed, likelyMeant } from './spelling.ts'
import { findBeginnings, findFollowers, findForms, findNearWords, type KnownWord } from './words.queries.ts'

/** Half of what is suggested are titles, where there are so many. */
const TITLES_MOST = SUGGESTIONS_MOST / 2
/** With fewer than these, the last word may be misspelt. */
const LITTLE = 3

type Suggestions = Answer<typeof suggestSearches>

/** Titles are looked for from so many letters on: fewer begin anything. */
const TITLE_LETTERS = 3

/** Ways to go on from what is typed: titles that begin so, and words that end the last one. */
export async function suggest({ db }: Ctx, { q }: { q: string }): Promise<Suggestions> {
  const typed = searchWords(q)
  const last = typed.at(-1)
  if (last === undefined) return { items: [] }
  const before = typed.slice(0, -1)
  const text = typed.join(' ')
  const [titles, words] = await Promise.all([
    text.length >= TITLE_LETTERS ? queries.findTitles(db, text, SUGGESTIONS_MOST) : [],
    before.length > 0 ? findFollowers(db, before.at(-1)!, last, SUGGESTIONS_MOST) : endingsOf(db, last)
  ])
  const isOne = await runsAmong(db, [...words, ...titles])
  const ended = words.filter((word) => word === last || !isOne(word)).map((word) => [...before, word].join(' '))
  const shown = new Map<string, Suggestions['items'][number]['kind']>()
  for (const text of ended.slice(0, SUGGESTIONS_MOST - Math.min(titles.length, TITLES_MOST))) shown.set(text, 'word')
  for (const title of titles) if (!shown.has(title) && !isOne(title)) shown.set(title, 'title')
  return { items: [...shown].slice(0, SUGGESTIONS_MOST).map(([text, kind]) => ({ text, kind })) }
}

/** Tells which of these are names of several words written in one. */
async function runsAmong(db: Db, texts: readonly string[]): Promise<(text: string) => boolean> {
  const stretches = new Set(texts.flatMap(stretchesOf))
  const titlesWith = stretches.size > 0 ? await queries.countTitles(db, [...stretches]) : new Map<string, number>()
  return (text) => isRunTogether(text, titlesWith)
}

/** The word itself where there is one, then longer ones, the most popular first, one of each number; near ones where these are few. */
async function endingsOf(db: Db, word: string): Promise<string[]> {
  const [itself, longer] = await Promise.all([queries.countHolding(db, [word]), findBeginnings(db, word, 2 * SUGGESTIONS_MOST)])
  const found = [...itself.map((known) => known.word), ...longer.filter(({ assets }) => assets > 0).map((known) => known.word)]
  const singles = found.filter((one) => !found.some((other) => other !== one && one === `${other}s`))
  return singles.length >= LITTLE ? singles : [...singles, ...(await misspelt(db, word))]
}

async function misspelt(db: Db, word: string): Promise<string[]> {
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

/** What else may be searched: words that a misspelt one may mean, synonyms, each of several words alone, tags of the assets nearest to it. */
export async function related({ db }: Ctx, { search }: { search: string }): Promise<Answer<typeof relatedSearches>> {
  const typed = searchWords(search)
  if (typed.length === 0) return { items: [] }
  const forms = await findForms(db, typed)
  const corrected = await Promise.all(typed.map((word) => misspelt(db, word)))
  const meanings = forms.filter(({ kind }) => kind === 'meaning').toSorted((one, other) => other.assets! - one.assets!)
  const own = typed.length > 1 ? typed : []
  const ids = forms.flatMap(({ kind, id }) => (kind === 'group' || id === null ? [] : [id]))
  const tags = ids.length > 0 ? await queries.findTagsBeside(db, ids, 2 * SUGGESTIONS_MOST) : []
  const said = new Set([typed.join(' '), ...(typed.length === 1 ? typed : [])])
  const items = new Set([...corrected.flat(), ...own, ...meanings.map(({ word }) => word!), ...tags])
  const held = await findable(
    db,
    [...items].filter((item) => !said.has(item))
  )
  return { items: held.slice(0, SUGGESTIONS_MOST) }
}

/** A word that no asset holds any more would lead to nothing; a tag of several words is held by the asset it was read from. */
async function findable(db: Db, searches: readonly string[]): Promise<string[]> {
  const held = new Set((await queries.countHolding(db, searches)).map(({ word }) => word))
  return searches.filter((search) => held.has(search) || search.includes(' '))
}
