import { findUser } from '#accounts/server/index.ts'
import { spendCoupon } from '#coupons/server/index.ts'
import { netOf } from '#invoicing/tax.rules.ts'
import {
  centsOf,
  type Payment,
  type PayPalSubscription,
  type PayPalTransaction,
  recordRecurringPayment,
  refundLater,
  settleAllBack
} from '#payments/server/index.ts'
import { BUSINESS_ZONE, type Cents, inDollars, toCents } from '#platform/contract/index.ts'
import type { Ctx, Tx } from '#platform/server/index.ts'
import { INTERVAL_MONTHS, isOpen, monthsAfter, type Plan, type PlanId, planOf, typeOf } from '../../rules.ts'
import { accessEnd, cancelLater, clearWay, daysAfter, end, NO_CHANGE, NO_INTRO } from '../life.service.ts'
import { mailPaid } from '../mailing.service.ts'
import * as periods from '../periods.queries.ts'
import * as queries from '../queries.ts'
import { trimSeats } from '../seats/seats.queries.ts'
import type { EndReason, PlanPeriod, Subscription } from '../tables.ts'
import { findReplaced, replace } from './changes/replacing.service.ts'
import { insertFirstPayPalConsent } from './consent.service.ts'
import { dueNow } from './due.service.ts'
import { addEvent } from './history.service.ts'

/** A payment after one of these ends opens the plan again. After any other end it is recorded and opens nothing. */
const REOPENABLE: readonly (EndReason | null)[] = [null, 'abandoned', 'unpaid', 'period_over']

export type Taken = { transaction: PayPalTransaction; remote: PayPalSubscription; is_last: boolean }

/** Records and books a payment that PayPal took, once, and opens its period. `subscription` is locked. Returns undefined if it was recorded before. */
export async function takePayment(ctx: Ctx<Tx>, subscription: Subscription, taken: Taken): Promise<Subscription | undefined> {
  const { transaction } = taken
  const amount_cents = centsOf(transaction.amount_with_breakdown.gross_amount)
  if (amount_cents === null) return undefined
  const tax = taxIn(transaction, amount_cents, subscription)
  const plan = await paidPlan(ctx, subscription, { amount: toCents(amount_cents - tax.tax_cents), remote: taken.remote })
  const payment = await recordRecurringPayment(ctx, {
    client_id: subscription.owner_id,
    subscription_id: subscription.id,
    description: descriptionOf(subscription, plan),
    amount_cents,
    discount_cents: discountIn(subscription, plan, toCents(amount_cents - tax.tax_cents)),
    ...tax,
    fee_cents: centsOf(transaction.amount_with_breakdown.fee_amount),
    provider_capture_id: transaction.id,
    captured_at: new Date(Math.min(Date.parse(transaction.time), ctx.now.getTime()))
  })
  if (!payment) return undefined
  if (transaction.status === 'REFUNDED') return takeRefunded(ctx, subscription, payment, plan)
  const opened = await openOrRefund(ctx, subscription, { ...taken, payment, plan })
  // Last, because other payments wait for the number, and this one may have waited for a coupon that they hold.
  await ctx.ports.invoices.issue(ctx, payment)
  return opened
}

type TakenFor = Taken & { payment: Payment; plan?: Plan | undefined }

/** Opens the period that was paid for. Refunds a payment that cannot open one. */
async function openOrRefund(ctx: Ctx<Tx>, subscription: Subscription, { payment, plan, ...taken }: TakenFor): Promise<Subscription> {
  if (subscription.replaces_id && subscription.started_at === null) return openReplacing(ctx, subscription, { ...taken, payment, plan })
  const isWanted = plan && !isAfterPause(subscription, taken.transaction)
  const mayOpen = isWanted && (isOpen(subscription.state) || (await mayReopen(ctx, subscription)))
  return mayOpen && (await takeCoupon(ctx, subscription))
    ? openPaid(ctx, subscription, { ...taken, payment, plan })
    : refundUnopened(ctx, subscription, payment)
}

