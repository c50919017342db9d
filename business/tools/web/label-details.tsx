import { useState } from 'react'
import { Select } from '#platform/web/ui/select.tsx'
import type { Symbology } from '../barcode.rules.ts'
import { ERROR_LEVELS, type ErrorLevel, LABEL_DPI, LABEL_SIZES, type LabelProblems, symbologiesFor } from '../label.rules.ts'
import css from './label.module.css'
import { type Editing, LabelInput } from './label-fields.tsx'

const DETAIL_MOST = 120
const DETAILS = ['company_name', 'contact_name', 'phone', 'street', 'city', 'state', 'zip'] as const

/** Who it is from; folded away until wanted, or until something in it is wrong. */
export function LabelDetails({ problems, ...editing }: Editing & { problems: LabelProblems }) {
  const [unfolded, setUnfolded] = useState(false)
  const wrong = DETAILS.some((field) => problems[field])
  return (
    <details className={css['details']} open={unfolded || wrong} onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
      <summary>Company and contact</summary>
      <div className={css['pairs']}>
        <LabelInput {...editing} field="company_name" name="Company name" maxLength={DETAIL_MOST} autoComplete="organization" />
        <LabelInput {...editing} field="contact_name" name="Contact name" maxLength={DETAIL_MOST} autoComplete="name" />
        <LabelInput {...editing} field="phone" name="Phone" inputMode="tel" maxLength={DETAIL_MOST} autoComplete="tel" />
        <LabelInput {...editing} field="street" name="Street" maxLength={DETAIL_MOST} autoComplete="street-address" />
        <LabelInput {...editing} field="city" name="City" maxLength={DETAIL_MOST} autoComplete="address-level2" />
        <LabelInput {...editing} field="state" name="State" maxLength={DETAIL_MOST} autoComplete="address-level1" />
        <LabelInput {...editing} field="zip" name="ZIP" maxLength={DETAIL_MOST} autoComplete="postal-code" />
      </div>
    </details>
  )
}

const SYMBOLOGY_NAMES: Record<Symbology, string> = {
  qr: 'QR code',
  datamatrix: 'Data Matrix',
  code128: 'Code 128 barcode',
  ean13: 'EAN-13 barcode',
  ean8: 'EAN-8 barcode',
  upca: 'UPC-A barcode'
}
const LEVEL_NAMES: Record<ErrorLevel, string> = { L: 'L, 7%', M: 'M, 15%', Q: 'Q, 25%', H: 'H, 30%' }

const sizes = LABEL_SIZES.map((size) => ({ value: String(size), label: `${size} px, ${Math.round((size / LABEL_DPI) * 25.4)} mm` }))
const levels = ERROR_LEVELS.map((value) => ({ value, label: LEVEL_NAMES[value] }))

export function SymbologyChoice({ label, onChange }: Editing) {
  const allowed = symbologiesFor(label.content_type)
  return (
    <Select
      label="Kind of code"
      name="symbology"
      value={label.symbology}
      options={allowed.map((value) => ({ value, label: SYMBOLOGY_NAMES[value] }))}
      onChange={({ currentTarget }) => onChange({ symbology: currentTarget.value as Symbology })}
    />
  )
}

/** How the code is drawn; only a QR code has a choice of error correction. */
export function LabelLook({ label, onChange }: Editing) {
  return (
    <div className={css['look']}>
      <Select
        label="Size"
        name="size"
        value={label.size}
        options={sizes}
        onChange={({ currentTarget }) => onChange({ size: Number(currentTarget.value) })}
      />
      {label.symbology === 'qr' && (
        <Select
          label="Error correction"
          name="level"
          value={label.level}
          options={levels}
          onChange={({ currentTarget }) => onChange({ level: currentTarget.value as ErrorLevel })}
        />
      )}
      <LabelInput label={label} onChange={onChange} field="margin" name="Margin" inputMode="decimal" />
    </div>
  )
}
