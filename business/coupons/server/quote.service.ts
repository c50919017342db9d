import { type Answer, type Received, toCents } from '#platform/contract/index.ts'
import { type Ctx, refuse, spend } from '#platform/server/index.ts'
import { type quoteCoupon, refusals } from '../contract.ts'
import { existsAny } from './queries.ts'
import { applyCoupon, type Purchase } from './uses.service.ts'

/** Far more than a person tries, and far too few to find a code by guessing. */
const QUOTES_PER_HOUR = 120

/** Computes the price with a coupon, as a checkout now would. */
export async function quote(ctx: Ctx, { body }: Received<typeof quoteCoupon>): Promise<Answer<typeof quoteCoupon>> {
  const { actor, caller } = ctx
  await spend(ctx, { key: `coupons.quote.${actor?.id ?? caller.ip}`, most: QUOTES_PER_HOUR, seconds: 3600 })
  if (!(await existsAny(ctx.db))) throw refuse(refusals, 'coupons_not_enabled')
  if (body.code === '') throw refuse(refusals, 'coupon_missing', { fields: { code: refusals.coupon_missing.message } })
  const purchase = await readPurchase(ctx, body)
  const client_id = actor?.role === 'client' ? actor.id : null
  const applied = await applyCoupon(ctx, { ...purchase, code: body.code, client_id })
  if (!applied) throw refuse(refusals, 'coupons_not_enabled')
  const subtotal_cents = toCents(purchase.lines.reduce((sum, { price_cents }) => sum + price_cents, 0))
  const { code, discount_cents } = applied
  return { code, subtotal_cents, discount_cents, total_cents: toCents(subtotal_cents - discount_cents) }
}

async function readPurchase(ctx: Ctx, { items, plan_id }: Received<typeof quoteCoupon>['body']): Promise<Purchase> {
  const prices = ctx.ports.coupon_prices
  if (items) return { kind: 'licenses', lines: await prices.licenses(ctx, items) }
  const line = plan_id === undefined ? undefined : await prices.plan(ctx, plan_id)
  if (!line) throw refuse(refusals, 'plan_not_found')
  return { kind: 'plans', lines: [line] }
}
