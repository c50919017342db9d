import { type Caller, createNetworkBuckets, Refusal } from '#platform/server/index.ts'
import type { PreviewType } from './preview-address.ts'

/**
 * What one network address may make this process draw, in WEBP previews. Such a drawing takes a core for about 50 ms. `burst` is 25 pages of
 * a catalogue that was imported and never seen. Like pages rendered, they are counted in memory, and each process counts for itself.
 */
const DRAWINGS = { burst: 600, per_second: 10 }
type Drawn = PreviewType | 'link_picture' | 'recolored'
const COST: Readonly<Record<Drawn, number>> = { webp: 1, avif: 5, link_picture: 3, recolored: 2 }

const TEXT = 'Too many pictures were requested from your network. Please wait a moment and try again.'

const drawings = createNetworkBuckets(DRAWINGS)

/** Refuses with 429 and Retry-After when the caller's network address has made too many previews be drawn. Stored ones cost nothing. */
export function spendDrawing({ ip }: Pick<Caller, 'ip'>, { type }: { type: Drawn }): void {
  const retry_after = drawings.take(ip, COST[type])
  if (retry_after > 0) throw new Refusal('too_many', 429, TEXT, { retry_after })
}
