import { Field, useField } from '#platform/web/ui/form/field.tsx'
import { QUALITY } from '../../compress.rules.ts'
import css from './compressor.module.css'

export const showPercent = (part: number): string => `${Math.round(part * 100)}%`

const HINT = 'A lower quality gives smaller files. PNG files are always lossless.'

/** A quality from 0 to 1, shown in percent. */
export function QualityField({ quality, onQuality }: { quality: number; onQuality: (quality: number) => void }) {
  const wiring = useField({ hint: HINT })
  return (
    <Field id={wiring.id} label="WebP quality" hint={HINT}>
      <div className={css['quality']}>
        <input
          {...wiring}
          type="range"
          min={QUALITY.min}
          max={QUALITY.max}
          step={QUALITY.step}
          value={quality}
          aria-valuetext={showPercent(quality)}
          onChange={({ currentTarget }) => onQuality(Number(currentTarget.value))}
        />
        <output htmlFor={wiring.id}>{showPercent(quality)}</output>
      </div>
    </Field>
  )
}
