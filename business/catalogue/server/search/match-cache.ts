import { LRUCache } from 'lru-cache'
import type { Ctx } from '#platform/server/index.ts'
import type { Matches } from './search.queries.ts'

const CACHED_MAX = 1000

type CachedMatches = Matches & { changes: number }

/** Matches of searches, per database. An entry is valid until the catalogue changes, so cached totals are exact. */
const caches = new WeakMap<object, LRUCache<string, CachedMatches>>()

function cacheOf(pool: object): LRUCache<string, CachedMatches> {
  const cache = caches.get(pool) ?? new LRUCache<string, CachedMatches>({ max: CACHED_MAX })
  caches.set(pool, cache)
  return cache
}

/** Returns the matches under `key` if they were found at this number of changes; otherwise finds and stores them. */
export async function cachedMatches(
  { pool }: Ctx,
  { key, changes }: { key: string; changes: number },
  find: () => Promise<Matches>
): Promise<Matches> {
  const cache = cacheOf(pool)
  const known = cache.get(key)
  if (known?.changes === changes) return known
  const matches = await find()
  cache.set(key, { ...matches, changes })
  return matches
}
