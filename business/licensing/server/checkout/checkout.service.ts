import { type ApprovedAsset, lockAssetOnSale, requireAssetOnSale } from '#catalogue/server/index.ts'
import { type Held, type LicensePurpose, type Payment, refundLater, spendCall, startPayment } from '#payments/server/index.ts'
import { type Answer, type Cents, inDollars, type Received, toCents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, Refusal, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { type checkOut, refusals } from '../../contract.ts'
import { findLicenseType, isInPlan, type LicenseType } from '../../rules.ts'
import { linkToChosen } from '../downloads/downloads.service.ts'
import { SEND_RECEIPT } from '../jobs.ts'
import { findPrice } from '../prices/license-price.service.ts'
import * as queries from '../queries.ts'
import { updateRevoked } from '../revoke.queries.ts'
import { licenseRow } from './grant.service.ts'
import { checkOutByPlan } from './plan.service.ts'

type Order = { client_id: string; asset_id: string; license_type: LicenseType }
/** `format` is the file format that the client chose for the download. */
type Chosen = { format: string | null }
type Priced = Order & { price_cents: Cents; payment_id?: string; sold_at?: Date | null }

/**
 * Starts a license purchase. A license that the client already owns, that their plan covers, or that is free is granted immediately.
 * Otherwise opens a PayPal order at the current price.
 */
export async function checkOutLicense(ctx: Ctx, { body }: Received<typeof checkOut>): Promise<Answer<typeof checkOut>> {
  await spendCall(ctx, 'checkout')
  const { asset_id, license_type, via_subscription } = body
  const chosen = { format: body.format ?? null }
  if (license_type === 'subscription') return checkOutByPlan(ctx, { asset_id, ...chosen })
  const order = { client_id: signedIn(ctx).id, asset_id, license_type }
  const owned = await findOwned(ctx, { ...order, ...chosen })
  if (owned) return owned
  const byPlan = via_subscription && isInPlan(license_type) ? await tryPlan(ctx, { asset_id, ...chosen }) : undefined
  return byPlan ?? buy(ctx, { ...order, ...chosen })
}

/** Returns undefined when the plan has no downloads left: then the license is bought. */
async function tryPlan(ctx: Ctx, chosen: { asset_id: string } & Chosen): Promise<Answer<typeof checkOut> | undefined> {
  try {
    return await checkOutByPlan(ctx, chosen)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'plan_limit_reached') return undefined
    throw error
  }
}

async function buy(ctx: Ctx, { format, ...order }: Order & Chosen): Promise<Answer<typeof checkOut>> {
  const asset = await requireAssetOnSale(ctx.db, order.asset_id)
  if ((await queries.findReadyFilesOf(ctx.db, [order.asset_id])).length === 0) throw refuse(refusals, 'no_files')
  const price_cents = await findPrice(ctx.db, asset, order.license_type)
  if (price_cents === undefined) throw refuse(refusals, 'not_for_sale')
  if (price_cents > 0) return startCheckout(ctx, asset, { ...order, price_cents, format })
  await inTransaction(ctx, async (inside) => {
    await lockAssetOnSale(inside.db, order.asset_id)
    return grantLicense(inside, { ...order, price_cents: toCents(0) })
  })
  const owned = await findOwned(ctx, { ...order, format })
  if (!owned) throw refuse(refusals, 'license_not_active')
  return owned
}

type Owned = { license_id: string; download_url?: string; file_format?: string }

async function findOwned(ctx: Ctx, { format, ...order }: Order & Chosen): Promise<Owned | undefined> {
  const license = await queries.findActiveLicense(ctx.db, order)
  if (!license) return undefined
  const link = linkToChosen(ctx, license, await queries.findReadyFilesOf(ctx.db, [order.asset_id]), format)
  return { license_id: license.id, ...link }
}

async function startCheckout(ctx: Ctx, { title }: ApprovedAsset, order: Priced & Chosen): Promise<Answer<typeof checkOut>> {
  const { client_id, asset_id, license_type, price_cents, format } = order
  const started = await startPayment(ctx, {
    client_id,
    asset_id,
    license_type,
    file_format: format,
    amount_cents: price_cents,
    description: `${title}, ${license_type} license`
  })
  const query = new URLSearchParams({
    type: 'license',
    asset_id,
    amount: inDollars(price_cents).toFixed(2),
    license_type,
    payment_id: started.payment_id,
    ...(format && { format })
  })
  return { ...started, checkout_url: `/pay/checkout?${query}` }
}

/** Grants a license once. Returns false if the client already owns it. */
async function grantLicense(ctx: Ctx<Tx>, { payment_id, sold_at, ...license }: Priced): Promise<boolean> {
  const { db, now, ports } = ctx
  const row = await licenseRow(ctx, { ...license, created_at: sold_at ?? now }, { payment_id: payment_id ?? null })
  const granted = await queries.insertLicense(db, row)
  if (granted) await ports.jobs.send(db, SEND_RECEIPT, { license_id: granted.id })
  return granted !== undefined
}

/** What a payment for a license grants. Payments calls it inside the capturing transaction. */
export const licensePurpose: LicensePurpose = {
  held: async (ctx, payment): Promise<Held | undefined> => {
    const owned = await findOwned(ctx, { ...orderOf(payment), format: payment.file_format })
    return owned && { download_url: null, file_format: null, ...owned }
  },
  // Dated with the capture, like the income, even if the capture is reported later.
  fulfil: async (ctx, payment) => {
    const { id: payment_id, amount_cents: price_cents, captured_at: sold_at } = payment
    const order = orderOf(payment)
    if (await isOffSale(ctx, order.asset_id)) return refundLater(ctx, payment_id, 'The asset is no longer for sale.')
    const granted = await grantLicense(ctx, { ...order, price_cents, payment_id, sold_at })
    if (!granted) await refundLater(ctx, payment_id, 'The client already owned the license.')
  },
  revoke: ({ db, now }, payment) => updateRevoked(db, payment.id, now)
}

/** Whether the asset was withheld after its checkout began. If not, it stays on sale until the transaction ends. */
async function isOffSale({ db }: Ctx<Tx>, asset_id: string): Promise<boolean> {
  try {
    await lockAssetOnSale(db, asset_id)
    return false
  } catch (error) {
    if (error instanceof Refusal && error.code === 'asset_withheld') return true
    throw error
  }
}

function orderOf({ id, client_id, asset_id, license_type }: Payment): Order {
  const type = findLicenseType(license_type)
  if (!asset_id || !type) throw new Error(`Payment ${id} names no license.`)
  return { client_id, asset_id, license_type: type }
}
