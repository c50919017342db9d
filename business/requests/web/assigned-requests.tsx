import type { CustomRequest } from '../contract.ts'
import { requestPath } from '../rules.ts'
import { RequestTable } from './request-table.tsx'

/** The requests that an employee works on; each leads to its conversation. */
export function AssignedRequests({ requests, total }: { requests: readonly CustomRequest[]; total: number }) {
  if (requests.length === 0) return <p>No requests are assigned to you.</p>
  return (
    <>
      <RequestTable requests={requests} to={(id) => requestPath('employee', id)} />
      {total > requests.length && (
        <p>
          The first {requests.length} of {total}.
        </p>
      )}
    </>
  )
}
