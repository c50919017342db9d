import { type Ctx, createNetworkBuckets, type TokenBuckets } from '#platform/server/index.ts'
import { countMiss } from './synonyms.queries.ts'

/** What is stored for one network address, in each process, so that a flood of nonsense cannot fill the table before the nightly job trims it. */
const STORED = { burst: 100, per_second: 100 / 3600 }

/** Per database. */
const limits = new WeakMap<object, TokenBuckets>()

/** Stores a search without results for admins, after the answer. */
export function recordMiss({ pool, now, afterCommit, caller }: Ctx, typed: readonly string[]): void {
  const limit = limits.get(pool) ?? createNetworkBuckets(STORED)
  limits.set(pool, limit)
  if (limit.take(caller.ip) === 0) afterCommit(() => countMiss(pool, typed.join(' '), now))
}
