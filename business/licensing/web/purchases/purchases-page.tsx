import { redirect } from 'react-router'
import { listMyPayments } from '#payments/contract.ts'
import { addressWith, pageIn } from '#platform/web/list-address.ts'
import { apiContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { LibraryTabs } from '../library-tabs.tsx'
import type { Route } from './+types/purchases-page.ts'
import { PurchaseTable } from './purchase-table.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Purchases' }]

const addressOf = (page: number): string => addressWith('/client/purchases', { page })

/** Payments for a plan are in the plan's own history. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageIn(new URL(request.url).searchParams)
  const list = await context.get(apiContext)(listMyPayments, { query: { purpose: 'license', page } })
  const pages = Math.max(1, Math.ceil(list.total / list.page_size))
  if (page > pages) throw redirect(addressOf(pages))
  return { ...list, pages }
}

export default function PurchasesPage({ loaderData: { items, page, pages } }: Route.ComponentProps) {
  return (
    <Page
      title="Purchases"
      intro="What you paid for single licenses, with receipts."
      actions={<LinkButton to="/client/subscriptions">My Subscription</LinkButton>}
    >
      <LibraryTabs current="/client/purchases" />
      {items.length === 0 ? (
        <EmptyState drawing="wallet" title="No purchases yet." action={<LinkButton to="/">Explore assets</LinkButton>}>
          The licenses you buy appear here with their receipts. Payments for a plan are in My Subscription.
        </EmptyState>
      ) : (
        <PurchaseTable purchases={items} />
      )}
      {pages > 1 && <Pagination label="Pages of purchases" page={page} pages={pages} to={addressOf} />}
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Purchases" title="Failed to load your purchases." />
}