/** The first payment uses the coupon of its checkout. False if it was returned meanwhile and others used it up. */
const takeCoupon = async (ctx: Ctx<Tx>, { id, started_at }: Subscription): Promise<boolean> =>
  started_at !== null || (await spendCoupon(ctx, id))

/** What the coupon of the checkout took off the price. The credit of a replaced plan is not a discount: the description names it. */
function discountIn({ plan_id, replaces_id, intro_cents, price_cents }: Subscription, paid: Plan | undefined, net_cents: Cents): Cents {
  const isDiscounted = replaces_id === null && paid?.id === plan_id && intro_cents === net_cents && net_cents < price_cents
  return toCents(isDiscounted ? price_cents - net_cents : 0)
}

/** The tax in a payment. PayPal names it, or it follows from the rate of the checkout. */
function taxIn({ amount_with_breakdown }: PayPalTransaction, amount_cents: Cents, { tax_per_million }: Subscription) {
  if (tax_per_million === 0) return { tax_cents: toCents(0), tax_per_million }
  const net = netOf(amount_cents, tax_per_million)
  const tax_cents = centsOf(amount_with_breakdown.tax_amount) ?? toCents(amount_cents - net)
  return { tax_cents, tax_per_million }
}

/** A charge after the owner canceled the renewal, which must not happen while PayPal is suspended. */
const isAfterPause = ({ renewal_paused_at }: Subscription, { time }: PayPalTransaction): boolean =>
  renewal_paused_at !== null && Date.parse(time) > renewal_paused_at.getTime()

/** Names what was paid in the ledger, receipts, and lists. */
function descriptionOf({ plan_id, plan_name, replaces_id, started_at, credit_cents }: Subscription, paid: Plan | undefined): string {
  const { name, interval } = paid ?? { name: plan_name, interval: plan_id ? planOf(plan_id).interval : 'month' }
  const credit = replaces_id && !started_at && credit_cents > 0 ? `, less $${inDollars(credit_cents).toFixed(2)} credit` : ''
  return `${name} plan, one ${interval}${credit}`
}

type Charged = { amount: Cents; remote: PayPalSubscription }

/**
 * Returns the plan whose price was paid: the one approved for the next period, or the current one. Another amount pays for none. A revision at PayPal
 * ends the discount of a coupon, even one that leads back to the same plan.
 */
async function paidPlan(ctx: Ctx<Tx>, subscription: Subscription, { amount, remote }: Charged): Promise<Plan | undefined> {
  const { plan_id, plan_name, price_cents, provider_plan_id } = subscription
  const next = nextPlanOf(subscription)
  if (next?.price_cents === amount) return next
  const isFull = amount === price_cents && remote.plan_id !== provider_plan_id
  return plan_id && (isFull || (await dueNow(ctx, subscription)) === amount)
    ? { ...planOf(plan_id), name: plan_name, price_cents }
    : undefined
}

/** The first payment of a changed plan ends the plan before, in the same transaction. If that cannot be replaced any more, the payment is refunded. */
async function openReplacing(ctx: Ctx<Tx>, subscription: Subscription, { plan, ...taken }: TakenFor): Promise<Subscription> {
  const replaced = plan && (await mayHavePlan(ctx, subscription)) && (await findReplaced(ctx, subscription, taken.transaction))
  if (!replaced) return refundUnopened(ctx, subscription, taken.payment, 'lapsed')
  await replace(ctx, replaced, subscription)
  await clearWay(ctx, subscription)
  return openPaid(ctx, subscription, { ...taken, plan, replaced })
}

/** Returns the plan and price approved for the next period. */
function nextPlanOf({ plan_id, plan_name, next_plan_id, next_price_cents, next_plan_agreed }: Subscription): Plan | undefined {
  if (!next_plan_id || !next_plan_agreed) return undefined
  const plan = planOf(next_plan_id)
  return { ...plan, ...(next_plan_id === plan_id && { name: plan_name }), price_cents: next_price_cents ?? plan.price_cents }
}

