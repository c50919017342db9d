import { z } from 'zod'
import { endpoint, pageOf, paging } from '#platform/contract/index.ts'
import { customRequest, requestId, statuses } from './contract.ts'
import { ADMIN_STATES, ASSIGNEES_MAX, REQUESTS_PAGE_SIZE } from './rules.ts'

export const listAllRequests = endpoint({
  method: 'GET',
  path: '/admin/custom-requests',
  access: ['admin'],
  grant: 'support',
  summary: 'List all requests, newest first. `assigned` is none, any, or an employee ID',
  query: z.object({
    q: z.string().trim().max(200).optional(),
    status: statuses,
    assigned: z.union([z.enum(['none', 'any']), z.uuid(), z.literal('').transform(() => undefined)]).optional(),
    ...paging(REQUESTS_PAGE_SIZE)
  }),
  response: pageOf(customRequest)
})

export const decideRequest = endpoint({
  method: 'PATCH',
  path: '/admin/custom-requests/:id',
  access: ['admin'],
  grant: 'support',
  summary: 'Set the status, assign an employee, or remove the assignment (null)',
  params: requestId,
  body: z.object({ status: z.enum(ADMIN_STATES, 'Please choose a status.').optional(), assigned_employee_id: z.uuid().nullish() }),
  response: customRequest
})

export const listAssignedRequests = endpoint({
  method: 'GET',
  path: '/employee/custom-requests',
  access: ['employee'],
  summary: 'List the requests assigned to the caller, open ones first',
  query: z.object({ ...paging(REQUESTS_PAGE_SIZE) }),
  response: pageOf(customRequest)
})

const assignee = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  /** Only active employees can be assigned. */
  is_active: z.boolean()
})
export type Assignee = z.output<typeof assignee>

export const searchAssignees = endpoint({
  method: 'GET',
  path: '/admin/custom-requests/assignees',
  access: ['admin'],
  grant: 'support',
  summary: `Find employees by name or email address, at most ${ASSIGNEES_MAX}; an exact address comes first. \`id\` finds one employee`,
  query: z.object({ q: z.string().trim().max(200).default(''), id: z.uuid().optional() }),
  response: z.object({ items: z.array(assignee), total: z.int() })
})
