import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { categoryLabel } from '#catalogue/rules.ts'
import type { Pricing } from '#licensing/contract.ts'
import { LICENSE_TYPES, type LicenseType, limitsLine } from '#licensing/rules.ts'
import { showDollars } from '#platform/web/show.ts'
import css from './license-rows.module.css'

/** Only who asks for it loads it. */
const LicenseHelper = lazy(async () => ({ default: (await import('#licensing/web/index.ts')).LicenseHelper }))

type LicenseRowsProps = {
  prices: Pricing['prices']['single']
  isFree: boolean
  /** The form that sends the choice. */
  form: string
}

/** Each licence with its price and its limits in numbers. One is chosen here; of an asset that is free the dialog asks. */
export function LicenseRows({ prices, isFree, form }: LicenseRowsProps) {
  const types = LICENSE_TYPES.filter((type) => prices[type])
  const rows = useRef<HTMLFieldSetElement>(null)
  if (types.length === 0 && !isFree) return <p className={css['quiet']}>This asset is not for sale.</p>
  const choose = (type: LicenseType) => {
    const choice = rows.current?.querySelector<HTMLInputElement>(`input[value="${type}"]`)
    choice?.click()
    choice?.focus()
  }
  return (
    <>
      <fieldset className={css['rows']} ref={rows}>
        <legend className={css['legend']}>License</legend>
        {isFree && <Row name="Free" price="$0.00" limits="PNG, 1500 px, non-commercial, with attribution" />}
        {types.map((type, place) => (
          <Row key={type} name={categoryLabel(type)} price={showDollars(prices[type]!.amount_cents)} limits={limitsLine(type)}>
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
        The <Link to="/license-terms">License Terms</Link> show them side by side.
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
