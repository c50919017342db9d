import { audit } from '#accounts/server/index.ts'
import { type Answer, type Cents, inDollars, type Received, toCents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { type AdminSubscription, type createSubscription, type extendSubscription, type listSubscriptions, no } from '../contract.ts'
import { FREE, givenTerms, isOpen, type PlanType, periodEnd } from '../rules.ts'
import * as listed from './admin.queries.ts'
import { countDownloads } from './downloads.queries.ts'
import { countedMonth } from './downloads.service.ts'
import { type EventKind, note } from './history.service.ts'
import { accessEnd, clearWay, daysAfter, end, isOpenNow, lock, stateNow } from './life.service.ts'
import { insertPeriod } from './periods.queries.ts'
import * as queries from './queries.ts'
import { endRenewal } from './renewal.service.ts'
import { trimSeats } from './seats.queries.ts'
import type { Subscription } from './tables.ts'

type Row = NonNullable<Awaited<ReturnType<typeof listed.findOne>>>

async function present({ db, now }: Ctx, row: Row): Promise<AdminSubscription> {
  const month = countedMonth(row, now)
  return {
    ...row,
    user_id: row.owner_id,
    price: inDollars(row.price_cents),
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

async function show(ctx: Ctx, id: string): Promise<AdminSubscription> {
  const row = await listed.findOne(ctx.db, ctx.now, id)
  if (!row) throw refuse(no, 'subscription_not_found')
  return present(ctx, row)
}

/** The owner is the subject; neither name nor address stands in the log. */
const record = (ctx: Ctx<Tx>, { id, owner_id, plan_name }: Subscription, action: string, details: Record<string, unknown> = {}) =>
  audit(ctx.db, {
    actor_id: signedIn(ctx).id,
    action: `subscription.${action}`,
    subject_kind: 'user',
    subject: owner_id,
    details: { subscription_id: id, plan: plan_name, ...details }
  })

export function create(ctx: Ctx, { body }: Received<typeof createSubscription>): Promise<AdminSubscription> {
  const { user_email, plan_type, price, plan_name } = body
  return inTransaction(ctx, async (ctx) => {
    const client = await listed.findClient(ctx.db, user_email)
    if (!client) throw refuse(no, 'user_not_found', { fields: { user_email: no.user_not_found.message } })
    const terms = givenTerms(plan_type, plan_name)
    const made = await queries.insertSubscription(ctx.db, {
      ...terms,
      price_cents: price ?? terms.price_cents,
      owner_id: client.id,
      source: 'admin',
      state: 'inactive',
      created_at: ctx.now
    })
    await record(ctx, made!, 'created', { type: plan_type })
    return show(ctx, made!.id)
  })
}

type Work = (ctx: Ctx<Tx>, subscription: Subscription) => Promise<unknown>

async function change(ctx: Ctx, id: string, work: Work): Promise<AdminSubscription> {
  const found = await require(ctx, id)
  return inTransaction(ctx, async (ctx) => {
    await work(ctx, await lock(ctx, found))
    return show(ctx, id)
  })
}

async function require({ db }: Ctx, id: string): Promise<Subscription> {
  const found = await queries.findSubscription(db, id)
  if (!found) throw refuse(no, 'subscription_not_found')
  return found
}

const tellOwner = (ctx: Ctx<Tx>, { id }: Subscription, kind: EventKind, description: string): Promise<void> =>
  note(ctx, { subscription_id: id, kind, description })

const another = () => refuse(no, 'already_subscribed', { message: 'This client has another active plan.' })

/** A month, or a year, begins now. What waits for PayPal is opened by PayPal's payment alone. */
export const activate = (ctx: Ctx, id: string): Promise<AdminSubscription> =>
  change(ctx, id, async (ctx, subscription) => {
    const { plan_type, plan_id, plan_name, state, started_at, extended_days } = subscription
    if (isOpenNow(subscription, ctx.now)) throw refuse(no, 'already_active')
    if (state === 'created') throw refuse(no, 'not_approved')
    if (isOpen(state)) await end(ctx, subscription, 'period_over')
    if (!(await clearWay(ctx, subscription))) throw another()
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
      ended_at: null,
      end_reason: null
    })
    await insertPeriod(ctx.db, {
      ...{ subscription_id: id, plan_id, plan_name, starts_at: ctx.now, ends_at },
      amount_cents: toCents(0),
      created_at: ctx.now
    })
    await tellOwner(ctx, subscription, 'started', `${plan_name} started by our team`)
    await ctx.ports.plan_licenses.open(ctx, id)
    await record(ctx, subscription, 'activated')
  })

/** At once; PayPal is told by a job. */
export const cancel = (ctx: Ctx, id: string): Promise<AdminSubscription> =>
  change(ctx, id, async (ctx, subscription) => {
    if (!isOpen(subscription.state)) throw refuse(no, 'not_active')
    await end(ctx, subscription, 'cancelled')
    await record(ctx, subscription, 'cancelled')
  })

/** Also before it is active: then the first period is longer. */
export const extend = (ctx: Ctx, { params, body: { days } }: Received<typeof extendSubscription>): Promise<AdminSubscription> =>
  change(ctx, params.id, async (ctx, subscription) => {
    const { id, state, period_ends_at, grace_ends_at, access_ends_at, plan_name, extended_days } = subscription
    if (state === 'ended' || state === 'created') throw refuse(no, 'not_active')
    const later = (at: Date | null) => at && daysAfter(at, days)
    await queries.updateSubscription(ctx.db, id, {
      extended_days: extended_days + days,
      period_ends_at: later(period_ends_at),
      grace_ends_at: later(grace_ends_at),
      access_ends_at: later(access_ends_at)
    })
    if (isOpen(state)) await tellOwner(ctx, subscription, 'extended', `${plan_name} extended by ${days} ${days === 1 ? 'day' : 'days'}`)
    await record(ctx, subscription, 'extended', { days })
  })

/**
 * To another type, with that type's usual price and limits. The period stays the one that began, and lasts as long as the new type's does.
 * What renewed at PayPal renews no more.
 */
export async function convert(ctx: Ctx, id: string, plan_type: PlanType): Promise<AdminSubscription> {
  const found = await require(ctx, id)
  if (found.plan_type !== plan_type && found.auto_renew) await endRenewal(ctx, found)
  return change(ctx, id, async (ctx, subscription) => {
    if (subscription.plan_type === plan_type) return
    if (subscription.state === 'created') throw refuse(no, 'not_approved')
    const before = subscription.plan_type
    const terms = givenTerms(plan_type, subscription.plan_name === FREE ? undefined : subscription.plan_name)
    if (isOpen(subscription.state) && !(await clearWay(ctx, { ...subscription, plan_type }))) throw another()
    await queries.updateSubscription(ctx.db, id, { ...terms, ...periodAfter(subscription, plan_type, ctx.now) })
    await trimSeats(ctx.db, id, terms.seats - 1)
    await tellOwner(ctx, subscription, 'converted', `${terms.plan_name} is ${plan_type} now`)
    await record(ctx, subscription, 'converted', { from: before, to: plan_type })
  })
}

/** A period that would be over by then lasts as long from this moment on. */
function periodAfter({ state, period_started_at, extended_days }: Subscription, type: PlanType, now: Date) {
  if (!isOpen(state) || !period_started_at) return {}
  const of = (start: Date) => {
    const until = periodEnd(type, start)
    return until && daysAfter(until, extended_days)
  }
  const from = of(period_started_at)
  const period_started_anew = from !== null && from <= now ? now : period_started_at
  const period_ends_at = of(period_started_anew)
  const standing = { plan_type: type, period_ends_at, auto_renew: false }
  const period = { period_started_at: period_started_anew, period_ends_at, access_ends_at: accessEnd(standing) }
  return { ...period, state: 'active' as const, grace_ends_at: null, auto_renew: false }
}

export const setPrice = (ctx: Ctx, id: string, price_cents: Cents): Promise<AdminSubscription> =>
  change(ctx, id, async (ctx, subscription) => {
    if (subscription.source === 'paypal') throw refuse(no, 'price_at_paypal')
    await queries.updateSubscription(ctx.db, id, { price_cents })
    await record(ctx, subscription, 'price_changed', { from: inDollars(subscription.price_cents), to: inDollars(price_cents) })
  })
