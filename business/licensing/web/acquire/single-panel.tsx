import { useRef } from 'react'
import { showDollars } from '#platform/web/show.ts'
import { Skeleton } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import type { Pricing } from '../../contract.ts'
import { LICENSE_NAMES, LICENSE_TYPES, type LicenseType, limitsLine, wantedFirst } from '../../rules.ts'
import css from './acquire-dialog.module.css'
import { CouponField } from './coupon-field.tsx'
import { LicenseHelper } from './license-helper.tsx'
import { OwnedNotice } from './owned-notice.tsx'
import { PricingFailed } from './pricing-failed.tsx'
import type { Acquire } from './use-acquire.ts'

export function SinglePanel({ acquire, formats }: { acquire: Acquire; formats: readonly string[] }) {
  const { asset_id, format, state, single, retry, owned, license, setLicense, coupon, setCoupon } = acquire
  const choices = useRef<HTMLFieldSetElement>(null)
  const takeAdvice = (type: LicenseType) => {
    setLicense(type)
    choices.current?.querySelector<HTMLInputElement>(`input[value="${type}"]`)?.focus()
  }
  if (state === 'failed') return <PricingFailed onRetry={retry} />
  if (state === 'loaded' && Object.keys(single).length === 0) return <Notice>This asset is not for sale.</Notice>
  return (
    <>
      <OwnedNotice owned={owned} format={format} />
      <fieldset className={css['choices']} ref={choices}>
        <legend>License</legend>
        {LICENSE_TYPES.map((type) => (
          <LicenseChoice key={type} type={type} price={single[type]} chosen={type === license} onChoose={() => setLicense(type)} />
        ))}
      </fieldset>
      <details className={css['helper']}>
        <summary>Which license do I need?</summary>
        <LicenseHelper onChoose={takeAdvice} />
      </details>
      <p className={css['formats']}>{formatsLine(formats, format)}</p>
      <CouponField value={coupon} onChange={setCoupon} quoted={{ items: [{ asset_id, license_type: license }] }} />
    </>
  )
}

function formatsLine(formats: readonly string[], wanted: string | undefined): string {
  const [first, ...others] = wantedFirst(formats, wanted).map((format) => format.toUpperCase())
  const also = others.length > 0 ? ` Also included: ${others.join(', ')}.` : ''
  return `Downloads as ${first ?? 'a file'}.${also}`
}

type Price = NonNullable<Pricing['prices']['single'][LicenseType]>
type ChoiceProps = { type: LicenseType; price: Price | undefined; chosen: boolean; onChoose: () => void }

function LicenseChoice({ type, price, chosen, onChoose }: ChoiceProps) {
  return (
    <label className={css['choice']}>
      <input type="radio" name="license_type" value={type} checked={chosen} onChange={onChoose} />
      <span className={css['choiceName']}>{LICENSE_NAMES[type]}</span>
      <span className={css['choicePrice']}>{price ? showDollars(price.amount_cents) : <Skeleton width="4.5em" />}</span>
      <span className={css['choiceNote']}>{limitsLine(type)}</span>
      <span className={css['choiceNote']}>{price ? price.features.join(' · ') : <Skeleton width="80%" />}</span>
    </label>
  )
}
