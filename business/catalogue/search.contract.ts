import { z } from 'zod'
import { endpoint, instant, pageOf, paging, refusals } from '#platform/contract/index.ts'
import { SEARCH_MOST, SUGGESTION_KINDS, SYNONYM_MOST, SYNONYMS_MOST, SYNONYMS_PAGE_SIZE, WORDS } from './rules.ts'

export const suggestSearches = endpoint({
  method: 'GET',
  path: '/assets/suggestions',
  access: 'anyone',
  summary: 'What may be meant while typing: up to 8, the most popular first; typing errors forgiven.',
  query: z.object({ q: z.string().trim().max(SEARCH_MOST).default('') }),
  response: z.object({
    /** `text` is a whole search; a word ends what was typed, a title is that of assets. */
    items: z.array(z.object({ text: z.string(), kind: z.enum(SUGGESTION_KINDS) }))
  })
})

export const relatedSearches = endpoint({
  method: 'GET',
  path: '/assets/related-searches',
  access: 'anyone',
  summary: 'Other searches, each of which finds something, for one that finds little or nothing: up to 8, the nearest first.',
  query: z.object({ search: z.string().trim().max(SEARCH_MOST).default('') }),
  response: z.object({ items: z.array(z.string()) })
})

/** A word or a few, as people type them. */
const synonymWord = z.string().trim().min(1).max(SYNONYM_MOST, `At most ${SYNONYM_MOST} characters each.`)

export const synonymGroup = z.object({
  id: z.uuid(),
  words: z.array(z.string()),
  /** The first finds the others, but not the other way. */
  one_way: z.boolean(),
  updated_at: instant
})
export type SynonymGroup = z.output<typeof synonymGroup>

const groupBody = z.object({
  words: z
    .union([z.string().transform((typed) => typed.split(',')), z.array(z.string())])
    .transform((words) => [...new Set(words.map((word) => word.trim().toLowerCase().replace(/\s+/g, ' ')).filter(Boolean))])
    .pipe(z.array(synonymWord).min(2, WORDS.synonyms_required).max(SYNONYMS_MOST, `At most ${SYNONYMS_MOST} words.`)),
  one_way: z.boolean().default(false)
})

const params = z.object({ id: z.uuid().toLowerCase() })

export const listSynonyms = endpoint({
  method: 'GET',
  path: '/admin/synonyms',
  access: ['admin'],
  summary: 'Groups of words that find each other, those changed last first',
  query: z.object({ q: z.string().trim().max(SEARCH_MOST).default(''), ...paging(SYNONYMS_PAGE_SIZE) }),
  response: pageOf(synonymGroup)
})

export const addSynonyms = endpoint({
  method: 'POST',
  path: '/admin/synonyms',
  access: ['admin'],
  summary: 'Adds a group, which counts from the next search on',
  body: groupBody,
  response: synonymGroup,
  status: 201
})

export const editSynonyms = endpoint({
  method: 'PATCH',
  path: '/admin/synonyms/:id',
  access: ['admin'],
  summary: 'Replaces the words of a group',
  params,
  body: groupBody,
  response: synonymGroup
})

export const deleteSynonyms = endpoint({
  method: 'DELETE',
  path: '/admin/synonyms/:id',
  access: ['admin'],
  summary: 'Deletes a group; one that came with the product does not come back',
  params,
  response: z.object({ deleted: z.literal(true) })
})

export const searchMiss = z.object({
  id: z.uuid(),
  /** The words as they were understood, in the order typed. */
  words: z.string(),
  times: z.int(),
  last_at: instant
})
export type SearchMiss = z.output<typeof searchMiss>

export const listSearchMisses = endpoint({
  method: 'GET',
  path: '/admin/search-misses',
  access: ['admin'],
  summary: 'Searches without result of the last 90 days, the most frequent first',
  query: z.object({ q: z.string().trim().max(SEARCH_MOST).default(''), ...paging(SYNONYMS_PAGE_SIZE) }),
  response: pageOf(searchMiss)
})

export const deleteSearchMiss = endpoint({
  method: 'DELETE',
  path: '/admin/search-misses/:id',
  access: ['admin'],
  summary: 'Takes a search off the list, until it is missed again',
  params,
  response: z.object({ deleted: z.literal(true) })
})

export const no = refusals({
  synonyms_not_found: { status: 404, message: 'This group of synonyms does not exist.' },
  miss_not_found: { status: 404, message: 'This search is not on the list.' }
})