const mayReopen = async (ctx: Ctx<Tx>, subscription: Subscription) =>
  REOPENABLE.includes(subscription.end_reason) && (await mayHavePlan(ctx, subscription)) && (await clearWay(ctx, subscription))

/** False for an owner whose account was closed, or became a staff account, while PayPal's page was open. */
async function mayHavePlan({ db }: Ctx<Tx>, { owner_id }: Subscription): Promise<boolean> {
  const owner = await findUser(db, owner_id)
  return owner?.is_active === true && owner.role === 'client'
}

/** Refunds money that opens nothing, because another plan is active or the amount is not the one agreed. An ended plan is also canceled at PayPal. */
async function refundUnopened(
  ctx: Ctx<Tx>,
  subscription: Subscription,
  payment: Payment,
  reason: EndReason = 'second'
): Promise<Subscription> {
  const { state, plan_name } = subscription
  await insertUnopened(ctx, subscription, payment, `${plan_name} was paid but opened no period. It is refunded.`)
  await refundLater(ctx, payment.id, 'It opened no plan.')
  if (isOpen(state)) return subscription
  const ended = state === 'ended' ? subscription : await end(ctx, subscription, reason)
  return cancelLater(ctx, ended)
}

const monthsOf = (plan_id: PlanId | null): number => (plan_id ? INTERVAL_MONTHS[planOf(plan_id).interval] : 1)

async function insertUnopened(ctx: Ctx<Tx>, subscription: Subscription, payment: Payment, description: string): Promise<void> {
  const { id: subscription_id, plan_id, plan_name } = subscription
  const starts_at = payment.captured_at ?? ctx.now
  const { period_id } = await insertPaid(ctx, {
    ...{ subscription_id, plan_id, plan_name, starts_at, ends_at: monthsAfter(starts_at, monthsOf(plan_id)), opened: false },
    payment
  })
  await addEvent(ctx, { subscription_id, kind: 'paid', description, amount_cents: payment.amount_cents, period_id })
}

/** Books a payment that was taken and refunded at PayPal before it was recorded. It opens no plan, and an open plan ends as with any refund. */
async function takeRefunded(ctx: Ctx<Tx>, subscription: Subscription, payment: Payment, plan?: Plan): Promise<Subscription> {
  const { id, state, plan_name } = subscription
  await insertUnopened(ctx, subscription, payment, `${plan_name} was paid`)
  // The refund's credit note names it.
  await ctx.ports.invoices.issue(ctx, payment)
  await settleAllBack(ctx, payment.id)
  const now = (await queries.findSubscription(ctx.db, id)) ?? subscription
  if (isOpen(state)) return plan && (await isLast(ctx, payment)) ? end(ctx, now, 'refunded') : now
  return cancelLater(ctx, now.state === 'created' ? await end(ctx, now, 'refunded') : now)
}

/** Whether no period started after this payment was made. */
async function isLast({ db }: Ctx<Tx>, { subscription_id, captured_at }: Payment): Promise<boolean> {
  const last = subscription_id && (await periods.findLastPeriod(db, subscription_id))
  return !last || (captured_at !== null && last.starts_at <= captured_at)
}

type Paid = Taken & { payment: Payment; plan: Plan; replaced?: Subscription }

