import { data, Form, useNavigation } from 'react-router'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { showDollars } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card, Stat } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { IconPrinter } from '#platform/web/ui/icons.ts'
import { Moment } from '#platform/web/ui/moment.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { netOf } from '../rules.ts'
import type { Route } from './+types/report-preview-page.ts'
import { RangeForm, rangeQuery } from './range-form.tsx'
import { loadDetails, loadFromServer, loadReport, type ReportDetails } from './report-calls.ts'
import css from './report-preview-page.module.css'
import { ReportTables, type Titles } from './report-tables.tsx'

type PrintedReport = ReportDetails & { brand_name: string }

export const meta: Route.MetaFunction = () => [{ title: 'Financial Report Preview' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { brand_name } = context.get(requestContext)
  const load = async (range: { start: string; end: string }): Promise<PrintedReport> => ({
    ...(await loadDetails(context.get(apiContext), range)),
    brand_name
  })
  const report = await loadReport(request, load)
  return data(report, report.error ? 422 : 200)
}

export const clientLoader = (loaded: Route.ClientLoaderArgs) => loadFromServer(loaded)

const TITLES: Titles = { payments: 'Income (Payments)', expenses: 'Expenses', wages: 'Employee Wages' }

export default function ReportPreviewPage({ loaderData: { found, start, end, error } }: Route.ComponentProps) {
  const busy = useNavigation().state === 'loading'
  return (
    <Page
      title="Financial Report Preview"
      actions={
        <div className={css['tools']}>
          <LinkButton to={`/admin/reports${rangeQuery(start, end)}`}>Financial Report</LinkButton>
          <Form className={css['tools']}>
            <input type="hidden" name="start" value={start} />
            <input type="hidden" name="end" value={end} />
            <Button type="submit" busy={busy}>
              {busy ? 'Refreshing…' : 'Refresh'}
            </Button>
          </Form>
          <PrintButton disabled={busy || !found} />
        </div>
      }
    >
      <div className={css['controls']}>
        <RangeForm start={start} end={end}>
          <Button type="submit" kind="main" disabled={busy}>
            Apply
          </Button>
        </RangeForm>
      </div>
      {error && !busy && <Notice tone="bad">{error}</Notice>}
      {found && (
        <>
          <PrintDocument found={found} />
          <div className={css['tools']}>
            <PrintButton disabled={busy} />
          </div>
        </>
      )}
    </Page>
  )
}

function PrintButton({ disabled }: { disabled: boolean }) {
  return (
    <Button type="button" disabled={disabled} onClick={() => print()}>
      <IconPrinter size={17} aria-hidden="true" />
      Print / Save PDF
    </Button>
  )
}

/** The part of the page that is printed. */
function PrintDocument({ found }: { found: PrintedReport }) {
  const { totals, start, end, generated_at, brand_name } = found
  const net = netOf(totals)
  return (
    <>
      <Card className={css['about']}>
        <strong className={css['brand']}>{brand_name}</strong>
        <dl className={css['details']}>
          <dt>Period</dt>
          <dd>
            <span>
              {start} → {end}
            </span>{' '}
            <span className={css['quiet']}>(end not included)</span>
          </dd>
          <dt>Generated</dt>
          <dd>
            <Moment iso={generated_at} />
          </dd>
        </dl>
      </Card>
      <div className={css['stats']}>
        <Stat label="Income" value={showDollars(totals.income_cents)} />
        <Stat label="Employee Wages" value={showDollars(totals.wages_cents)} />
        <Stat label="Expenses" value={showDollars(totals.expenses_cents)} />
        <Stat label="Net" value={<span className={net < 0 ? css['loss'] : css['gain']}>{showDollars(net)}</span>} />
      </div>
      <ReportTables found={found} titles={TITLES} />
    </>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Financial Report Preview" title="The report could not be loaded." />
}
