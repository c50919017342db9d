import { audit } from '#accounts/server/index.ts'
import * as catalogue from '#catalogue/server/index.ts'
import { bookWage } from '#payroll/server/index.ts'
import { type Answer, type Cents, inDollars, type Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, Refusal, refuse, setPage, signedIn, type Tx } from '#platform/server/index.ts'
import { refusals } from '../contract.ts'
import type { adminAssets, Decided, decideAsset, decideAssets, ReviewedAsset } from '../review.contract.ts'
import { BATCH_OUTCOMES } from '../rules.ts'
import { type LockedAsset, presentOwned } from './service.ts'

export async function listForAdmin(ctx: Ctx, { q, ...filter }: Received<typeof adminAssets>['query']): Promise<ReviewedAsset[]> {
  const { assets, total } = await catalogue.deskAssets(ctx.db, ctx.now, { ...filter, search: q })
  const sent = Object.entries({ q, ...filter }).filter(([, value]) => value !== undefined && value !== '')
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
  const near = await catalogue.nearDuplicatesOf(
    db,
    assets.map(({ id }) => id)
  )
  return assets.map((asset) => ({
    ...asset,
    ...presentOwned(asset),
    file_url: asset.files.find(({ file_url }) => file_url)?.file_url ?? null,
    near_duplicates: near.get(asset.id) ?? []
  }))
}

type Decision = Received<typeof decideAsset>['body']

/** Locks the asset's row first, so that only one of several simultaneous decisions counts and an approval books one wage. */
export async function decide(ctx: Ctx, id: string, decision: Decision): Promise<Answer<typeof decideAsset>> {
  return inTransaction(ctx, async (open) => {
    const asset = await catalogue.lockAsset(open.db, id)
    if (!asset) throw refuse(refusals, 'asset_not_found')
    if (asset.status !== 'pending') throw refuse(refusals, 'already_decided')
    const wage = await applyDecision(open, asset, decision)
    return { id, status: decision.status, wage: wage === null ? null : inDollars(wage), wage_cents: wage }
  })
}

/** Writes the decision and its audit entry. Returns the wage booked for an approval, otherwise null. */
async function applyDecision(open: Ctx<Tx>, asset: LockedAsset, { status, reason, reason_codes }: Decision): Promise<Cents | null> {
  const { db, now } = open
  const { id, title, category, owner_id } = asset
  const admin = signedIn(open)
  if (status === 'approved') await requirePicture(db, id)
  const reject = status === 'rejected' ? { reject_reason: reason || null, reject_reason_codes: reason_codes } : {}
  if (!(await catalogue.decideAsset(db, { id, status, decided_by: admin.id, decided_at: now, ...reject })))
    throw refuse(refusals, 'already_decided')
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
  { ids, ...decision }: Received<typeof decideAssets>['body']
): Promise<Answer<typeof decideAssets>> {
  const items: Decided[] = []
  for (const id of new Set(ids)) items.push(await decideOneOfMany(ctx, id, decision))
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
async function requirePicture(db: Tx, id: string): Promise<void> {
  const ready = await catalogue.readyFiles(db, id)
  if (ready.length === 0) throw refuse(refusals, 'no_files')
  if (ready.every(({ picture }) => picture === 'none')) throw refuse(refusals, 'no_picture')
}
