import { useState } from 'react'
import { failed } from '#platform/web/action.ts'
import { answered } from '#platform/web/client-action.ts'
import { apiContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { PastLast } from '#platform/web/ui/past-last.tsx'
import { listSubscriptions } from '#subscriptions/contract.ts'
import type { Route } from './+types/subscriptions-page.ts'
import { NewSubscriptionDialog } from './new-subscription-dialog.tsx'
import { SubscriptionDialog } from './subscription-dialog.tsx'
import { addressOf, filterIn } from './subscription-filter.ts'
import { SubscriptionFilters } from './subscription-filters.tsx'
import { SubscriptionTable } from './subscription-table.tsx'
import { runDeed } from './subscriptions-page-action.ts'
import type { Asked, Outcome } from './use-subscription-deed.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Subscriptions' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { filter, page } = filterIn(new URL(request.url).searchParams)
  const { items, total, page_size } = await context.get(apiContext)(listSubscriptions, { query: { ...filter, page } })
  return { items, total, pages: Math.ceil(total / page_size), page, filter }
}

const FAILED = 'This could not be done. Please try again.'

export async function action({ request, context }: Route.ActionArgs) {
  const typed = Object.fromEntries(await request.formData()) as Record<string, string>
  try {
    return { done: await runDeed(context.get(apiContext), typed) }
  } catch (error) {
    return failed(error, FAILED)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => answered(sent, { failed: FAILED })

export default function SubscriptionsPage({ loaderData: { items, total, pages, page, filter }, actionData }: Route.ComponentProps) {
  const [asked, setAsked] = useState<Asked>()
  const [isAdding, setAdding] = useState(false)
  const { done, fields }: Outcome = actionData ?? {}
  return (
    <Page
      title="Subscriptions"
      intro="Who has which plan. Those given by hand book no income."
      actions={
        <>
          <LinkButton to="/admin/dashboard">Dashboard</LinkButton>
          <Button type="button" kind="main" onClick={() => setAdding(true)}>
            New Subscription
          </Button>
        </>
      }
    >
      {fields && <Notice tone="bad">{Object.values(fields)[0]}</Notice>}
      {done && <Notice tone="good">{done}</Notice>}
      <SubscriptionFilters filter={filter} />
      {items.length === 0 && total > 0 ? (
        <PastLast of="subscriptions" to={addressOf(filter)} />
      ) : items.length === 0 ? (
        <NoSubscriptions isFiltered={Boolean(filter.q || filter.status || filter.plan_type)} />
      ) : (
        <SubscriptionTable subscriptions={items} onAsk={setAsked} />
      )}
      {total > 0 && (
        <Pagination
          label="Pages of subscriptions"
          page={page}
          pages={pages}
          to={(to) => addressOf(filter, to)}
          note={` • ${showNumber(total)} total`}
        />
      )}
      {asked && <SubscriptionDialog key={asked.subscription.id} asked={asked} onClose={() => setAsked(undefined)} />}
      {isAdding && <NewSubscriptionDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}

function NoSubscriptions({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No subscriptions found.">Try another name or address, or fewer filters.</EmptyState>
  return <EmptyState title="No subscriptions yet.">Those of clients come by themselves; give one by hand with New Subscription.</EmptyState>
}

export function ErrorBoundary() {
  return <LoadFailed page="Subscriptions" title="Failed to load subscriptions." />
}
