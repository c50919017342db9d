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
import { employeeDashboard } from '#submissions/earnings.contract.ts'
import { MESSAGES } from '#submissions/rules.ts'
import { WageTable } from '#submissions/web/index.ts'
import type { Route } from './+types/employee-dashboard-page.ts'
import css from './dashboard.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Employee dashboard' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageIn(new URL(request.url).searchParams)
  const api = context.get(apiContext)
  const [totals, rules, requests] = await Promise.all([
    api(employeeDashboard, {}),
    api(employeeWageRules, {}),
    api(listAssignedRequests, { query: { page } })
  ])
  return { totals, rules, requests }
}

/** Formats a duration as 'about 40 minutes', 'about 5 hours', or 'about 3 days'. */
function showDuration(hours: number): string {
  const [count, unit] = hours < 1 ? [hours * 60, 'minute'] : hours < 48 ? [hours, 'hour'] : [hours / 24, 'day']
  const whole = Math.max(1, Math.round(count))
  return `about ${whole} ${unit}${whole === 1 ? '' : 's'}`
}

export default function EmployeeDashboardPage({ loaderData: { totals, rules, requests } }: Route.ComponentProps) {
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
      <div className={css['stats']}>
        <Stat label="Total assets" value={showNumber(totals.total_assets)} />
        <Stat
          label="Pending assets"
          value={showNumber(totals.pending_assets)}
          note={totals.review_hours !== null && `Reviews currently take ${showDuration(totals.review_hours)}`}
        />
        <Stat label="Approved assets" value={showNumber(totals.approved_assets)} />
        <Stat label="Total earned" value={showDollars(totals.total_earned_cents)} />
        <Stat label="Total paid" value={showDollars(totals.total_paid_cents)} />
        <Stat label="Current balance" value={showDollars(totals.current_balance_cents)} />
      </div>
      <Stack gap={3}>
        <h2>Assigned requests</h2>
        <AssignedRequests {...requests} />
      </Stack>
      <WageTable rules={rules} />
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Dashboard" title={MESSAGES.no_dashboard} />
}
