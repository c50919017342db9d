import { categoryLabel } from '#catalogue/rules.ts'
import { wageRules } from '#payroll/contract.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDay, showDollars, showNumber } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState, Stat } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Table } from '#platform/web/ui/table.tsx'
import { MESSAGES, toneOf } from '#submissions/rules.ts'
import { WageTable } from '#submissions/web/index.ts'
import { type Overview, overview, type RecentActivity, recentActivity } from '../contract.ts'
import type { Route } from './+types/admin-dashboard-page.ts'
import css from './dashboard.module.css'
import { ReviewDesk } from './review/review-desk.tsx'
import { loadReview, saveDecisions } from './review/review-load.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Admin dashboard' }]

/** Pending assets on the dashboard. The Review page has all of them. */
const PENDING_MAX = 24

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [numbers, recent, rules, review] = await Promise.all([
    api(overview, {}),
    api(recentActivity, {}),
    api(wageRules, {}),
    loadReview(context, 1, PENDING_MAX)
  ])
  return { numbers, recent, rules, review }
}

export async function action({ request, context }: Route.ActionArgs) {
  return saveDecisions(context, await request.formData())
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: MESSAGES.status_failed })

export default function AdminDashboardPage({ loaderData: { numbers, recent, rules, review } }: Route.ComponentProps) {
  return (
    <Page
      title="Dashboard"
      actions={
        <>
          <LinkButton to="/admin/reports">Reports</LinkButton>
          <LinkButton to="/all-assets">All assets</LinkButton>
          <LinkButton to="/admin/review">Review</LinkButton>
        </>
      }
    >
      <Numbers numbers={numbers} />
      <ReviewDesk review={review} />
      <Recent recent={recent} />
      <WageTable rules={rules} />
      <div>
        <LinkButton to="/admin/wage-rules">Edit wage rules</LinkButton>
      </div>
    </Page>
  )
}

function Numbers({ numbers: { users, assets, earnings } }: { numbers: Overview }) {
  return (
    <div className={css['stats']}>
      <Stat
        label="Users"
        value={showNumber(users.total)}
        note={`${showNumber(users.active)} active, ${showNumber(users.inactive)} inactive`}
      />
      <Stat
        label="Assets"
        value={showNumber(assets.total)}
        note={`${showNumber(assets.pending)} pending, ${showNumber(assets.approved)} approved, ${showNumber(assets.rejected)} rejected`}
      />
      <Stat label="Earned from clients" value={showDollars(earnings.earned_from_clients_cents)} />
      <Stat
        label="Paid to employees"
        value={showDollars(earnings.paid_to_employees_cents)}
        note={`${showDollars(earnings.owed_to_employees_cents)} owed`}
      />
    </div>
  )
}

function Recent({ recent: { recent_signups, recent_assets, recent_licenses } }: { recent: RecentActivity }) {
  return (
    <div className={css['recent']}>
      <section>
        <h2>Recent signups</h2>
        <Table
          caption="Recent signups"
          rows={recent_signups}
          rowKey={({ id }) => id}
          columns={[
            { head: 'Name', kind: 'title', cell: ({ name }) => name },
            { head: 'Role', cell: ({ role }) => role },
            { head: 'Joined', kind: 'number', cell: ({ created_at }) => showDay(created_at) }
          ]}
          empty={<EmptyState title="No signups yet." />}
        />
      </section>
      <section>
        <h2>Recent assets</h2>
        <Table
          caption="Recent assets"
          rows={recent_assets}
          rowKey={({ id }) => id}
          columns={[
            { head: 'Title', kind: 'title', cell: ({ title }) => title },
            { head: 'Category', cell: ({ category }) => categoryLabel(category) },
            { head: 'Status', cell: ({ status }) => <Badge tone={toneOf(status)}>{status}</Badge> }
          ]}
          empty={<EmptyState title="No assets yet." />}
        />
      </section>
      <section>
        <h2>Recent licenses</h2>
        <Table
          caption="Recent licenses"
          rows={recent_licenses}
          rowKey={({ id }) => id}
          columns={[
            { head: 'Asset', kind: 'title', cell: ({ asset_title }) => asset_title },
            { head: 'License', cell: ({ license_type }) => license_type },
            { head: 'Price', kind: 'number', cell: ({ price_cents }) => showDollars(price_cents) }
          ]}
          empty={<EmptyState title="No licenses yet." />}
        />
      </section>
    </div>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Dashboard" title={MESSAGES.no_admin_dashboard} />
}
