import { lockAssetsOnSale } from '#catalogue/server/index.ts'
import { releaseCoupon, spendCoupon } from '#coupons/server/index.ts'
import { type Held, type LicensePurpose, type PaidLine, type Payment, refundLater } from '#payments/server/index.ts'
import { toCents } from '#platform/contract/index.ts'
import type { Ctx, Db, Tx } from '#platform/server/index.ts'
import type { LicenseType } from '../../rules.ts'
import { publishLicenses } from '../license-events.ts'
import { updateRevoked, updateRevokedAmong } from '../revoke.queries.ts'
import { announceGrants, grantLines, undoGrant } from './grant-lines.service.ts'
import * as queries from './orders.queries.ts'
import { findOwned, orderOf } from './owned.service.ts'

/** What a payment for licenses grants. Payments calls it inside the capturing transaction. */
export const licensePurpose: LicensePurpose = {
  held: findHeld,
  lines: findLines,
  rivals: (db, payment) => queries.findRivals(db, payment.id),
  fulfil,
  release: async (ctx, { order_id }) => {
    if (order_id) await releaseCoupon(ctx, order_id)
  },
  revokeLines: async (ctx, payment, line_ids) => {
    const license_ids = await queries.updateLinesRefunded(ctx.db, payment.id, line_ids)
    await publishLicenses(ctx, 'license.revoked', await updateRevokedAmong(ctx.db, license_ids, ctx.now))
  },
  revoke: async (ctx, payment) => {
    await queries.updateLinesRefunded(ctx.db, payment.id)
    await publishLicenses(ctx, 'license.revoked', await updateRevoked(ctx.db, payment.id, ctx.now))
  }
}

async function findHeld(ctx: Ctx, payment: Payment): Promise<Held | undefined> {
  if (payment.asset_id !== null) {
    const owned = await findOwned(ctx, { ...orderOf(payment), format: payment.file_format })
    return owned && { license_ids: [owned.license_id], download_url: null, file_format: null, ...owned }
  }
  const isOver = payment.state === 'captured' || payment.state === 'refunded'
  const license_ids = isOver ? await queries.findBoughtBy(ctx.db, payment.id) : await queries.findHeldOfPayment(ctx.db, payment.id)
  return license_ids.length > 0 ? { license_id: null, license_ids, download_url: null, file_format: null } : undefined
}

async function findLines(db: Db, payment: Payment): Promise<PaidLine[]> {
  const rows = await queries.findLinesOfPayment(db, payment.id)
  if (rows.length === 0) return [await lineOfBefore(db, payment)]
  return rows.map((row) => presentLine(row, payment.state))
}

/** A line is failed when its payment is. */
export function presentLine(row: queries.LineRow, state: Payment['state'] | null): PaidLine {
  const { id: line_id, asset_id, asset_title, license_type, price_cents, discount_cents, tax_cents, total_cents, license_id } = row
  const status = row.status === 'created' && state === 'failed' ? 'failed' : row.status
  return { line_id, asset_id, asset_title, license_type, price_cents, discount_cents, tax_cents, total_cents, status, license_id }
}

const STATES = { created: 'created', approved: 'created', captured: 'captured', failed: 'failed', refunded: 'refunded' } as const

/** A payment of before orders has no stored line. Its line has the payment's id. */
async function lineOfBefore(db: Db, payment: Payment): Promise<PaidLine & { license_type: LicenseType }> {
  const { asset_id, license_type } = orderOf(payment)
  const license = await queries.findLicenseOfPayment(db, payment.id)
  const suffix = `, ${license_type} license`
  const { description, amount_cents } = payment
  return {
    line_id: payment.id,
    asset_id,
    asset_title: license?.asset_title ?? (description.endsWith(suffix) ? description.slice(0, -suffix.length) : description),
    license_type,
    price_cents: amount_cents,
    discount_cents: toCents(0),
    tax_cents: toCents(0),
    total_cents: amount_cents,
    status: STATES[payment.state],
    license_id: license?.id ?? null
  }
}

/** All licenses or none: what cannot be granted as a whole is refunded as a whole. Dated with the capture, like the income, even if the capture is reported later. */
async function fulfil(ctx: Ctx<Tx>, payment: Payment): Promise<void> {
  const { id: payment_id, client_id, captured_at } = payment
  const order_id = payment.order_id ?? (await storeOrderOfBefore(ctx, payment))
  const lines = await queries.findLinesOfPayment(ctx.db, payment_id)
  const ids = lines.map(({ asset_id }) => asset_id)
  const refundAll = async (reason: string) => {
    await releaseCoupon(ctx, order_id)
    await refundLater(ctx, payment_id, reason)
  }
  if (!(await lockAssetsOnSale(ctx.db, ids))) return refundAll('The asset is no longer for sale.')
  const granted = await grantLines(ctx, { client_id, payment_id, sold_at: captured_at ?? ctx.now, lines })
  if (!granted) return refundAll('The client already owned the license.')
  if (await spendCoupon(ctx, order_id)) return announceGrants(ctx, order_id, granted)
  await undoGrant(ctx, granted)
  await refundAll('The coupon was used up before the payment arrived.')
}

/** A payment that began before orders existed and is captured now gets its order and line. */
async function storeOrderOfBefore({ db }: Ctx<Tx>, payment: Payment): Promise<string> {
  const { id: payment_id, client_id, created_at, amount_cents } = payment
  const { status: _, license_id: __, line_id: ___, ...line } = await lineOfBefore(db, payment)
  const amounts = { subtotal_cents: amount_cents, discount_cents: toCents(0), tax_cents: toCents(0), total_cents: amount_cents }
  await queries.insertOrder(db, { id: payment_id, client_id, payment_id, coupon_code: null, ...amounts, line_count: 1, created_at })
  await queries.insertLines(db, [{ ...line, id: payment_id, order_id: payment_id, client_id, payment_id, position: 0 }])
  return payment_id
}
