import { findUser } from '#accounts/server/index.ts'
import type { Category } from '#catalogue/rules.ts'
import { type Cents, toCents } from '#platform/contract/index.ts'
import { type Ctx, type Db, refuse, type Tx } from '#platform/server/index.ts'
import { refusals } from '../contract.ts'
import { type CouponState, discountOn, spread, stateOf } from '../rules.ts'
import { emailHash } from './email-hash.ts'
import * as queries from './queries.ts'
import type { Coupon } from './tables.ts'

/** What is bought: licenses line by line, or a payment of a plan as one line without a category. */
export type CouponLine = { price_cents: Cents; category: Category | null }
export type Purchase = { kind: 'licenses' | 'plans'; lines: readonly CouponLine[] }

/** A coupon as a checkout uses it, with the discount of each line. */
export type Applied = {
  coupon_id: string
  code: string
  version: number
  discount_cents: Cents
  discounts: Cents[]
  /** How many payments of a plan it makes cheaper; null for all. */
  plan_payments: number | null
}

const NOT_OPEN: Record<Exclude<CouponState, 'active'>, keyof typeof refusals> = {
  scheduled: 'coupon_scheduled',
  paused: 'coupon_paused',
  ended: 'coupon_ended'
}

/**
 * Computes the discount that a coupon gives on a purchase, and refuses one that the person cannot use now. Returns undefined for no code, and while no
 * coupon was ever made. Reserves nothing.
 */
export async function applyCoupon(
  ctx: Ctx,
  { code, client_id, ...purchase }: Purchase & { code: string | null | undefined; client_id: string | null }
): Promise<Applied | undefined> {
  if (!code?.trim() || !(await queries.existsAny(ctx.db))) return undefined
  const coupon = await queries.findByCode(ctx.db, code.trim())
  if (!coupon) throw refuse(refusals, 'coupon_not_found')
  await requireUsable(ctx, coupon, client_id)
  const { id: coupon_id, version, plan_payments } = coupon
  const discounts = discountsOf(coupon, purchase)
  const discount_cents = toCents(discounts.reduce((sum, part) => sum + part, 0))
  // PayPal takes no first payment of nothing, and a plan opens with its first payment.
  if (purchase.kind === 'plans' && discount_cents === purchase.lines[0]?.price_cents) throw refuse(refusals, 'coupon_covers_plan')
  if (discount_cents === 0) throw refuse(refusals, 'coupon_not_for_this')
  return { coupon_id, code: coupon.code, version, discount_cents, discounts, plan_payments }
}

/** Open checkouts of one person with a coupon that has a limit: nobody keeps all of its uses from others without paying. */
const OPEN_USES_MAX = 20

async function requireUsable(ctx: Ctx, coupon: Coupon, client_id: string | null): Promise<queries.Person | undefined> {
  const state = stateOf(coupon, ctx.now)
  if (state !== 'active') throw refuse(refusals, NOT_OPEN[state])
  const person = client_id === null ? undefined : await personOf(ctx, client_id)
  const { max_uses, max_uses_per_person } = coupon
  if (max_uses === null && max_uses_per_person === null) return person
  const { all, own, own_reserved } = await queries.countUses(ctx.db, coupon.id, person)
  if (max_uses_per_person !== null && own >= max_uses_per_person)
    throw refuse(refusals, own_reserved > 0 ? 'coupon_in_checkout' : 'coupon_used_by_you')
  if (max_uses !== null && own_reserved >= OPEN_USES_MAX) throw refuse(refusals, 'coupon_in_checkout')
  if (max_uses !== null && all >= max_uses) throw refuse(refusals, 'coupon_used_up')
  return person
}

async function personOf({ db }: Ctx, client_id: string): Promise<queries.Person> {
  const user = await findUser(db, client_id)
  if (!user) throw refuse(refusals, 'coupon_not_for_this')
  return { client_id, email_hash: emailHash(user.email) }
}

