import { LRUCache } from 'lru-cache'
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

/** Per database. */
const caches = new WeakMap<object, LRUCache<string, KnownPage>>()

function cacheOf(pool: object): LRUCache<string, KnownPage> {
  const cache = caches.get(pool) ?? new LRUCache<string, KnownPage>({ max: PAGES_MAX })
  caches.set(pool, cache)
  return cache
}

/** Returns a page of a search. A known one costs one statement, which reads its assets as they are now, and whether it is still right. */
export async function knownPage(ctx: Ctx, page: Page, find: (changes: number) => Promise<Found>): Promise<Found> {
  // What is free changes with the clock.
  if (page.filter.free) return find((await countApproved(ctx.db)).changes)
  const cache = cacheOf(ctx.pool)
  const key = JSON.stringify(page)
  const known = cache.get(key)
  if (known && performance.now() < known.found_at + FRESH_MS) {
    const { changes, rows } = await findKnown(ctx.db, known.ids)
    if (changes === known.changes) return { total: known.total, rows }
  }
  const { changes } = await countApproved(ctx.db)
  const found = await find(changes)
  cache.set(key, { total: found.total, ids: found.rows.map(({ id }) => id), changes, found_at: performance.now() })
  return found
}
