import { audit } from '#accounts/server/index.ts'
import { type Answer, BUSINESS_ZONE, type Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, spend, type Tx } from '#platform/server/index.ts'
import { type CustomRequest, type createRequest, type editRequest, type listRequests, no, type readTimeline } from '../contract.ts'
import { mayEdit, mayRead } from '../rules.ts'
import { findKeysOf } from './attachments.queries.ts'
import * as events from './events.queries.ts'
import { forgetFiles } from './forget-files.ts'
import { presentEvent, presentRequest } from './present.ts'
import * as queries from './queries.ts'

const HOUR = 3600
const REQUESTS_AN_HOUR = 30

type Row = NonNullable<Awaited<ReturnType<typeof queries.lockRequest>>>

export async function listMine({ db, actor }: Ctx, query: Received<typeof listRequests>['query']): Promise<Answer<typeof listRequests>> {
  const filter = { ...query, client_id: actor!.id }
  const [rows, total] = await Promise.all([queries.findRequests(db, actor!.id, filter), queries.countRequests(db, filter)])
  return { items: rows.map((row) => presentRequest(row, actor!)), total, page: query.page, page_size: query.page_size }
}

export async function create(ctx: Ctx, sent: Received<typeof createRequest>['body']): Promise<CustomRequest> {
  const { id: client_id } = signedIn(ctx)
  requireFuture(ctx, sent.due_date)
  await spend(ctx, { key: `requests.create.${client_id}`, most: REQUESTS_AN_HOUR, seconds: HOUR }, no.too_many_requests.message)
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

/** What is not sent stays. A due day that has passed since may stay as well. */
export function edit(ctx: Ctx, id: string, sent: Received<typeof editRequest>['body']): Promise<CustomRequest> {
  return inTransaction(ctx, async (ctx) => {
    const { db, now } = ctx
    const row = await lockOwn(ctx, id)
    if (!mayEdit(row.status)) throw refuse(no, 'not_editable')
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
    if (!mayEdit(row.status)) throw refuse(no, 'not_editable')
    await queries.updateRequest(db, id, { status: 'cancelled', updated_at: now })
    await events.insertEvent(db, { request_id: id, kind: 'cancelled', actor_id: row.client_id, status: 'cancelled', happened_at: now })
    return show(ctx, id)
  })
}

export function remove(ctx: Ctx, id: string): Promise<null> {
  return inTransaction(ctx, async (ctx) => {
    const { status } = await lockOwn(ctx, id)
    await removeWhole(ctx, id)
    const by = { actor_id: signedIn(ctx).id, action: 'custom_request.deleted', subject_kind: 'custom_request', subject: id }
    // Nothing that the client wrote: the log is for good.
    await audit(ctx.db, { ...by, details: { status } })
    return null
  })
}

/** Its events, messages and attachments go with it; the files once this has committed. */
export async function removeWhole(ctx: Ctx<Tx>, id: string): Promise<void> {
  await forgetFiles(ctx, await findKeysOf(ctx.db, id))
  await queries.deleteRequest(ctx.db, id)
}

export async function showTimeline(ctx: Ctx, id: string): Promise<Answer<typeof readTimeline>> {
  await requireReadable(ctx, id)
  return { items: (await events.findTimeline(ctx.db, id)).map(presentEvent) }
}

export async function show(ctx: Ctx, id: string): Promise<CustomRequest> {
  const reader = signedIn(ctx)
  const row = await queries.findRequest(ctx.db, reader.id, id)
  if (!row) throw refuse(no, 'request_not_found')
  return presentRequest(row, reader)
}

/** Another's request is as unknown as none. */
export async function requireReadable(ctx: Ctx, id: string): Promise<queries.ShownRequest> {
  const reader = signedIn(ctx)
  const row = await queries.findRequest(ctx.db, reader.id, id)
  if (!row || !mayRead(reader, row)) throw refuse(no, 'request_not_found')
  return row
}

export async function lockReadable(ctx: Ctx<Tx>, id: string): Promise<Row> {
  const row = await queries.lockRequest(ctx.db, id)
  if (!row || !mayRead(signedIn(ctx), row)) throw refuse(no, 'request_not_found')
  return row
}

async function lockOwn(ctx: Ctx<Tx>, id: string): Promise<Row> {
  const row = await queries.lockRequest(ctx.db, id)
  if (row?.client_id !== signedIn(ctx).id) throw refuse(no, 'request_not_found')
  return row
}

const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: BUSINESS_ZONE })

/** Today in California, or later. */
function requireFuture({ now }: Ctx, due_date: string | null | undefined): void {
  if (!due_date || due_date >= calendar.format(now)) return
  throw refuse(no, 'due_date_past', { fields: { due_date: no.due_date_past.message } })
}
