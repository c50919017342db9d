import { audit, findUser } from '#accounts/server/index.ts'
import * as catalogue from '#catalogue/server/index.ts'
import { claimsOfAssets } from '#claims/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, setPage, signedIn, spend } from '#platform/server/index.ts'
import {
  type createAsset,
  type deleteAsset,
  type ListedOwn,
  type myAssetCounts,
  type myAssets,
  type OwnedAsset,
  type ownAsset,
  refusals
} from '../contract.ts'
import { mayDelete } from '../rules.ts'
import { appealsOf } from './appeals/appeals.service.ts'
import { FORGET_FILES } from './job-names.ts'

const MEGABYTE = 1024 * 1024

export type LockedAsset = NonNullable<Awaited<ReturnType<typeof catalogue.lockAsset>>>

/** For one artist. Far above what a person does. */
const CHANGES = { most: 2000, seconds: 3600 }

/** Counts a new asset or an edit. */
export const spendEdit = (ctx: Ctx): Promise<void> => spend(ctx, { key: `submissions.edit.${signedIn(ctx).id}`, ...CHANGES })

export async function create(ctx: Ctx, asset: Received<typeof createAsset>['body']): Promise<Answer<typeof createAsset>> {
  await spendEdit(ctx)
  const { id } = await catalogue.createAsset(ctx.db, { ...asset, owner_id: signedIn(ctx).id, created_at: ctx.now })
  return { asset_id: id }
}

/** Returns the id of the artist to list. Artists may list only their own assets, admins anyone's; another artist's id is answered like an unknown one. */
export async function requireEmployee(ctx: Ctx, employee_id: string | undefined): Promise<string> {
  const { id, role } = signedIn(ctx)
  const requested = employee_id ?? id
  if (role !== 'admin' && requested !== id) throw refuse(refusals, 'employee_not_found')
  if (role === 'admin' && !(await findUser(ctx.db, requested))) throw refuse(refusals, 'employee_not_found')
  return requested
}

/** Returns what the checks of these assets found, and which of them could not be checked as a whole. */
export const checksOf = async (db: Ctx['db'], ids: readonly string[]) => ({
  findings: await catalogue.findFindings(db, ids),
  partly: await catalogue.findPartlyChecked(db, ids)
})

/** `checks` are of this asset and maybe of others. */
export const presentOwned = (
  { files, ...asset }: catalogue.DeskAsset,
  { findings, partly }: Awaited<ReturnType<typeof checksOf>>
): OwnedAsset => ({
  ...asset,
  ...evidenceOf(asset),
  asset_files: files,
  findings: findings.get(asset.id) ?? [],
  checked: partly.has(asset.id) ? 'partly' : 'whole'
})

/** What a rejection points at. After a resubmission only reviewers see it. */
function evidenceOf({ status, rejected_version }: Pick<catalogue.DeskAsset, 'status' | 'rejected_version'>) {
  const { pins = [], duplicate_of = null, duplicate_title = null } = (status === 'rejected' && rejected_version) || {}
  return { pins, duplicate_of, duplicate_title }
}

export async function listMine(ctx: Ctx, { employee_id, ...filter }: Received<typeof myAssets>['query']): Promise<ListedOwn[]> {
  const owner = await requireEmployee(ctx, employee_id)
  const { assets, total } = await catalogue.assetsOfOwner(ctx.db, ctx.now, owner, filter)
  const query = new URLSearchParams({
    search: filter.search,
    page_size: String(filter.page_size),
    ...(filter.status && { status: filter.status }),
    ...(employee_id && { employee_id })
  })
  setPage(ctx, { ...filter, total }, `/api/assets/my-assets?${query}`)
  const ids = assets.map(({ id }) => id)
  const claims = await claimsOfAssets(ctx.db, ctx.now, ids)
  const checks = await checksOf(ctx.db, ids)
  const appeals = await appealsOf(ctx.db, ids)
  return assets.map((asset) => ({
    ...presentOwned(asset, checks),
    claims: claims.get(asset.id) ?? [],
    appeal: appeals.get(asset.id) ?? null
  }))
}

export async function countMine(
  ctx: Ctx,
  { employee_id, search }: Received<typeof myAssetCounts>['query']
): Promise<Answer<typeof myAssetCounts>> {
  const owner_id = await requireEmployee(ctx, employee_id)
  return catalogue.countDeskAssetsByStatus(ctx.db, ctx.now, { owner_id, search })
}

export async function findMine(ctx: Ctx, asset_id: string): Promise<Answer<typeof ownAsset>> {
  const asset = await catalogue.findDeskAsset(ctx.db, ctx.now, asset_id)
  if (asset?.owner_id !== signedIn(ctx).id) throw refuse(refusals, 'asset_not_found')
  const checks = await checksOf(ctx.db, [asset_id])
  const appeal = (await appealsOf(ctx.db, [asset_id])).get(asset_id) ?? null
  return { ...presentOwned(asset, checks), appeal, max_upload_mb: Math.floor(ctx.ports.uploads.max_bytes / MEGABYTE) }
}

/** A job deletes the stored bytes after the transaction has committed. */
export async function remove(ctx: Ctx, id: string, { employee_id }: Received<typeof deleteAsset>['query']): Promise<null> {
  const { role } = signedIn(ctx)
  const owner = await requireEmployee(ctx, employee_id)
  return inTransaction(ctx, async ({ db, ports }) => {
    const asset = await catalogue.lockAsset(db, id)
    const isAllowed = asset?.owner_id === owner || (role === 'admin' && employee_id === undefined)
    if (!asset || !isAllowed) throw refuse(refusals, 'asset_not_found')
    if (!mayDelete(asset)) throw refuse(refusals, 'not_rejected')
    const keys = await catalogue.deleteAsset(db, id)
    await audit(db, {
      ...{ actor_id: signedIn(ctx).id, action: 'asset.deleted', subject_kind: 'asset', subject: id },
      details: { title: asset.title }
    })
    if (keys && keys.length > 0) await ports.jobs.send(db, FORGET_FILES, { keys })
    return null
  })
}
