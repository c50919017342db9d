import { failed } from '#platform/web/action.ts'
import { type Api, ApiError } from '#platform/web/api.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { listAllRequests } from '#requests/desk.contract.ts'
import { storedStates } from '#requests/rules.ts'
import { loadOpen, RequestTable, requestsCss } from '#requests/web/index.ts'
import { useTicks } from '../use-ticks.ts'
import type { Route } from './+types/requests-page.ts'
import { findEmployee, labelOf, requireEmployee } from './employee-search.ts'
import { RequestBulkBar } from './request-bulk-bar.tsx'
import { addressOf, filterIn, type RequestFilter } from './request-filter.ts'
import { RequestFilters } from './request-filters.tsx'
import { RequestPanel } from './request-panel.tsx'
import { runAction } from './requests-page-action.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Requests' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { filter, page, view } = filterIn(new URL(request.url).searchParams)
  // Loaded first, because opening a request marks it as read in the list.
  const open = await loadOpen(api, view)
  const [{ items, total, pages, employee, error }, assignee] = await Promise.all([
    loadList(api, filter, page),
    open?.request.assigned_employee_id ? findEmployee(api, open.request.assigned_employee_id) : undefined
  ])
  const me = context.get(requestContext).user?.id ?? ''
  const found = { items, total, pages, page, filter, employee: employee && labelOf(employee), error }
  return { ...found, open, assignee: assignee && labelOf(assignee), me }
}

/** Returns the page of requests and the employee in the filter. A text that matches no single employee gives an empty list and an error. */
async function loadList(api: Api, filter: RequestFilter, page: number) {
  const { q, status, assigned, employee: text } = filter
  try {
    const employee = text ? await requireEmployee(api, text) : await employeeIn(api, assigned)
    const assignment = text ? employee?.id : assigned
    const query = { q, page, ...(status && { status: storedStates(status).join(',') }), ...(assignment && { assigned: assignment }) }
    const { items, total, page_size } = await api(listAllRequests, { query })
    return { items, total, pages: Math.ceil(total / page_size), employee, error: undefined }
  } catch (caught) {
    if (!(caught instanceof ApiError) || caught.status !== 422) throw caught
    return { items: [], total: 0, pages: 0, employee: undefined, error: caught.body.error }
  }
}

const employeeIn = (api: Api, assigned: string | undefined) =>
  assigned && assigned !== 'none' && assigned !== 'any' ? findEmployee(api, assigned) : undefined

const FAILED = 'This did not work. Please try again.'

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  try {
    const { error, ...done } = await runAction(context.get(apiContext), form, new URL(request.url).searchParams)
    return { fields: error === undefined ? undefined : failed(error, FAILED).data.fields, ...done }
  } catch (error) {
    return failed(error, FAILED)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

export default function RequestsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, pages, page, filter, employee, error, open, assignee, me } = loaderData
  const refusal = actionData?.fields && Object.values(actionData.fields)[0]
  const { ticked, picked, tick, tickAll, clear } = useTicks(items, items.length)
  return (
    <Page
      title="Custom Requests"
      intro="Decide on client requests, assign them to an employee, and reply."
      actions={<LinkButton to="/admin/dashboard">Dashboard</LinkButton>}
    >
      <RequestFilters filter={filter} employee={employee ?? filter.employee} error={error} />
      <div className={open ? requestsCss['beside'] : undefined}>
        <div className={requestsCss['list']}>
          {items.length === 0 && total > 0 ? (
            <PastLast of="requests" to={addressOf(filter)} />
          ) : items.length === 0 ? (
            <NoRequests isFiltered={Object.values(filter).some(Boolean)} />
          ) : (
            <>
              <RequestBulkBar picked={picked} onAll={tickAll} onClear={clear} />
              <RequestTable
                {...{ requests: items, isDesk: true, ticks: { ticked, tick }, open: open?.request.id }}
                to={(view) => addressOf(filter, { page, view })}
              />
            </>
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
            assignee={assignee}
            refusal={refusal}
            closed={addressOf(filter, { page })}
          />
        )}
      </div>
    </Page>
  )
}

const NoRequests = ({ isFiltered }: { isFiltered: boolean }) => (
  <EmptyState
    drawing="brush"
    title="No requests found."
    action={isFiltered ? <LinkButton to="/admin/requests">Show all requests</LinkButton> : <LinkButton to="/">Open the shop</LinkButton>}
  >
    {isFiltered ? 'Try another search or fewer filters.' : 'Requests appear here as soon as clients submit them.'}
  </EmptyState>
)

export function ErrorBoundary() {
  return <LoadFailed page="Requests" title="Failed to load the requests." />
}
