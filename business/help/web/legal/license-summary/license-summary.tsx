import { LICENSE_LIMITS, LICENSE_NAMES, LICENSE_TYPES, type LicenseType, PRICE_FACTORS } from '#licensing/rules.ts'
import { showNumber } from '#platform/web/show.ts'
import { LicenseDrawing } from './license-drawings.tsx'
import css from './license-summary.module.css'

/** The three licenses side by side: where each one is used, and its limits in large numbers. */
export function LicenseSummary() {
  return (
    <section className={css['summary']} aria-labelledby="summary">
      <h2 id="summary">At a glance</h2>
      <ul className={css['licenses']}>
        {LICENSE_TYPES.map((license) => (
          <li key={license} className={css['license']}>
            <LicenseDrawing license={license} />
            <h3>{LICENSE_NAMES[license]}</h3>
            <p className={css['use']}>{purposeOf(license)}</p>
            <Numbers license={license} />
            <p className={css['price']}>{priceOf(license)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Numbers({ license }: { license: LicenseType }) {
  const { seats, end_products, print_run } = LICENSE_LIMITS[license]
  const numbers = [
    [seats, seats === 1 ? 'person' : 'people'],
    [end_products, 'end products'],
    [print_run, 'printed copies']
  ] as const
  return (
    <ul className={css['numbers']}>
      {numbers.map(([count, unit]) => (
        <li key={unit}>
          <b>{showNumber(count)}</b> {unit}
        </li>
      ))}
    </ul>
  )
}

function purposeOf(license: LicenseType): string {
  const { commercial_use, client_work, goods_for_resale } = LICENSE_LIMITS[license]
  if (goods_for_resale) return 'Also for goods that you sell'
  if (client_work) return 'For your company and its clients'
  return commercial_use ? 'For your company' : 'For yourself, not for money'
}

const priceOf = (license: LicenseType): string =>
  PRICE_FACTORS[license] === 1 ? 'The price on the asset’s page' : `${PRICE_FACTORS[license]} times the personal price`
