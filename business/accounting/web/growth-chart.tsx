import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { showDollars } from '#platform/web/show.ts'
import type { ChartMonth } from '../rules.ts'
import css from './reports-page.module.css'

const HEIGHT = 360
const MARGIN = { top: 10, right: 20, left: 0, bottom: 10 }
/** Told apart by dashes too, not by colour alone. */
const LINES = [
  { key: 'income', name: 'Income', colour: 'var(--good)', dash: undefined },
  { key: 'wages', name: 'Wages', colour: 'var(--accent-text)', dash: '6 3' },
  { key: 'expenses', name: 'Expenses', colour: 'var(--bad)', dash: '2 3' }
] as const

const money = (value: unknown) => showDollars(Math.round(Number(value) * 100))

/** Plain words: the library's own legend labels its marks, and those labels answer for the page's fields. */
function Names() {
  return (
    <ul className={css['legend']}>
      {LINES.map(({ key, name, colour, dash }) => (
        <li key={key}>
          <svg width="24" height="8" aria-hidden="true">
            <line x1="0" y1="4" x2="24" y2="4" stroke={colour} strokeWidth="2" {...(dash ? { strokeDasharray: dash } : {})} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

export default function GrowthChart({ months }: { months: ChartMonth[] }) {
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <LineChart data={months} margin={MARGIN} accessibilityLayer={false}>
        <CartesianGrid stroke="var(--line)" strokeDasharray="3 3" />
        <XAxis dataKey="month" stroke="var(--ink-quiet)" fontSize={13} tickMargin={8} />
        <YAxis
          stroke="var(--ink-quiet)"
          fontSize={13}
          width={64}
          tickFormatter={(value: number) => `${value < 0 ? '-' : ''}$${Math.abs(value)}`}
        />
        <Tooltip
          formatter={money}
          contentStyle={{ background: 'var(--surface)', border: '1px solid var(--line)', borderRadius: 4, color: 'var(--ink)' }}
        />
        <Legend content={Names} />
        {LINES.map(({ key, name, colour, dash }) => (
          <Line
            key={key}
            type="monotone"
            dataKey={key}
            name={name}
            stroke={colour}
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
            {...(dash ? { strokeDasharray: dash } : {})}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  )
}
