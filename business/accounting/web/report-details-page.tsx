import { data, useNavigation } from 'react-router'
import { browserApi } from '#platform/web/browser.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDollars, showNumber } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Stat } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { netOf } from '../rules.ts'
import type { Route } from './+types/report-details-page.ts'
import { CsvLink } from './csv-link.tsx'
import { RangeForm, rangeQuery } from './range-form.tsx'
import { loadDetails, loadReport, type ReportDetails } from './report-calls.ts'
import { ReportTables, type Titles } from './report-tables.tsx'
import css from './reports-page.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Report details' }]

/** Renders the page without JavaScript. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const report = await loadReport(request, (range) => loadDetails(context.get(apiContext), range))
  return data(report, report.error ? 422 : 200)
}

/** In the browser, the page makes its four calls at the same time, when it opens and on each refresh. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadReport(request, (range) => loadDetails(browserApi(), range))
clientLoader.hydrate = true as const

const TITLES: Titles = { payments: 'Payments', expenses: 'Expenses', wages: 'Wages' }

export default function ReportDetailsPage({ loaderData: { found, start, end, error } }: Route.ComponentProps) {
  const busy = useNavigation().state === 'loading'
  const range = rangeQuery(start, end)
  return (
    <Page
      title="Report details"
      intro="Every line behind the totals of the financial report."
      actions={
        <>
          <LinkButton to={`/admin/reports${range}`}>Financial Report</LinkButton>
          <LinkButton to={`/admin/report-preview${range}`}>Preview and print</LinkButton>
        </>
      }
    >
      <RangeForm start={start} end={end}>
        <Button type="submit" kind="main" busy={busy}>
          {busy ? 'Loading…' : 'Refresh'}
        </Button>
      </RangeForm>
      {error && !busy && <Notice tone="bad">{error}</Notice>}
      {found && (
        <>
          <Summary totals={found.totals} />
          <ReportTables found={found} titles={TITLES} tools={(file) => <CsvLink file={file} start={start} end={end} />} />
        </>
      )}
    </Page>
  )
}

function Summary({ totals }: { totals: ReportDetails['totals'] }) {
  return (
    <section aria-labelledby="summary" className={css['summary']}>
      <h2 id="summary">Financial summary</h2>
      <div className={css['stats']}>
        <Stat label="Income" value={showDollars(totals.income_cents)} />
        <Stat label="Employee Wages" value={showDollars(totals.wages_cents)} />
        <Stat label="Expenses" value={showDollars(totals.expenses_cents)} />
        <Stat label="Net" value={showDollars(netOf(totals))} />
        <Stat label="Assets Sold" value={showNumber(totals.assets_sold)} />
      </div>
    </section>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Report details" title="The report could not be loaded." />
}
