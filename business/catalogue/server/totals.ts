import type { Ctx } from '#platform/server/index.ts'
import type { Matches } from './search.queries.ts'

const KEPT_MOST = 1000

/** What searches match, per database: each holds as long as the catalogue has not changed since, so what is kept is as exact as what is counted. */
const keptOf = new WeakMap<object, Map<string, Matches & { changes: number }>>()

export async function matchesKept(
  { pool }: Ctx,
  { key, changes }: { key: string; changes: number },
  find: () => Promise<Matches>
): Promise<Matches> {
  const kept = keptOf.get(pool) ?? new Map<string, Matches & { changes: number }>()
  keptOf.set(pool, kept)
  const known = kept.get(key)
  if (known?.changes === changes) return known
  const matches = await find()
  kept.delete(key)
  kept.set(key, { ...matches, changes })
  if (kept.size > KEPT_MOST) kept.delete(kept.keys().next().value!)
  return matches
}
