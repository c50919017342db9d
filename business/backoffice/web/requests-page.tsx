import { listUsers } from '#accounts/people.contract.ts'
import { failed } from '#platform/web/action.ts'
import { answered } from '#platform/web/client-action.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { PastLast } from '#platform/web/ui/past-last.tsx'
import { listAllRequests } from '#requests/contract.ts'
import { storedStates } from '#requests/rules.ts'
import { loadOpen, RequestTable, requestsCss } from '#requests/web/index.ts'
import type { Route } from './+types/requests-page.ts'
import { addressOf, filterIn } from './request-filter.ts'
import { RequestFilters } from './request-filters.tsx'
import { RequestPanel } from './request-panel.tsx'
import { runDeed } from './requests-page-action.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Requests' }]

const EMPLOYEES_MOST = 100

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { filter, page, view } = filterIn(new URL(request.url).searchParams)
  const { q, status, assigned } = filter
  const query = { q, page, ...(status && { status: storedStates(status).join(',') }), ...(assigned && { assigned }) }
  // The open one first: what is read there counts as read in the list.
  const open = await loadOpen(api, view)
  const [{ items, total, page_size }, people] = await Promise.all([
    api(listAllRequests, { query }),
    api(listUsers, { query: { role: 'employee', page_size: EMPLOYEES_MOST } })
  ])
  const employees = people.items.filter(({ is_active }) => is_active).map(({ id, name }) => ({ value: id, label: name }))
  const me = context.get(requestContext).user?.id ?? ''
  return { items, total, pages: Math.ceil(total / page_size), page, filter, open, employees, me }
}

const FAILED = 'This could not be done. Please try again.'

export async function action({ request, context }: Route.ActionArgs) {
  const typed = Object.fromEntries(await request.formData()) as Record<string, string>
  try {
    await runDeed(context.get(apiContext), typed, new URL(request.url).searchParams)
    return { fields: undefined }
  } catch (error) {
    return failed(error, FAILED)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => answered(sent, { failed: FAILED })

export default function RequestsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, pages, page, filter, open, employees, me } = loaderData
  const refusal = actionData?.fields && Object.values(actionData.fields)[0]
  return (
    <Page
      title="Custom Requests"
      intro="What clients ask for: decide, give it to an employee, and answer."
      actions={<LinkButton to="/admin/dashboard">Dashboard</LinkButton>}
    >
      <RequestFilters filter={filter} employees={employees} />
      <div className={open ? requestsCss['beside'] : undefined}>
        <div className={requestsCss['list']}>
          {items.length === 0 && total > 0 ? (
            <PastLast of="requests" to={addressOf(filter)} />
          ) : items.length === 0 ? (
            <EmptyState title="No requests found.">
              {Object.values(filter).some(Boolean)
                ? 'Try another word, or fewer filters.'
                : 'Each appears here as soon as a client submits it.'}
            </EmptyState>
          ) : (
            <RequestTable requests={items} isDesk open={open?.request.id} to={(view) => addressOf(filter, { page, view })} />
          )}
          {total > 0 && (
            <Pagination
              label="Pages of requests"
              page={page}
              pages={pages}
              to={(to) => addressOf(filter, { page: to })}
              note={` • ${showNumber(total)} total`}
            />
          )}
        </div>
        {open && (
          <RequestPanel
            key={open.request.id}
            {...open}
            me={me}
            employees={employees}
            refusal={refusal}
            closed={addressOf(filter, { page })}
          />
        )}
      </div>
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Requests" title="Failed to load the requests." />
}
