import { useState } from 'react'
import { Select } from '#platform/web/ui/form/select.tsx'
import type { Symbology } from '../../barcode.rules.ts'
import { FORMAT_KEYS, LABEL_FORMATS, perSheet } from '../../format.rules.ts'
import { ERROR_LEVELS, type ErrorLevel, LABEL_DPI, LABEL_SIZES, type Label, type LabelProblems, symbologiesFor } from '../../label.rules.ts'
import { presetOf, withFormat } from '../../preset.rules.ts'
import css from './label.module.css'
import { type Editing, LabelInput } from './label-fields.tsx'

const DETAIL_MAX = 120
const DETAILS = ['company_name', 'contact_name', 'phone', 'street', 'city', 'state', 'zip'] as const

/** Company and contact fields, collapsed until opened or until one has an error. */
export function LabelDetails({ problems, ...editing }: Editing & { problems: LabelProblems }) {
  const [unfolded, setUnfolded] = useState(presetOf(editing.label.format)?.has_details ?? false)
  const wrong = DETAILS.some((field) => problems[field])
  return (
    <details className={css['details']} open={unfolded || wrong} onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
      <summary>Company and contact</summary>
      <div className={css['pairs']}>
        <LabelInput {...editing} field="company_name" name="Company name" maxLength={DETAIL_MAX} autoComplete="organization" />
        <LabelInput {...editing} field="contact_name" name="Contact name" maxLength={DETAIL_MAX} autoComplete="name" />
        <LabelInput {...editing} field="phone" name="Phone" inputMode="tel" maxLength={DETAIL_MAX} autoComplete="tel" />
        <LabelInput {...editing} field="street" name="Street" maxLength={DETAIL_MAX} autoComplete="street-address" />
        <LabelInput {...editing} field="city" name="City" maxLength={DETAIL_MAX} autoComplete="address-level2" />
        <LabelInput {...editing} field="state" name="State" maxLength={DETAIL_MAX} autoComplete="address-level1" />
        <LabelInput {...editing} field="zip" name="ZIP" maxLength={DETAIL_MAX} autoComplete="postal-code" />
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
      label="Code type"
      name="symbology"
      value={label.symbology}
      options={allowed.map((value) => ({ value, label: SYMBOLOGY_NAMES[value] }))}
      onChange={({ currentTarget }) => onChange({ symbology: allowed.find((one) => one === currentTarget.value) ?? 'qr' })}
    />
  )
}

const formats = [{ value: 'free', label: 'Width in pixels' }, ...FORMAT_KEYS.map((key) => ({ value: key, label: LABEL_FORMATS[key].name }))]

/** A width in pixels, or a size of labels that are sold. Some sizes bring the fields of what they are usually for; `person` is whose card it is. */
export function FormatChoice({ label, onChange, person }: Editing & { person: string }) {
  return (
    <Select
      label="Format"
      name="format"
      value={label.format}
      options={formats}
      hint={formatHint(label.format)}
      onChange={({ currentTarget }) =>
        onChange(withFormat(label, FORMAT_KEYS.find((key) => key === currentTarget.value) ?? 'free', person))
      }
    />
  )
}

function formatHint(format: Label['format']): string {
  if (format === 'free') return 'Or choose the size of a label, a card, or a sheet of labels.'
  const { sheet } = LABEL_FORMATS[format]
  if (!sheet) return 'The texts get smaller until they fit.'
  return `${sheet.paper === 'a4' ? 'A4' : 'US Letter'} with ${perSheet(sheet)} labels. The PDF is a full sheet. Print it at 100%.`
}

/** Format, size, margin, and, for QR codes, the error correction level. */
export function LabelStyle({ label, onChange }: Editing) {
  return (
    <div className={css['look']}>
      {label.format === 'free' && (
        <Select
          label="Size"
          name="size"
          value={label.size}
          options={sizes}
          onChange={({ currentTarget }) => onChange({ size: Number(currentTarget.value) })}
        />
      )}
      {label.symbology === 'qr' && (
        <Select
          label="Error correction"
          name="level"
          value={label.level}
          options={levels}
          onChange={({ currentTarget }) => onChange({ level: ERROR_LEVELS.find((one) => one === currentTarget.value) ?? 'M' })}
        />
      )}
      <LabelInput label={label} onChange={onChange} field="margin" name="Margin" inputMode="decimal" />
    </div>
  )
}
