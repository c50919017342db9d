import { redirect } from 'react-router'
import { categoryLabel } from '#catalogue/rules.ts'
import { viewPayouts } from '#payroll/payouts.contract.ts'
import { PayoutTable } from '#payroll/web/index.ts'
import { addressWith, pageIn } from '#platform/web/list-address.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { showDay, showDollars } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState, Stat } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { Table } from '#platform/web/ui/table.tsx'
import { typedMoment } from '#platform/web/zone-time.ts'
import { earnings } from '../earnings.contract.ts'
import { toneOf } from '../rules.ts'
import type { Route } from './+types/earnings-page.ts'
import css from './earnings-page.module.css'

const PAGE_SIZE = 20

export const meta: Route.MetaFunction = () => [{ title: 'Earnings' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = context.get(requestContext)
  if (user && user.role !== 'employee') throw redirect('/')
  const params = new URL(request.url).searchParams
  const api = context.get(apiContext)
  const [sums, payouts] = await Promise.all([
    api(earnings, { query: { page: pageIn(params), page_size: PAGE_SIZE } }),
    api(viewPayouts, { query: { page: pageIn(params, 'payouts') } })
  ])
  // In California time: on the last evening of a month, UTC is already in the next month.
  return { ...sums, payouts, this_month: typedMoment(new Date().toISOString()).slice(0, 7) }
}

/** Payouts pay the oldest wages first. */
function paymentOf(wage: number | null, unpaid_days: number | null): string {
  if (wage === null || wage === 0) return '–'
  if (unpaid_days === null) return 'Paid'
  return unpaid_days === 0 ? 'Approved today' : `Unpaid for ${unpaid_days} ${unpaid_days === 1 ? 'day' : 'days'}`
}

export default function EarningsPage({ loaderData }: Route.ComponentProps) {
  const { total_earned_cents, total_paid_cents, current_balance_cents, assets, total, page, payouts, this_month } = loaderData
  const to = (pages: { page?: number; payouts?: number }) => addressWith('', { page, payouts: payouts.page, ...pages })
  return (
    <Page title="Earnings" intro="A wage is booked when an asset is approved, by the rule in effect on that day.">
      <div className={css['stats']}>
        <Stat label="Total earned" value={showDollars(total_earned_cents)} />
        <Stat label="Total paid" value={showDollars(total_paid_cents)} />
        <Stat label="Current balance" value={showDollars(current_balance_cents)} />
      </div>
      <Table
        caption="Assets and their wages"
        rows={assets}
        rowKey={({ id }) => id}
        columns={[
          { head: 'Title', kind: 'title', cell: ({ title }) => title },
          { head: 'Category', cell: ({ category }) => categoryLabel(category) },
          { head: 'Status', cell: ({ status }) => <Badge tone={toneOf(status)}>{status}</Badge> },
          { head: 'Approved', kind: 'date', cell: ({ approved_at }) => (approved_at ? showDay(approved_at) : '–') },
          { head: 'Wage', kind: 'number', cell: ({ wage_cents }) => (wage_cents === null ? '–' : showDollars(wage_cents)) },
          { head: 'Payment', cell: ({ wage, unpaid_days }) => paymentOf(wage, unpaid_days) }
        ]}
        empty={
          total > 0 ? (
            <PastLast of="assets" to={to({ page: 1 })} />
          ) : (
            <EmptyState drawing="wallet" title="Nothing earned yet." action={<LinkButton to="/create-asset">Create an asset</LinkButton>}>
              Your approved assets and their wages appear here.
            </EmptyState>
          )
        }
      />
      {total > PAGE_SIZE && (
        <Pagination label="Pages of assets" page={page} pages={Math.ceil(total / PAGE_SIZE)} to={(next) => to({ page: next })} />
      )}
      <form className={css['month']} method="get" action="/api/assets/employee/earnings.csv">
        <TextField key={this_month} label="Wages by month" name="month" type="month" defaultValue={this_month} max={this_month} required />
        <Button type="submit">Download CSV</Button>
      </form>
      <h2>Payouts</h2>
      <PayoutTable list={payouts} to={(next) => to({ payouts: next })} />
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Earnings" title="Failed to load earnings" />
}
