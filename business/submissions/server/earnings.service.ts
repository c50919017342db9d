import * as catalogue from '#catalogue/server/index.ts'
import { strikesOf } from '#claims/server/index.ts'
import { balanceOf, unpaidAssetsOf, wagesOf, wagesOfMonth } from '#payroll/server/index.ts'
import { type Answer, BUSINESS_ZONE, inDollars, type Received } from '#platform/contract/index.ts'
import { type Ctx, csvOf, signedIn } from '#platform/server/index.ts'
import type { earnings, earningsOfMonth, employeeDashboard } from '../earnings.contract.ts'
import { medianReviewHours } from './review/review-time.queries.ts'
import { requireEmployee } from './service.ts'

export async function showDashboard(ctx: Ctx): Promise<Answer<typeof employeeDashboard>> {
  const { id } = signedIn(ctx)
  const [counts, totals, review_hours, strikes] = await Promise.all([
    catalogue.countByStatus(ctx.db, id),
    totalsOf(ctx, id),
    medianReviewHours(ctx.db, ctx.now),
    strikesOf(ctx.db, id)
  ])
  return { review_hours, strikes, total_assets: counts.total, pending_assets: counts.pending, approved_assets: counts.approved, ...totals }
}

export async function showEarnings(
  ctx: Ctx,
  { employee_id, page, page_size }: Received<typeof earnings>['query']
): Promise<Answer<typeof earnings>> {
  const owner = await requireEmployee(ctx, employee_id)
  const [{ assets, total }, totals, unpaid] = await Promise.all([
    catalogue.assetsOfOwner(ctx.db, ctx.now, owner, { page, page_size }),
    totalsOf(ctx, owner),
    unpaidAssetsOf(ctx.db, owner)
  ])
  const wages = await wagesOf(
    ctx.db,
    assets.map(({ id }) => id)
  )
  const listed = assets.map((asset) => {
    const wage = wages.get(asset.id)
    const unpaid_days = wage && unpaid.has(asset.id) ? daysBetween(wage.earned_at, ctx.now) : null
    return { ...asset, wage: wage ? inDollars(wage.amount_cents) : null, wage_cents: wage?.amount_cents ?? null, unpaid_days }
  })
  return { ...totals, assets: listed, total, page, page_size }
}

const DAY_MS = 24 * 3600_000
const daysBetween = (from: Date, to: Date): number => Math.max(0, Math.floor((to.getTime() - from.getTime()) / DAY_MS))

const day = new Intl.DateTimeFormat('en-CA', { timeZone: BUSINESS_ZONE })

/** One line per wage of the month. There is no total line, so that a spreadsheet can sum the column. */
export async function monthAsCsv(ctx: Ctx, { employee_id, month }: Received<typeof earningsOfMonth>['query']): Promise<string> {
  const owner = await requireEmployee(ctx, employee_id)
  const [wages, unpaid] = await Promise.all([wagesOfMonth(ctx.db, owner, month), unpaidAssetsOf(ctx.db, owner)])
  const assets = await catalogue.findAssets(
    ctx.db,
    ctx.now,
    wages.map(({ asset_id }) => asset_id)
  )
  const rows = wages.map(({ asset_id, category, amount_cents, earned_at }) => ({
    approved: day.format(earned_at),
    asset_id,
    title: assets.get(asset_id)?.title ?? '',
    category,
    wage_usd: inDollars(amount_cents),
    paid: unpaid.has(asset_id) ? 'no' : 'yes'
  }))
  return csvOf(['approved', 'asset_id', 'title', 'category', 'wage_usd', 'paid'], rows)
}

async function totalsOf({ db }: Ctx, employee_id: string) {
  const { earned_cents, paid_cents, balance_cents } = await balanceOf(db, employee_id)
  return {
    total_earned: inDollars(earned_cents),
    total_earned_cents: earned_cents,
    total_paid: inDollars(paid_cents),
    total_paid_cents: paid_cents,
    current_balance: inDollars(balance_cents),
    current_balance_cents: balance_cents
  }
}
