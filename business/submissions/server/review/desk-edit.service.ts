import { audit, changedFields } from '#accounts/server/index.ts'
import { ASSET_FIELDS } from '#catalogue/rules.ts'
import * as catalogue from '#catalogue/server/index.ts'
import type { Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import type { editAsset, ReviewedAsset, setFree } from '../../review.contract.ts'
import type { LockedAsset } from '../service.ts'
import { findReviewed } from './review.service.ts'

export type AssetChange = Received<typeof editAsset>['body']

/** Writes the fields that differ and an audit entry. Writes nothing if no field differs. */
export async function changeAsset({ db, actor }: Ctx<Tx>, asset: LockedAsset, change: AssetChange): Promise<void> {
  const fields = ASSET_FIELDS.filter((field) => change[field] !== undefined && String(change[field]) !== String(asset[field]))
  if (fields.length === 0) return
  const after = Object.fromEntries(fields.map((field) => [field, change[field]]))
  await catalogue.updateAsset(db, asset.id, after)
  await audit(db, {
    actor_id: actor?.id ?? null,
    action: 'asset.edited',
    subject_kind: 'asset',
    subject: asset.id,
    details: { title: asset.title, before: Object.fromEntries(fields.map((field) => [field, asset[field]])), after }
  })
}

export async function edit(ctx: Ctx, id: string, change: AssetChange): Promise<ReviewedAsset> {
  await inTransaction(ctx, async (open) => {
    const asset = await catalogue.lockAsset(open.db, id)
    if (!asset) throw refuse(refusals, 'asset_not_found')
    await changeAsset(open, asset, change)
  })
  return findReviewed(ctx, id)
}

type FreeChange = Received<typeof setFree>['body']

/** Preview addresses depend on the free state, so previews gain or lose their watermark with this change. */
export async function changeFree(ctx: Ctx, id: string, change: FreeChange): Promise<ReviewedAsset> {
  await inTransaction(ctx, async ({ db }) => {
    const asset = await catalogue.lockAsset(db, id)
    if (!asset) throw refuse(refusals, 'asset_not_found')
    const free = mergeFree(asset, change)
    if (free.free_starts_at && free.free_ends_at && free.free_starts_at >= free.free_ends_at)
      throw refuse(refusals, 'free_ends_first', { fields: { free_ends_at: refusals.free_ends_first.message } })
    const { is_free, free_starts_at, free_ends_at } = asset
    const changed = changedFields({ is_free, free_starts_at, free_ends_at }, free)
    if (Object.keys(changed.after).length === 0) return
    await catalogue.updateFree(db, id, free)
    await audit(db, {
      actor_id: signedIn(ctx).id,
      action: 'asset.free_changed',
      subject_kind: 'asset',
      subject: id,
      details: { title: asset.title, ...changed }
    })
  })
  return findReviewed(ctx, id)
}

function mergeFree(asset: catalogue.FreeEdit, { is_free = asset.is_free, free_starts_at, free_ends_at }: FreeChange): catalogue.FreeEdit {
  const instantOf = (sent: string | null | undefined, stored: Date | null) => (sent === undefined ? stored : sent && new Date(sent))
  return {
    is_free,
    free_starts_at: instantOf(free_starts_at, asset.free_starts_at) || null,
    free_ends_at: instantOf(free_ends_at, asset.free_ends_at) || null
  }
}
