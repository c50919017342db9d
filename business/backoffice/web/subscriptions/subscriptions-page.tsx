import { useState } from 'react'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { textFields } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { listSubscriptions } from '#subscriptions/admin.contract.ts'
import type { Route } from './+types/subscriptions-page.ts'
import { NewSubscriptionDialog } from './new-subscription-dialog.tsx'
import { SubscriptionDialog } from './subscription-dialog.tsx'
import { addressOf, filterIn, type SubscriptionFilter } from './subscription-filter.ts'
import { SubscriptionFilters } from './subscription-filters.tsx'
import { SubscriptionTable } from './subscription-table.tsx'
import { runAction } from './subscriptions-page-action.ts'
import type { Asked, Outcome } from './use-subscription-action.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Subscriptions' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { filter, page } = filterIn(new URL(request.url).searchParams)
  const { items, total, page_size } = await context.get(apiContext)(listSubscriptions, { query: { ...filter, page } })
  return { items, total, pages: Math.ceil(total / page_size), page, filter }
}

const FAILED = 'This did not work. Please try again.'

export async function action({ request, context }: Route.ActionArgs) {
  const fields = textFields(await request.formData())
  try {
    return { done: await runAction(context.get(apiContext), fields) }
  } catch (error) {
    return failed(error, FAILED)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

export default function SubscriptionsPage({ loaderData: { items, total, pages, page, filter }, actionData }: Route.ComponentProps) {
  const [asked, setAsked] = useState<Asked>()
  const [isAdding, setAdding] = useState(false)
  const { done, fields }: Outcome = actionData ?? {}
  return (
    <Page
      title="Subscriptions"
      intro="All client plans. Subscriptions created by an admin book no income."
      actions={
        <>
          <LinkButton to="/admin/dashboard">Dashboard</LinkButton>
          <CsvLink filter={filter} />
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

/** Downloads every subscription that matches the filters, for spreadsheets. */
function CsvLink({ filter }: { filter: SubscriptionFilter }) {
  return (
    <LinkButton to={`/api/admin/subscriptions.csv${addressOf(filter)}`} reloadDocument download aria-label="Download subscriptions as CSV">
      <IconDownload size={16} aria-hidden="true" />
      CSV
    </LinkButton>
  )
}

function NoSubscriptions({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        drawing="search"
        title="No subscriptions found."
        action={<LinkButton to="/admin/subscriptions">Show all subscriptions</LinkButton>}
      >
        Try another search or fewer filters.
      </EmptyState>
    )
  return (
    <EmptyState drawing="people" title="No subscriptions yet.">
      Client subscriptions appear automatically. Use New Subscription to create one without PayPal.
    </EmptyState>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Subscriptions" title="Failed to load subscriptions." />
}
