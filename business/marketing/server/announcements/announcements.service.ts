import { audit, changedFields } from '#accounts/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import {
  type Announcement,
  type changeAnnouncement,
  type listAnnouncements,
  refusals,
  type testAnnouncement,
  type writeAnnouncement
} from '../../contract.ts'
import { announcementMail } from '../../mails/announcement-mail.tsx'
import { mayEdit, maySend, mayStop, PER_MINUTE, pathToUnsubscribe } from '../../rules.ts'
import * as queries from './announcements.queries.ts'

export const SEND_ANNOUNCEMENT = 'marketing.send-announcement'
const LISTED = 20
const MINUTE_MS = 60_000

type Row = NonNullable<Awaited<ReturnType<typeof queries.findAnnouncement>>>

const present = ({ created_at, started_at, ended_at, ...row }: Row): Announcement => ({
  ...row,
  created_at: created_at.toISOString(),
  started_at: started_at?.toISOString() ?? null,
  ended_at: ended_at?.toISOString() ?? null
})

async function show({ db }: Ctx, id: string): Promise<Announcement> {
  const row = await queries.findAnnouncement(db, id)
  if (!row) throw refuse(refusals, 'announcement_not_found')
  return present(row)
}

async function lock({ db }: Ctx<Tx>, id: string) {
  const row = await queries.lockAnnouncement(db, id)
  if (!row) throw refuse(refusals, 'announcement_not_found')
  return row
}

export async function list({ db }: Ctx): Promise<Answer<typeof listAnnouncements>> {
  return { items: (await queries.findAnnouncements(db, LISTED)).map(present) }
}

export function write(ctx: Ctx, written: Received<typeof writeAnnouncement>['body']): Promise<Announcement> {
  return inTransaction(ctx, async (ctx) => {
    const id = await queries.insertAnnouncement(ctx.db, { ...written, created_at: ctx.now, created_by: signedIn(ctx).id })
    await record(ctx, id, 'announcement.written', { title: written.subject, before: {}, after: written })
    return show(ctx, id)
  })
}

export function change(ctx: Ctx, id: string, { subject, body }: Received<typeof changeAnnouncement>['body']): Promise<Announcement> {
  return inTransaction(ctx, async (ctx) => {
    const row = await lock(ctx, id)
    if (!mayEdit(row.state)) throw refuse(refusals, 'not_a_draft')
    const written = { subject: subject ?? row.subject, body: body ?? row.body }
    const changed = changedFields({ subject: row.subject, body: row.body }, written)
    // A test saves what is typed, which is often what is stored.
    if (Object.keys(changed.after).length === 0) return show(ctx, id)
    await queries.updateAnnouncement(ctx.db, id, written)
    await record(ctx, id, 'announcement.changed', { title: written.subject, ...changed })
    return show(ctx, id)
  })
}

/** Sends it to the caller alone. Its link to unsubscribe withdraws nothing. */
export async function sendTest(ctx: Ctx, id: string): Promise<Answer<typeof testAnnouncement>> {
  const { email } = signedIn(ctx)
  await inTransaction(ctx, async (ctx) => {
    const { db, ports } = ctx
    const row = await lock(ctx, id)
    const mail = await announcementMail({ sender: ports.settings, ...row, unsubscribe_url: unsubscribeUrl(ctx, 'test') })
    await ports.mail.send(db, { to: email, ...mail, subject: `Test: ${mail.subject}` })
    await record(ctx, id, 'announcement.tested', { title: row.subject })
  })
  return { message: `The test is on its way to ${email}.` }
}

const unsubscribeUrl = ({ ports }: Pick<Ctx, 'ports'>, token: string): string => ports.settings.public_url + pathToUnsubscribe(token)

/** Starts sending, or goes on, but not within a minute after the last emails. Nobody gets it twice. */
export function start(ctx: Ctx, id: string): Promise<Announcement> {
  return inTransaction(ctx, async (ctx) => {
    const { db, now } = ctx
    const row = await lock(ctx, id)
    if (!maySend(row.state)) throw refuse(refusals, 'not_sendable')
    if (await queries.isOtherSending(db, id)) throw refuse(refusals, 'other_sending')
    if ((await show(ctx, id)).left_count === 0) throw refuse(refusals, 'nobody_agreed')
    await queries.updateAnnouncement(db, id, { state: 'sending', started_at: row.started_at ?? now, ended_at: null })
    await sendNext(ctx, id, row.next_at && row.next_at > now ? row.next_at : now)
    await record(ctx, id, 'announcement.started', { title: row.subject })
    return show(ctx, id)
  })
}

export function stop(ctx: Ctx, id: string): Promise<Announcement> {
  return inTransaction(ctx, async (ctx) => {
    const row = await lock(ctx, id)
    if (!mayStop(row.state)) throw refuse(refusals, 'not_sending')
    await queries.updateAnnouncement(ctx.db, id, { state: 'stopped', ended_at: ctx.now })
    await record(ctx, id, 'announcement.stopped', { title: row.subject })
    return show(ctx, id)
  })
}

/** Only the job of this moment sends: each stop and start would otherwise leave one more chain of jobs. */
async function sendNext({ db, now, ports }: Ctx<Tx>, id: string, next_at: Date): Promise<void> {
  await queries.updateAnnouncement(db, id, { next_at })
  await ports.jobs.send(db, SEND_ANNOUNCEMENT, { id, at: next_at.toISOString() }, next_at > now ? { startAfter: next_at } : {})
}

export type Sending = {
  id: string
  /** The moment that it was queued for. Jobs of earlier versions have none. */
  at?: string
}

/** Job: queues the emails of one minute, and itself for the next. Does nothing once it is stopped or sent, or if another job is the next one. */
export async function sendSome(ctx: Ctx, { id, at }: Sending): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { db, now, ports } = ctx
    const row = await queries.lockAnnouncement(db, id)
    if (row?.state !== 'sending' || (at !== undefined && at !== row.next_at?.toISOString())) return
    const served = await queries.insertDeliveries(db, id, now, PER_MINUTE)
    for (const { email: to, token } of served) {
      const mail = await announcementMail({ sender: ports.settings, ...row, unsubscribe_url: unsubscribeUrl(ctx, token) })
      await ports.mail.send(db, { to, ...mail }, { is_bulk: true })
    }
    if (served.length < PER_MINUTE) return queries.updateAnnouncement(db, id, { state: 'sent', ended_at: now })
    await sendNext(ctx, id, new Date(now.getTime() + MINUTE_MS))
  })
}

const record = (ctx: Ctx<Tx>, id: string, action: string, details: Record<string, unknown>): Promise<void> =>
  audit(ctx.db, { actor_id: signedIn(ctx).id, action, subject_kind: 'announcement', subject: id, details })
