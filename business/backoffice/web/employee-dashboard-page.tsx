import { employeeWageRules } from '#payroll/contract.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDollars, showNumber } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Stat } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { listAssignedRequests } from '#requests/contract.ts'
import { AssignedRequests } from '#requests/web/index.ts'
import { employeeDashboard } from '#submissions/contract.ts'
import { WORDS } from '#submissions/rules.ts'
import { WageTable } from '#submissions/web/index.ts'
import type { Route } from './+types/employee-dashboard-page.ts'
import css from './dashboard.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Employee dashboard' }]

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [totals, rules, requests] = await Promise.all([
    api(employeeDashboard, {}),
    api(employeeWageRules, {}),
    api(listAssignedRequests, { query: {} })
  ])
  return { totals, rules, requests }
}

/** About how long: '40 minutes', '5 hours', '3 days'. */
function showWait(hours: number): string {
  const [count, unit] = hours < 1 ? [hours * 60, 'minute'] : hours < 48 ? [hours, 'hour'] : [hours / 24, 'day']
  const whole = Math.max(1, Math.round(count))
  return `about ${whole} ${unit}${whole === 1 ? '' : 's'}`
}

const money = (dollars: number) => showDollars(Math.round(dollars * 100))

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
          note={totals.review_hours !== null && `Review takes ${showWait(totals.review_hours)} now`}
        />
        <Stat label="Approved assets" value={showNumber(totals.approved_assets)} />
        <Stat label="Total earned" value={money(totals.total_earned)} />
        <Stat label="Total paid" value={money(totals.total_paid)} />
        <Stat label="Current balance" value={money(totals.current_balance)} />
      </div>
      <Stack gap={3}>
        <h2>Assigned requests</h2>
        <AssignedRequests requests={requests.items} total={requests.total} />
      </Stack>
      <WageTable rules={rules} />
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Dashboard" title={WORDS.no_dashboard} />
}
