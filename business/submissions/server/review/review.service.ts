import { audit } from '#accounts/server/index.ts'
import * as catalogue from '#catalogue/server/index.ts'
import { bookWage } from '#payroll/server/index.ts'
import { type Answer, type Cents, inDollars, type Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, Refusal, refuse, setPage, signedIn, type Tx } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import type { adminAssets, Decided, decideAsset, decideAssets, ReviewedAsset } from '../../review.contract.ts'
import { BATCH_OUTCOMES, filesToApprove } from '../../rules.ts'
import { presentOwned } from '../service.ts'

export async function listForAdmin(
  ctx: Ctx,
  { q, withheld, new_files, ...filter }: Received<typeof adminAssets>['query']
): Promise<ReviewedAsset[]> {
  const is_withheld = withheld && withheld === 'yes'
  const { assets, total } = await catalogue.deskAssets(ctx.db, ctx.now, {
    ...filter,
    is_withheld,
    has_new_files: new_files === 'yes',
    search: q
  })
  const sent = Object.entries({ q, withheld, new_files, ...filter }).filter(
    ([name, value]) => name !== 'page' && value !== undefined && value !== ''
  )
  setPage(ctx, { ...filter, total }, `/api/admin/assets?${new URLSearchParams(sent.map(([name, value]) => [name, String(value)]))}`)
  return presentReviewed(ctx, assets)
}

export async function findReviewed(ctx: Ctx, id: string): Promise<ReviewedAsset> {
  const asset = await catalogue.findDeskAsset(ctx.db, ctx.now, id)
  const [reviewed] = asset ? await presentReviewed(ctx, [asset]) : []
  if (!reviewed) throw refuse(refusals, 'asset_not_found')
  return reviewed
}

async function presentReviewed({ db }: Ctx, assets: readonly catalogue.DeskAsset[]): Promise<ReviewedAsset[]> {
  const ids = assets.map(({ id }) => id)
  const near = await catalogue.nearDuplicatesOf(db, ids)
  const findings = await catalogue.findFindings(db, ids)
  return assets.map((asset) => ({
    ...asset,
    ...presentOwned(asset, findings),
    file_url: asset.files.find(({ file_url }) => file_url)?.file_url ?? null,
    near_duplicates: near.get(asset.id) ?? []
  }))
}

type Decision = Received<typeof decideAsset>['body']

/**
 * Locks the asset's row first, so that only one of several simultaneous decisions counts and an approval books one wage. The lock also holds off
 * edits and uploads, so that what is decided is what was compared with the reviewer's version.
 */
export async function decide(ctx: Ctx, id: string, decision: Decision): Promise<Answer<typeof decideAsset>> {
  return inTransaction(ctx, async (open) => {
    const locked = await catalogue.lockAsset(open.db, id)
    const asset = locked && (await catalogue.findDeskAsset(open.db, open.now, id))
    if (!asset) throw refuse(refusals, 'asset_not_found')
    requireDecidable(open, asset, decision)
    const wage = asset.status === 'pending' ? await applyDecision(open, asset, decision) : await approveFiles(open, asset)
    return { id, status: decision.status, wage: wage === null ? null : inDollars(wage), wage_cents: wage }
  })
}

function requireDecidable(ctx: Ctx, asset: catalogue.DeskAsset, { status, version = asset.version }: Decision): void {
  if (asset.owner_id === signedIn(ctx).id) throw refuse(refusals, 'own_work')
  const isOpen = asset.status === 'pending' || (status === 'approved' && filesToApprove(asset).length > 0)
  if (!isOpen) throw refuse(refusals, 'already_decided')
  if (version !== asset.version) throw refuse(refusals, 'changed_meanwhile')
}

/** Publishes files that became ready after the approval. They earn no wage. */
async function approveFiles(open: Ctx<Tx>, asset: catalogue.DeskAsset): Promise<null> {
  const { id, title } = asset
  const files = filesToApprove(asset)
  await publish(open.db, id, files)
  await audit(open.db, {
    actor_id: signedIn(open).id,
    action: 'asset.files_approved',
    subject_kind: 'asset',
    subject: id,
    details: { title, files: files.map(({ filename }) => filename) }
  })
  return null
}

const publish = (db: Tx, id: string, files: readonly catalogue.DeskFile[]): Promise<void> =>
  catalogue.publishFiles(
    db,
    id,
    files.map((file) => file.id)
  )

/** Writes the decision and its audit entry. Returns the wage booked for an approval, otherwise null. */
async function applyDecision(open: Ctx<Tx>, asset: catalogue.DeskAsset, { status, reason, reason_codes }: Decision): Promise<Cents | null> {
  const { db, now } = open
  const { id, title, category, owner_id } = asset
  const admin = signedIn(open)
  const ready = asset.files.filter((file) => file.status === 'ready')
  if (status === 'approved') requirePicture(ready)
  const reject = status === 'rejected' ? { reject_reason: reason || null, reject_reason_codes: reason_codes } : {}
  if (!(await catalogue.decideAsset(db, { id, status, decided_by: admin.id, decided_at: now, ...reject })))
    throw refuse(refusals, 'already_decided')
  if (status === 'approved') await publish(db, id, ready)
  const wage = status === 'approved' ? ((await bookWage(open, { asset_id: id, category, employee_id: owner_id })) ?? null) : null
  await audit(db, {
    actor_id: admin.id,
    action: `asset.${status}`,
    subject_kind: 'asset',
    subject: id,
    details: { title, wage_cents: wage, reason, reason_codes }
  })
  return wage
}

/** Decides each asset in its own transaction, so that one that cannot be decided does not affect the others. */
export async function decideMany(
  ctx: Ctx,
  { ids, versions = {}, ...decision }: Received<typeof decideAssets>['body']
): Promise<Answer<typeof decideAssets>> {
  const items: Decided[] = []
  for (const id of new Set(ids)) items.push(await decideOneOfMany(ctx, id, { ...decision, version: versions[id] }))
  return { items }
}

async function decideOneOfMany(ctx: Ctx, id: string, decision: Decision): Promise<Decided> {
  try {
    const { wage, wage_cents } = await decide(ctx, id, decision)
    return { id, outcome: decision.status, error: null, wage, wage_cents }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const outcome = BATCH_OUTCOMES.find((one) => one === error.code)
    if (!outcome) throw error
    return { id, outcome, error: error.message, wage: null, wage_cents: null }
  }
}

/** Requires a file that is ready and has a picture. Some EPS files cannot be drawn and have none. */
function requirePicture(ready: readonly catalogue.DeskFile[]): void {
  if (ready.length === 0) throw refuse(refusals, 'no_files')
  if (ready.every(({ preview_urls }) => preview_urls === null)) throw refuse(refusals, 'no_picture')
}
