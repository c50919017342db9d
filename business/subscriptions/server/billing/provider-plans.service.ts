import { CURRENCY } from '#payments/rules.ts'
import { PayPalRefusal, PayPalUnreachable, payPalValue, unavailable } from '#payments/server/index.ts'
import type { Ctx, Ports } from '#platform/server/index.ts'
import { PLANS, type Plan } from '../../rules.ts'
import * as queries from './provider-plans.queries.ts'

/** One product for all plans: at PayPal a subscription can only change between plans of the same product. */
const PRODUCT = { id: 'graphics-plans', name: 'Graphics plans' }

/** PayPal's base URL and our client ID. Plans of one environment do not exist in another. */
export const environmentOf = ({ paypal }: Pick<Ports, 'paypal'>): string => `${paypal.settings.base_url} ${paypal.settings.client_id}`

/** PayPal's plan for one of ours. A subscription can set another price for the first cycles only if its PayPal plan has such a cycle. */
export type WantedPlan = Pick<Plan, 'id' | 'name' | 'price_cents' | 'interval'> & { has_intro?: boolean }

/** Returns PayPal's plan for one of ours at its price, and creates it on first use. Parallel calls get the same one. */
export async function requireProviderPlan(ctx: Ctx, { id, name, price_cents, interval, has_intro = false }: WantedPlan): Promise<string> {
  const place = { environment: environmentOf(ctx.ports), plan_id: id, price_cents, has_intro }
  const known = await queries.findProviderPlan(ctx.db, place)
  if (known) return known
  const product_id = await requireProduct(ctx)
  const made = await ctx.ports.paypal.createPlan({
    // The day is part of the key, so that a plan missing at PayPal can be created again on another day.
    key: `${id}-${price_cents}-${has_intro ? 'intro-' : ''}${ctx.now.toISOString().slice(0, 10)}`,
    product_id,
    name: `${ctx.ports.settings.brand_name} ${name}`,
    value: payPalValue(price_cents),
    currency: CURRENCY,
    interval,
    has_intro
  })
  await queries.insertProviderPlan(ctx.db, { ...place, provider_plan_id: made.id, created_at: ctx.now })
  return (await queries.findProviderPlan(ctx.db, place)) ?? made.id
}

async function requireProduct({ ports }: Ctx): Promise<string> {
  try {
    return (await ports.paypal.createProduct(PRODUCT)).id
  } catch (error) {
    if (error instanceof PayPalRefusal && error.issue === 'DUPLICATE_RESOURCE_IDENTIFIER') return PRODUCT.id
    throw error
  }
}

/** Turns PayPal's refusals and network errors into a 503 that the client can retry. Anything else is a bug. */
export async function orUnavailable<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof PayPalRefusal || error instanceof PayPalUnreachable) throw unavailable(error)
    throw error
  }
}

/** Calls PayPal with its plan. If PayPal no longer knows the plan, creates it again and repeats the call. */
export async function withProviderPlan<T>(ctx: Ctx, plan: WantedPlan, call: (provider_plan_id: string) => Promise<T>): Promise<T> {
  const provider_plan_id = await orUnavailable(requireProviderPlan(ctx, plan))
  try {
    return await call(provider_plan_id)
  } catch (error) {
    if (!(error instanceof PayPalRefusal && error.status === 404)) return orUnavailable(Promise.reject(error))
    await queries.deleteProviderPlan(ctx.db, environmentOf(ctx.ports), provider_plan_id)
    return orUnavailable(requireProviderPlan(ctx, plan).then(call))
  }
}

/** Returns our plan, at PayPal's price, for a PayPal plan. Undefined if the plan is not ours. */
export async function planAtProvider({ db, ports }: Ctx, provider_plan_id: string): Promise<Plan | undefined> {
  const known = await queries.findPlanAtProvider(db, environmentOf(ports), provider_plan_id)
  const plan = PLANS.find(({ id }) => id === known?.plan_id)
  return plan && known && { ...plan, price_cents: known.price_cents }
}
