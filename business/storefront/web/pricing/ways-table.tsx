import { Link } from 'react-router'
import {
  FREE_SIZE,
  LICENSE_LIMITS,
  LICENSE_NAMES,
  LICENSE_TYPES,
  type LicenseLimits,
  PLAN_LICENSE,
  PRICE_FACTORS
} from '#licensing/rules.ts'
import { showDollars, showNumber } from '#platform/web/show.ts'
import { type Column, Table } from '#platform/web/ui/table.tsx'
import type { ShownPlan } from '#subscriptions/contract.ts'
import css from './pricing-page.module.css'

type Row = { name: string; free: string; single: string; plan: (plan: ShownPlan, yearly: ShownPlan | undefined) => string }

const { personal: personal_name, commercial: commercial_name, extended: extended_name } = LICENSE_NAMES

const byType = (limit: (limits: LicenseLimits) => number): string => {
  const [personal, commercial, extended] = LICENSE_TYPES.map((type) => showNumber(limit(LICENSE_LIMITS[type])))
  return `${personal}, ${commercial}, or ${extended}`
}
const FACTORS = `commercial costs ${PRICE_FACTORS.commercial} times and extended ${PRICE_FACTORS.extended} times the personal price`

const priceOf = ({ price_cents, interval }: ShownPlan): string => `${showDollars(price_cents).replace(/\.00$/, '')} a ${interval}`

const ROWS: readonly Row[] = [
  {
    name: 'Price',
    free: showDollars(0),
    single: `Once per asset; ${FACTORS}`,
    plan: (plan, yearly) => [plan, ...(yearly ? [yearly] : [])].map(priceOf).join(' or ')
  },
  {
    name: 'Assets',
    free: 'Assets marked free',
    single: 'One',
    plan: ({ downloads_per_month }) => `${showNumber(downloads_per_month)} a month`
  },
  {
    name: 'People',
    free: '–',
    single: `${byType(({ seats }) => seats)}, by license`,
    plan: ({ seats }) => (seats === 1 ? '1' : `${seats}, sharing the downloads`)
  },
  {
    name: 'License',
    free: 'Free license',
    single: `${personal_name}, ${commercial_name.toLowerCase()}, or ${extended_name.toLowerCase()}`,
    plan: () => LICENSE_NAMES[PLAN_LICENSE]
  },
  {
    name: 'Commercial use',
    free: 'No',
    single: 'Commercial and extended',
    plan: () => (LICENSE_LIMITS[PLAN_LICENSE].commercial_use ? 'Yes' : 'No')
  },
  {
    name: 'Printed copies per asset',
    free: '–',
    single: byType(({ print_run }) => print_run),
    plan: () => showNumber(LICENSE_LIMITS[PLAN_LICENSE].print_run)
  },
  { name: 'Files', free: `PNG, ${FREE_SIZE} px`, single: 'Every format and size', plan: () => 'Every format and size' },
  { name: 'Credit to the artist', free: 'Required', single: 'Only if the asset requires it', plan: () => 'Only if the asset requires it' },
  { name: 'Downloading again', free: 'While it is free', single: 'Any time', plan: () => 'Not counted again' },
  { name: 'License ends', free: 'Never', single: 'Never', plan: () => 'With the plan; you may keep using finished work' },
  { name: 'Account', free: 'Not needed', single: 'Client account', plan: () => 'Client account' }
]

/** A way to get assets, and its entry in each row. */
type Way = { name: string; entry: (row: Row) => string }

const waysWith = (plans: readonly ShownPlan[]): Way[] => [
  { name: 'Free license', entry: ({ free }) => free },
  { name: 'Single license', entry: ({ single }) => single },
  ...plans
    .filter(({ interval }) => interval === 'month')
    .map((plan) => ({ name: plan.name, entry: (row: Row) => row.plan(plan, yearlyOf(plan, plans)) }))
]

/** A yearly plan gives the same as the monthly one with as many seats. */
const yearlyOf = ({ seats }: ShownPlan, plans: readonly ShownPlan[]): ShownPlan | undefined =>
  plans.find((one) => one.interval === 'year' && one.seats === seats)

/** Compares the free license, single licenses, and plans: in a table, or on a phone in a card for each. */
export function WaysTable({ plans }: { plans: readonly ShownPlan[] }) {
  const ways = waysWith(plans)
  const columns: Column<Row>[] = [
    { head: 'What you get', kind: 'title', cell: ({ name }) => name },
    ...ways.map(({ name, entry }): Column<Row> => ({ head: name, cell: entry }))
  ]
  return (
    <section className={css['section']} aria-labelledby="ways">
      <h2 id="ways">Side by side</h2>
      <div className={css['table']}>
        <Table caption="Comparison of licenses and plans" columns={columns} rows={ROWS} rowKey={({ name }) => name} />
      </div>
      <ul className={css['ways']}>
        {ways.map((way) => (
          <WayCard key={way.name} {...way} />
        ))}
      </ul>
      <p className={css['wide']}>
        The <Link to="/license-terms">License Terms</Link> state what you may do with an asset. Free assets are covered by the{' '}
        <Link to="/free-license">Free License</Link>.
      </p>
    </section>
  )
}

function WayCard({ name, entry }: Way) {
  return (
    <li>
      <h3>{name}</h3>
      <dl>
        {ROWS.map((row) => (
          <div key={row.name}>
            <dt>{row.name}</dt>
            <dd>{entry(row)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
