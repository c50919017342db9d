import { findUser } from '#accounts/server/index.ts'
import {
  centsOf,
  type Payment,
  type PayPalSubscription,
  type PayPalTransaction,
  recordRecurringPayment,
  refundLater,
  settleAllBack
} from '#payments/server/index.ts'
import { BUSINESS_ZONE, type Cents } from '#platform/contract/index.ts'
import type { Ctx, Tx } from '#platform/server/index.ts'
import { isOpen, monthsAfter, type Plan, planOf } from '../rules.ts'
import { keepPayPalConsent } from './consent.service.ts'
import { note } from './history.service.ts'
import { accessEnd, cancelLater, clearWay, daysAfter, end } from './life.service.ts'
import { mailPaid } from './mailing.service.ts'
import * as periods from './periods.queries.ts'
import * as queries from './queries.ts'
import { trimSeats } from './seats.queries.ts'
import type { EndReason, PlanPeriod, Subscription } from './tables.ts'

/** Who has paid after these has a plan again; after the others the money stands in the book, and nothing opens. */
const MAY_REOPEN: readonly (EndReason | null)[] = [null, 'abandoned', 'unpaid', 'period_over']

export type Taken = { transaction: PayPalTransaction; remote: PayPalSubscription; is_last: boolean }

/** What PayPal has taken for a period: recorded and booked once, and the period opened. `subscription` is locked. */
export async function takePayment(ctx: Ctx<Tx>, subscription: Subscription, taken: Taken): Promise<Subscription> {
  const { transaction } = taken
  const amount_cents = centsOf(transaction.amount_with_breakdown.gross_amount)
  if (amount_cents === null) return subscription
  const plan = paidPlan(subscription, amount_cents)
  const payment = await recordRecurringPayment(ctx, {
    client_id: subscription.owner_id,
    subject: subscription.id,
    description: `${plan?.name ?? subscription.plan_name} plan, one month`,
    amount_cents,
    fee_cents: centsOf(transaction.amount_with_breakdown.fee_amount),
    provider_capture_id: transaction.id,
    captured_at: new Date(Math.min(Date.parse(transaction.time), ctx.now.getTime()))
  })
  if (!payment) return subscription
  if (transaction.status === 'REFUNDED') return takeRefunded(ctx, subscription, payment, plan)
  const mayOpen = plan && (isOpen(subscription.state) || (await mayReopen(ctx, subscription)))
  return mayOpen ? openPaid(ctx, subscription, { ...taken, payment, plan }) : keepApart(ctx, subscription, payment)
}

/** The plan whose price was paid: the one that was agreed for this period, or the one there was. */
function paidPlan({ plan_id, plan_name, price_cents, next_plan_id, next_plan_agreed }: Subscription, amount: Cents): Plan | undefined {
  const next = next_plan_id && next_plan_agreed ? planOf(next_plan_id) : undefined
  if (next?.price_cents === amount) return next
  return plan_id && price_cents === amount ? { ...planOf(plan_id), name: plan_name, price_cents } : undefined
}

const mayReopen = async (ctx: Ctx<Tx>, subscription: Subscription) =>
  MAY_REOPEN.includes(subscription.end_reason) && (await mayHavePlan(ctx, subscription)) && (await clearWay(ctx, subscription))

/** Whose account was closed, or became staff's, while PayPal's page was open gets the money back. */
async function mayHavePlan({ db }: Ctx<Tx>, { owner_id }: Subscription): Promise<boolean> {
  const owner = await findUser(db, owner_id)
  return owner?.is_active === true && owner.role === 'client'
}

/** Money that opens nothing, as another plan was active already, or the amount is not the one agreed: given back, and nothing more is charged. */
async function keepApart(ctx: Ctx<Tx>, subscription: Subscription, payment: Payment): Promise<Subscription> {
  const { state, plan_name } = subscription
  await insertUnopened(ctx, subscription, payment, `${plan_name} was paid, but opened nothing: it is refunded.`)
  await refundLater(ctx, payment.id, 'It opened no plan.')
  if (isOpen(state)) return subscription
  const ended = state === 'ended' ? subscription : await end(ctx, subscription, 'second')
  return cancelLater(ctx, ended)
}

async function insertUnopened(ctx: Ctx<Tx>, subscription: Subscription, payment: Payment, description: string): Promise<void> {
  const { id: subscription_id, plan_id, plan_name } = subscription
  const starts_at = payment.captured_at!
  const { period_id } = await insertPaid(ctx, {
    ...{ subscription_id, plan_id, plan_name, starts_at, ends_at: monthsAfter(starts_at, 1), opened: false },
    payment
  })
  await note(ctx, { subscription_id, kind: 'paid', description, amount_cents: payment.amount_cents, period_id })
}

