import { redirect } from 'react-router'
import { categoryLabel } from '#catalogue/rules.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { showDay, showDollars } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { EmptyState, Stat } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { Table } from '#platform/web/ui/table.tsx'
import { earnings } from '../contract.ts'
import { toneOf } from '../rules.ts'
import type { Route } from './+types/earnings-page.ts'
import css from './earnings-page.module.css'

const PAGE_SIZE = 20

export const meta: Route.MetaFunction = () => [{ title: 'Earnings' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = context.get(requestContext)
  if (user && user.role !== 'employee') throw redirect('/')
  const page = Math.max(1, Math.trunc(Number(new URL(request.url).searchParams.get('page') ?? 1)) || 1)
  return context.get(apiContext)(earnings, { query: { page, page_size: PAGE_SIZE } })
}

const money = (dollars: number) => showDollars(Math.round(dollars * 100))

export default function EarningsPage({ loaderData }: Route.ComponentProps) {
  const { total_earned, total_paid, current_balance, assets, total, page } = loaderData
  return (
    <Page title="Earnings" intro="A wage is booked when an asset is approved, by the rule in effect on that day.">
      <div className={css['stats']}>
        <Stat label="Total earned" value={money(total_earned)} />
        <Stat label="Total paid" value={money(total_paid)} />
        <Stat label="Current balance" value={money(current_balance)} />
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
          { head: 'Wage', kind: 'number', cell: ({ wage }) => (wage === null ? '–' : money(wage)) }
        ]}
        empty={<EmptyState title="Nothing earned yet.">Your approved assets and their wages will stand here.</EmptyState>}
      />
      {total > PAGE_SIZE && <Pagination page={page} pages={Math.ceil(total / PAGE_SIZE)} to={(to) => `?page=${to}`} />}
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Earnings" title="Failed to load earnings" />
}
