import { Link } from 'react-router'
import { Badge } from '#platform/web/ui/badge.tsx'
import { oddnessOf, WEEK_DAYS, type Week, weekOf } from '../../rules.ts'
import { Bars } from './bars.tsx'
import css from './dashboard.module.css'

export type Figure = {
  label: string
  /** The page where one acts on it, for those who may open it. */
  to: string | undefined
  /** One value for each day, today last. */
  daily: readonly number[]
  show: (value: number) => string
  /** A smaller difference from what is usual is chance. */
  matters_from: number
}

/** How the last seven days went: each figure with the week before, small bars, and what is out of the ordinary. */
export function WeekCards({ figures, days }: { figures: readonly Figure[]; days: readonly string[] }) {
  const weeks = figures.map((figure) => ({ figure, week: weekOf(figure.daily) }))
  return (
    <section className={css['section']} aria-labelledby="week">
      <div className={css['head']}>
        <h2 id="week">The last seven days</h2>
        <Odd weeks={weeks} />
      </div>
      <ul className={css['cards']}>
        {weeks.map(({ figure, week }) => (
          <li key={figure.label} className={css['card']}>
            {figure.to === undefined ? (
              <span className={css['cardLabel']}>{figure.label}</span>
            ) : (
              <Link to={figure.to} className={css['cardLabel']}>
                {figure.label}
              </Link>
            )}
            <strong className={css['value']}>{figure.show(week.this_week)}</strong>
            <span className={css['quiet']}>{comparison(week, figure.show)}</span>
            <Bars values={figure.daily} days={days} />
          </li>
        ))}
      </ul>
      <DayTable figures={figures} days={days} />
    </section>
  )
}

function comparison({ this_week, week_before }: Week, show: Figure['show']): string {
  const difference = this_week - week_before
  if (difference === 0) return 'as in the week before'
  return `${show(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than the week before`
}

type Weeks = readonly { figure: Figure; week: Week }[]

/** Names what is far from usual, in words. */
function Odd({ weeks }: { weeks: Weeks }) {
  const odd = weeks.flatMap(({ figure, week }) => {
    const oddness = oddnessOf(week, figure.matters_from)
    return oddness ? [{ ...figure, oddness, usual: figure.show(Math.round(week.usual ?? 0)) }] : []
  })
  if (odd.length === 0) return <span className={css['quiet']}>Nothing is out of the ordinary.</span>
  return (
    <ul className={css['odd']}>
      {odd.map(({ label, to, oddness, usual }) => (
        <li key={label}>
          <Badge tone="warn">{oddness === 'high' ? 'High' : 'Low'}</Badge>
          <span>
            {to === undefined ? label : <Link to={to}>{label}</Link>}: {usual} is usual
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The numbers of the bars. */
function DayTable({ figures, days }: { figures: readonly Figure[]; days: readonly string[] }) {
  const shown = days.slice(-2 * WEEK_DAYS)
  const first = days.length - shown.length
  return (
    <details className={css['numbers']}>
      <summary>Show as a table</summary>
      <div className={css['scroll']}>
        <table>
          <caption>Figures by day, today last</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {figures.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((day, index) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                {figures.map(({ label, daily, show }) => (
                  <td key={label}>{show(daily[first + index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
