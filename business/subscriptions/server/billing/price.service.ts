import { type Cents, inDollars } from '#platform/contract/index.ts'
import { type Ctx, refuse } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import { planOf } from '../../rules.ts'
import { isOpenNow } from '../life.service.ts'
import { mailPriceChange } from '../mailing.service.ts'
import * as queries from '../queries.ts'
import type { Subscription } from '../tables.ts'
import { removeChange, reviseAtPayPal } from './changes/revise.service.ts'
import { addEvent } from './history.service.ts'
import { withLock } from './paypal-status.service.ts'
import { orUnavailable } from './provider-plans.service.ts'
import { syncSubscription } from './sync.service.ts'

/**
 * Asks PayPal for another price from the next period on and mails the client, who has to approve it there. The current price withdraws
 * a new price that is not approved yet. Refuses plans that do not renew, and plans with a pending change to another plan.
 */
export async function setPriceAtPayPal(ctx: Ctx, found: Subscription, price_cents: Cents): Promise<void> {
  requireRepriceable(ctx, found, price_cents)
  const { plan_id } = found
  if (!plan_id || price_cents === (found.next_price_cents ?? found.price_cents)) return
  if (price_cents === found.price_cents && !found.next_plan_agreed) return removeChange(ctx, found)
  const next = { ...planOf(plan_id), name: found.plan_name, price_cents }
  const { approve_url } = await reviseAtPayPal(ctx, found, next)
  await withLock(ctx, found, async (ctx, locked) => {
    requireRepriceable(ctx, locked, price_cents)
    // A price approved earlier stays the next one until this one is approved as well.
    const requested = locked.next_plan_agreed ? {} : { next_plan_id: plan_id, next_price_cents: price_cents }
    const changed = await queries.updateSubscription(ctx.db, locked.id, { ...requested, change_url: approve_url ?? null })
    const description = `New price of ${dollars(price_cents)} for ${locked.plan_name} offered from the next period on`
    await addEvent(ctx, { subscription_id: locked.id, kind: 'changed', description })
    if (approve_url) await mailPriceChange(ctx, changed, { price_cents, approve_url })
  })
  // Without an approval page the price is already agreed at PayPal.
  if (!approve_url) await orUnavailable(syncSubscription(ctx, found))
}

const dollars = (amount: Cents): string => `$${inDollars(amount).toFixed(2)}`

function requireRepriceable(ctx: Ctx, subscription: Subscription, price_cents: Cents): void {
  const { plan_id, next_plan_id, auto_renew } = subscription
  if (!isOpenNow(subscription, ctx.now)) throw refuse(refusals, 'not_active')
  if (!auto_renew) throw refuse(refusals, 'price_not_renewing')
  if (next_plan_id && next_plan_id !== plan_id) throw refuse(refusals, 'plan_change_pending')
  if (price_cents === 0) throw refuse(refusals, 'price_zero', { fields: { price: refusals.price_zero.message } })
}
