import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, spend, type Tx } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import type { listMessages, Message, sendMessage } from '../../conversation.contract.ts'
import { AWAY_MINUTES, BLOCKED_FILES_MAX, MESSAGES_PAGE_SIZE } from '../../rules.ts'
import { MAIL_ABSENT, type UnreadMessage } from '../job-names.ts'
import { presentBlocked, presentMessage } from '../present.ts'
import { lockReadable, requireReadable } from '../service.ts'
import { findAttachmentsOf, findBlocked, updateSent } from './attachments.queries.ts'
import { insertEvent } from './events.queries.ts'
import * as queries from './messages.queries.ts'
import { upsertRead } from './readers.queries.ts'

const MESSAGES_A_MINUTE = 60
/** Per person, over all requests, and per day (UTC). */
const MESSAGES_A_DAY = 500
const DAY = 24 * 3600

type Sent = Received<typeof sendMessage>['body']

/** Sends a message. The same key from the same person sends it only once. */
export async function send(ctx: Ctx, request_id: string, { body, attachment_ids, client_key }: Sent): Promise<Message> {
  const { id: author_id } = signedIn(ctx)
  const text = body.trim()
  const ids = [...new Set(attachment_ids)]
  if (text === '' && ids.length === 0) throw refuse(refusals, 'message_empty', { fields: { body: refusals.message_empty.message } })
  await spendMessage(ctx, author_id)
  return inTransaction(ctx, async (ctx) => {
    const { db, now } = ctx
    await lockReadable(ctx, request_id)
    const before = client_key && (await queries.findSent(db, { request_id, author_id, client_key }))
    if (before) return withOwnAttachments(ctx, before)
    const position = await insertEvent(db, { request_id, kind: 'message', actor_id: author_id, happened_at: now })
    const words = { request_id, position, author_id, body: text, client_key: client_key ?? null, created_at: now }
    const message_id = await queries.insertMessage(db, words)
    if (ids.length > 0 && (await updateSent(db, { request_id, uploader_id: author_id, message_id, ids })) !== ids.length)
      throw refuse(refusals, 'attachment_not_found')
    await checkLater(ctx, { request_id, position })
    const sent = await queries.findSent(db, { request_id, author_id, position })
    if (!sent) throw new Error(`Message ${position} of request ${request_id} was not stored.`)
    return withOwnAttachments(ctx, sent)
  })
}

async function spendMessage(ctx: Ctx, author_id: string): Promise<void> {
  const key = `requests.message.${author_id}`
  await spend(ctx, { key, most: MESSAGES_A_MINUTE, seconds: 60 }, refusals.too_many_messages.message)
  await spend(ctx, { key, most: MESSAGES_A_DAY, seconds: DAY }, refusals.too_many_messages_today.message)
}

/** Schedules the mail to absent readers. Uses the machine's clock, because the job queue waits by it. */
export async function checkLater({ db, ports }: Ctx<Tx>, message: UnreadMessage, wait_ms = AWAY_MINUTES * 60_000): Promise<void> {
  await ports.jobs.send(db, MAIL_ABSENT, message, { startAfter: new Date(Date.now() + wait_ms) })
}

/** Lists messages, oldest first. Marks them as read, except when paging back. */
export async function list(
  ctx: Ctx,
  request_id: string,
  { before, after }: Received<typeof listMessages>['query']
): Promise<Answer<typeof listMessages>> {
  const { db, now } = ctx
  // Read first: a message that arrives in between is then sent again as an event, rather than lost.
  const { last_position } = await requireReadable(ctx, request_id)
  const found = await queries.findMessages(db, request_id, { before, after, most: MESSAGES_PAGE_SIZE + 1 })
  const more = found.length > MESSAGES_PAGE_SIZE
  const rows = found.slice(0, MESSAGES_PAGE_SIZE)
  if (after === undefined) rows.reverse()
  const newest = rows.at(-1)
  if (before === undefined) await upsertRead(db, { request_id, person_id: signedIn(ctx).id }, newest?.position ?? 0, now)
  const blocked =
    signedIn(ctx).role === 'admin' ? (await findBlocked(db, request_id, BLOCKED_FILES_MAX)).toReversed().map(presentBlocked) : []
  return { items: await withAttachments(ctx, rows), more, position: last_position, blocked }
}

export async function readUpTo(ctx: Ctx, request_id: string, position: number): Promise<null> {
  await requireReadable(ctx, request_id)
  await upsertRead(ctx.db, { request_id, person_id: signedIn(ctx).id }, position, ctx.now)
  return null
}

async function withOwnAttachments({ db }: Pick<Ctx, 'db'>, row: queries.WrittenMessage): Promise<Message> {
  return presentMessage(row, await findAttachmentsOf(db, [row.id]))
}

export async function withAttachments({ db }: Pick<Ctx, 'db'>, rows: readonly queries.WrittenMessage[]): Promise<Message[]> {
  const attachments = await findAttachmentsOf(
    db,
    rows.map(({ id }) => id)
  )
  return rows.map((row) => presentMessage(row, attachments))
}
