import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { type Plan, planOf, renewalConsent } from '../rules.ts'
import * as queries from './queries.ts'
import type { Subscription } from './tables.ts'

type Terms = Pick<Plan, 'id' | 'name' | 'price_cents'>

const termsOf = ({ plan_id, plan_name, price_cents }: Subscription): Terms => ({ id: plan_id!, name: plan_name, price_cents })

/** Of a checkout: in the words that are shown, with the time; the first one stays. Answers when it was given. */
export async function keepConsent(ctx: Ctx, subscription: Subscription, given = { suffix: '', at: ctx.now }): Promise<Date> {
  const { id, consented_at } = subscription
  if (consented_at) return consented_at
  const words = renewalConsent(termsOf(subscription)) + given.suffix
  await inTransaction(ctx, async ({ db }) => {
    if (await queries.updateFirstConsent(db, id, { consent_text: words, consented_at: given.at }))
      await queries.insertConsent(db, { subscription_id: id, plan_id: subscription.plan_id!, words, consented_at: given.at })
  })
  return (await queries.findSubscription(ctx.db, id))?.consented_at ?? given.at
}

/**
 * Our pages ask for the consent before PayPal's opens; whoever came to PayPal past them agreed to the same price and cycle there,
 * and that is what is kept.
 */
export const keepPayPalConsent = (ctx: Ctx<Tx>, subscription: Subscription, at: Date): Promise<Date> =>
  keepConsent(ctx, subscription, { suffix: " (Agreed on PayPal's page.)", at })

/** To another plan; the plan one has was agreed to when it began. */
export async function keepConsentToChange({ db, now }: Ctx<Tx>, { id, plan_id }: Subscription, next: Plan): Promise<void> {
  if (next.id === plan_id) return
  await queries.insertConsent(db, { subscription_id: id, plan_id: next.id, words: renewalConsent(planOf(next.id)), consented_at: now })
}
