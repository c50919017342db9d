import { spendCall } from '#payments/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, type Tx } from '#platform/server/index.ts'
import type { changePlan } from '../../../change.contract.ts'
import { APPROVAL_HOURS } from '../../../change.rules.ts'
import { refusals } from '../../../contract.ts'
import { type Plan, planOf, typeOf } from '../../../rules.ts'
import { end, lock } from '../../life.service.ts'
import * as queries from '../../queries.ts'
import { mine, presentNext, requireOwnOpen } from '../../service.ts'
import type { ChangeQuote, Subscription } from '../../tables.ts'
import { createAtPayPal, presentCheckout, taxRateOf } from '../checkout.service.ts'
import { insertFirstConsent } from '../consent.service.ts'
import * as changes from './change.queries.ts'
import { type Changeable, planAfter, requireChangeable, requireSeats } from './quote.service.ts'
import { removeChange, requestChange } from './revise.service.ts'

type Changed = Answer<typeof changePlan>

/**
 * Changes the plan as quoted. A dearer plan starts a subscription at PayPal whose first payment is the amount due today; that payment
 * replaces the current plan. Any other plan starts with the next period. Both wait for the client's approval at PayPal.
 */
export async function change(ctx: Ctx, { body: { plan_id, quote_id } }: Received<typeof changePlan>): Promise<Changed> {
  await spendCall(ctx, 'change_plan')
  const own = requireChangeable(await requireOwnOpen(ctx))
  const used = await spendQuote(ctx, own, { plan_id, quote_id })
  return used.started ? changeNow(ctx, used.started) : changeLater(ctx, own, used.quote)
}

type Wanted = { plan_id: Plan['id']; quote_id: string }
type Used = { quote: ChangeQuote; started?: Subscription }

/** Uses a quote once, under the owner's lock. A quote of a plan that has changed since counts as expired. */
const spendQuote = (ctx: Ctx, own: Changeable, { plan_id, quote_id }: Wanted): Promise<Used> =>
  inTransaction(ctx, async (ctx) => {
    const locked = requireChangeable(await lock(ctx, own))
    const quote = await changes.lockQuote(ctx.db, quote_id, own.owner_id)
    if (!quote) throw refuse(refusals, 'quote_not_found')
    if (quote.plan_id !== plan_id) throw refuse(refusals, 'other_plan')
    if (quote.sub_id) return { quote, started: await requireUnsent(ctx, quote.sub_id) }
    requireValid(ctx, quote, locked)
    if (quote.takes_effect === 'period_end') {
      await changes.updateQuoteUsed(ctx.db, quote.id, { used_at: ctx.now, sub_id: null })
      return { quote }
    }
    await requireSeats(ctx, locked, planOf(plan_id))
    const started = await insertReplacement(ctx, locked, quote)
    await changes.updateQuoteUsed(ctx.db, quote.id, { used_at: ctx.now, sub_id: started.id })
    return { quote, started }
  })

/** A call that was interrupted before PayPal answered may be repeated; PayPal creates one subscription for it. */
async function requireUnsent({ db }: Ctx<Tx>, sub_id: string): Promise<Subscription> {
  const started = await queries.findSubscription(db, sub_id)
  if (started?.state !== 'created' || started.provider_subscription_id) throw refuse(refusals, 'quote_expired')
  return started
}

function requireValid({ now }: Ctx<Tx>, quote: ChangeQuote, locked: Changeable): void {
  const isSame =
    quote.subscription_id === locked.id &&
    quote.current_plan_id === locked.plan_id &&
    quote.current_cents === locked.price_cents &&
    quote.period_started_at.getTime() === locked.period_started_at.getTime()
  if (quote.used_at || quote.expires_at <= now || !isSame) throw refuse(refusals, 'quote_expired')
}

/** Inserts the plan that replaces the current one once it is paid. An earlier checkout of the same plan ends. */
async function insertReplacement(ctx: Ctx<Tx>, own: Changeable, quote: ChangeQuote): Promise<Subscription> {
  const plan = planOf(quote.plan_id)
  const pending = await queries.findCheckout(ctx.db, { owner_id: own.owner_id, plan_id: plan.id })
  if (pending) await end(ctx, pending, 'abandoned')
  const started = await queries.insertSubscription(ctx.db, {
    ...{ owner_id: own.owner_id, source: 'paypal', state: 'created', created_at: ctx.now },
    ...{ plan_type: typeOf(plan), plan_id: plan.id, plan_name: plan.name, price_cents: quote.price_cents },
    ...{ seats: plan.seats, downloads_limit: plan.downloads_per_month },
    ...{ intro_cents: quote.due_cents, intro_payments: 1, credit_cents: quote.credit_cents },
    tax_per_million: await taxRateOf(ctx, own.owner_id),
    ...{ replaces_id: own.id, replaces_period_at: own.period_started_at },
    approve_by: new Date(ctx.now.getTime() + APPROVAL_HOURS * 3600_000)
  })
  if (!started) throw refuse(refusals, 'quote_expired')
  await insertFirstConsent(ctx, started)
  return started
}

async function changeNow(ctx: Ctx, started: Subscription): Promise<Changed> {
  const plan = { ...planOf(started.plan_id ?? 'indiv_monthly'), price_cents: started.price_cents }
  const checkout = presentCheckout(await createAtPayPal(ctx, started, plan))
  return { ...checkout, takes_effect: 'now', plan_id: plan.id, next_plan_id: null, effective_at: ctx.now.toISOString() }
}

/** Choosing the current plan undoes a pending change. PayPal does not know a change that was not approved there, so it is only removed here. */
async function changeLater(ctx: Ctx, own: Changeable, { plan_id, effective_at }: ChangeQuote): Promise<Changed> {
  if (!own.auto_renew) throw refuse(refusals, 'no_renewal')
  const isPending = plan_id === own.next_plan_id && own.next_plan_agreed && own.next_price_cents === null
  if (plan_id === own.plan_id && !own.next_plan_agreed) await removeChange(ctx, own)
  else if (!isPending) await requestChange(ctx, own, planAfter(own, plan_id))
  const { approve_url } = await mine(ctx)
  const now = (await queries.findSubscription(ctx.db, own.id)) ?? own
  return {
    ...{ sub_id: own.id, paypal_plan_id: null, provider_subscription_id: null, checkout_url: null, approve_url },
    ...{ takes_effect: 'period_end', plan_id, next_plan_id: presentNext(now).next_plan_id, effective_at: effective_at.toISOString() }
  }
}
