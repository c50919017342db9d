import { useId } from 'react'
import { Link } from 'react-router'
import type { AssetDetail } from '#catalogue/contract.ts'
import { categoryLabel } from '#catalogue/rules.ts'
import type { Pricing } from '#licensing/contract.ts'
import { LICENSE_TYPES } from '#licensing/rules.ts'
import { showDollars } from '#platform/web/show.ts'
import { GetForm } from './get-form.tsx'
import { LicenseRows } from './license-rows.tsx'
import css from './offer.module.css'
import type { AcquirableAsset } from './use-acquire-dialog.tsx'

type Prices = Pricing['prices']['single']
/** Shown by its place while it loads. */
type LatePrices = Prices | undefined

type OfferProps = {
  asset: AssetDetail
  formats: readonly string[]
  /** In which the page shows it; '' for its own. */
  colors: string
  /** Absent while they load: the licenses then stand without them, and nothing can be chosen yet. */
  prices?: LatePrices
  onGet: Parameters<typeof GetForm<AcquirableAsset>>[0]['onGet']
}

/** The licenses with their prices, and the button, which stays visible on a phone together with the chosen price. */
export function Offer({ asset, formats, colors, prices, onGet }: OfferProps) {
  const form = useId()
  // Before hydration the form opens the checkout page, or for free assets a page with the dialog's fields.
  const action = asset.is_currently_free ? '/get-free' : '/pay/checkout'
  return (
    <div className={css['offer']} inert={!prices} aria-busy={!prices}>
      <LicenseRows key={asset.id} prices={prices} isFree={asset.is_currently_free} form={form} />
      <GetForm asset={asset} formats={formats} onGet={onGet} className={css['get']} id={form} action={action}>
        <input type="hidden" name="type" value="license" />
        <input type="hidden" name="asset_id" value={asset.id} />
        {colors && <input type="hidden" name="colors" value={colors} />}
        <ChosenPrice prices={prices} isFree={asset.is_currently_free} />
      </GetForm>
      <p className={css['terms']}>
        <Link to="/license-terms">What each license allows</Link>
        <Link to="/pricing">Plans and pricing</Link>
      </p>
    </div>
  )
}

/** Repeats the price of the chosen row, which may be out of sight. A style sheet chooses it, so that it is right before hydration. */
function ChosenPrice({ prices, isFree }: { prices: LatePrices; isFree: boolean }) {
  if (isFree || !prices) return null
  return (
    <span className={css['chosen']} aria-hidden="true">
      {LICENSE_TYPES.map((type) => {
        const price = prices[type]
        return (
          price && (
            <span key={type} className={css[type]}>
              <b>{showDollars(price.amount_cents)}</b> {categoryLabel(type)}
            </span>
          )
        )
      })}
    </span>
  )
}
