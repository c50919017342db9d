import type { Answer } from '#platform/contract/index.ts'
import { showNumber } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import type { listAssignedRequests } from '../desk.contract.ts'
import { requestPath } from '../rules.ts'
import { RequestTable } from './request-table.tsx'

const addressOf = (page: number): string => (page > 1 ? `/employee/dashboard?page=${page}` : '/employee/dashboard')

/** A page of the requests assigned to an employee. Each row links to its conversation. */
export function AssignedRequests({ items, total, page, page_size }: Answer<typeof listAssignedRequests>) {
  if (total === 0) return <p>No requests are assigned to you.</p>
  const pages = Math.ceil(total / page_size)
  return (
    <>
      {items.length > 0 ? (
        <RequestTable requests={items} to={(id) => requestPath('employee', id)} />
      ) : (
        <p>
          This page has no requests. <LinkButton to={addressOf(1)}>First page</LinkButton>
        </p>
      )}
      <Pagination label="Pages of requests" page={page} pages={pages} to={addressOf} note={` • ${showNumber(total)} total`} />
    </>
  )
}
