import type { ReactNode } from 'react'
import { categoryLabel } from '#catalogue/rules.ts'
import type { Pricing } from '#licensing/contract.ts'
import { LICENSE_LIMITS, LICENSE_TYPES, type LicenseType } from '#licensing/rules.ts'
import { showDollars, showNumber } from '#platform/web/show.ts'
import css from './license-rows.module.css'

type LicenseRowsProps = {
  prices: Pricing['prices']['single']
  isFree: boolean
  /** The form that sends the choice. */
  form: string
}

/** Each licence with its price and its limits in numbers. One is chosen here; of an asset that is free the dialog asks. */
export function LicenseRows({ prices, isFree, form }: LicenseRowsProps) {
  const types = LICENSE_TYPES.filter((type) => prices[type])
  if (types.length === 0 && !isFree) return <p className={css['quiet']}>This asset is not for sale.</p>
  return (
    <fieldset className={css['rows']}>
      <legend className={css['legend']}>License</legend>
      {isFree && <Row name="Free" price="$0.00" limits="PNG, 1500 px, non-commercial, with attribution" />}
      {types.map((type, place) => (
        <Row key={type} name={categoryLabel(type)} price={showDollars(prices[type]!.amount_cents)} limits={limitsOf(type)}>
          {!isFree && <input type="radio" name="license_type" value={type} form={form} defaultChecked={place === 0} />}
        </Row>
      ))}
    </fieldset>
  )
}

type RowProps = { name: string; price: string; limits: string; children?: ReactNode }

/** Its child is the control that chooses it. */
function Row({ name, price, limits, children }: RowProps) {
  const Part = children ? 'label' : 'div'
  return (
    <Part className={css['row']}>
      {children}
      <span className={css['name']}>{name}</span>
      <span className={css['price']}>{price}</span>
      <span className={css['limits']}>{limits}</span>
    </Part>
  )
}

function limitsOf(type: LicenseType): string {
  const { holder, seats, end_products, print_run, commercial_use, goods_for_resale } = LICENSE_LIMITS[type]
  const people = seats > 1 ? `${holder}, ${showNumber(seats)} seats` : holder
  const use = goods_for_resale ? 'goods for resale' : commercial_use ? 'commercial use' : 'no commercial use'
  return `${people} · ${showNumber(end_products)} end products · ${showNumber(print_run)} prints · ${use}`
}
