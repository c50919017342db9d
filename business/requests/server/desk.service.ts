import { audit, findUser } from '#accounts/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { type CustomRequest, type decideRequest, type listAllRequests, type listAssignedRequests, no } from '../contract.ts'
import { requestAssignedMail } from '../mails/request-assigned-mail.tsx'
import { requestStatusMail } from '../mails/request-status-mail.tsx'
import type { ADMIN_STATES, RequestState } from '../rules.ts'
import { insertEvent } from './events.queries.ts'
import { presentRequest } from './present.ts'
import * as queries from './queries.ts'
import { show } from './service.ts'

type Row = NonNullable<Awaited<ReturnType<typeof queries.lockRequest>>>
type Employee = NonNullable<Awaited<ReturnType<typeof queries.holdEmployee>>>

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

/** What is as asked for already changes nothing. A cancelled request is the client's last word. */
export function decide(
  ctx: Ctx,
  id: string,
  { status, assigned_employee_id }: Received<typeof decideRequest>['body']
): Promise<CustomRequest> {
  return inTransaction(ctx, async (ctx) => {
    const employee = assigned_employee_id ? await queries.holdEmployee(ctx.db, assigned_employee_id) : null
    const row = await queries.lockRequest(ctx.db, id)
    if (!row) throw refuse(no, 'request_not_found')
    if (row.status === 'cancelled') throw refuse(no, 'request_cancelled')
    const isReassigned = assigned_employee_id !== undefined && assigned_employee_id !== row.assigned_employee_id
    if (isReassigned && employee === undefined)
      throw refuse(no, 'employee_not_found', { fields: { assigned_employee_id: no.employee_not_found.message } })
    if (status && status !== row.status) await setStatus(ctx, row, status)
    if (isReassigned) await assign(ctx, { ...row, status: status ?? row.status }, employee ?? null)
    return show(ctx, id)
  })
}

async function setStatus(ctx: Ctx<Tx>, row: Row, status: (typeof ADMIN_STATES)[number]): Promise<void> {
  const { db, now, ports } = ctx
  const { id: actor_id } = signedIn(ctx)
  await queries.updateRequest(db, row.id, { status, updated_at: now })
  await insertEvent(db, { request_id: row.id, kind: 'status', actor_id, status, happened_at: now })
  await record(ctx, row.id, 'status_changed', { from: row.status, to: status })
  const client = await findUser(db, row.client_id)
  if (!client?.is_active || !client.email_verified) return
  const mail = await requestStatusMail({ sender: ports.settings, name: client.name, request: { ...row, status } })
  await ports.mail.send(db, { to: client.email, ...mail })
}

async function assign(ctx: Ctx<Tx>, row: Row, employee: Employee | null): Promise<void> {
  const { db, ports } = ctx
  await setAssignee(ctx, row, employee?.id ?? null)
  await record(ctx, row.id, employee ? 'assigned' : 'unassigned', { from: row.assigned_employee_id, to: employee?.id ?? null })
  if (!employee?.email_verified) return
  const mail = await requestAssignedMail({ sender: ports.settings, name: employee.name, request: row })
  await ports.mail.send(db, { to: employee.email, ...mail })
}

type Assigned = { id: string; status: RequestState; assigned_employee_id: string | null }

/** Who had it until now is named where nobody has it afterwards. */
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
}

const record = (ctx: Ctx<Tx>, id: string, deed: string, details: Record<string, unknown>): Promise<void> =>
  audit(ctx.db, {
    actor_id: signedIn(ctx).id,
    action: `custom_request.${deed}`,
    subject_kind: 'custom_request',
    subject: id,
    details
  })
