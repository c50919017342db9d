import { audit } from '#accounts/server/index.ts'
import * as catalogue from '#catalogue/server/index.ts'
import { bookWage } from '#payroll/server/index.ts'
import { type Answer, inDollars, type Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, setPage, signedIn, type Tx } from '#platform/server/index.ts'
import { type adminAssets, type decideAsset, no, type ReviewedAsset } from '../contract.ts'
import { presentOwned } from './service.ts'

export async function listForAdmin(ctx: Ctx, { q, ...filter }: Received<typeof adminAssets>['query']): Promise<ReviewedAsset[]> {
  const { assets, total } = await catalogue.deskAssets(ctx.db, ctx.now, { ...filter, search: q })
  const given = Object.entries({ q, ...filter }).filter(([, value]) => value !== undefined && value !== '')
  setPage(ctx, { ...filter, total }, `/api/admin/assets?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`)
  return assets.map(presentReviewed)
}

const presentReviewed = (asset: catalogue.DeskAsset): ReviewedAsset => ({
  ...asset,
  ...presentOwned(asset),
  file_url: asset.files.find(({ file_url }) => file_url)?.file_url ?? null
})

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
      subject: id,
      details: { title: asset.title, wage_cents: wage ?? null, reason, reason_codes }
    })
    return { id, status, wage: wage === undefined ? null : inDollars(wage) }
  })
}

/** Something must be ready, and something of it must be showable: no previews are made of PDF and EPS. */
async function requirePicture(db: Tx, id: string): Promise<void> {
  const ready = await catalogue.readyFiles(db, id)
  if (ready.length === 0) throw refuse(no, 'no_files')
  if (ready.every(({ format }) => format === 'pdf' || format === 'eps')) throw refuse(no, 'no_picture')
}
