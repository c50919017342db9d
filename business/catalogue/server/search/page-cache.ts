import { LRUCache } from 'lru-cache'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { Ctx } from '#platform/server/index.ts'
import type { Sort } from '../../rules.ts'
import { countApproved, type Filter, type Found, type Slice } from '../queries.ts'
import { findKnown } from './search.queries.ts'

export type Page = { typed: readonly string[]; filter: Filter; slice: Slice; sort: Sort }

/** What is on a page. It is right until an asset on sale or a group of synonyms changes. */
type KnownPage = { total: number; ids: string[]; changes: number; found_at: number }

/** About 1 KB each. */
const PAGES_MAX = 4000
/** Words that are counted again change which of them a misspelled word means. That shows after this time. */
const FRESH_MS = 60_000

/** `lookups`: of pages that are being looked for now, by their key and the number of changes. */
type Cache = { pages: LRUCache<string, KnownPage>; lookups: Map<string, Promise<Found>> }

/** Per database. */
const caches = new WeakMap<object, Cache>()

function cacheOf(pool: object): Cache {
  const cache = caches.get(pool) ?? {
    pages: new LRUCache<string, KnownPage>({ max: PAGES_MAX }),
    lookups: new Map<string, Promise<Found>>()
  }
  caches.set(pool, cache)
  return cache
}

/**
 * Returns a page of a search. A known one costs one statement, which reads its assets as they are now, and whether it is still right. Searches
 * for the same unknown page at the same time share one lookup.
 */
export async function knownPage(ctx: Ctx, page: Page, find: (changes: number) => Promise<Found>): Promise<Found> {
  // What is free changes with the clock.
  if (page.filter.free) return find((await countApproved(ctx.db)).changes)
  const { pages, lookups } = cacheOf(ctx.pool)
  const key = JSON.stringify(page)
  const readKnown = async (): Promise<Found | undefined> => {
    const known = pages.get(key)
    if (!known || performance.now() >= known.found_at + FRESH_MS) return undefined
    const { changes, rows } = await findKnown(ctx.db, known.ids)
    return changes === known.changes ? { total: known.total, rows } : undefined
  }
  const before = await readKnown()
  if (before) return before
  const { changes } = await countApproved(ctx.db)
  // On a busy server, counting may take longer than another search's lookup of the same page.
  const meanwhile = pages.get(key)?.changes === changes && (await readKnown())
  if (meanwhile) return meanwhile
  const look = async () => {
    const found = await find(changes)
    pages.set(key, { total: found.total, ids: found.rows.map(({ id }) => id), changes, found_at: performance.now() })
    return found
  }
  const lookup_key = `${changes} ${key}`
  const other = lookups.get(lookup_key)
  // Only its connection may fail for this search alone. A search that takes too long would take too long again.
  if (other) return other.catch((error: unknown) => (isDatabaseAway(error) ? look() : Promise.reject(error)))
  const own = look().finally(() => lookups.delete(lookup_key))
  lookups.set(lookup_key, own)
  return own
}