async function openPaid(ctx: Ctx<Tx>, before: Subscription, { remote, is_last, payment, plan, replaced }: Paid): Promise<Subscription> {
  const { id, state, started_at } = before
  const paid_at = payment.captured_at ?? ctx.now
  const { starts_at, ends_at } = paidPeriod(before, plan, { paid_at, next_at: periodEndOf(remote, is_last) })
  const changed = plan.id !== before.plan_id || plan.price_cents !== before.price_cents
  const isCheaper = !changed && payment.amount_cents - payment.tax_cents === before.intro_cents
  const auto_renew = remote.status === 'ACTIVE' && before.cancelled_at === null && before.renewal_paused_at === null
  const renewalTerms = { plan_type: typeOf(plan), period_ends_at: ends_at, auto_renew }
  await insertFirstPayPalConsent(ctx, before, paid_at)
  const opened = await queries.updateSubscription(ctx.db, id, {
    ...renewalTerms,
    plan_id: plan.id,
    plan_name: plan.name,
    price_cents: plan.price_cents,
    seats: plan.seats,
    downloads_limit: plan.downloads_per_month,
    state: 'active',
    started_at: started_at ?? starts_at,
    period_started_at: starts_at,
    grace_ends_at: null,
    access_ends_at: accessEnd(renewalTerms),
    ended_at: null,
    end_reason: null,
    ...(changed && NO_CHANGE),
    ...(!isCheaper && { ...NO_INTRO, provider_plan_id: remote.plan_id })
  })
  if (changed || replaced) await trimSeats(ctx.db, id, plan.seats - 1)
  const period = await insertPaid(ctx, {
    subscription_id: id,
    plan_id: plan.id,
    plan_name: plan.name,
    starts_at,
    ends_at,
    opened: true,
    ...(replaced && { credit_cents: before.credit_cents }),
    payment
  })
  await addOpeningEvents(ctx, opened, { payment, period_id: period.period_id, before, previous: replaced ?? before })
  if (!isOpen(state)) await ctx.ports.plan_licenses.open(ctx, id)
  await mailPaid(ctx, opened, period.row, started_at === null)
  return opened
}

/** A renewal charged early starts immediately; one charged late starts on its due date. */
function paidPeriod(
  { state, period_ends_at, extended_days }: Subscription,
  { interval }: Plan,
  { paid_at, next_at }: { paid_at: Date; next_at: Date | undefined }
): { starts_at: Date; ends_at: Date } {
  const running = isOpen(state) ? period_ends_at : null
  const due = running ? daysAfter(running, -extended_days) : paid_at
  const ends_at = daysAfter(next_at ?? monthsAfter(due, INTERVAL_MONTHS[interval]), extended_days)
  return { starts_at: running && running < paid_at ? running : paid_at, ends_at }
}

/** Returns the time of PayPal's next charge if this is the latest payment. */
function periodEndOf({ billing_info }: PayPalSubscription, is_last: boolean): Date | undefined {
  const next = billing_info?.next_billing_time
  const paid_at = billing_info?.last_payment?.time
  return is_last && next && (!paid_at || next > paid_at) ? new Date(next) : undefined
}

type Opening = { payment: Payment; period_id: string; before: Subscription; previous: Subscription }

async function addOpeningEvents(ctx: Ctx<Tx>, { id, plan_name }: Subscription, { payment, period_id, before, previous }: Opening) {
  const { amount_cents, captured_at } = payment
  const happened_at = captured_at ?? ctx.now
  if (previous.started_at && previous.plan_name !== plan_name)
    await addEvent(ctx, {
      subscription_id: id,
      kind: 'changed',
      description: `Changed from ${previous.plan_name} to ${plan_name}`,
      happened_at
    })
  const kind = before.started_at ? 'renewed' : 'started'
  await addEvent(ctx, { subscription_id: id, kind, description: `${plan_name} ${kind}`, happened_at, amount_cents, period_id })
}

type NewPaid = Pick<PlanPeriod, 'subscription_id' | 'plan_id' | 'plan_name' | 'starts_at' | 'ends_at' | 'opened'> & {
  credit_cents?: Cents
  payment: Payment
}

const yearOf = new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone: BUSINESS_ZONE })

async function insertPaid({ db, now }: Ctx<Tx>, { payment, ...period }: NewPaid): Promise<{ period_id: string; row: PlanPeriod }> {
  const paid_at = payment.captured_at ?? now
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
