import { addressWith, choiceIn, dayIn, pageIn, searchIn } from '#platform/web/list-address.ts'
import { apiContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { DeskTools } from '#platform/web/ui/desk-table/desk-table.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { auditLog, type ListedAuditEntry } from '../../audit.contract.ts'
import { AUDIT_AREAS } from '../../audit.rules.ts'
import { AUDIT_COUNTED } from '../../rules.ts'
import type { Route } from './+types/audit-log-page.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditList } from './audit-list.tsx'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const personIn = (params: URLSearchParams): string | undefined => {
  const id = params.get('person') ?? ''
  return UUID.test(id) ? id : undefined
}

export const meta: Route.MetaFunction = () => [{ title: 'Audit Log' }]

/** Unknown filter values in the address are ignored. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const filter = {
    q: searchIn(params),
    action: (params.get('action') ?? '').slice(0, 80),
    area: choiceIn(params, 'area', AUDIT_AREAS),
    person: personIn(params),
    start: dayIn(params, 'start'),
    end: dayIn(params, 'end')
  }
  const { items, total, page_size, actions } = await context.get(apiContext)(auditLog, { query: { ...filter, page: pageIn(params) } })
  return { entries: items, total, pages: Math.ceil(total / page_size), page: pageIn(params), filter, actions }
}

export default function AuditLogPage({ loaderData: { entries, total, pages, page, filter, actions } }: Route.ComponentProps) {
  const counted = total < AUDIT_COUNTED ? showNumber(total) : `${showNumber(AUDIT_COUNTED)}+`
  return (
    <Page
      title="Audit Log"
      intro="Who did what, and when. Each entry is sealed over the one before it. Network addresses and browsers are deleted later. Times are in California."
      actions={
        <LinkButton to={addressWith('/api/admin/audit-log.csv', filter)} reloadDocument download aria-label="Download the log as CSV">
          <IconDownload size={16} aria-hidden="true" />
          CSV
        </LinkButton>
      }
    >
      <AuditFilters filter={filter} actions={actions} />
      <DeskTools />
      {filter.person && <Notice>Only what {nameOf(entries, filter.person)} did is shown.</Notice>}
      {entries.length === 0 && total > 0 ? (
        <PastLast of="entries" to={addressWith('', filter)} />
      ) : entries.length === 0 ? (
        <EmptyState drawing="search" title="Nothing found." action={<LinkButton to="/admin/audit-log">Show the whole log</LinkButton>}>
          Try another word, or fewer filters.
        </EmptyState>
      ) : (
        <AuditList entries={entries} />
      )}
      {total > 0 && (
        <Pagination
          label="Pages of the log"
          page={page}
          pages={pages}
          to={(to) => addressWith('', { ...filter, page: to })}
          note={` • ${counted} total`}
        />
      )}
    </Page>
  )
}

const nameOf = (entries: readonly ListedAuditEntry[], id: string): string =>
  entries.find(({ actor }) => actor?.id === id)?.actor?.name ?? 'one person'

export function ErrorBoundary() {
  return <LoadFailed page="Audit Log" title="Failed to load the audit log." />
}
