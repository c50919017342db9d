import { LRUCache } from 'lru-cache'
import { networkOf, siteOf } from './network.ts'

/** A key may spend `burst` at once, and gets `per_second` back until its bucket is full again. */
export type BucketSize = { burst: number; per_second: number }

export type TokenBuckets = {
  /** Takes tokens from the key's bucket. Returns 0, or, when too few are left, the whole seconds until there are enough. */
  take(key: string, cost?: number): number
}

/** More callers than one process serves within a minute. Beyond it, the callers seen longest ago start with a full bucket. */
const MAX_KEYS = 50_000

/**
 * Limits what costs this process time, so the counts are in its memory and not in the database: a limit that many processes share
 * would have to be paid for at every request. Usage limits that protect people are in `limits.ts`.
 */
export function createTokenBuckets({ burst, per_second }: BucketSize, now: () => number = () => performance.now()): TokenBuckets {
  // With `max`, each of them would take a megabyte at once, and a millisecond to fill it.
  const buckets = new LRUCache<string, { left: number; at: number }>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 })
  return {
    take: (key, cost = 1) => {
      const at = now()
      const bucket = buckets.get(key) ?? { left: burst, at }
      const left = Math.min(burst, bucket.left + ((at - bucket.at) / 1000) * per_second)
      const isEnough = left >= cost
      buckets.set(key, { left: isEnough ? left - cost : left, at })
      return isEnough ? 0 : Math.max(1, Math.ceil((cost - left) / per_second))
    }
  }
}

/** The networks of one site together may spend this many times as much as one network: an IPv6 caller may have 65,536 of them. */
const SITE_FACTOR = 4

/** Limits callers by their network address, and the networks of one site together. */
export function createNetworkBuckets({ burst, per_second }: BucketSize, now?: () => number): TokenBuckets {
  const networks = createTokenBuckets({ burst, per_second }, now)
  const sites = createTokenBuckets({ burst: burst * SITE_FACTOR, per_second: per_second * SITE_FACTOR }, now)
  return { take: (ip, cost) => networks.take(networkOf(ip), cost) || sites.take(siteOf(ip), cost) }
}
