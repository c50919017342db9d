import { useEffect } from 'react'
import { redirect, useSearchParams } from 'react-router'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Card, EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { IconX } from '#platform/web/ui/icons.ts'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { listRequests } from '../contract.ts'
import { REQUEST_TITLE_MAX, REQUESTS_PAGE_SIZE, storedStates } from '../rules.ts'
import type { Route } from './+types/requests-page.ts'
import { forgetDraft } from './conversation/use-draft.ts'
import { loadOpen } from './load-request.ts'
import { addressOf, filterIn, type RequestFilter } from './request-filter.ts'
import { RequestFilters } from './request-filters.tsx'
import { type RequestAnswer, RequestForm } from './request-form.tsx'
import { RequestPanel } from './request-panel.tsx'
import { RequestTable } from './request-table.tsx'
import { runRequest } from './requests-action.ts'
import css from './requests-page.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Requests' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { filter, page, view } = filterIn(new URL(request.url).searchParams)
  const { search, status, page_size = REQUESTS_PAGE_SIZE } = filter
  const query = { search, page, page_size, ...(status && { status: storedStates(status).join(',') }) }
  // Loaded first, because opening a request marks it as read in the list.
  const open = await loadOpen(api, view)
  const { items, total } = await api(listRequests, { query })
  const pages = Math.max(1, Math.ceil(total / page_size))
  if (page > pages) throw redirect(addressOf(filter, { page: pages, ...(view && { view }) }))
  return { items, total, pages, page, filter, open, me: context.get(requestContext).user?.id ?? '' }
}

export const action = ({ request, context }: Route.ActionArgs) => runRequest(context, request)

export default function RequestsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, pages, page, filter, open, me } = loaderData
  const [query] = useSearchParams()
  const answer = actionData as RequestAnswer | undefined
  const isNew = query.has('new') && !open
  const closed = addressOf(filter, { page })
  const draft = `request.${me}`
  useEffect(() => {
    if (query.has('submitted')) forgetDraft(draft)
  }, [query, draft])
  return (
    <Page
      title="Custom Requests"
      intro="Order custom artwork: tell us what you need and follow the progress."
      actions={
        <LinkButton to={addressOf(filter, { page, new: true })} kind="main" preventScrollReset>
          New request
        </LinkButton>
      }
    >
      {query.has('deleted') && <Notice tone="good">Request deleted.</Notice>}
      <RequestFilters filter={filter} />
      <div className={open || isNew ? css['beside'] : undefined}>
        <div className={css['list']}>
          {items.length === 0 ? (
            <NoRequests filter={filter} />
          ) : (
            <RequestTable
              requests={items}
              open={open?.request.id ?? (isNew ? 'new' : undefined)}
              to={(view) => addressOf(filter, { page, view })}
            />
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
        {isNew && <NewPanel draft={draft} answer={answer} closed={closed} title={query.get('title') ?? ''} />}
        {open && <RequestPanel key={open.request.id} {...open} me={me} answer={answer} closed={closed} />}
      </div>
    </Page>
  )
}

type NewPanelProps = { draft: string; answer: RequestAnswer | undefined; closed: string; title: string }

/** `title` is what someone searched for and did not find. */
function NewPanel({ draft, answer, closed, title }: NewPanelProps) {
  return (
    <Card className={css['panel']} aria-labelledby="new-request">
      <div className={css['panelHead']}>
        <h2 id="new-request">Submit a Custom Request</h2>
        <LinkButton to={closed} kind="quiet" square aria-label="Close" preventScrollReset>
          <IconX size={20} aria-hidden="true" />
        </LinkButton>
      </div>
      <RequestForm draft={draft} answer={answer} title={title.slice(0, REQUEST_TITLE_MAX)} to="/custom-requests?new=1" />
    </Card>
  )
}

function NoRequests({ filter: { search, status } }: { filter: RequestFilter }) {
  if (search || status)
    return (
      <EmptyState drawing="search" title="No requests found." action={<LinkButton to="/custom-requests">Show all requests</LinkButton>}>
        Try another search or another status.
      </EmptyState>
    )
  return (
    <EmptyState drawing="brush" title="No requests yet." action={<LinkButton to="/custom-requests?new=1">New request</LinkButton>}>
      Can’t find what you need? Our artists can draw it for you.
    </EmptyState>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Requests" title="Failed to load your requests." />
}
