import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { newMessagesMail } from '../mails/new-messages-mail.tsx'
import { AWAY_MINUTES, requestPath } from '../rules.ts'
import type { UnreadMessage } from './job-names.ts'
import { countUnread } from './messages.queries.ts'
import { lookLater } from './messages.service.ts'
import { lockRequest } from './queries.ts'
import * as readers from './readers.queries.ts'

const AWAY_MS = AWAY_MINUTES * 60_000

/**
 * Looks ten minutes after a message who has not read it and is not there. Whoever was told of a run of unread messages is not told again before
 * having read; whoever has the conversation open without reading is looked at again later, once for the newest message.
 */
export function tellAway(ctx: Ctx, { request_id, position }: UnreadMessage): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const request = await lockRequest(ctx.db, request_id)
    if (!request) return
    let wait_ms: number | undefined
    for (const person of await readers.findAddressees(ctx.db, request_id)) {
      if (person.read_position >= position || person.mailed_position > person.read_position) continue
      const left = (person.seen_at?.getTime() ?? 0) + AWAY_MS - ctx.now.getTime()
      const { unread, newest } = await countUnread(ctx.db, request_id, { person_id: person.id, read_position: person.read_position })
      if (unread === 0) continue
      if (left <= 0) await mail(ctx, request, { ...person, unread, newest })
      else if (newest === position) wait_ms = Math.max(wait_ms ?? 0, left)
    }
    if (wait_ms !== undefined) await lookLater(ctx, { request_id, position }, wait_ms)
  })
}

type Request = NonNullable<Awaited<ReturnType<typeof lockRequest>>>
type Told = readers.Addressee & { unread: number; newest: number }

async function mail({ db, ports }: Ctx<Tx>, { id, title }: Request, { unread, newest, ...person }: Told): Promise<void> {
  await readers.upsertMailed(db, { request_id: id, person_id: person.id }, newest)
  const facts = { sender: ports.settings, name: person.name, title, unread, path: requestPath(person.role, id) }
  await ports.mail.send(db, { to: person.email, ...(await newMessagesMail(facts)) })
}
