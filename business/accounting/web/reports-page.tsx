import { lazy, Suspense, useSyncExternalStore } from 'react'
import { data, Form, useNavigation } from 'react-router'
import { errorFields } from '#platform/web/action.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDollars, showNumber } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, Skeleton, Stat } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { financialReport } from '../contract.ts'
import { chartMonths } from '../rules.ts'
import type { Route } from './+types/reports-page.ts'
import { MonthTable } from './month-table.tsx'
import css from './reports-page.module.css'

const GrowthChart = lazy(() => import('./growth-chart.tsx'))
const CHART_HEIGHT = '360px'

export const meta: Route.MetaFunction = () => [{ title: 'Financial Report' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const [start, end] = [params.get('start') ?? '', params.get('end') ?? '']
  try {
    const report = await context.get(apiContext)(financialReport, { query: { start, end } })
    return { report, start: report.start, end: report.end, error: null }
  } catch (error) {
    if (error instanceof Response) throw error
    const fields = errorFields(error)
    return data({ report: null, start, end, error: Object.values(fields)[0] ?? 'Something went wrong' }, 422)
  }
}

export default function ReportsPage({ loaderData: { report, start, end, error } }: Route.ComponentProps) {
  const busy = useNavigation().state === 'loading'
  return (
    <Page title="Financial Report">
      <Form className={css['range']}>
        <TextField key={`start ${start}`} label="Start" name="start" type="date" defaultValue={start} />
        <TextField key={`end ${end}`} label="End" name="end" type="date" defaultValue={end} hint="Not included" />
        <Button type="submit" kind="main" busy={busy}>
          {busy ? 'Loading…' : 'Refresh'}
        </Button>
      </Form>
      {error && <Notice tone="bad">{error}</Notice>}
      {report && (
        <>
          <div className={css['stats']}>
            <Stat label="Income" value={showDollars(report.totals.income_cents)} />
            <Stat label="Employee Wages" value={showDollars(report.totals.wages_cents)} />
            <Stat label="Expenses" value={showDollars(report.totals.expenses_cents)} />
            <Stat label="Assets Sold" value={showNumber(report.totals.assets_sold)} />
          </div>
          <Growth months={chartMonths(report.series)} />
        </>
      )}
    </Page>
  )
}

type Months = ReturnType<typeof chartMonths>

/** The chart is drawn in the browser only; the same numbers stand in a table for everyone. */
function Growth({ months }: { months: Months }) {
  const inBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false
  )
  const waiting = <Skeleton height={CHART_HEIGHT} />
  return (
    <Card className={css['growth']}>
      <h2>Project Growth (last 12 months)</h2>
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
