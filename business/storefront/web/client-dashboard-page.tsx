import { Link } from 'react-router'
import { listLicenses } from '#licensing/contract.ts'
import { LicenseTable } from '#licensing/web/index.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { readMySubscription } from '#subscriptions/contract.ts'
import { SubscriptionCard } from '#subscriptions/web/index.ts'
import type { Route } from './+types/client-dashboard-page.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Dashboard' }]

const NEWEST = 5

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [{ items, total }, plan] = await Promise.all([api(listLicenses, { query: { page_size: NEWEST } }), api(readMySubscription, {})])
  return { licenses: items, total, plan, name: context.get(requestContext).user?.name ?? '' }
}

export default function ClientDashboardPage({ loaderData: { licenses, total, plan, name } }: Route.ComponentProps) {
  return (
    <Page
      title={`Hello, ${name}`}
      intro="What you licensed last, ready to download again."
      actions={
        <LinkButton to="/" kind="main">
          Explore assets
        </LinkButton>
      }
    >
      <SubscriptionCard plan={plan} />
      <Stack gap={4}>
        <h2>Newest licenses</h2>
        {licenses.length === 0 ? (
          <EmptyState title="No licenses yet." action={<LinkButton to="/">Explore assets</LinkButton>}>
            Find an asset, choose a license, and its files are yours to download here.
          </EmptyState>
        ) : (
          <LicenseTable licenses={licenses} />
        )}
        {total > NEWEST && <Link to="/client/licenses">All {total} licenses</Link>}
      </Stack>
    </Page>
  )
}
