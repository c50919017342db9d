import { audit } from '#accounts/server/index.ts'
import * as catalogue from '#catalogue/server/index.ts'
import { restoreClaimsOf } from '#claims/server/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import type { ReviewedAsset } from '../../review.contract.ts'
import type { LockedAsset } from '../service.ts'
import { findReviewed } from './review.service.ts'

type Reason = { reason: string }

/** Takes an approved asset off sale. Sales that are being granted right now come first: they hold the asset's row. */
export async function withhold(ctx: Ctx, id: string, { reason }: Reason): Promise<ReviewedAsset> {
  await inTransaction(ctx, async (open) => {
    const asset = await lock(open, id)
    if (asset.status !== 'approved') throw refuse(refusals, 'not_approved')
    const withholding = { id, withheld_at: open.now, withheld_by: signedIn(open).id, withheld_reason: reason }
    if (!(await catalogue.withholdAsset(open.db, withholding))) throw refuse(refusals, 'withheld_already')
    await record(open, 'asset.withheld', asset, reason)
    await open.ports.events.publish(open, [{ type: 'asset.withheld', to: asset.owner_id, data: { asset_id: id } }])
  })
  return findReviewed(ctx, id)
}

/** Puts a withheld asset back on sale, which ends the claims that withheld it. Like an approval, its artist cannot do it. */
export async function release(ctx: Ctx, id: string, { reason }: Reason): Promise<ReviewedAsset> {
  await inTransaction(ctx, async (open) => {
    const asset = await lock(open, id)
    if (asset.withheld_at && asset.owner_id === signedIn(open).id) throw refuse(refusals, 'own_work')
    if (!(await catalogue.releaseAsset(open.db, id))) throw refuse(refusals, 'not_withheld')
    await record(open, 'asset.released', asset, reason)
    await restoreClaimsOf(open, id)
  })
  return findReviewed(ctx, id)
}

async function lock({ db }: Ctx<Tx>, id: string): Promise<LockedAsset> {
  const asset = await catalogue.lockAsset(db, id)
  if (!asset) throw refuse(refusals, 'asset_not_found')
  return asset
}

const record = (open: Ctx<Tx>, action: string, { id, title }: LockedAsset, reason: string): Promise<void> =>
  audit(open.db, { actor_id: signedIn(open).id, action, subject_kind: 'asset', subject: id, details: { title, reason } })
