import { WEEK_DAYS } from '../../rules.ts'
import css from './dashboard.module.css'

const WIDTH = 140
const HEIGHT = 36
const GAP = 2

/** Fourteen days as bars, the last seven in the accent. Decoration: the figures are in the text and in the table beside it. */
export function Bars({ values, days }: { values: readonly number[]; days: readonly string[] }) {
  const shown = values.slice(-2 * WEEK_DAYS)
  const max = Math.max(1, ...shown.map((value) => Math.abs(value)))
  const step = WIDTH / shown.length
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={css['bars']} aria-hidden="true" preserveAspectRatio="none">
      {shown.map((value, index) => {
        const height = Math.max(1, (Math.abs(value) / max) * HEIGHT)
        return (
          <rect
            key={days.at(index - shown.length)}
            className={index >= shown.length - WEEK_DAYS ? css['now'] : css['before']}
            x={index * step}
            y={HEIGHT - height}
            width={step - GAP}
            height={height}
          />
        )
      })}
    </svg>
  )
}