/** Taken and given back at PayPal before we heard of either: both are booked, nothing opens, and an open plan ends as by any refund of its price. */
async function takeRefunded(ctx: Ctx<Tx>, subscription: Subscription, payment: Payment, plan?: Plan): Promise<Subscription> {
  const { id, state, plan_name } = subscription
  await insertUnopened(ctx, subscription, payment, `${plan_name} was paid`)
  await settleAllBack(ctx, payment.id)
  const now = (await queries.findSubscription(ctx.db, id))!
  if (isOpen(state)) return plan && (await isLast(ctx, payment)) ? end(ctx, now, 'refunded') : now
  return cancelLater(ctx, now.state === 'created' ? await end(ctx, now, 'refunded') : now)
}

/** No payment has opened a period that began after this one was made. */
async function isLast({ db }: Ctx<Tx>, { subject, captured_at }: Payment): Promise<boolean> {
  const last = await periods.findLastPeriod(db, subject)
  return !last || last.starts_at <= captured_at!
}

type Paid = Taken & { payment: Payment; plan: Plan }

async function openPaid(ctx: Ctx<Tx>, before: Subscription, { remote, is_last, payment, plan }: Paid): Promise<Subscription> {
  const { id, extended_days, state, started_at } = before
  const paid_at = payment.captured_at!
  const running = isOpen(state) ? before.period_ends_at : null
  // Charged before its day, it begins at once; charged after, on its day.
  const starts_at = running && running < paid_at ? running : paid_at
  const ends_at = daysAfter(
    periodEndOf(remote, is_last) ?? monthsAfter(running ? daysAfter(running, -extended_days) : paid_at, 1),
    extended_days
  )
  const changed = plan.id !== before.plan_id
  const auto_renew = remote.status === 'ACTIVE' && before.cancelled_at === null
  const standing = { plan_type: 'monthly', period_ends_at: ends_at, auto_renew } as const
  await keepPayPalConsent(ctx, before, paid_at)
  const opened = await queries.updateSubscription(ctx.db, id, {
    ...standing,
    plan_id: plan.id,
    plan_name: plan.name,
    price_cents: plan.price_cents,
    seats: plan.seats,
    downloads_limit: plan.downloads_per_month,
    state: 'active',
    started_at: started_at ?? starts_at,
    period_started_at: starts_at,
    grace_ends_at: null,
    access_ends_at: accessEnd(standing),
    ended_at: null,
    end_reason: null,
    ...(changed && { next_plan_id: null, next_plan_agreed: false, change_url: null, provider_plan_id: remote.plan_id })
  })
  if (changed) await trimSeats(ctx.db, id, plan.seats - 1)
  const period = await insertPaid(ctx, {
    subscription_id: id,
    plan_id: plan.id,
    plan_name: plan.name,
    starts_at,
    ends_at,
    opened: true,
    payment
  })
  await noteOpening(ctx, before, opened, { payment, period_id: period.period_id })
  if (!isOpen(state)) await ctx.ports.plan_licenses.open(ctx, id)
  await mailPaid(ctx, opened, period.row, started_at === null)
  return opened
}

/** PayPal's next charge, where this is the payment it is counted from. */
function periodEndOf({ billing_info }: PayPalSubscription, is_last: boolean): Date | undefined {
  const next = billing_info?.next_billing_time
  const paid_at = billing_info?.last_payment?.time
  return is_last && next && (!paid_at || next > paid_at) ? new Date(next) : undefined
}

type Opening = { payment: Payment; period_id: string }

async function noteOpening(ctx: Ctx<Tx>, before: Subscription, { id, plan_name }: Subscription, { payment, period_id }: Opening) {
  const { amount_cents, captured_at } = payment
  const happened_at = captured_at ?? ctx.now
  if (before.started_at && before.plan_name !== plan_name)
    await note(ctx, { subscription_id: id, kind: 'changed', description: `Changed from ${before.plan_name} to ${plan_name}`, happened_at })
  const kind = before.started_at ? 'renewed' : 'started'
  await note(ctx, { subscription_id: id, kind, description: `${plan_name} ${kind}`, happened_at, amount_cents, period_id })
}

type NewPaid = Pick<PlanPeriod, 'subscription_id' | 'plan_id' | 'plan_name' | 'starts_at' | 'ends_at' | 'opened'> & { payment: Payment }

const yearOf = new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone: BUSINESS_ZONE })

async function insertPaid({ db, now }: Ctx<Tx>, { payment, ...period }: NewPaid): Promise<{ period_id: string; row: PlanPeriod }> {
  const paid_at = payment.captured_at!
  const year = Number(yearOf.format(paid_at))
  const number = await periods.takeReceiptNumber(db, year)
  const row = await periods.insertPeriod(db, {
    ...period,
    amount_cents: payment.amount_cents,
    payment_id: payment.id,
    provider_transaction_id: payment.provider_capture_id,
    receipt_number: `R-${year}-${String(number).padStart(6, '0')}`,
    paid_at,
    created_at: now
  })
  return { period_id: row.id, row }
}
