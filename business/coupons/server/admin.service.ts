import { audit, changedFields } from '#accounts/server/index.ts'
import { type Answer, type Cents, inDollars, type Received, toCents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, Refusal, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { type Coupon, type CouponDetail, type createCoupon, type editCoupon, type listCoupons, refusals } from '../admin.contract.ts'
import { stateOf } from '../rules.ts'
import * as queries from './admin.queries.ts'
import { lockCoupon } from './queries.ts'
import type { Coupon as Row } from './tables.ts'

const DAYS_SHOWN = 366

export async function list({ db, now }: Ctx, { query }: Received<typeof listCoupons>): Promise<Answer<typeof listCoupons>> {
  const { page, page_size, ...filter } = query
  const [rows, total] = [await queries.findListed(db, { ...query, now }), await queries.countListed(db, { ...filter, now })]
  return { items: rows.map((row) => present(row, now)), total, page, page_size }
}

export async function read({ db, now }: Ctx, id: string): Promise<CouponDetail> {
  const row = await queries.findOneListed(db, id, now)
  if (!row) throw refuse(refusals, 'coupon_not_found')
  return { ...present(row, now), uses_by_day: await queries.findUsesByDay(db, id, DAYS_SHOWN) }
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null
const orDollars = (amount: Cents | null): number | null => (amount === null ? null : inDollars(amount))

/** What an admin sets, as the API names it. */
const termsOf = (row: Row) => ({
  code: row.code,
  percent: row.percent_hundredths === null ? null : row.percent_hundredths / 100,
  amount: orDollars(row.amount_cents),
  applies_to: row.applies_to,
  plan_payments: row.plan_payments ?? ('all' as const),
  category: row.category,
  starts_at: iso(row.starts_at),
  ends_at: iso(row.ends_at),
  max_uses: row.max_uses,
  max_uses_per_person: row.max_uses_per_person,
  minimum: orDollars(row.minimum_cents)
})

const present = (row: queries.Listed, now: Date): Coupon => ({
  id: row.id,
  ...termsOf(row),
  status: stateOf(row, now),
  uses: row.reserved + row.used,
  reserved: row.reserved,
  used: row.used,
  discount_cents: row.discount_cents,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by_name
})

export async function create(ctx: Ctx, { body }: Received<typeof createCoupon>): Promise<CouponDetail> {
  const { id: created_by } = signedIn(ctx)
  const id = await inTransaction(ctx, async (inside) => {
    const columns = columnsOf(body)
    const row = await queries.insertCoupon(inside.db, { ...columns, created_at: inside.now, created_by })
    if (!row) throw codeTaken()
    await record(inside, 'coupon.created', row, changedFields({}, termsOf(row)))
    return row.id
  })
  return read(ctx, id)
}

/** Changes the terms that are named. Uses that are reserved keep their discount. */
export async function edit(ctx: Ctx, { params, body }: Received<typeof editCoupon>): Promise<CouponDetail> {
  await inTransaction(ctx, async (inside) => {
    const before = await requireOpen(inside, params.id)
    const changed = columnsOf(mergedTerms(before, body))
    const after = await queries.updateCoupon(inside.db, before.id, { ...changed, version: before.version + 1 })
    if (!after) throw codeTaken()
    const fields = changedFields(termsOf(before), termsOf(after))
    if (Object.keys(fields.after).length > 0) await record(inside, 'coupon.changed', after, fields)
  })
  return read(ctx, params.id)
}

/** The stored terms with those that are sent. A percentage replaces an amount, and an amount a percentage. */
function mergedTerms(before: Row, sent: Received<typeof editCoupon>['body']): Terms {
  const stored = typedTerms(before)
  const { code = stored.code, applies_to = stored.applies_to, plan_payments = stored.plan_payments, ...rest } = sent
  const merged = { ...stored, ...rest, code, applies_to, plan_payments }
  if (sent.percent != null && sent.amount === undefined) return { ...merged, amount: null }
  return sent.amount != null && sent.percent === undefined ? { ...merged, percent: null } : merged
}

const codeTaken = () => refuse(refusals, 'code_taken', { fields: { code: refusals.code_taken.message } })

type Terms = Received<typeof createCoupon>['body']

/** The terms of a stored coupon, as a form would send them. */
const typedTerms = (row: Row): Terms => ({ ...termsOf(row), amount: row.amount_cents, minimum: row.minimum_cents })

function columnsOf(terms: Terms) {
  const { code, applies_to, plan_payments, percent, amount, minimum } = terms
  checkTogether(terms)
  return {
    code,
    applies_to,
    plan_payments: plan_payments === 'all' ? null : plan_payments,
    percent_hundredths: percent == null ? null : Math.round(percent * 100),
    amount_cents: amount ?? null,
    category: terms.category ?? null,
    starts_at: terms.starts_at ? new Date(terms.starts_at) : null,
    ends_at: terms.ends_at ? new Date(terms.ends_at) : null,
    max_uses: terms.max_uses ?? null,
    max_uses_per_person: terms.max_uses_per_person ?? null,
    minimum_cents: minimum ? toCents(minimum) : null
  }
}

/** Checks what one field alone cannot tell. */
function checkTogether({ percent, amount, applies_to, category, starts_at, ends_at }: Terms): void {
  const fields: Record<string, string> = {}
  if (percent == null && amount == null) fields['percent'] = 'Enter a percentage or an amount.'
  if (percent != null && amount != null) fields['amount'] = 'Enter a percentage or an amount, not both.'
  if (starts_at && ends_at && Date.parse(ends_at) <= Date.parse(starts_at)) fields['ends_at'] = 'The end must be after the start.'
  if (category && applies_to === 'plans') fields['category'] = 'Plans have no category.'
  const [first] = Object.values(fields)
  if (first) throw new Refusal('invalid_fields', 422, first, { fields })
}

/** Locks a coupon that has not ended. */
async function requireOpen({ db, now }: Ctx<Tx>, id: string): Promise<Row> {
  const row = await lockCoupon(db, id)
  if (!row) throw refuse(refusals, 'coupon_not_found')
  if (stateOf(row, now) === 'ended') throw refuse(refusals, 'coupon_ended')
  return row
}

type Step = 'paused' | 'resumed' | 'ended'

/** Pauses, resumes, or ends a coupon. What is paused or not paused already stays as it is. */
async function take(ctx: Ctx, id: string, step: Step): Promise<CouponDetail> {
  await inTransaction(ctx, async (inside) => {
    const { db, now } = inside
    const row = await requireOpen(inside, id)
    if ((step === 'paused') === (row.paused_at !== null) && step !== 'ended') return
    const change = step === 'ended' ? { ended_at: now } : { paused_at: step === 'paused' ? now : null }
    await queries.updateCoupon(db, id, change)
    const statusOf = (one: Row) => ({ status: stateOf(one, now) })
    await record(inside, `coupon.${step}`, row, changedFields(statusOf(row), statusOf({ ...row, ...change })))
  })
  return read(ctx, id)
}

export const pause = (ctx: Ctx, id: string): Promise<CouponDetail> => take(ctx, id, 'paused')
export const resume = (ctx: Ctx, id: string): Promise<CouponDetail> => take(ctx, id, 'resumed')
export const end = (ctx: Ctx, id: string): Promise<CouponDetail> => take(ctx, id, 'ended')

async function record(ctx: Ctx<Tx>, action: string, { id, code }: Row, details: object): Promise<void> {
  await audit(ctx.db, { actor_id: signedIn(ctx).id, action, subject_kind: 'coupon', subject: id, details: { code, ...details } })
}
