import { audit } from '#accounts/server/index.ts'
import * as catalogue from '#catalogue/server/index.ts'
import { bookWage } from '#payroll/server/index.ts'
import { type Answer, inDollars, type Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, Refusal, refuse, setPage, signedIn, type Tx } from '#platform/server/index.ts'
import { no } from '../contract.ts'
import type { adminAssets, Decided, decideAsset, decideAssets, ReviewedAsset } from '../review.contract.ts'
import { BATCH_OUTCOMES } from '../rules.ts'
import { presentOwned } from './service.ts'

export async function listForAdmin(ctx: Ctx, { q, ...filter }: Received<typeof adminAssets>['query']): Promise<ReviewedAsset[]> {
  const { assets, total } = await catalogue.deskAssets(ctx.db, ctx.now, { ...filter, search: q })
  const given = Object.entries({ q, ...filter }).filter(([, value]) => value !== undefined && value !== '')
  setPage(ctx, { ...filter, total }, `/api/admin/assets?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`)
  return presentReviewed(ctx, assets)
}

export async function findReviewed(ctx: Ctx, id: string): Promise<ReviewedAsset> {
  const asset = await catalogue.findDeskAsset(ctx.db, ctx.now, id)
  if (!asset) throw refuse(no, 'asset_not_found')
  const [reviewed] = await presentReviewed(ctx, [asset])
  return reviewed!
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

/** The asset's row is locked first: whoever clicks how often, one decides, and approval books one wage. */
export async function decide(ctx: Ctx, id: string, { status, reason, reason_codes }: Decision): Promise<Answer<typeof decideAsset>> {
  const admin = signedIn(ctx)
  return inTransaction(ctx, async (open) => {
    const { db, now } = open
    const asset = await catalogue.lockAsset(db, id)
    if (!asset) throw refuse(no, 'asset_not_found')
    if (asset.status !== 'pending') throw refuse(no, 'already_decided')
    if (status === 'approved') await requirePicture(db, id)
    const reject = status === 'rejected' ? { reject_reason: reason || null, reject_reason_codes: reason_codes } : {}
    if (!(await catalogue.decideAsset(db, { id, status, decided_by: admin.id, decided_at: now, ...reject })))
      throw refuse(no, 'already_decided')
    const wage =
      status === 'approved' ? await bookWage(open, { asset_id: id, category: asset.category, employee_id: asset.owner_id }) : undefined
    await audit(db, {
      actor_id: admin.id,
      action: `asset.${status}`,
      subject_kind: 'asset',
      subject: id,
      details: { title: asset.title, wage_cents: wage ?? null, reason, reason_codes }
    })
    return { id, status, wage: wage === undefined ? null : inDollars(wage) }
  })
}

/** Each asset is decided for itself, as if alone: what cannot be decided keeps nothing else from it. */
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
    const { wage } = await decide(ctx, id, decision)
    return { id, outcome: decision.status, error: null, wage }
  } catch (error) {
    const outcome = error instanceof Refusal ? BATCH_OUTCOMES.find((one) => one === error.code) : undefined
    if (!outcome) throw error
    return { id, outcome, error: (error as Refusal).message, wage: null }
  }
}

/** Something must be ready, and something of it must be showable: not of every EPS can a picture be made. */
async function requirePicture(db: Tx, id: string): Promise<void> {
  const ready = await catalogue.readyFiles(db, id)
  if (ready.length === 0) throw refuse(no, 'no_files')
  if (ready.every(({ picture }) => picture === 'none')) throw refuse(no, 'no_picture')
}
