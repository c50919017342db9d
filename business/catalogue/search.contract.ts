import { z } from 'zod'
import { defineRefusals, endpoint, instant, pageOf, paging } from '#platform/contract/index.ts'
import { thumbnail } from './featured.contract.ts'
import {
  MESSAGES,
  MISS_DAYS,
  PUBLIC_CATEGORIES,
  SEARCH_MAX,
  SUGGESTION_KINDS,
  SYNONYM_MAX,
  SYNONYMS_MAX,
  SYNONYMS_PAGE_SIZE
} from './rules.ts'

export const suggestSearches = endpoint({
  method: 'GET',
  path: '/assets/suggestions',
  access: 'anyone',
  reads: 'replica',
  is_shared: true,
  summary: 'Suggest up to 8 searches while typing, most popular first. Typing errors are tolerated.',
  query: z.object({ q: z.string().trim().max(SEARCH_MAX).default('') }),
  response: z.object({
    /** `text` is a complete search. A 'word' completes the last word; a 'title' is the title of assets. */
    items: z.array(z.object({ text: z.string(), kind: z.enum(SUGGESTION_KINDS), thumbnail: thumbnail.nullable() }))
  })
})

export const searchTotals = endpoint({
  method: 'GET',
  path: '/assets/search-totals',
  access: 'anyone',
  reads: 'replica',
  is_shared: true,
  summary: 'Count what a search finds in each category of the public filter. Categories in which it finds nothing are left out.',
  query: z.object({ search: z.string().trim().max(SEARCH_MAX).default('') }),
  response: z.object({ categories: z.array(z.object({ category: z.enum(PUBLIC_CATEGORIES), assets: z.int() })) })
})

export const relatedSearches = endpoint({
  method: 'GET',
  path: '/assets/related-searches',
  access: 'anyone',
  reads: 'replica',
  is_shared: true,
  summary: 'Suggest up to 8 other searches for one that finds little or nothing, closest first. Each of them finds something.',
  query: z.object({ search: z.string().trim().max(SEARCH_MAX).default('') }),
  response: z.object({
    items: z.array(z.string()),
    near: z.array(z.string()).meta({ description: 'Those of them that differ from a typed word by a few letters' })
  })
})

/** One word or a few. */
const synonymWord = z.string().trim().min(1).max(SYNONYM_MAX, `At most ${SYNONYM_MAX} characters each.`)

export const synonymGroup = z.object({
  id: z.uuid(),
  words: z.array(z.string()),
  /** The first word finds the others, but they do not find it. */
  one_way: z.boolean(),
  updated_at: instant
})
export type SynonymGroup = z.output<typeof synonymGroup>

const groupBody = z.object({
  words: z
    .union([z.string().transform((typed) => typed.split(',')), z.array(z.string())])
    .transform((words) => [...new Set(words.map((word) => word.trim().toLowerCase().replace(/\s+/g, ' ')).filter(Boolean))])
    .pipe(z.array(synonymWord).min(2, MESSAGES.synonyms_required).max(SYNONYMS_MAX, `At most ${SYNONYMS_MAX} words.`)),
  one_way: z.boolean().default(false)
})

const params = z.object({ id: z.uuid().toLowerCase() })

export const listSynonyms = endpoint({
  method: 'GET',
  path: '/admin/synonyms',
  access: ['admin'],
  grant: 'catalogue',
  summary: 'List groups of synonyms, most recently changed first.',
  query: z.object({ q: z.string().trim().max(SEARCH_MAX).default(''), ...paging(SYNONYMS_PAGE_SIZE) }),
  response: pageOf(synonymGroup)
})

export const addSynonyms = endpoint({
  method: 'POST',
  path: '/admin/synonyms',
  access: ['admin'],
  grant: 'catalogue',
  summary: 'Add a group of synonyms. It applies from the next search on.',
  body: groupBody,
  response: synonymGroup,
  status: 201
})

export const editSynonyms = endpoint({
  method: 'PATCH',
  path: '/admin/synonyms/:id',
  access: ['admin'],
  grant: 'catalogue',
  summary: 'Replace the words of a group of synonyms.',
  params,
  body: groupBody,
  response: synonymGroup
})

export const deleteSynonyms = endpoint({
  method: 'DELETE',
  path: '/admin/synonyms/:id',
  access: ['admin'],
  grant: 'catalogue',
  summary: 'Delete a group of synonyms. A built-in group does not come back.',
  params,
  response: z.object({ deleted: z.literal(true) })
})

export const searchMiss = z.object({
  id: z.uuid(),
  /** The normalized words, in the order typed. */
  words: z.string(),
  times: z.int(),
  last_at: instant
})
export type SearchMiss = z.output<typeof searchMiss>

export const listSearchMisses = endpoint({
  method: 'GET',
  path: '/admin/search-misses',
  access: ['admin'],
  grant: 'catalogue',
  summary: `List searches of the last ${MISS_DAYS} days without results, most frequent first.`,
  query: z.object({ q: z.string().trim().max(SEARCH_MAX).default(''), ...paging(SYNONYMS_PAGE_SIZE) }),
  response: pageOf(searchMiss)
})

export const deleteSearchMiss = endpoint({
  method: 'DELETE',
  path: '/admin/search-misses/:id',
  access: ['admin'],
  grant: 'catalogue',
  summary: 'Remove a search from the list until it fails again.',
  params,
  response: z.object({ deleted: z.literal(true) })
})

export const refusals = defineRefusals({
  synonyms_not_found: { status: 404, message: 'This group of synonyms does not exist.' },
  miss_not_found: { status: 404, message: 'This search is not on the list.' }
})
