import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { intervalOf, type Plan, planOf, renewalConsent } from '../../rules.ts'
import * as queries from '../queries.ts'
import type { Subscription } from '../tables.ts'

/** Stores the first consent of a checkout with the text shown and the time. A later one changes nothing. Returns when consent was given. */
export async function insertFirstConsent(ctx: Ctx, subscription: Subscription, given = { suffix: '', at: ctx.now }): Promise<Date> {
  const { id, plan_id, plan_name, plan_type, price_cents, consented_at } = subscription
  if (consented_at) return consented_at
  if (!plan_id) throw new Error(`Subscription ${id} has no plan that renews.`)
  const words = renewalConsent({ name: plan_name, price_cents, interval: intervalOf(plan_type) }) + given.suffix
  await inTransaction(ctx, async ({ db }) => {
    if (await queries.updateFirstConsent(db, id, { consent_text: words, consented_at: given.at }))
      await queries.insertConsent(db, { subscription_id: id, plan_id, words, consented_at: given.at })
  })
  return (await queries.findSubscription(ctx.db, id))?.consented_at ?? given.at
}

/**
 * Our pages ask for consent before PayPal's page opens. A client who reached PayPal without them agreed to the same price and cycle
 * there, so that consent is stored.
 */
export const insertFirstPayPalConsent = (ctx: Ctx<Tx>, subscription: Subscription, at: Date): Promise<Date> =>
  insertFirstConsent(ctx, subscription, { suffix: AT_PAYPAL, at })

const AT_PAYPAL = " (Agreed on PayPal's page.)"

/** Stores the consent to a new price that the client approved on PayPal's page. */
export const insertPayPalConsent = ({ db, now }: Ctx<Tx>, { id }: Subscription, next: Plan): Promise<void> =>
  queries.insertConsent(db, { subscription_id: id, plan_id: next.id, words: renewalConsent(next) + AT_PAYPAL, consented_at: now })

/** Stores the consent to another plan. The current plan was agreed to when it started. */
export async function insertConsentToChange({ db, now }: Ctx<Tx>, { id, plan_id }: Subscription, next: Plan): Promise<void> {
  if (next.id === plan_id) return
  await queries.insertConsent(db, { subscription_id: id, plan_id: next.id, words: renewalConsent(planOf(next.id)), consented_at: now })
}
