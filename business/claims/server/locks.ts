import { lockAsset } from '#catalogue/server/index.ts'
import type { Tx } from '#platform/server/index.ts'
import { type ClaimRow, findClaim, lockClaim } from './queries.ts'

/** Locks the asset before its claim, as an admin's release does, so that the two never wait for each other. */
export async function lockWithAsset(tx: Tx, id: string): Promise<ClaimRow | undefined> {
  const claim = await findClaim(tx, id)
  if (!claim) return undefined
  await lockAsset(tx, claim.asset_id)
  return lockClaim(tx, id)
}
