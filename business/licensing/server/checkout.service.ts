import { type ApprovedAsset, requireApprovedAsset } from '#catalogue/server/index.ts'
import { beginPayment, type Held, type Payment, type Purpose, refundLater, spendCall } from '#payments/server/index.ts'
import { type Answer, type Cents, inDollars, type Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { type checkOut, no } from '../contract.ts'
import { isInPlan, LICENSE_TYPES, type LicenseType } from '../rules.ts'
import { linkToBest } from './downloads.service.ts'
import { licenseRow } from './giving.service.ts'
import { SEND_RECEIPT } from './jobs.ts'
import { checkOutByPlan } from './plan.service.ts'
import { findPrice } from './pricing.service.ts'
import * as queries from './queries.ts'
import { updateRevoked } from './revoke.queries.ts'

export const PURPOSE = 'license'

/** By the plan, where it covers that; what is held, or costs nothing, is given at once; else PayPal's order is opened for the price of this moment. */
export async function checkOutLicense(ctx: Ctx, { body }: Received<typeof checkOut>): Promise<Answer<typeof checkOut>> {
  await spendCall(ctx, 'checkout')
  const { asset_id, license_type, via_subscription } = body
  if (license_type === 'subscription') return checkOutByPlan(ctx, asset_id)
  const order = { client_id: signedIn(ctx).id, asset_id, license_type }
  const held = await findHeld(ctx, order)
  if (held) return held
  if (via_subscription && isInPlan(license_type)) return checkOutByPlan(ctx, asset_id)
  const asset = await requireApprovedAsset(ctx.db, asset_id)
  if ((await queries.findReadyFilesOf(ctx.db, [asset_id])).length === 0) throw refuse(no, 'no_files')
  const price_cents = await findPrice(ctx.db, asset, license_type)
  if (price_cents === undefined) throw refuse(no, 'not_for_sale')
  return price_cents === 0 ? giveFree(ctx, order) : begin(ctx, asset, { ...order, price_cents })
}

type Order = { client_id: string; asset_id: string; license_type: LicenseType }
type Priced = Order & { price_cents: Cents; payment_id?: string; sold_at?: Date | null }

async function findHeld(ctx: Ctx, order: Order): Promise<{ license_id: string; download_url?: string } | undefined> {
  const license = await queries.findActiveLicense(ctx.db, order)
  if (!license) return undefined
  const link = linkToBest(ctx, license, await queries.findReadyFilesOf(ctx.db, [order.asset_id]))
  return { license_id: license.id, ...(link && { download_url: link.download_url }) }
}

async function giveFree(ctx: Ctx, order: Order): Promise<Answer<typeof checkOut>> {
  await inTransaction(ctx, (inside) => give(inside, { ...order, price_cents: 0 as Cents }))
  return (await findHeld(ctx, order))!
}

async function begin(ctx: Ctx, { title }: ApprovedAsset, { client_id, asset_id, license_type, price_cents }: Priced) {
  const begun = await beginPayment(ctx, {
    purpose: PURPOSE,
    subject: `${asset_id}/${license_type}`,
    client_id,
    asset_id,
    amount_cents: price_cents,
    description: `${title}, ${license_type} license`
  })
  const query = new URLSearchParams({
    type: 'license',
    asset_id,
    amount: inDollars(price_cents).toFixed(2),
    license_type,
    payment_id: begun.payment_id
  })
  return { ...begun, checkout_url: `/pay/checkout?${query}` }
}

/** Once: whoever holds this licence already keeps the one held; false then. */
async function give(ctx: Ctx<Tx>, { payment_id, sold_at, ...license }: Priced): Promise<boolean> {
  const { db, now, ports } = ctx
  const row = await licenseRow(ctx, { ...license, created_at: sold_at ?? now }, { payment_id: payment_id ?? null })
  const given = await queries.insertLicense(db, row)
  if (given) await ports.jobs.send(db, SEND_RECEIPT, { license_id: given.id })
  return given !== undefined
}

/** What a payment for a licence gives; payments calls it inside the capturing transaction. */
export const licensePurpose: Purpose = {
  held: async (ctx, payment): Promise<Held | undefined> => {
    const held = await findHeld(ctx, orderOf(payment))
    return held && { license_id: held.license_id, download_url: held.download_url ?? null }
  },
  // On the day of the capture, as the income is, also where it was found later.
  fulfil: async (ctx, payment) => {
    const { id: payment_id, amount_cents: price_cents, captured_at: sold_at } = payment
    const given = await give(ctx, { ...orderOf(payment), price_cents, payment_id, sold_at })
    if (!given) await refundLater(ctx, payment_id, 'The license was held already.')
  },
  revoke: ({ db, now }, payment) => updateRevoked(db, payment.id, now)
}

function orderOf({ client_id, subject }: Payment): Order {
  const [asset_id = '', type] = subject.split('/')
  const license_type = LICENSE_TYPES.find((known) => known === type)
  if (!license_type) throw new Error(`"${subject}" names no licence.`)
  return { client_id, asset_id, license_type }
}
