import { lockAssetOnSale, requireAssetOnSale } from '#catalogue/server/index.ts'
import { type Answer, toCents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { acceptSeat, type CurrentPlan, currentPlanOf, type PlanLicenses, spendDownload } from '#subscriptions/server/index.ts'
import { type checkOut, refusals } from '../../contract.ts'
import { mayDownload, PLAN_LICENSE } from '../../rules.ts'
import { linkToChosen } from '../downloads/downloads.service.ts'
import { publishLicenses } from '../license-events.ts'
import * as queries from '../queries.ts'
import { licenseRow } from './grant.service.ts'

type Chosen = { asset_id: string; format: string | null }

/** Licenses an asset by the caller's plan. Counts one download per asset and team. Assets that the plan already licensed are not counted again, even at the limit. */
export async function checkOutByPlan(ctx: Ctx, { asset_id, format }: Chosen): Promise<Answer<typeof checkOut>> {
  const plan = await currentPlanOf(ctx.db, ctx.now, signedIn(ctx).id)
  if (!plan) throw refuse(refusals, 'no_plan')
  const wanted = { subscription_id: plan.subscription_id, asset_id }
  if (!(await queries.findPlanLicense(ctx.db, wanted))) await grantByPlan(ctx, plan, asset_id)
  const license = await queries.findPlanLicense(ctx.db, wanted)
  if (!license || !mayDownload(license)) throw refuse(refusals, 'license_not_active')
  if (plan.role === 'member') await keepForMember(ctx, plan, license.id)
  const link = linkToChosen(ctx, license, await queries.findReadyFilesOf(ctx.db, [asset_id]), format)
  return { license_id: license.id, ...link }
}

/** A member's download accepts the invitation, and stays theirs when they leave. */
async function keepForMember(ctx: Ctx, { subscription_id }: CurrentPlan, license_id: string): Promise<void> {
  const user_id = signedIn(ctx).id
  await inTransaction(ctx, async ({ db, now }) => {
    await acceptSeat(db, { subscription_id, user_id, joined_at: now })
    await queries.insertPlanHolder(db, { license_id, user_id, since: now })
  })
}

async function grantByPlan(ctx: Ctx, plan: CurrentPlan, asset_id: string): Promise<void> {
  await requireAssetOnSale(ctx.db, asset_id)
  if ((await queries.findReadyFilesOf(ctx.db, [asset_id])).length === 0) throw refuse(refusals, 'no_files')
  await inTransaction(ctx, (inside) => grantOnce(inside, plan, asset_id))
}

/** Inserts the license before counting the download: concurrent calls wait at its unique index and then find it, so one download is counted. */
async function grantOnce(ctx: Ctx<Tx>, { subscription_id, owner_id }: CurrentPlan, asset_id: string): Promise<void> {
  const { db, now } = ctx
  await lockAssetOnSale(db, asset_id)
  const user_id = signedIn(ctx).id
  const license = { client_id: user_id, asset_id, license_type: PLAN_LICENSE, price_cents: toCents(0), created_at: now }
  const row = await licenseRow(ctx, license, { subscription_id, plan_owner_id: owner_id })
  const granted = await queries.insertPlanLicense(db, row)
  if (!granted) return
  const spent = await spendDownload(ctx, { user_id, asset_id })
  if (spent.subscription_id !== subscription_id) throw refuse(refusals, 'no_plan')
  await publishLicenses(ctx, 'license.granted', [granted])
}

/** Expires a plan's licenses when the plan ends, reactivates them when it opens again, and gives them to the plan that replaces it. */
export const planLicenses: PlanLicenses = {
  close: ({ db, now }, subscription_id) => queries.updatePlanLicenses(db, subscription_id, { status: 'expired', ended_at: now }),
  open: ({ db }, subscription_id) => queries.updatePlanLicenses(db, subscription_id, { status: 'active', ended_at: null }),
  move: ({ db }, from, to) => queries.movePlanLicenses(db, from, to)
}
