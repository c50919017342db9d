import { lazy, Suspense, useSyncExternalStore } from 'react'
import { data, Link, useNavigation } from 'react-router'
import { apiContext } from '#platform/web/page.ts'
import { showDollars, showNumber } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card, Skeleton, Stat } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import type { FinancialReport } from '../contract.ts'
import { chartMonths } from '../rules.ts'
import type { Route } from './+types/reports-page.ts'
import { CsvLink } from './csv-link.tsx'
import { MonthTable } from './month-table.tsx'
import { RangeForm, rangeQuery } from './range-form.tsx'
import { loadFinancial, loadFromServer, loadReport } from './report-calls.ts'
import css from './reports-page.module.css'

const GrowthChart = lazy(() => import('./growth-chart.tsx'))
const CHART_HEIGHT = '360px'

export const meta: Route.MetaFunction = () => [{ title: 'Financial Report' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const report = await loadReport(request, (range) => loadFinancial(context.get(apiContext), range))
  return data(report, report.error ? 422 : 200)
}

export const clientLoader = (loaded: Route.ClientLoaderArgs) => loadFromServer(loaded)

export default function ReportsPage({ loaderData: { found: report, start, end, error } }: Route.ComponentProps) {
  const busy = useNavigation().state === 'loading'
  const range = rangeQuery(start, end)
  return (
    <Page
      title="Financial Report"
      actions={
        <>
          <LinkButton to={`/admin/report-preview${range}`}>Preview and print</LinkButton>
          <LinkButton to={`/admin/report-details${range}`}>Details</LinkButton>
          <LinkButton to={`/admin/expenses${range}`}>Expenses</LinkButton>
        </>
      }
    >
      <RangeForm start={start} end={end}>
        <Button type="submit" kind="main" busy={busy}>
          {busy ? 'Loading…' : 'Refresh'}
        </Button>
      </RangeForm>
      {error && !busy && <Notice tone="bad">{error}</Notice>}
      {report && (
        <>
          <Totals report={report} />
          <Growth report={report} />
        </>
      )}
    </Page>
  )
}

/** Each total links to the lines it adds up. */
function Totals({ report: { totals, start, end } }: { report: FinancialReport }) {
  const lines = (list: string) => `/admin/report-details${rangeQuery(start, end)}#${list}`
  return (
    <div className={css['stats']}>
      <Stat label="Income" value={showDollars(totals.income_cents)} note={<Link to={lines('payments')}>See payments</Link>} />
      <Stat label="Employee Wages" value={showDollars(totals.wages_cents)} note={<Link to={lines('wages')}>See wages</Link>} />
      <Stat label="Expenses" value={showDollars(totals.expenses_cents)} note={<Link to={lines('expenses')}>See expenses</Link>} />
      <Stat label="Assets Sold" value={showNumber(totals.assets_sold)} note={<Link to={lines('payments')}>See sales</Link>} />
    </div>
  )
}

/** The chart renders only in the browser. The table below it has the same numbers. */
function Growth({ report: { series, start, end } }: { report: FinancialReport }) {
  const inBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false
  )
  const months = chartMonths(series)
  const waiting = <Skeleton height={CHART_HEIGHT} />
  return (
    <Card className={css['growth']}>
      <div className={css['listHead']}>
        <h2>Project Growth (last 12 months)</h2>
        <CsvLink file="months" start={start} end={end} />
      </div>
      <div className={css['chart']} aria-hidden="true">
        {inBrowser ? (
          <Suspense fallback={waiting}>
            <GrowthChart months={months} />
          </Suspense>
        ) : (
          waiting
        )}
      </div>
      <MonthTable months={months} />
    </Card>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Financial Report" title="The report could not be loaded." />
}
