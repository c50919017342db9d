import { audit, findReachableUser } from '#accounts/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { type CustomRequest, refusals } from '../contract.ts'
import type { decideRequest, listAllRequests, listAssignedRequests, searchAssignees } from '../desk.contract.ts'
import { requestAssignedMail } from '../mails/request-assigned-mail.tsx'
import { requestStatusMail } from '../mails/request-status-mail.tsx'
import { type ADMIN_STATES, ASSIGNEES_MAX, type RequestState } from '../rules.ts'
import { insertEvent } from './conversation/events.queries.ts'
import { presentRequest } from './present.ts'
import * as queries from './queries.ts'
import { publishChange } from './request-events.ts'
import { show } from './service.ts'

type Row = NonNullable<Awaited<ReturnType<typeof queries.lockRequest>>>
type Employee = NonNullable<Awaited<ReturnType<typeof queries.lockEmployee>>>

export async function listAll(ctx: Ctx, query: Received<typeof listAllRequests>['query']): Promise<Answer<typeof listAllRequests>> {
  const { db } = ctx
  const reader = signedIn(ctx)
  const [rows, total] = await Promise.all([queries.findRequests(db, reader.id, query), queries.countRequests(db, query)])
  return { items: rows.map((row) => presentRequest(row, reader)), total, page: query.page, page_size: query.page_size }
}

export async function listAssigned(
  ctx: Ctx,
  query: Received<typeof listAssignedRequests>['query']
): Promise<Answer<typeof listAssignedRequests>> {
  const reader = signedIn(ctx)
  const { id } = reader
  const [rows, total] = await Promise.all([queries.findAssigned(ctx.db, id, query), queries.countRequests(ctx.db, { employee_id: id })])
  return { items: rows.map((row) => presentRequest(row, reader)), ...query, total }
}

/** Finds employees for the assignment and the filter, an exact email address first. */
export async function findAssignees(
  ctx: Ctx,
  { q, id }: Received<typeof searchAssignees>['query']
): Promise<Answer<typeof searchAssignees>> {
  const search = { q, id, limit: ASSIGNEES_MAX }
  const [items, total] = await Promise.all([queries.findEmployees(ctx.db, search), queries.countEmployees(ctx.db, search)])
  return { items, total }
}

type Decision = Received<typeof decideRequest>['body']

/** Sets the status and the assignee. Values that are already set change nothing. A canceled request cannot change. */
export function decide(ctx: Ctx, id: string, { status, assigned_employee_id }: Decision): Promise<CustomRequest> {
  return inTransaction(ctx, async (ctx) => {
    const employee = assigned_employee_id ? await queries.lockEmployee(ctx.db, assigned_employee_id) : null
    const row = await requireDecidable(ctx, id)
    const isReassigned = assigned_employee_id !== undefined && assigned_employee_id !== row.assigned_employee_id
    if (isReassigned && employee === undefined) throw employeeNotFound()
    const decided = status ? await setStatus(ctx, row, status) : row
    if (isReassigned) await assign(ctx, decided, employee ?? null)
    return show(ctx, id)
  })
}

async function requireDecidable({ db }: Ctx<Tx>, id: string): Promise<Row> {
  const row = await queries.lockRequest(db, id)
  if (!row) throw refuse(refusals, 'request_not_found')
  if (row.status === 'cancelled') throw refuse(refusals, 'request_cancelled')
  return row
}

const employeeNotFound = () =>
  refuse(refusals, 'employee_not_found', { fields: { assigned_employee_id: refusals.employee_not_found.message } })

async function setStatus(ctx: Ctx<Tx>, row: Row, status: (typeof ADMIN_STATES)[number]): Promise<Row> {
  if (status === row.status) return row
  const { db, now, ports } = ctx
  const { id: actor_id } = signedIn(ctx)
  await queries.updateRequest(db, row.id, { status, updated_at: now })
  await insertEvent(db, { request_id: row.id, kind: 'status', actor_id, status, happened_at: now })
  await record(ctx, row.id, 'status_changed', { from: row.status, to: status })
  await publishChange(ctx, { ...row, status })
  const client = await findReachableUser(db, row.client_id)
  if (client?.is_active && client.email_verified) {
    const mail = await requestStatusMail({ sender: ports.settings, name: client.name, request: { ...row, status } })
    await ports.mail.send(db, { to: client.email, ...mail })
  }
  return { ...row, status }
}

async function assign(ctx: Ctx<Tx>, row: Row, employee: Employee | null): Promise<void> {
  const { db, ports } = ctx
  await setAssignee(ctx, row, employee?.id ?? null)
  await record(ctx, row.id, employee ? 'assigned' : 'unassigned', { from: row.assigned_employee_id, to: employee?.id ?? null })
  if (!employee?.email_verified) return
  const mail = await requestAssignedMail({ sender: ports.settings, name: employee.name, request: row })
  await ports.mail.send(db, { to: employee.email, ...mail })
}

type Assigned = { id: string; client_id: string; status: RequestState; assigned_employee_id: string | null }

/** Stores the assignee. The event names the previous employee if the request becomes unassigned. */
export async function setAssignee(ctx: Ctx<Tx>, row: Assigned, employee_id: string | null): Promise<void> {
  const { db, now } = ctx
  await queries.updateRequest(db, row.id, { assigned_employee_id: employee_id, updated_at: now })
  await insertEvent(db, {
    request_id: row.id,
    kind: employee_id ? 'assigned' : 'unassigned',
    actor_id: signedIn(ctx).id,
    status: row.status,
    employee_id: employee_id ?? row.assigned_employee_id,
    happened_at: now
  })
  await publishChange(ctx, row)
}

const record = (ctx: Ctx<Tx>, id: string, action: string, details: Record<string, unknown>): Promise<void> =>
  audit(ctx.db, {
    actor_id: signedIn(ctx).id,
    action: `custom_request.${action}`,
    subject_kind: 'custom_request',
    subject: id,
    details
  })
