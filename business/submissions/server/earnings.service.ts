import * as catalogue from '#catalogue/server/index.ts'
import { balanceOf, wagesOf } from '#payroll/server/index.ts'
import { type Answer, inDollars, type Received } from '#platform/contract/index.ts'
import { type Ctx, signedIn } from '#platform/server/index.ts'
import type { earnings, employeeDashboard } from '../contract.ts'
import { requireEmployee } from './service.ts'

export async function showDashboard(ctx: Ctx): Promise<Answer<typeof employeeDashboard>> {
  const { id } = signedIn(ctx)
  const [counts, totals] = await Promise.all([catalogue.countByStatus(ctx.db, id), totalsOf(ctx, id)])
  return { total_assets: counts.total, pending_assets: counts.pending, approved_assets: counts.approved, ...totals }
}

export async function showEarnings(
  ctx: Ctx,
  { employee_id, page, page_size }: Received<typeof earnings>['query']
): Promise<Answer<typeof earnings>> {
  const owner = await requireEmployee(ctx, employee_id)
  const [{ assets, total }, totals] = await Promise.all([
    catalogue.assetsOfOwner(ctx.db, ctx.now, owner, { page, page_size }),
    totalsOf(ctx, owner)
  ])
  const wages = await wagesOf(
    ctx.db,
    assets.map(({ id }) => id)
  )
  return { ...totals, assets: assets.map((asset) => ({ ...asset, wage: wageOf(wages.get(asset.id)) })), total, page, page_size }
}

type Wage = Awaited<ReturnType<typeof wagesOf>> extends Map<string, infer W> ? W : never

const wageOf = (wage: Wage | undefined): number | null => (wage ? inDollars(wage.amount_cents) : null)

async function totalsOf({ db }: Ctx, employee_id: string) {
  const { earned_cents, paid_cents, balance_cents } = await balanceOf(db, employee_id)
  return { total_earned: inDollars(earned_cents), total_paid: inDollars(paid_cents), current_balance: inDollars(balance_cents) }
}
