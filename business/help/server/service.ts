import { audit } from '#accounts/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, type Eraser, inTransaction, networkOf, refuse, signedIn, spend, type Tx } from '#platform/server/index.ts'
import {
  type ContactMessage,
  type listContactMessages,
  type markContactMessage,
  type openContactForm,
  refusals,
  type sendContact
} from '../contract.ts'
import { contactMail } from '../mails/contact-mail.tsx'
import { CONTACT_THANKS, type ContactState, isSpam } from '../rules.ts'
import { formToken, openSeconds } from './form-token.ts'
import * as queries from './queries.ts'

const HOUR = 3600
/** Messages per hour. Several people may share a network address. */
const PER_NETWORK = 20
const PER_EMAIL = 5

export const openForm = ({ now, ports }: Ctx): Answer<typeof openContactForm> => ({
  form_token: formToken(ports.settings.session_secret, now)
})

/** Stores a message and mails it to support unless it is spam. The answer does not reveal which. */
export async function send(ctx: Ctx, sent: Received<typeof sendContact>['body']): Promise<Answer<typeof sendContact>> {
  const { website, form_token, ...message } = sent
  const tooMany = refusals.too_many_messages.message
  await spend(ctx, { key: `help.contact.ip.${networkOf(ctx.caller.ip)}`, most: PER_NETWORK, seconds: HOUR }, tooMany)
  await spend(ctx, { key: `help.contact.email.${message.email}`, most: PER_EMAIL, seconds: HOUR }, tooMany)
  const { settings } = ctx.ports
  const open_seconds = openSeconds(settings.session_secret, form_token, ctx.now)
  const is_spam = isSpam({ website, message: message.message, open_seconds })
  const mail = await contactMail({ sender: settings, ...message })
  await inTransaction(ctx, async ({ db, now, ports }) => {
    await queries.insertMessage(db, { ...message, received_at: now, is_spam })
    if (!is_spam) await ports.mail.send(db, { to: settings.support_email, reply_to: message.email, ...mail })
  })
  return { message: CONTACT_THANKS }
}

export async function list({ db }: Ctx, query: Received<typeof listContactMessages>['query']): Promise<Answer<typeof listContactMessages>> {
  const [rows, total, counts] = await Promise.all([
    queries.findMessages(db, query),
    queries.countMessages(db, query),
    queries.countStates(db)
  ])
  return { items: rows.map(present), total, page: query.page, page_size: query.page_size, counts }
}

export function mark(ctx: Ctx, id: string, { done, spam }: Received<typeof markContactMessage>['body']): Promise<ContactMessage> {
  return inTransaction(ctx, async (ctx) => {
    const row = await queries.lockMessage(ctx.db, id)
    if (!row) throw refuse(refusals, 'contact_message_not_found')
    if (spam !== undefined && spam !== row.is_spam) await markSpam(ctx, id, spam)
    if (done !== undefined && done !== (row.done_at !== null)) await markDone(ctx, id, done)
    return present(await queries.findMessage(ctx.db, id))
  })
}

async function markSpam(ctx: Ctx<Tx>, id: string, is_spam: boolean): Promise<void> {
  await queries.updateMessage(ctx.db, id, { is_spam })
  await record(ctx, id, is_spam ? 'marked_spam' : 'marked_no_spam')
}

async function markDone(ctx: Ctx<Tx>, id: string, done: boolean): Promise<void> {
  const changes = done ? { done_at: ctx.now, done_by: signedIn(ctx).id } : { done_at: null, done_by: null }
  await queries.updateMessage(ctx.db, id, changes)
  await record(ctx, id, done ? 'marked_done' : 'reopened')
}

const record = (ctx: Ctx<Tx>, id: string, action: string): Promise<void> =>
  audit(ctx.db, { actor_id: signedIn(ctx).id, action: `contact_message.${action}`, subject_kind: 'contact_message', subject: id })

/** Deletes the messages sent with the email address of a deleted account. */
export const eraseContactMessages = ({ db }: Ctx<Tx>, { email }: { email: string }): Promise<void> => queries.deleteMessagesOf(db, email)

/** Gives the messages of an address to the new one. */
export const moveContactMessages = ({ db }: Ctx<Tx>, { from, to }: { from: string; to: string }): Promise<void> =>
  queries.updateAddress(db, from, to)

export const helpRetention = {
  contact_messages: ({ db }, before) => queries.deleteOld(db, before),
  contact_spam: ({ db }, before) => queries.deleteOldSpam(db, before)
} satisfies Record<string, Eraser>

const present = ({ received_at, done_at, ...row }: queries.ListedMessage): ContactMessage => ({
  ...row,
  state: stateOf(row.is_spam, done_at),
  received_at: received_at.toISOString(),
  done_at: done_at?.toISOString() ?? null
})

function stateOf(is_spam: boolean, done_at: Date | null): ContactState {
  if (is_spam) return 'spam'
  return done_at ? 'done' : 'open'
}
