import { requireAssetOnSale } from '#catalogue/server/index.ts'
import { CURRENCY } from '#payments/rules.ts'
import { type Cents, inDollars } from '#platform/contract/index.ts'
import type { Ctx } from '#platform/server/index.ts'
import { PLANS } from '#subscriptions/rules.ts'
import type { Pricing } from '../../contract.ts'
import { FEATURES, LICENSE_TYPES, type LicenseType, priceOf } from '../../rules.ts'
import { personalPrices } from './category-prices.service.ts'

export async function pricing({ db }: Ctx, asset_id: string): Promise<Pricing> {
  const [asset, all] = await Promise.all([requireAssetOnSale(db, asset_id), personalPrices(db)])
  const personal = all.get(asset.category)
  return { prices: { single: personal === undefined ? {} : presentSingle(personal), subscription_plans: SHOWN_PLANS } }
}

function presentSingle(personal: Cents): Pricing['prices']['single'] {
  const present = (type: LicenseType) => {
    const amount_cents = priceOf(personal, type)
    return { amount: inDollars(amount_cents), amount_cents, currency: CURRENCY, features: [...FEATURES[type]] }
  }
  return Object.fromEntries(LICENSE_TYPES.map((type) => [type, present(type)]))
}

const presentPlan = ({ id, name, price_cents, popular, features }: (typeof PLANS)[number]) => ({
  id,
  name,
  price_monthly: inDollars(price_cents),
  price_monthly_cents: price_cents,
  currency: CURRENCY,
  popular,
  features: [...features]
})

/** The dialog shows prices of a month. Yearly plans are on the pricing page. */
const SHOWN_PLANS = PLANS.filter(({ interval }) => interval === 'month').map(presentPlan)
