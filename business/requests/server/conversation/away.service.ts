import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { newMessagesMail } from '../../mails/new-messages-mail.tsx'
import { AWAY_MINUTES, requestPath } from '../../rules.ts'
import type { UnreadMessage } from '../job-names.ts'
import { lockRequest } from '../queries.ts'
import { countUnread } from './messages.queries.ts'
import { checkLater } from './messages.service.ts'
import * as readers from './readers.queries.ts'

const AWAY_MS = AWAY_MINUTES * 60_000

/**
 * Mails the readers who have not read a message AWAY_MINUTES after it was sent and are not online. A reader gets one mail per run of unread
 * messages. A reader who has the conversation open without reading is checked again later, once, for the newest message.
 */
export function mailAbsent(ctx: Ctx, { request_id, position }: UnreadMessage): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const request = await lockRequest(ctx.db, request_id)
    if (!request) return
    const waits = []
    for (const reader of await readers.findRecipients(ctx.db, request_id)) waits.push(await mailOrWait(ctx, request, reader, position))
    const wait_ms = Math.max(...waits)
    if (wait_ms > 0) await checkLater(ctx, { request_id, position }, wait_ms)
  })
}

/** Mails a reader who is away. Returns the milliseconds to wait before this message is checked again, or 0. */
async function mailOrWait(ctx: Ctx<Tx>, request: Request, reader: readers.MailReader, position: number): Promise<number> {
  const { id: person_id, read_position, mailed_position, seen_at } = reader
  if (read_position >= position || mailed_position > read_position) return 0
  const { unread, newest } = await countUnread(ctx.db, request.id, { person_id, read_position })
  if (unread === 0) return 0
  const left_ms = (seen_at?.getTime() ?? 0) + AWAY_MS - ctx.now.getTime()
  if (left_ms > 0) return newest === position ? left_ms : 0
  await sendMail(ctx, request, { ...reader, unread, newest })
  return 0
}

type Request = NonNullable<Awaited<ReturnType<typeof lockRequest>>>
type Recipient = readers.MailReader & { unread: number; newest: number }

async function sendMail({ db, ports }: Ctx<Tx>, { id, title }: Request, { unread, newest, ...person }: Recipient): Promise<void> {
  await readers.upsertMailed(db, { request_id: id, person_id: person.id }, newest)
  const details = { sender: ports.settings, name: person.name, title, unread, path: requestPath(person.role, id) }
  await ports.mail.send(db, { to: person.email, ...(await newMessagesMail(details)) })
}
