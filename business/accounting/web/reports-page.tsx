import { Suspense, useSyncExternalStore } from 'react'
import { data, Link, useNavigation } from 'react-router'
import { loadLater } from '#platform/web/loading/load-later.tsx'
import { apiContext } from '#platform/web/page.ts'
import { showDollars, showNumber } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card, Skeleton, Stat } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { chartMonths } from '../rules.ts'
import type { Route } from './+types/reports-page.ts'
import { CsvLink } from './csv-link.tsx'
import { MonthTable } from './month-table.tsx'
import { RangeForm, rangeQuery } from './range-form.tsx'
import { type ComparedReport, loadCompared, loadFromServer, loadReport } from './report-calls.ts'
import css from './reports-page.module.css'

const GrowthChart = loadLater(() => import('./growth-chart.tsx'))
const CHART_HEIGHT = '360px'

export const meta: Route.MetaFunction = () => [{ title: 'Financial Report' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const report = await loadReport(request, (range) => loadCompared(context.get(apiContext), range))
  const isCompared = new URL(request.url).searchParams.has('compare')
  return data({ ...report, isCompared }, report.error ? 422 : 200)
}

export const clientLoader = async (loaded: Route.ClientLoaderArgs) => ({ isCompared: false, ...(await loadFromServer(loaded)) })

export default function ReportsPage({ loaderData: { found: report, start, end, error, isCompared } }: Route.ComponentProps) {
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
      <p className={css['period']}>
        {start} → {end} (end not included)
      </p>
      {error && !busy && <Notice tone="bad">{error}</Notice>}
      {report && (
        <>
          <Totals report={report} />
          {report.totals.tax_cents !== 0 && (
            <p className={css['period']}>Tax of {showDollars(report.totals.tax_cents)} is owed. It is not part of the income.</p>
          )}
          <Growth report={report} isCompared={isCompared} />
        </>
      )}
    </Page>
  )
}

/** Says how a total differs from that of the period before. */
function compared(now: number, before: number | undefined, show: (value: number) => string): string {
  if (before === undefined) return ''
  if (now === before) return 'As in the period before'
  return `${show(Math.abs(now - before))} ${now > before ? 'more' : 'less'} than in the period before`
}

/** Each total links to the lines it adds up, and is compared with the period before. */
function Totals({ report: { totals, start, end, before } }: { report: ComparedReport }) {
  const lines = (list: string) => `/admin/report-details${rangeQuery(start, end)}#${list}`
  const note = (to: string, label: string, difference: string) => (
    <>
      <span className={css['difference']}>{difference}</span>
      <Link to={to}>{label}</Link>
    </>
  )
  const dollars = (of: 'income_cents' | 'wages_cents' | 'expenses_cents') => compared(totals[of], before?.totals[of], showDollars)
  return (
    <div className={css['stats']}>
      <Stat
        label="Income"
        value={showDollars(totals.income_cents)}
        note={note(lines('payments'), 'See payments', dollars('income_cents'))}
      />
      <Stat
        label="Employee Wages"
        value={showDollars(totals.wages_cents)}
        note={note(lines('wages'), 'See wages', dollars('wages_cents'))}
      />
      <Stat
        label="Expenses"
        value={showDollars(totals.expenses_cents)}
        note={note(lines('expenses'), 'See expenses', dollars('expenses_cents'))}
      />
      <Stat
        label="Assets Sold"
        value={showNumber(totals.assets_sold)}
        note={note(lines('payments'), 'See sales', compared(totals.assets_sold, before?.totals.assets_sold, showNumber))}
      />
    </div>
  )
}

/** The chart renders only in the browser. The table below it has the same numbers. */
function Growth({ report: { series, series_before, start, end }, isCompared }: { report: ComparedReport; isCompared: boolean }) {
  const inBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false
  )
  const months = chartMonths(series)
  const before = isCompared && series_before ? chartMonths(series_before) : undefined
  const waiting = <Skeleton height={CHART_HEIGHT} />
  return (
    <Card className={css['growth']}>
      <div className={css['listHead']}>
        <h2>Project Growth (last 12 months)</h2>
        <div className={css['tools']}>
          {series_before && (
            <LinkButton to={`${rangeQuery(start, end)}${isCompared ? '' : '&compare=1'}`} small kind="quiet" preventScrollReset>
              {isCompared ? 'Without the year before' : 'Compare with the year before'}
            </LinkButton>
          )}
          <CsvLink file="months" start={start} end={end} />
        </div>
      </div>
      <div className={css['chart']} aria-hidden="true">
        {inBrowser ? (
          <Suspense fallback={waiting}>
            <GrowthChart months={months} before={before} />
          </Suspense>
        ) : (
          waiting
        )}
      </div>
      <MonthTable months={months} before={before} />
    </Card>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Financial Report" title="The report could not be loaded." />
}
