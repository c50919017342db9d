import type { Ctx } from '#platform/server/index.ts'

const KEPT_MOST = 1000

/** Totals of searches, per database: each holds as long as the catalogue has not changed since, so a kept one is as exact as a counted one. */
const keptOf = new WeakMap<object, Map<string, { changes: number; total: number }>>()

export async function totalKept(
  { pool }: Ctx,
  { key, changes }: { key: string; changes: number },
  count: () => Promise<number>
): Promise<number> {
  const kept = keptOf.get(pool) ?? new Map<string, { changes: number; total: number }>()
  keptOf.set(pool, kept)
  const known = kept.get(key)
  if (known?.changes === changes) return known.total
  const total = await count()
  kept.delete(key)
  kept.set(key, { changes, total })
  if (kept.size > KEPT_MOST) kept.delete(kept.keys().next().value!)
  return total
}
