import { requireApprovedAsset } from '#catalogue/server/index.ts'
import { type Answer, toCents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { type CurrentPlan, currentPlanOf, type PlanLicenses, spendDownload } from '#subscriptions/server/index.ts'
import { type checkOut, no } from '../contract.ts'
import { mayDownload, PLAN_LICENSE } from '../rules.ts'
import { linkToBest } from './downloads.service.ts'
import { licenseRow } from './giving.service.ts'
import * as queries from './queries.ts'

/** An asset by the plan: counted once, whoever of the team asks how often; what the plan holds already costs nothing, even at its limit. */
export async function checkOutByPlan(ctx: Ctx, asset_id: string): Promise<Answer<typeof checkOut>> {
  const plan = await currentPlanOf(ctx.db, ctx.now, signedIn(ctx).id)
  if (!plan) throw refuse(no, 'no_plan')
  const held = { subscription_id: plan.subscription_id, asset_id }
  if (!(await queries.findPlanLicense(ctx.db, held))) await giveByPlan(ctx, plan, asset_id)
  const license = await queries.findPlanLicense(ctx.db, held)
  if (!license || !mayDownload(license)) throw refuse(no, 'license_not_active')
  const link = linkToBest(ctx, license, await queries.findReadyFilesOf(ctx.db, [asset_id]))
  return { license_id: license.id, ...(link && { download_url: link.download_url }) }
}

async function giveByPlan(ctx: Ctx, plan: CurrentPlan, asset_id: string): Promise<void> {
  await requireApprovedAsset(ctx.db, asset_id)
  if ((await queries.findReadyFilesOf(ctx.db, [asset_id])).length === 0) throw refuse(no, 'no_files')
  await inTransaction(ctx, (inside) => giveOnce(inside, plan, asset_id))
}

/** The row comes first: of many at once the others wait at its unique index and then find it given, so that one download is counted. */
async function giveOnce(ctx: Ctx<Tx>, { subscription_id, owner_id }: CurrentPlan, asset_id: string): Promise<void> {
  const { db, now } = ctx
  const user_id = signedIn(ctx).id
  const given = { client_id: user_id, asset_id, license_type: PLAN_LICENSE, price_cents: toCents(0), created_at: now }
  const row = await licenseRow(ctx, given, { subscription_id, plan_owner_id: owner_id })
  if (!(await queries.insertPlanLicense(db, row))) return
  const spent = await spendDownload(ctx, { user_id, asset_id })
  if (spent.subscription_id !== subscription_id) throw refuse(no, 'no_plan')
}

/** What becomes of a plan's licences when it ends or opens. */
export const planLicenses: PlanLicenses = {
  close: ({ db, now }, subscription_id) => queries.updatePlanLicenses(db, subscription_id, { status: 'expired', ended_at: now }),
  open: ({ db }, subscription_id) => queries.updatePlanLicenses(db, subscription_id, { status: 'active', ended_at: null })
}
