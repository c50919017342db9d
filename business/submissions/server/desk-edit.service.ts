import { audit } from '#accounts/server/index.ts'
import * as catalogue from '#catalogue/server/index.ts'
import type { Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { no } from '../contract.ts'
import type { editAsset, ReviewedAsset, setFree } from '../review.contract.ts'
import { findReviewed } from './review.service.ts'

export type AssetChange = Received<typeof editAsset>['body']
export type LockedAsset = NonNullable<Awaited<ReturnType<typeof catalogue.lockAsset>>>

/** Writes what differs, and says so in the audit log; nothing is written where nothing differs. */
export async function changeAsset({ db, actor }: Ctx<Tx>, asset: LockedAsset, change: AssetChange): Promise<void> {
  const fields = (['title', 'description', 'category', 'tags'] as const).filter(
    (field) => change[field] !== undefined && String(change[field]) !== String(asset[field])
  )
  if (fields.length === 0) return
  await catalogue.updateAsset(db, asset.id, Object.fromEntries(fields.map((field) => [field, change[field]])))
  await audit(db, {
    actor_id: actor?.id ?? null,
    action: 'asset.edited',
    subject_kind: 'asset',
    subject: asset.id,
    details: { title: asset.title, ...Object.fromEntries(fields.map((field) => [`new_${field}`, change[field]])) }
  })
}

export async function edit(ctx: Ctx, id: string, change: AssetChange): Promise<ReviewedAsset> {
  await inTransaction(ctx, async (open) => {
    const asset = await catalogue.lockAsset(open.db, id)
    if (!asset) throw refuse(no, 'asset_not_found')
    await changeAsset(open, asset, change)
  })
  return findReviewed(ctx, id)
}

type FreeChange = Received<typeof setFree>['body']

/** Previews carry or lose their watermark with this very change: their addresses are made of what is stored. */
export async function changeFree(ctx: Ctx, id: string, change: FreeChange): Promise<ReviewedAsset> {
  await inTransaction(ctx, async ({ db }) => {
    const asset = await catalogue.lockAsset(db, id)
    if (!asset) throw refuse(no, 'asset_not_found')
    const free = mergeFree(asset, change)
    if (free.free_starts_at && free.free_ends_at && free.free_starts_at >= free.free_ends_at)
      throw refuse(no, 'free_ends_first', { fields: { free_ends_at: no.free_ends_first.message } })
    await catalogue.updateFree(db, id, free)
    await audit(db, {
      actor_id: signedIn(ctx).id,
      action: 'asset.free_changed',
      subject_kind: 'asset',
      subject: id,
      details: { title: asset.title, ...free }
    })
  })
  return findReviewed(ctx, id)
}

function mergeFree(asset: catalogue.FreeEdit, { is_free = asset.is_free, free_starts_at, free_ends_at }: FreeChange): catalogue.FreeEdit {
  const moment = (sent: string | null | undefined, kept: Date | null) => (sent === undefined ? kept : sent && new Date(sent))
  return {
    is_free,
    free_starts_at: moment(free_starts_at, asset.free_starts_at) || null,
    free_ends_at: moment(free_ends_at, asset.free_ends_at) || null
  }
}
