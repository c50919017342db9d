import { taxPlaceOf } from '#invoicing/server/index.ts'
import { netOf } from '#invoicing/tax.rules.ts'
import { spendCall, sumRefunded, sumRefundedSince } from '#payments/server/index.ts'
import { type Answer, type Cents, type Received, toCents } from '#platform/contract/index.ts'
import { type Ctx, type Db, refuse, type Tx } from '#platform/server/index.ts'
import type { quoteChange } from '../../../change.contract.ts'
import { type ChangeTerms, changeTerms, QUOTE_MINUTES, worthOf } from '../../../change.rules.ts'
import { refusals } from '../../../contract.ts'
import { type Plan, type PlanId, type PlanType, planOf } from '../../../rules.ts'
import { daysAfter } from '../../life.service.ts'
import { findLastPeriod } from '../../periods.queries.ts'
import { findSubscription } from '../../queries.ts'
import { countSeats } from '../../seats/seats.queries.ts'
import { requireOwnOpen } from '../../service.ts'
import type { ChangeQuote, PlanPeriod, Subscription } from '../../tables.ts'
import { withTax } from '../payment-page.service.ts'
import { insertQuote } from './change.queries.ts'

/** An open plan that renews at PayPal, with its paid period. */
export type Changeable = Subscription & {
  plan_id: PlanId
  plan_type: Exclude<PlanType, 'free'>
  provider_subscription_id: string
  period_started_at: Date
  period_ends_at: Date
}

/** Quotes a change of plan: the credit for unused days, what is due today, and from when. The quote holds for 15 minutes and counts once. */
export async function quote(ctx: Ctx, { body }: Received<typeof quoteChange>): Promise<Answer<typeof quoteChange>> {
  await spendCall(ctx, 'quote_change')
  const own = requireChangeable(await requireOwnOpen(ctx))
  const next = planAfter(own, body.plan_id)
  await requireSeats(ctx, own, next)
  const terms = await termsNow(ctx, own, next)
  if (terms.takes_effect === 'period_end' && !own.auto_renew) throw refuse(refusals, 'no_renewal')
  const effective_at = terms.takes_effect === 'now' ? ctx.now : own.period_ends_at
  const quoted = await insertQuote(ctx.db, {
    ...{ owner_id: own.owner_id, subscription_id: own.id, plan_id: next.id, effective_at },
    ...{ current_plan_id: own.plan_id, current_cents: own.price_cents, period_started_at: own.period_started_at },
    takes_effect: terms.takes_effect,
    price_cents: terms.price_cents,
    credit_cents: terms.credit_cents,
    due_cents: terms.due_today_cents,
    created_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + QUOTE_MINUTES * 60_000)
  })
  const { unused_days, period_days } = terms
  return { ...present(quoted), unused_days, period_days, ...(await taxesOf(ctx, own, terms)) }
}

/** A plan that starts now is taxed at today's rate; a later one keeps the rate of the current plan. */
async function taxesOf(ctx: Ctx, own: Changeable, { takes_effect, due_today_cents, price_cents }: ChangeTerms) {
  const { tax_per_million } = takes_effect === 'now' ? await taxPlaceOf(ctx, own.owner_id) : own
  const today = withTax(due_today_cents, tax_per_million)
  const total_later_cents = withTax(price_cents, tax_per_million).total_cents
  return { tax_today_cents: today.tax_cents, total_today_cents: today.total_cents, total_later_cents }
}

function present({ id, due_cents, effective_at, expires_at, ...quoted }: ChangeQuote) {
  const { plan_id, takes_effect, credit_cents, price_cents } = quoted
  return {
    quote_id: id,
    ...{ plan_id, takes_effect, credit_cents, price_cents },
    due_today_cents: due_cents,
    effective_at: effective_at.toISOString(),
    expires_at: expires_at.toISOString()
  }
}

/** Refuses plans that our team set up: nobody pays for them at PayPal. */
export function requireChangeable(own: Subscription): Changeable {
  const { source, plan_id, plan_type, provider_subscription_id, period_started_at, period_ends_at } = own
  if (source === 'admin' || !plan_id || plan_type === 'free' || !provider_subscription_id || !period_started_at || !period_ends_at)
    throw refuse(refusals, 'by_hand')
  return { ...own, plan_id, plan_type, provider_subscription_id, period_started_at, period_ends_at }
}

/** Returns the plan to change to: the current one at the price the client pays, which undoes a pending change, or another one at its list price. */
export function planAfter({ plan_id: current, plan_name, price_cents, next_plan_id, change_url }: Changeable, plan_id: PlanId): Plan {
  if (plan_id !== current) return planOf(plan_id)
  if (!next_plan_id && !change_url) throw refuse(refusals, 'same_plan')
  return { ...planOf(plan_id), name: plan_name, price_cents }
}

export async function requireSeats({ db }: Ctx, own: Subscription, next: Plan): Promise<void> {
  if ((await countSeats(db, own.id)) + 1 > next.seats) throw refuse(refusals, 'too_many_members')
}

/** Returns what a change costs at this moment. */
async function termsNow({ db, now }: Ctx | Ctx<Tx>, own: Changeable, next: Plan) {
  const { plan_type, period_started_at, period_ends_at, extended_days, price_cents, tax_per_million } = own
  const period = await findLastPeriod(db, own.id)
  const refunded_cents = period?.payment_id ? await sumRefunded(db, period.payment_id) : toCents(0)
  const paid = {
    ...{ plan_type, started_at: period_started_at, paid_until: daysAfter(period_ends_at, -extended_days) },
    worth_cents: period
      ? worthOf({ ...period, credit_cents: await creditLeft(db, own, period), refunded_cents, tax_per_million }, price_cents)
      : toCents(0)
  }
  return changeTerms(price_cents, paid, next, now)
}

/** Returns the credit that paid for a period, without what was refunded since of the payments that it came from. */
async function creditLeft(db: Db, { replaces_id, created_at }: Subscription, { credit_cents }: PlanPeriod): Promise<Cents> {
  let left: number = credit_cents
  let [id, source] = [replaces_id, credit_cents]
  while (id && source > 0) {
    const replaced = await findSubscription(db, id)
    const period = replaced && (await findLastPeriod(db, id))
    if (replaced && period?.payment_id) left -= netOf(await sumRefundedSince(db, period.payment_id, created_at), replaced.tax_per_million)
    id = replaced?.replaces_id ?? null
    source = period?.credit_cents ?? toCents(0)
  }
  return toCents(Math.max(0, left))
}
