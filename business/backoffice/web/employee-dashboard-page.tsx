import { Link } from 'react-router'
import { employeeWageRules } from '#payroll/contract.ts'
import { pageIn } from '#platform/web/list-address.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDollars, showNumber } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Stat } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { listAssignedRequests } from '#requests/desk.contract.ts'
import { AssignedRequests } from '#requests/web/index.ts'
import { myAssets } from '#submissions/contract.ts'
import { employeeDashboard } from '#submissions/earnings.contract.ts'
import { MESSAGES } from '#submissions/rules.ts'
import { WageTable } from '#submissions/web/index.ts'
import { employeeWeeks, type Waiting, waiting } from '../contract.ts'
import { showWaiting } from '../waiting.rules.ts'
import type { Route } from './+types/employee-dashboard-page.ts'
import css from './dashboard/dashboard.module.css'
import { LatestWorks } from './dashboard/latest-works.tsx'
import { type Need, Needs } from './dashboard/needs.tsx'
import { StrikeNotice } from './dashboard/strike-notice.tsx'
import { type Figure, WeekCards } from './dashboard/week-cards.tsx'

/** One row on a wide screen. */
const WORKS_SHOWN = 6

export const meta: Route.MetaFunction = () => [{ title: 'Employee dashboard' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageIn(new URL(request.url).searchParams)
  const api = context.get(apiContext)
  const [totals, rules, requests, counts, { days, ...daily }, works] = await Promise.all([
    api(employeeDashboard, {}),
    api(employeeWageRules, {}),
    api(listAssignedRequests, { query: { page } }),
    api(waiting, {}),
    api(employeeWeeks, {}),
    api(myAssets, { query: { page_size: WORKS_SHOWN } })
  ])
  return { totals, rules, requests, counts, days, daily, works }
}

/** Formats a duration as 'about 40 minutes', 'about 5 hours', or 'about 3 days'. */
function showDuration(hours: number): string {
  const [count, unit] = hours < 1 ? [hours * 60, 'minute'] : hours < 48 ? [hours, 'hour'] : [hours / 24, 'day']
  const whole = Math.max(1, Math.round(count))
  return `about ${whole} ${unit}${whole === 1 ? '' : 's'}`
}

const needsOf = ({ assets, requests }: Waiting): Need[] =>
  [
    { count: assets, words: assets === 1 ? 'rejected asset to revise' : 'rejected assets to revise', to: '/assets?status=rejected' },
    { count: requests, words: requests === 1 ? 'open request' : 'open requests', to: '#requests' }
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, words, to }) => ({ amount: showWaiting(count), words, to }))

type Daily = Record<'wages_cents' | 'approvals' | 'licenses', number[]>

/** Five of something, or the wage for them, may be chance. */
const figuresOf = ({ wages_cents, approvals, licenses }: Daily): Figure[] => [
  { label: 'Earned', to: '/employee/earnings', daily: wages_cents, show: showDollars, matters_from: 5000 },
  { label: 'Approved', to: '/assets?status=approved', daily: approvals, show: showNumber, matters_from: 5 },
  { label: 'Licensed to clients', to: '/assets?status=approved', daily: licenses, show: showNumber, matters_from: 5 }
]

export default function EmployeeDashboardPage({
  loaderData: { totals, rules, requests, counts, days, daily, works }
}: Route.ComponentProps) {
  return (
    <Page
      title="Dashboard"
      actions={
        <>
          <LinkButton to="/assets">My Assets</LinkButton>
          <LinkButton to="/create-asset" kind="main">
            Create Asset
          </LinkButton>
        </>
      }
    >
      <Needs needs={needsOf(counts)} nothing="Nothing waits for you. Rejected assets that you can revise and open requests appear here." />
      <StrikeNotice strikes={totals.strikes} />
      <LatestWorks works={works} />
      <WeekCards figures={figuresOf(daily)} days={days} />
      <div className={css['stats']}>
        <Stat label="Total assets" value={<Link to="/assets">{showNumber(totals.total_assets)}</Link>} />
        <Stat
          label="Pending assets"
          value={<Link to="/assets?status=pending">{showNumber(totals.pending_assets)}</Link>}
          note={totals.review_hours !== null && `Reviews currently take ${showDuration(totals.review_hours)}`}
        />
        <Stat label="Approved assets" value={<Link to="/assets?status=approved">{showNumber(totals.approved_assets)}</Link>} />
        <Stat label="Total earned" value={<Link to="/employee/earnings">{showDollars(totals.total_earned_cents)}</Link>} />
        <Stat label="Total paid" value={<Link to="/employee/earnings">{showDollars(totals.total_paid_cents)}</Link>} />
        <Stat label="Current balance" value={<Link to="/employee/earnings">{showDollars(totals.current_balance_cents)}</Link>} />
      </div>
      <Stack gap={3}>
        <h2 id="requests">Assigned requests</h2>
        <AssignedRequests {...requests} />
      </Stack>
      <WageTable rules={rules} />
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Dashboard" title={MESSAGES.no_dashboard} />
}
