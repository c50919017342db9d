import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { inDollars } from '#platform/contract/money.ts'
import { showDollars } from '#platform/web/show.ts'
import type { ChartMonth } from '../rules.ts'
import css from './reports-page.module.css'

const HEIGHT = 360
const MARGIN = { top: 10, right: 20, left: 0, bottom: 10 }
/** Dash patterns distinguish the lines without relying on color. */
const LINES = [
  { key: 'income', name: 'Income', color: 'var(--good)', dash: undefined },
  { key: 'wages', name: 'Wages', color: 'var(--accent-text)', dash: '6 3' },
  { key: 'expenses', name: 'Expenses', color: 'var(--bad)', dash: '2 3' }
] as const

const axisDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** The lines are drawn in dollars; the tooltip shows the exact cents of the month. */
const rowsOf = (months: readonly ChartMonth[], before: readonly ChartMonth[] | undefined) =>
  months.map((row, index) => ({
    ...earlierOf(before?.[index]),
    ...row,
    income: inDollars(row.income_cents),
    wages: inDollars(row.wages_cents),
    expenses: inDollars(row.expenses_cents)
  }))

/** The same month of the year before, under names of its own. */
const earlierOf = (row: ChartMonth | undefined) =>
  row &&
  Object.fromEntries(
    LINES.flatMap(({ key }) => [
      [`${key}_before`, inDollars(row[`${key}_cents`])],
      [`${key}_before_cents`, row[`${key}_cents`]]
    ])
  )

type TooltipItem = { dataKey?: unknown; payload?: Record<string, unknown> }
const exactAmount = (_value: unknown, _name: unknown, { dataKey, payload }: TooltipItem) =>
  showDollars(Number(payload?.[`${String(dataKey)}_cents`] ?? 0))

/** Replaces the library's legend, whose aria-labels duplicate those of the page's fields. */
function ChartLegend({ isCompared }: { isCompared: boolean }) {
  return (
    <ul className={css['legend']}>
      {LINES.map(({ key, name, color, dash }) => (
        <li key={key}>
          <svg width="24" height="8" aria-hidden="true">
            <line x1="0" y1="4" x2="24" y2="4" stroke={color} strokeWidth="2" {...(dash ? { strokeDasharray: dash } : {})} />
          </svg>
          {name}
        </li>
      ))}
      {isCompared && <li>Faint: the year before</li>}
    </ul>
  )
}

export default function GrowthChart({ months, before }: { months: ChartMonth[]; before: ChartMonth[] | undefined }) {
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <LineChart data={rowsOf(months, before)} margin={MARGIN} accessibilityLayer={false}>
        <CartesianGrid stroke="var(--line)" strokeDasharray="3 3" />
        <XAxis dataKey="month" stroke="var(--ink-quiet)" fontSize={13} tickMargin={8} />
        <YAxis stroke="var(--ink-quiet)" fontSize={13} width={64} tickFormatter={(value: number) => axisDollars.format(value)} />
        <Tooltip
          formatter={exactAmount}
          contentStyle={{ background: 'var(--surface)', border: '1px solid var(--line)', borderRadius: 4, color: 'var(--ink)' }}
        />
        <Legend content={<ChartLegend isCompared={before !== undefined} />} />
        {before &&
          LINES.map(({ key, name, color, dash }) => (
            <Line
              key={`${key}_before`}
              type="monotone"
              dataKey={`${key}_before`}
              name={`${name}, year before`}
              stroke={color}
              strokeOpacity={0.4}
              dot={false}
              isAnimationActive={false}
              {...(dash ? { strokeDasharray: dash } : {})}
            />
          ))}
        {LINES.map(({ key, name, color, dash }) => (
          <Line
            key={key}
            type="monotone"
            dataKey={key}
            name={name}
            stroke={color}
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
