import { audit, changedFields } from '#accounts/server/index.ts'
import { type Answer, type Cents, inDollars, type Received, toCents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import type { AdminSubscription, createSubscription, extendSubscription, listSubscriptions } from '../admin.contract.ts'
import { refusals } from '../contract.ts'
import { FREE, givenTerms, isOpen, type PlanType, periodEnd } from '../rules.ts'
import * as listed from './admin.queries.ts'
import { addEvent, type EventKind, publishSubscription } from './billing/history.service.ts'
import { setPriceAtPayPal } from './billing/price.service.ts'
import { endRenewal } from './billing/renewal.service.ts'
import { countDownloads } from './downloads.queries.ts'
import { countedMonth } from './downloads.service.ts'
import { accessEnd, canResume, clearWay, daysAfter, end, isOpenNow, lock, stateNow } from './life.service.ts'
import { insertPeriod } from './periods.queries.ts'
import * as queries from './queries.ts'
import { trimSeats } from './seats/seats.queries.ts'
import { presentNext } from './service.ts'
import type { Subscription } from './tables.ts'

type Row = NonNullable<Awaited<ReturnType<typeof listed.findOne>>>

async function present({ db, now }: Ctx, row: Row): Promise<AdminSubscription> {
  const month = countedMonth(row, now)
  const { next_price_cents } = presentNext(row)
  return {
    ...row,
    user_id: row.owner_id,
    price: inDollars(row.price_cents),
    next_price: next_price_cents === null ? null : inDollars(next_price_cents),
    next_price_cents,
    next_price_agreed: row.next_plan_agreed,
    is_active: isOpenNow(row, now),
    state: stateNow(row, now),
    downloads_used: month ? await countDownloads(db, { subscription_id: row.id, month_started_at: month.start }) : 0,
    started_at: row.started_at?.toISOString() ?? null,
    expires_at: row.period_ends_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString()
  }
}

export async function list(ctx: Ctx, { query }: Received<typeof listSubscriptions>): Promise<Answer<typeof listSubscriptions>> {
  const { page, page_size } = query
  const filter = { ...query, now: ctx.now }
  const [rows, total] = await Promise.all([listed.findListed(ctx.db, filter), listed.countListed(ctx.db, filter)])
  return { items: await Promise.all(rows.map((row) => present(ctx, row))), total, page, page_size }
}

async function read(ctx: Ctx, id: string): Promise<AdminSubscription> {
  const row = await listed.findOne(ctx.db, ctx.now, id)
  if (!row) throw refuse(refusals, 'subscription_not_found')
  return present(ctx, row)
}

/** Writes the audit log and tells the owner's webhooks. The owner is the subject; the log has neither names nor addresses. */
async function record(ctx: Ctx<Tx>, { id, owner_id, plan_name }: Subscription, action: string, details: Record<string, unknown> = {}) {
  await audit(ctx.db, {
    actor_id: signedIn(ctx).id,
    action: `subscription.${action}`,
    subject_kind: 'user',
    subject: owner_id,
    details: { subscription_id: id, plan: plan_name, ...details }
  })
  await publishSubscription(ctx, { id, owner_id })
}

export function create(ctx: Ctx, { body }: Received<typeof createSubscription>): Promise<AdminSubscription> {
  const { user_email, plan_type, price, plan_name } = body
  return inTransaction(ctx, async (ctx) => {
    const client = await listed.findClient(ctx.db, user_email)
    if (!client) throw refuse(refusals, 'user_not_found', { fields: { user_email: refusals.user_not_found.message } })
    const terms = givenTerms(plan_type, plan_name)
    const created = await queries.insertSubscription(ctx.db, {
      ...terms,
      price_cents: price ?? terms.price_cents,
      owner_id: client.id,
      source: 'admin',
      state: 'inactive',
      created_at: ctx.now
    })
    // Only checkouts can conflict, and this is not a checkout.
    if (!created) throw refuse(refusals, 'already_subscribed')
    await record(ctx, created, 'created', { type: plan_type })
    return read(ctx, created.id)
  })
}

type Work = (ctx: Ctx<Tx>, subscription: Subscription) => Promise<unknown>

async function change(ctx: Ctx, id: string, work: Work): Promise<AdminSubscription> {
  const found = await require(ctx, id)
  return inTransaction(ctx, async (ctx) => {
    await work(ctx, await lock(ctx, found))
    return read(ctx, id)
  })
}

async function require({ db }: Ctx, id: string): Promise<Subscription> {
  const found = await queries.findSubscription(db, id)
  if (!found) throw refuse(refusals, 'subscription_not_found')
  return found
}

const addOwnerEvent = (ctx: Ctx<Tx>, { id }: Subscription, kind: EventKind, description: string): Promise<void> =>
  addEvent(ctx, { subscription_id: id, kind, description })

const anotherPlan = () => refuse(refusals, 'already_subscribed', { message: 'This client has another active plan.' })

/** Starts a period now. A checkout is activated only by PayPal's payment. */
export const activate = (ctx: Ctx, id: string): Promise<AdminSubscription> =>
  change(ctx, id, async (ctx, subscription) => {
    const { plan_type, plan_id, plan_name, state, started_at, extended_days } = subscription
    if (isOpenNow(subscription, ctx.now)) throw refuse(refusals, 'already_active')
    if (state === 'created') throw refuse(refusals, 'not_approved')
    if (isOpen(state)) await end(ctx, subscription, 'period_over')
    if (!(await clearWay(ctx, subscription))) throw anotherPlan()
    const until = periodEnd(plan_type, ctx.now)
    const extended = state === 'inactive' ? extended_days : 0
    const ends_at = until && daysAfter(until, extended)
    await queries.updateSubscription(ctx.db, id, {
      state: 'active',
      started_at: started_at ?? ctx.now,
      period_started_at: ctx.now,
      period_ends_at: ends_at,
      extended_days: extended,
      access_ends_at: ends_at,
      renewal_paused_at: null,
      ended_at: null,
      end_reason: null
    })
    await insertPeriod(ctx.db, {
      ...{ subscription_id: id, plan_id, plan_name, starts_at: ctx.now, ends_at },
      amount_cents: toCents(0),
      created_at: ctx.now
    })
    await addOwnerEvent(ctx, subscription, 'started', `${plan_name} started by our team`)
    await ctx.ports.plan_licenses.open(ctx, id)
    await record(ctx, subscription, 'activated')
  })

/** Ends the plan immediately. A job cancels it at PayPal. */
export const cancel = (ctx: Ctx, id: string): Promise<AdminSubscription> =>
  change(ctx, id, async (ctx, subscription) => {
    if (!isOpen(subscription.state)) throw refuse(refusals, 'not_active')
    await end(ctx, subscription, 'cancelled')
    await record(ctx, subscription, 'cancelled')
  })

/** Adds days to the current period, or to the first one if the plan is not active yet. */
export const extend = (ctx: Ctx, { params, body: { days } }: Received<typeof extendSubscription>): Promise<AdminSubscription> =>
  change(ctx, params.id, async (ctx, subscription) => {
    const { id, state, period_ends_at, grace_ends_at, access_ends_at, plan_name, extended_days } = subscription
    if (state === 'ended' || state === 'created') throw refuse(refusals, 'not_active')
    const later = (at: Date | null) => at && daysAfter(at, days)
    const until = later(period_ends_at)
    await queries.updateSubscription(ctx.db, id, {
      extended_days: extended_days + days,
      period_ends_at: until,
      grace_ends_at: later(grace_ends_at),
      access_ends_at: later(access_ends_at)
    })
    if (isOpen(state)) await addOwnerEvent(ctx, subscription, 'extended', `${plan_name} extended by ${days} ${days === 1 ? 'day' : 'days'}`)
    await record(ctx, subscription, 'extended', { days, ...changedFields({ period_ends_at }, { period_ends_at: until }) })
  })

/**
 * Converts to another type with its usual price and limits. The period keeps its start and gets the new type's length. A renewal at PayPal
 * ends.
 */
export async function convert(ctx: Ctx, id: string, plan_type: PlanType): Promise<AdminSubscription> {
  const found = await require(ctx, id)
  if (found.plan_type !== plan_type && (found.auto_renew || canResume(found, ctx.now))) await endRenewal(ctx, found)
  return change(ctx, id, async (ctx, subscription) => {
    if (subscription.plan_type === plan_type) return
    if (subscription.state === 'created') throw refuse(refusals, 'not_approved')
    const terms = givenTerms(plan_type, subscription.plan_name === FREE ? undefined : subscription.plan_name)
    if (isOpen(subscription.state) && !(await clearWay(ctx, { ...subscription, plan_type }))) throw anotherPlan()
    const changes = { ...terms, ...periodAfter(subscription, plan_type, ctx.now) }
    await queries.updateSubscription(ctx.db, id, changes)
    await trimSeats(ctx.db, id, terms.seats - 1)
    await addOwnerEvent(ctx, subscription, 'converted', `${terms.plan_name} is now ${plan_type}`)
    await record(ctx, subscription, 'converted', {
      ...{ from: subscription.plan_type, to: plan_type },
      ...changedFields(soldTerms(subscription), soldTerms({ ...subscription, ...changes }))
    })
  })
}

const soldTerms = ({ plan_type, price_cents, seats, downloads_limit, period_ends_at }: Subscription) => ({
  ...{ plan_type, price_cents, seats, downloads_limit, period_ends_at }
})

/** Returns the period with the new type's length. If it would already be over, it starts now instead. */
function periodAfter({ state, period_started_at, extended_days }: Subscription, type: PlanType, now: Date) {
  if (!isOpen(state) || !period_started_at) return {}
  const endAfter = (start: Date) => {
    const until = periodEnd(type, start)
    return until && daysAfter(until, extended_days)
  }
  const planned_end = endAfter(period_started_at)
  const start = planned_end !== null && planned_end <= now ? now : period_started_at
  const period_ends_at = endAfter(start)
  const renewalTerms = { plan_type: type, period_ends_at, auto_renew: false }
  const period = { period_started_at: start, period_ends_at, access_ends_at: accessEnd(renewalTerms) }
  return { ...period, state: 'active' as const, grace_ends_at: null, auto_renew: false }
}

/** Changes the price: immediately for a plan created by an admin, and from the next period on, with the client's approval, at PayPal. */
export async function setPrice(ctx: Ctx, id: string, price_cents: Cents): Promise<AdminSubscription> {
  const found = await require(ctx, id)
  if (found.source === 'paypal') await setPriceAtPayPal(ctx, found, price_cents)
  return change(ctx, id, async (ctx, subscription) => {
    if (found.source === 'admin') await queries.updateSubscription(ctx.db, id, { price_cents })
    await record(ctx, subscription, 'price_changed', {
      ...{ from: inDollars(found.price_cents), to: inDollars(price_cents) },
      ...changedFields({ price_cents: found.price_cents }, { price_cents })
    })
  })
}
