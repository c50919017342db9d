import { randomUUID } from 'node:crypto'
import { createSession } from '#accounts/server/index.ts'
import type { Role } from '#platform/contract/index.ts'
import { inTransaction } from '#platform/server/index.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { activateSubscription, createSubscription } from '#subscriptions/admin.contract.ts'
import { changePlan, quoteChange } from '#subscriptions/change.contract.ts'
import { checkOutSubscription, confirmSubscription, readMySubscription } from '#subscriptions/contract.ts'
import { monthOf, type PlanId, type PlanType } from '#subscriptions/rules.ts'
import { currentPlanOf, spendDownload } from '#subscriptions/server/index.ts'
import type { World } from '../world.ts'
import type { Market } from './sales.ts'

/** Performs an action at PayPal: one of a person, or a charge on a due date. */
export async function atPayPal(
  { sandbox }: Market,
  provider_subscription_id: string,
  action: 'approve' | 'renew' | 'fail-renewal' | 'cancel'
): Promise<void> {
  const answer = await fetch(`${sandbox.url}/sandbox/subscriptions/${provider_subscription_id}/${action}`, { method: 'POST' })
  if (!answer.ok) throw new Error(`${action}: ${answer.status} ${await answer.text()}`)
}

/** Returns the API with a new session, because plans last longer than sessions. */
export async function nowAs(world: World, role: Role, name?: string) {
  const { id } = await world.person(role, name)
  return injectedApi(world.app, (await createSession(world.db, id, world.now())).token)
}

/** Starts a checkout by a client of that name, with consent to the renewal. */
export const begunPlan = async (world: World, client: string, plan_id: PlanId = 'indiv_monthly') =>
  (await nowAs(world, 'client', client))(checkOutSubscription, { body: { plan_id, renewal_consent: true } })

/** Buys and pays for a plan and waits for PayPal's webhooks. */
export async function boughtPlan(market: Market, client: string, plan_id: PlanId = 'indiv_monthly') {
  const started = await begunPlan(market, client, plan_id)
  await atPayPal(market, started.provider_subscription_id, 'approve')
  await (await nowAs(market, 'client', client))(confirmSubscription, { params: { sub_id: started.sub_id } })
  await market.webhooksDone()
  return started
}

/** Brings PayPal's next billing nearer, and waits for the event. */
export async function advance(market: Market, provider_subscription_id: string, days: number): Promise<void> {
  const answer = await fetch(`${market.sandbox.url}/sandbox/subscriptions/${provider_subscription_id}/advance`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ days }) }
  })
  if (!answer.ok) throw new Error(`advance: ${answer.status} ${await answer.text()}`)
  await market.webhooksDone()
}

export const quotedChange = async (world: World, client: string, plan_id: PlanId) =>
  (await nowAs(world, 'client', client))(quoteChange, { body: { plan_id } })

/** Quotes and starts a change of plan. */
export async function changedPlan(world: World, client: string, plan_id: PlanId) {
  const { quote_id } = await quotedChange(world, client, plan_id)
  return (await nowAs(world, 'client', client))(changePlan, { body: { plan_id, quote_id, renewal_consent: true } })
}

/** Has an admin create and activate a plan. */
export async function givenPlan(world: World, client: string, { plan_type = 'monthly' as PlanType, plan_name = 'Individual' } = {}) {
  const admin = await nowAs(world, 'admin')
  const { email } = await world.person('client', client)
  const { id } = await admin(createSubscription, { body: { user_email: email, plan_type, plan_name } })
  return admin(activateSubscription, { params: { id } })
}

export const planOfClient = async (world: World, client: string) => (await nowAs(world, 'client', client))(readMySubscription, {})

/** Counts a download of that asset, by default of a new one. */
export async function take(world: World, client: string, asset_id: string = randomUUID()) {
  const { id: user_id } = await world.person('client', client)
  return inTransaction(world.ctx(), (ctx) => spendDownload(ctx, { user_id, asset_id }))
}

/** Adds downloads of different assets in this month. */
export async function takeMany(world: World, client: string, times: number): Promise<void> {
  const { id: user_id } = await world.person('client', client)
  const plan = await currentPlanOf(world.db, world.now(), user_id)
  if (!plan) throw new Error(`${client} has no plan.`)
  const { subscription_id } = plan
  const { period_started_at, period_ends_at } = await world.db
    .selectFrom('subscriptions.subscription')
    .selectAll()
    .where('id', '=', subscription_id)
    .executeTakeFirstOrThrow()
  const month_started_at = monthOf({ start: period_started_at!, end: period_ends_at }, world.now()).start
  const taken = Array.from({ length: times }, () => ({ asset_id: randomUUID(), downloaded_at: world.now() }))
  await world.db
    .insertInto('subscriptions.download')
    .values(taken.map((one) => ({ ...one, subscription_id, month_started_at, user_id })))
    .execute()
}
