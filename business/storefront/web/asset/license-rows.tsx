import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { categoryLabel } from '#catalogue/rules.ts'
import type { Pricing } from '#licensing/contract.ts'
import { FREE_SIZE, LICENSE_TYPES, type LicenseType, limitsLine } from '#licensing/rules.ts'
import { showDollars } from '#platform/web/show.ts'
import css from './license-rows.module.css'

/** Loaded only when it is opened. */
const LicenseHelper = lazy(async () => ({ default: (await import('#licensing/web/index.ts')).LicenseHelper }))

type LicenseRowsProps = {
  prices: Pricing['prices']['single']
  isFree: boolean
  /** The id of the form the choice belongs to. */
  form: string
}

/** The licenses with their prices and limits, one of which can be selected. For a free asset, the dialog asks for the license. */
export function LicenseRows({ prices, isFree, form }: LicenseRowsProps) {
  const offers = LICENSE_TYPES.flatMap((type) => {
    const price = prices[type]
    return price ? [{ type, price }] : []
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
          <Row key={type} name={categoryLabel(type)} price={showDollars(price.amount_cents)} limits={limitsLine(type)}>
            {!isFree && <input type="radio" name="license_type" value={type} form={form} defaultChecked={place === 0} />}
          </Row>
        ))}
      </fieldset>
      {!isFree && <Help onChoose={choose} />}
    </>
  )
}

function Help({ onChoose }: { onChoose: (type: LicenseType) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={css['help']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Which license do I need?</summary>
      <noscript>
        The <Link to="/license-terms">License Terms</Link> compare all licenses.
      </noscript>
      {isOpen && (
        <Suspense fallback={null}>
          <LicenseHelper onChoose={onChoose} />
        </Suspense>
      )}
    </details>
  )
}

type RowProps = { name: string; price: string; limits: string; children?: ReactNode }

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
