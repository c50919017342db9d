import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, spend, type Tx } from '#platform/server/index.ts'
import { type listMessages, type Message, no, type sendMessage } from '../contract.ts'
import { AWAY_MINUTES, MESSAGES_PAGE_SIZE } from '../rules.ts'
import { findAttachmentsOf, updateSent } from './attachments.queries.ts'
import { insertEvent } from './events.queries.ts'
import { TELL_AWAY, type UnreadMessage } from './job-names.ts'
import * as queries from './messages.queries.ts'
import { presentMessage } from './present.ts'
import { upsertRead } from './readers.queries.ts'
import { lockReadable, requireReadable } from './service.ts'

const MESSAGES_A_MINUTE = 60

type Sent = Received<typeof sendMessage>['body']

/** The same key of the same person is one message, however often it is sent. */
export async function send(ctx: Ctx, request_id: string, { body, attachment_ids, client_key }: Sent): Promise<Message> {
  const { id: author_id } = signedIn(ctx)
  const text = body.trim()
  const ids = [...new Set(attachment_ids)]
  if (text === '' && ids.length === 0) throw refuse(no, 'message_empty', { fields: { body: no.message_empty.message } })
  await spend(ctx, { key: `requests.message.${author_id}`, most: MESSAGES_A_MINUTE, seconds: 60 }, no.too_many_messages.message)
  return inTransaction(ctx, async (ctx) => {
    const { db, now } = ctx
    await lockReadable(ctx, request_id)
    const before = client_key && (await queries.findSent(db, { request_id, author_id, client_key }))
    if (before) return (await withAttachments(ctx, [before]))[0]!
    const position = await insertEvent(db, { request_id, kind: 'message', actor_id: author_id, happened_at: now })
    const words = { request_id, position, author_id, body: text, client_key: client_key ?? null, created_at: now }
    const message_id = await queries.insertMessage(db, words)
    if (ids.length > 0 && (await updateSent(db, { request_id, uploader_id: author_id, message_id, ids })) !== ids.length)
      throw refuse(no, 'attachment_not_found')
    await lookLater(ctx, { request_id, position })
    return (await withAttachments(ctx, await queries.findMessagesAt(db, request_id, [position])))[0]!
  })
}

/** When whoever has not read it by then counts as away. By the machine's clock: it is the job queue that waits. */
export async function lookLater({ db, ports }: Ctx<Tx>, message: UnreadMessage, wait_ms = AWAY_MINUTES * 60_000): Promise<void> {
  await ports.jobs.send(db, TELL_AWAY, message, { startAfter: new Date(Date.now() + wait_ms) })
}

/** Oldest first. Whoever reads the newest ones, or on from some, has read them. */
export async function list(
  ctx: Ctx,
  request_id: string,
  { before, after }: Received<typeof listMessages>['query']
): Promise<Answer<typeof listMessages>> {
  const { db, now } = ctx
  // Looked at first: what comes meanwhile is told as an event again, rather than not at all.
  const { last_position } = await requireReadable(ctx, request_id)
  const found = await queries.findMessages(db, request_id, { before, after, most: MESSAGES_PAGE_SIZE + 1 })
  const more = found.length > MESSAGES_PAGE_SIZE
  const rows = found.slice(0, MESSAGES_PAGE_SIZE)
  if (after === undefined) rows.reverse()
  const newest = rows.at(-1)
  if (before === undefined) await upsertRead(db, { request_id, person_id: signedIn(ctx).id }, newest?.position ?? 0, now)
  return { items: await withAttachments(ctx, rows), more, position: last_position }
}

export async function readUpTo(ctx: Ctx, request_id: string, position: number): Promise<null> {
  await requireReadable(ctx, request_id)
  await upsertRead(ctx.db, { request_id, person_id: signedIn(ctx).id }, position, ctx.now)
  return null
}

export async function withAttachments({ db }: Pick<Ctx, 'db'>, rows: readonly queries.WrittenMessage[]): Promise<Message[]> {
  const attachments = await findAttachmentsOf(
    db,
    rows.map(({ id }) => id)
  )
  return rows.map((row) => presentMessage(row, attachments))
}
