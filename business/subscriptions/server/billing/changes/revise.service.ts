import { percentOf } from '#invoicing/tax.rules.ts'
import type { Ctx } from '#platform/server/index.ts'
import { refuse } from '#platform/server/index.ts'
import { refusals } from '../../../contract.ts'
import { isOpen, type Plan } from '../../../rules.ts'
import * as queries from '../../queries.ts'
import type { Subscription } from '../../tables.ts'
import { insertConsentToChange } from '../consent.service.ts'
import { withLock } from '../paypal-status.service.ts'
import { withProviderPlan } from '../provider-plans.service.ts'

/** Removes a change that the client has not approved at PayPal. */
export const removeChange = (ctx: Ctx, subscription: Subscription): Promise<void> =>
  withLock(ctx, subscription, async (ctx, { id, next_plan_agreed }) => {
    if (!next_plan_agreed) await queries.updateSubscription(ctx.db, id, { next_plan_id: null, next_price_cents: null, change_url: null })
  })

/** Asks PayPal for another plan from the next period on, once the client approves it there. */
export async function requestChange(ctx: Ctx, own: Subscription, next: Plan): Promise<void> {
  const { approve_url } = await reviseAtPayPal(ctx, own, next)
  await withLock(ctx, own, async (ctx, locked) => {
    if (!isOpen(locked.state) || !locked.auto_renew) throw refuse(refusals, 'no_renewal')
    const isBack = next.id === locked.plan_id
    // A change approved earlier remains the next plan until this one is approved as well.
    const requested = locked.next_plan_agreed ? {} : { next_plan_id: isBack ? null : next.id, next_price_cents: null }
    await insertConsentToChange(ctx, locked, next)
    await queries.updateSubscription(ctx.db, own.id, { ...requested, change_url: approve_url ?? null })
  })
}

/** Asks PayPal to charge another plan or price from the next period on. Returns the page where the client approves it, if PayPal requires that. */
export function reviseAtPayPal(ctx: Ctx, { id, provider_subscription_id, tax_per_million }: Subscription, next: Plan) {
  const { brand_name, public_url } = ctx.ports.settings
  const page = `${public_url}/client/subscriptions`
  return withProviderPlan(ctx, next, (provider_plan_id) =>
    ctx.ports.paypal.reviseSubscription({
      provider_subscription_id: provider_subscription_id ?? '',
      provider_plan_id,
      // A revised subscription has only the tax that the revision names.
      tax_percent: percentOf(tax_per_million),
      change_id: `${id}-${next.id}-${next.price_cents}-${ctx.now.getTime()}`,
      brand_name,
      return_url: `${page}?changed=1`,
      cancel_url: `${page}?change=cancelled`
    })
  )
}
