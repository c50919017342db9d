import type { Category } from '#catalogue/rules.ts'
import { UNTITLED } from '#catalogue/rules.ts'
import { findAssetsOnSale } from '#catalogue/server/index.ts'
import { type Applied, applyCoupon, type CouponPrices } from '#coupons/server/index.ts'
import { taxOn } from '#invoicing/server/index.ts'
import { spreadTax } from '#invoicing/tax.rules.ts'
import { type Cents, toCents } from '#platform/contract/index.ts'
import type { Ctx } from '#platform/server/index.ts'
import { type LineAmounts, totalOf } from '../../orders.rules.ts'
import { findLicenseType, type LicenseType, priceOf } from '../../rules.ts'
import { personalPrices } from '../prices/category-prices.service.ts'
import { findAssetsWithFiles, findHeldAmong } from './orders.queries.ts'

export type Item = { asset_id: string; license_type: LicenseType }
export type PricedItem = Item & { asset_title: string; category: Category; price_cents: Cents }
export type PricedLine = PricedItem & LineAmounts
export type Sorted = { buyable: PricedItem[]; held: (Item & { license_id: string })[]; unavailable: Item[] }

const nameOf = ({ asset_id, license_type }: Item): string => `${asset_id} ${license_type}`

/** Sorts items into those that can be bought now, with today's prices, those that the client holds, and those that are not for sale. Each once. */
export async function sortItems({ db }: Ctx, client_id: string | null, items: readonly Item[]): Promise<Sorted> {
  const wanted = [...new Map(items.map((item) => [nameOf(item), item])).values()]
  const ids = wanted.map(({ asset_id }) => asset_id)
  const holdings = client_id === null ? [] : await findHeldAmong(db, client_id, ids)
  const licenses = new Map(holdings.map(({ id, ...item }) => [nameOf(item), id]))
  const [assets, prices, files] = [await findAssetsOnSale(db, ids), await personalPrices(db), await findAssetsWithFiles(db, ids)]
  const sorted: Sorted = { buyable: [], held: [], unavailable: [] }
  for (const { asset_id, license_type } of wanted) {
    const license_id = licenses.get(nameOf({ asset_id, license_type }))
    const asset = assets.get(asset_id)
    const personal = asset && files.has(asset_id) ? prices.get(asset.category) : undefined
    if (license_id) sorted.held.push({ asset_id, license_type, license_id })
    else if (!asset || personal === undefined) sorted.unavailable.push({ asset_id, license_type })
    else {
      const price_cents = priceOf(personal, license_type)
      sorted.buyable.push({ asset_id, license_type, asset_title: asset.title || UNTITLED, category: asset.category, price_cents })
    }
  }
  return sorted
}

export type Priced = { lines: PricedLine[]; applied: Applied | undefined; tax_per_million: number }

/** Prices the lines with the coupon, and adds the tax on their net total to them. What it computes is what is charged. */
export async function priceLines(
  ctx: Ctx,
  items: readonly PricedItem[],
  { client_id, coupon }: { client_id: string; coupon: string | null | undefined }
): Promise<Priced> {
  const costs = items.some(({ price_cents }) => price_cents > 0)
  const applied = costs ? await applyCoupon(ctx, { code: coupon, client_id, kind: 'licenses', lines: items }) : undefined
  const discounts = items.map((_, at) => applied?.discounts[at] ?? toCents(0))
  const nets = items.map(({ price_cents }, at) => price_cents - (discounts[at] ?? 0))
  const { tax_cents, tax_per_million } = await taxOn(ctx, { client_id, net_cents: toCents(nets.reduce((sum, net) => sum + net, 0)) })
  const taxes = spreadTax(nets, tax_cents)
  const lines = items.map((item, at) => {
    const amounts = { price_cents: item.price_cents, discount_cents: discounts[at] ?? toCents(0), tax_cents: toCents(taxes[at] ?? 0) }
    return { ...item, ...amounts, total_cents: totalOf(amounts) }
  })
  return { lines, applied, tax_per_million }
}

/** The prices that a coupon is quoted on: those of an order of the caller's now. */
export const quotedLicenses: CouponPrices['licenses'] = async (ctx, items) => {
  const known = items.flatMap(({ asset_id, license_type }) => {
    const type = findLicenseType(license_type)
    return type ? [{ asset_id, license_type: type }] : []
  })
  return (await sortItems(ctx, ctx.actor?.role === 'client' ? ctx.actor.id : null, known)).buyable
}
