import { type ReactNode, useRef } from 'react'
import { categoryLabel } from '#catalogue/rules.ts'
import type { Pricing } from '#licensing/contract.ts'
import { FREE_SIZE, LICENSE_TYPES, type LicenseType, limitsLine } from '#licensing/rules.ts'
import { LicenseHelper } from '#licensing/web/index.ts'
import { showDollars } from '#platform/web/show.ts'
import css from './license-rows.module.css'

type LicenseRowsProps = {
  /** Absent while they load. */
  prices: Pricing['prices']['single'] | undefined
  isFree: boolean
  /** The id of the form the choice belongs to. */
  form: string
}

/** The licenses with their prices and limits, one of which can be selected. For a free asset, the dialog asks for the license. */
export function LicenseRows({ prices, isFree, form }: LicenseRowsProps) {
  const offers = LICENSE_TYPES.flatMap((type): Offered[] => {
    if (!prices) return [{ type, price: <Unknown /> }]
    const price = prices[type]
    return price ? [{ type, price: showDollars(price.amount_cents) }] : []
  })
  const rows = useRef<HTMLFieldSetElement>(null)
  if (offers.length === 0 && !isFree) return <p className={css['quiet']}>This asset is not for sale.</p>
  const choose = (type: LicenseType) => {
    const choice = rows.current?.querySelector<HTMLInputElement>(`input[value="${type}"]`)
    choice?.click()
    choice?.focus()
  }
  return (
    <>
      <fieldset className={css['rows']} ref={rows}>
        <legend className={css['legend']}>License</legend>
        {isFree && <Row name="Free" price={showDollars(0)} limits={`PNG, ${FREE_SIZE} px, non-commercial, with attribution`} />}
        {offers.map(({ type, price }, place) => (
          <Row key={type} name={categoryLabel(type)} price={price} limits={limitsLine(type)}>
            {!isFree && <input type="radio" name="license_type" value={type} form={form} defaultChecked={place === 0} />}
          </Row>
        ))}
      </fieldset>
      {!isFree && (
        <details className={css['help']}>
          <summary>Which license do I need?</summary>
          <LicenseHelper onChoose={choose} />
        </details>
      )}
    </>
  )
}

type Offered = { type: LicenseType; price: ReactNode }

/** The place of a price that is loading. Spaces, so that the row is exactly as high as with the price. */
const Unknown = () => (
  <span className={css['unknown']} aria-hidden="true">
    {'\u00a0'.repeat(12)}
  </span>
)

type RowProps = { name: string; price: ReactNode; limits: string; children?: ReactNode }

/** `children` is the control that selects the row. */
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