/** The discount on the lines that the coupon is for, spread over them in proportion to their prices. */
function discountsOf(coupon: Coupon, { kind, lines }: Purchase): Cents[] {
  const isFor = (line: CouponLine) => coupon.category === null || coupon.category === line.category
  if (coupon.applies_to !== 'both' && coupon.applies_to !== kind) throw refuse(refusals, 'coupon_not_for_this')
  const prices: number[] = lines.map((line) => (isFor(line) ? line.price_cents : 0))
  const price_cents = toCents(prices.reduce((sum, price) => sum + price, 0))
  if (price_cents === 0) throw refuse(refusals, 'coupon_not_for_this')
  if (coupon.minimum_cents !== null && price_cents < coupon.minimum_cents) throw refuse(refusals, 'coupon_minimum')
  return spread(discountOn(coupon, price_cents), prices)
}

/** Whether a checkout that has begun was made with this code. No code at all means the same; an empty one, none. While no coupon was ever made, codes are ignored. */
export async function hasSameCoupon(db: Db, purchase_id: string, code: string | null | undefined): Promise<boolean> {
  if (code === undefined) return true
  const had = await queries.findReservedCode(db, purchase_id)
  const wanted = code?.trim().toLowerCase() || undefined
  if (wanted && !had) return !(await queries.existsAny(db))
  return had?.toLowerCase() === wanted
}

/** The code that a purchase uses, unless its use was returned. */
export const couponOf = (db: Db, purchase_id: string): Promise<string | undefined> => queries.findCodeOf(db, purchase_id)

type Use = { applied: Applied; purchase_id: string; client_id: string }

/**
 * Reserves a use in the transaction that begins the checkout. Locks the coupon, so that of many people who want the last use one gets it. Refuses
 * if the coupon was changed after its price was computed.
 */
export async function reserveCoupon(ctx: Ctx<Tx>, { applied, purchase_id, client_id }: Use): Promise<void> {
  const { db, now } = ctx
  const coupon = await queries.lockCoupon(db, applied.coupon_id)
  if (!coupon) throw refuse(refusals, 'coupon_not_found')
  const person = (await requireUsable(ctx, coupon, client_id)) ?? (await personOf(ctx, client_id))
  if (coupon.version !== applied.version) throw refuse(refusals, 'coupon_changed')
  const { coupon_id, discount_cents } = applied
  await queries.insertUse(db, { coupon_id, purchase_id, ...person, discount_cents, state: 'reserved', reserved_at: now })
}

/** Returns the use of a purchase that was not paid, or that bought nothing. Does nothing without one. */
export async function releaseCoupon({ db, now }: Ctx<Tx>, purchase_id: string): Promise<void> {
  const use = await queries.lockUseOf(db, purchase_id)
  if (use && use.state !== 'returned') await queries.updateUse(db, use.id, { state: 'returned', returned_at: now })
}

/**
 * Marks the use of a purchase as used, in the transaction that captures its payment. Returns false if it had been returned meanwhile and is
 * no longer there to take, because others used the coupon up.
 */
export async function spendCoupon({ db, now }: Ctx<Tx>, purchase_id: string): Promise<boolean> {
  const use = await queries.lockUseOf(db, purchase_id)
  if (!use || use.state === 'used') return true
  if (use.state === 'returned' && !(await isLeftFor(db, use))) return false
  await queries.updateUse(db, use.id, { state: 'used', used_at: now, returned_at: null })
  return true
}

/** The price was promised, so a coupon that has ended or was changed since still counts; its limits hold. */
async function isLeftFor(db: Tx, { coupon_id, client_id, email_hash }: queries.Person & { coupon_id: string }): Promise<boolean> {
  const coupon = await queries.lockCoupon(db, coupon_id)
  const { all, own } = await queries.countUses(db, coupon_id, { client_id, email_hash })
  return (coupon?.max_uses ?? Infinity) > all && (coupon?.max_uses_per_person ?? Infinity) > own
}
