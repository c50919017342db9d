import { Link } from 'react-router'
import { categoryLabel } from '#catalogue/rules.ts'
import { wageRules } from '#payroll/contract.ts'
import type { EndpointGrant, Grant } from '#platform/contract/grants.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { useMaySee, WithGrant } from '#platform/web/grants.tsx'
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
import { type Overview, overview, type RecentActivity, recentActivity, type Waiting, waiting, weeks } from '../contract.ts'
import { showWaiting } from '../waiting.rules.ts'
import type { Route } from './+types/admin-dashboard-page.ts'
import css from './dashboard/dashboard.module.css'
import { type Need, Needs } from './dashboard/needs.tsx'
import { type Figure, WeekCards } from './dashboard/week-cards.tsx'
import { ReviewDesk } from './review/review-desk.tsx'
import { loadReview, saveDecisions } from './review/review-load.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Admin dashboard' }]

/** Pending assets on the dashboard. The Review page has all of them. */
const PENDING_MAX = 24

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [numbers, recent, rules, review, counts, { days, ...daily }] = await Promise.all([
    api(overview, {}),
    api(recentActivity, {}),
    api(wageRules, {}),
    loadReview(context, 1, PENDING_MAX),
    api(waiting, {}),
    api(weeks, {})
  ])
  return { numbers, recent, rules, review, counts, days, daily }
}

export async function action({ request, context }: Route.ActionArgs) {
  return saveDecisions(context, await request.formData())
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: MESSAGES.status_failed })

export default function AdminDashboardPage({ loaderData: { numbers, recent, rules, review, counts, days, daily } }: Route.ComponentProps) {
  const maySee = useMaySee()
  const needs = needsOf(counts, numbers).filter(({ grant }) => maySee(grant))
  const figures = figuresOf(daily).map((figure) => ({ ...figure, to: maySee(figure.grant) ? figure.to : undefined }))
  return (
    <Page
      title="Dashboard"
      actions={
        <>
          {maySee('finance') && <LinkButton to="/admin/reports">Reports</LinkButton>}
          <LinkButton to="/all-assets">All assets</LinkButton>
          {maySee('review') && <LinkButton to="/admin/review">Review</LinkButton>}
        </>
      }
    >
      <Needs
        needs={needs}
        nothing="Nothing waits for you. Claims, assets to review, appeals, requests, messages, applicants, and wages owed appear here."
      />
      <WeekCards figures={figures} days={days} />
      <Numbers numbers={numbers} />
      <WithGrant grant="review">
        <ReviewDesk review={review} />
      </WithGrant>
      <Recent recent={recent} />
      <WageTable rules={rules} />
      <div>
        <LinkButton to="/admin/wage-rules">{maySee('finance') ? 'Edit wage rules' : 'Wage rules'}</LinkButton>
      </div>
    </Page>
  )
}

/** Only what waits, most urgent first. */
function needsOf(
  { review, appeals, requests, messages, claims, applicants }: Waiting,
  { earnings }: Overview
): (Need & { grant: Grant })[] {
  const queues = [
    { count: claims, words: claims === 1 ? 'claim to decide' : 'claims to decide', to: '/admin/claims?state=received', grant: 'support' },
    { count: review, words: review === 1 ? 'asset to review' : 'assets to review', to: '/admin/review', grant: 'review' },
    { count: appeals, words: appeals === 1 ? 'appeal to decide' : 'appeals to decide', to: '/admin/appeals', grant: 'review' },
    {
      count: requests,
      words: requests === 1 ? 'request to decide' : 'requests to decide',
      to: '/admin/requests?status=pending',
      grant: 'support'
    },
    {
      count: messages,
      words: messages === 1 ? 'message to answer' : 'messages to answer',
      to: '/admin/messages?state=open',
      grant: 'support'
    },
    {
      count: applicants,
      words: applicants === 1 ? 'new applicant' : 'new applicants',
      to: '/admin/applicants?status=submitted',
      grant: 'people'
    }
  ] as const
  const owed = earnings.owed_to_employees_cents
  return [
    ...queues.filter(({ count }) => count > 0).map(({ count, words, to, grant }) => ({ amount: showWaiting(count), words, to, grant })),
    ...(owed > 0 ? [{ amount: showDollars(owed), words: 'owed to artists', to: '/admin/employee-payouts', grant: 'finance' as const }] : [])
  ]
}

type Daily = Record<'income_cents' | 'refunds_cents' | 'licenses' | 'signups' | 'submissions', number[]>

/** $20, or five of something, may be chance. */
const MATTERS = { cents: 2000, count: 5 }

const figuresOf = ({ income_cents, refunds_cents, licenses, signups, submissions }: Daily): (Figure & { grant: EndpointGrant })[] => [
  { grant: 'finance', label: 'Income', to: '/admin/reports', daily: income_cents, show: showDollars, matters_from: MATTERS.cents },
  {
    grant: 'finance',
    label: 'Refunds',
    to: '/admin/payments?state=refunded',
    daily: refunds_cents,
    show: showDollars,
    matters_from: MATTERS.cents
  },
  {
    grant: ['finance', 'support'],
    label: 'New licenses',
    to: '/admin/licenses',
    daily: licenses,
    show: showNumber,
    matters_from: MATTERS.count
  },
  { grant: 'people', label: 'Signups', to: '/admin/manage-users', daily: signups, show: showNumber, matters_from: MATTERS.count },
  { grant: 'review', label: 'Submissions', to: '/admin/review', daily: submissions, show: showNumber, matters_from: MATTERS.count }
]

function Numbers({ numbers: { users, assets, earnings } }: { numbers: Overview }) {
  return (
    <div className={css['stats']}>
      <Stat
        label="Users"
        value={
          <Way to="/admin/manage-users" grant="people">
            {showNumber(users.total)}
          </Way>
        }
        note={`${showNumber(users.active)} active, ${showNumber(users.inactive)} inactive`}
      />
      <Stat
        label="Assets"
        value={<Link to="/all-assets">{showNumber(assets.total)}</Link>}
        note={`${showNumber(assets.pending)} pending, ${showNumber(assets.approved)} approved, ${showNumber(assets.rejected)} rejected`}
      />
      <Stat
        label="Earned from clients"
        value={
          <Way to="/admin/payments" grant="finance">
            {showDollars(earnings.earned_from_clients_cents)}
          </Way>
        }
      />
      <Stat
        label="Paid to employees"
        value={
          <Way to="/admin/employee-payouts" grant="finance">
            {showDollars(earnings.paid_to_employees_cents)}
          </Way>
        }
        note={`${showDollars(earnings.owed_to_employees_cents)} owed`}
      />
    </div>
  )
}

/** A number, with the way to its page for those who may open it. */
function Way({ to, grant, children }: { to: string; grant: Grant; children: string }) {
  return useMaySee()(grant) ? <Link to={to}>{children}</Link> : children
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
