import { audit } from '#accounts/server/index.ts'
import { type Answer, BUSINESS_ZONE, type Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, spend, type Tx } from '#platform/server/index.ts'
import { type CustomRequest, type createRequest, type editRequest, type listRequests, type readTimeline, refusals } from '../contract.ts'
import { mayEdit, mayRead, TIMELINE_PAGE_SIZE } from '../rules.ts'
import { findKeysOf } from './conversation/attachments.queries.ts'
import * as events from './conversation/events.queries.ts'
import { forgetFiles } from './conversation/forget-files.ts'
import { presentEvent, presentRequest } from './present.ts'
import * as queries from './queries.ts'
import { publishChange } from './request-events.ts'

const HOUR = 3600
const REQUESTS_AN_HOUR = 30
/** Per person, over all requests. Each edit adds an event that stays as long as the request. */
const EDITS_AN_HOUR = 30

type Row = NonNullable<Awaited<ReturnType<typeof queries.lockRequest>>>

export async function listMine(ctx: Ctx, query: Received<typeof listRequests>['query']): Promise<Answer<typeof listRequests>> {
  const reader = signedIn(ctx)
  const filter = { ...query, client_id: reader.id }
  const [rows, total] = await Promise.all([queries.findRequests(ctx.db, reader.id, filter), queries.countRequests(ctx.db, filter)])
  return { items: rows.map((row) => presentRequest(row, reader)), total, page: query.page, page_size: query.page_size }
}

export async function create(ctx: Ctx, sent: Received<typeof createRequest>['body']): Promise<CustomRequest> {
  const { id: client_id } = signedIn(ctx)
  requireFuture(ctx, sent.due_date)
  await spend(ctx, { key: `requests.create.${client_id}`, most: REQUESTS_AN_HOUR, seconds: HOUR }, refusals.too_many_requests.message)
  return inTransaction(ctx, async (ctx) => {
    const { db, now } = ctx
    const { budget: budget_cents = null, due_date = null, ...words } = sent
    const id = await queries.insertRequest(db, { ...words, budget_cents, due_date, client_id, created_at: now, updated_at: now })
    await events.insertEvent(db, { request_id: id, kind: 'submitted', actor_id: client_id, status: 'submitted', happened_at: now })
    return show(ctx, id)
  })
}

export async function read(ctx: Ctx, id: string): Promise<CustomRequest> {
  await requireReadable(ctx, id)
  return show(ctx, id)
}

/** Changes the fields that were sent. An unchanged due date may be in the past. */
export async function edit(ctx: Ctx, id: string, sent: Received<typeof editRequest>['body']): Promise<CustomRequest> {
  await spend(ctx, { key: `requests.edit.${signedIn(ctx).id}`, most: EDITS_AN_HOUR, seconds: HOUR }, refusals.too_many_edits.message)
  return inTransaction(ctx, async (ctx) => {
    const { db, now } = ctx
    const row = await lockOwn(ctx, id)
    if (!mayEdit(row.status)) throw refuse(refusals, 'not_editable')
    const { budget, ...words } = sent
    const wanted = { ...words, ...(budget === undefined ? {} : { budget_cents: budget }) }
    const changes = Object.fromEntries(
      Object.entries(wanted).filter(([field, value]) => value !== undefined && value !== row[field as keyof Row])
    ) as Partial<Row>
    if (Object.keys(changes).length === 0) return show(ctx, id)
    requireFuture(ctx, changes.due_date)
    await queries.updateRequest(db, id, { ...changes, updated_at: now })
    await events.insertEvent(db, { request_id: id, kind: 'edited', actor_id: row.client_id, status: row.status, happened_at: now })
    return show(ctx, id)
  })
}

export function cancel(ctx: Ctx, id: string): Promise<CustomRequest> {
  return inTransaction(ctx, async (ctx) => {
    const { db, now } = ctx
    const row = await lockOwn(ctx, id)
    if (row.status === 'cancelled') return show(ctx, id)
    if (!mayEdit(row.status)) throw refuse(refusals, 'not_editable')
    await queries.updateRequest(db, id, { status: 'cancelled', updated_at: now })
    await events.insertEvent(db, { request_id: id, kind: 'cancelled', actor_id: row.client_id, status: 'cancelled', happened_at: now })
    await publishChange(ctx, { ...row, status: 'cancelled' })
    return show(ctx, id)
  })
}

export function remove(ctx: Ctx, id: string): Promise<null> {
  return inTransaction(ctx, async (ctx) => {
    const { status } = await lockOwn(ctx, id)
    await deleteWithFiles(ctx, id)
    const by = { actor_id: signedIn(ctx).id, action: 'custom_request.deleted', subject_kind: 'custom_request', subject: id }
    // The audit log is permanent, so it has none of the client's texts.
    await audit(ctx.db, { ...by, details: { status } })
    return null
  })
}

/** Deletes a request with its events, messages, and attachments. A job deletes the files after the commit. */
export async function deleteWithFiles(ctx: Ctx<Tx>, id: string): Promise<void> {
  await forgetFiles(ctx, await findKeysOf(ctx.db, id))
  await queries.deleteRequest(ctx.db, id)
}

/** Lists the newest events, or those before a position, oldest first. */
export async function showTimeline(
  ctx: Ctx,
  id: string,
  { before }: Received<typeof readTimeline>['query']
): Promise<Answer<typeof readTimeline>> {
  await requireReadable(ctx, id)
  const found = await events.findTimeline(ctx.db, id, { before, most: TIMELINE_PAGE_SIZE + 1 })
  const items = found.slice(0, TIMELINE_PAGE_SIZE).toReversed().map(presentEvent)
  return { items, more: found.length > TIMELINE_PAGE_SIZE }
}

export async function show(ctx: Ctx, id: string): Promise<CustomRequest> {
  const reader = signedIn(ctx)
  const row = await queries.findRequest(ctx.db, reader.id, id)
  if (!row) throw refuse(refusals, 'request_not_found')
  return presentRequest(row, reader)
}

/** Returns a request that the caller may read. Other requests are reported as not found. */
export async function requireReadable(ctx: Ctx, id: string): Promise<queries.ShownRequest> {
  const reader = signedIn(ctx)
  const row = await queries.findRequest(ctx.db, reader.id, id)
  if (!row || !mayRead(reader, row)) throw refuse(refusals, 'request_not_found')
  return row
}

export async function lockReadable(ctx: Ctx<Tx>, id: string): Promise<Row> {
  const row = await queries.lockRequest(ctx.db, id)
  if (!row || !mayRead(signedIn(ctx), row)) throw refuse(refusals, 'request_not_found')
  return row
}

async function lockOwn(ctx: Ctx<Tx>, id: string): Promise<Row> {
  const row = await queries.lockRequest(ctx.db, id)
  if (row?.client_id !== signedIn(ctx).id) throw refuse(refusals, 'request_not_found')
  return row
}

const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: BUSINESS_ZONE })

/** Refuses a due date before today in California. */
function requireFuture({ now }: Ctx, due_date: string | null | undefined): void {
  if (!due_date || due_date >= calendar.format(now)) return
  throw refuse(refusals, 'due_date_past', { fields: { due_date: refusals.due_date_past.message } })
}
