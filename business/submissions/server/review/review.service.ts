import { audit } from '#accounts/server/index.ts'
import * as catalogue from '#catalogue/server/index.ts'
import { nameIcon } from '#icons/server/index.ts'
import { type Answer, type Cents, inDollars, type Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, Refusal, refuse, setPage, signedIn, type Tx } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import type { adminAssets, Decided, decideAsset, decideAssets, ReviewedAsset } from '../../review.contract.ts'
import { BATCH_OUTCOMES, changedCodes, filesToApprove } from '../../rules.ts'
import { checksOf, presentOwned } from '../service.ts'
import { noteApproval } from './approval-notices.service.ts'
import { approve, isAsRejected, publish, requirePublishable } from './approve.service.ts'
import { codesOf } from './finding-codes.ts'
import { type Decision, lockForDecision, reject, requireDuplicateNamed } from './reject.service.ts'

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
  const near = await catalogue.nearDuplicatesOf(
    db,
    assets.filter(isUnderReview).map(({ id }) => id)
  )
  const checks = await checksOf(db, ids)
  const codes = codesOf(checks.findings)
  return assets.map((asset) => ({
    ...asset,
    ...presentOwned(asset, checks),
    ...comparisonOf(asset, codes.get(asset.id) ?? []),
    file_url: asset.files.find(({ file_url }) => file_url)?.file_url ?? null,
    near_duplicates: near.get(asset.id) ?? [],
    is_as_rejected: isAsRejected(asset)
  }))
}

/** Only what waits for a decision is compared with the other assets. */
const isUnderReview = ({ status }: catalogue.DeskAsset): boolean => status === 'pending'

/** What a resubmitted asset was when it was rejected, and how its findings changed since. */
function comparisonOf(
  { status, rejected_version: previous }: catalogue.DeskAsset,
  codes: readonly string[]
): Pick<ReviewedAsset, 'previous' | 'findings_changed'> {
  if (status !== 'pending' || !previous) return { previous: null, findings_changed: null }
  return { previous, findings_changed: changedCodes(previous.finding_codes, codes) }
}

/**
 * Locks the asset's row first, so that only one of several simultaneous decisions counts and an approval books one wage. The lock also holds off
 * edits and uploads, so that what is decided is what was compared with the reviewer's version.
 */
export async function decide(ctx: Ctx, id: string, decision: Decision): Promise<Answer<typeof decideAsset>> {
  requireDuplicateNamed(decision)
  return inTransaction(ctx, async (open) => {
    const asset = await lockForDecision(open, id, decision)
    if (!asset) throw refuse(refusals, 'asset_not_found')
    requireDecidable(open, asset, decision)
    const wage = asset.status === 'pending' ? await applyDecision(open, asset, decision) : await approveFiles(open, asset)
    if (decision.status === 'approved') await nameIcon(open, id)
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
  await publish(open, id, files)
  await audit(open.db, {
    actor_id: signedIn(open).id,
    action: 'asset.files_approved',
    subject_kind: 'asset',
    subject: id,
    details: { title, files: files.map(({ filename }) => filename) }
  })
  return null
}

/** Writes the decision and its audit entry. Returns the wage booked for an approval, otherwise null. */
async function applyDecision(open: Ctx<Tx>, asset: catalogue.DeskAsset, decision: Decision): Promise<Cents | null> {
  const { id, title } = asset
  const { status, reason, reason_codes, pins, duplicate_of } = decision
  let wage: Cents | null = null
  if (status === 'rejected') await reject(open, asset, decision)
  else {
    requirePublishable(asset)
    wage = await approve(open, asset)
    await noteApproval(open, asset, wage)
  }
  const evidence = status === 'rejected' ? { pins: pins.length, ...(duplicate_of && { duplicate_of }) } : {}
  await audit(open.db, {
    actor_id: signedIn(open).id,
    action: `asset.${status}`,
    subject_kind: 'asset',
    subject: id,
    details: { title, wage_cents: wage, reason, reason_codes, ...evidence }
  })
  return wage
}

/** Decides each asset in its own transaction, so that one that cannot be decided does not affect the others. */
export async function decideMany(
  ctx: Ctx,
  { ids, versions = {}, ...decision }: Received<typeof decideAssets>['body']
): Promise<Answer<typeof decideAssets>> {
  const items: Decided[] = []
  for (const id of new Set(ids)) items.push(await decideOneOfMany(ctx, id, { ...decision, pins: [], version: versions[id] }))
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
