import { Link } from 'react-router'
import { listLicenses } from '#licensing/contract.ts'
import { LicenseTable } from '#licensing/web/index.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Card, EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { listRequests } from '#requests/contract.ts'
import { requestPath } from '#requests/rules.ts'
import { RequestForm, RequestTable } from '#requests/web/index.ts'
import { readMySubscription } from '#subscriptions/contract.ts'
import { SubscriptionCard } from '#subscriptions/web/index.ts'
import type { Route } from './+types/client-dashboard-page.ts'
import css from './client-dashboard-page.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Dashboard' }]

const LICENSES = 3
const REQUESTS = 5

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [plan, requests, licenses] = await Promise.all([
    api(readMySubscription, {}),
    api(listRequests, { query: { page_size: REQUESTS } }),
    api(listLicenses, { query: { page_size: LICENSES } })
  ])
  const { user } = context.get(requestContext)
  return { plan, requests, licenses, me: user?.id ?? '', name: user?.name ?? '' }
}

export default function ClientDashboardPage({ loaderData: { plan, requests, licenses, me, name } }: Route.ComponentProps) {
  return (
    <Page
      title={`Hello, ${name}`}
      intro="Your plan, your custom requests, and your newest licenses."
      actions={
        <LinkButton to="/" kind="main">
          Explore assets
        </LinkButton>
      }
    >
      <div className={css['columns']}>
        <div className={css['part']}>
          <SubscriptionCard plan={plan} />
          <MyRequests {...requests} />
        </div>
        <Card className={css['part']} aria-labelledby="new-request">
          <h2 id="new-request">Submit a Custom Request</h2>
          <RequestForm draft={`request.${me}`} to="/custom-requests?new=1" />
        </Card>
      </div>
      <NewestLicenses {...licenses} />
    </Page>
  )
}

type Requests = Route.ComponentProps['loaderData']['requests']

function MyRequests({ items, total }: Requests) {
  return (
    <section className={css['part']} aria-labelledby="my-requests">
      <h2 id="my-requests">My Requests</h2>
      {items.length === 0 ? (
        <EmptyState drawing="brush" title="No requests yet." action={<LinkButton to="/custom-requests?new=1">New request</LinkButton>}>
          Can’t find what you need? Our artists can draw it for you.
        </EmptyState>
      ) : (
        <RequestTable requests={items} to={(id) => requestPath('client', id)} isBrief />
      )}
      {total > 0 && <Link to="/custom-requests">{total > items.length ? `All ${total} requests` : 'Manage requests'}</Link>}
    </section>
  )
}

type Licenses = Route.ComponentProps['loaderData']['licenses']

function NewestLicenses({ items, total }: Licenses) {
  return (
    <section className={css['part']} aria-labelledby="newest-licenses">
      <h2 id="newest-licenses">Newest licenses</h2>
      {items.length === 0 ? (
        <EmptyState drawing="image" title="No licenses yet." action={<LinkButton to="/">Explore assets</LinkButton>}>
          Find an asset and choose a license. You can then download its files here.
        </EmptyState>
      ) : (
        <LicenseTable licenses={items} />
      )}
      {total > LICENSES && <Link to="/client/licenses">All {total} licenses</Link>}
    </section>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Dashboard" title="Failed to load your dashboard." />
}
