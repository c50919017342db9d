import { Field, useField } from '#platform/web/ui/field.tsx'
import { QUALITY } from '../compress.rules.ts'
import css from './compressor.module.css'

export const showPercent = (part: number): string => `${Math.round(part * 100)}%`

const HINT = 'Lower is smaller. PNG files lose nothing, whatever the quality.'

/** From 0 to 1, shown in percent. */
export function QualityField({ quality, onQuality }: { quality: number; onQuality: (quality: number) => void }) {
  const wiring = useField({ hint: HINT })
  return (
    <Field id={wiring.id} label="WebP quality" hint={HINT}>
      <div className={css['quality']}>
        <input
          {...wiring}
          type="range"
          min={QUALITY.least}
          max={QUALITY.most}
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
