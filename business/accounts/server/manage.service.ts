import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, forgetAnswers, inTransaction, type Message, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { accountDeactivatedMail } from '../mails/account-deactivated-mail.tsx'
import { accountDeletedMail } from '../mails/account-deleted-mail.tsx'
import { accountReactivatedMail } from '../mails/account-reactivated-mail.tsx'
import { roleChangedMail } from '../mails/role-changed-mail.tsx'
import { type ListedUser, type listUsers, no, type setRole as setRoleCall, type setStatus as setStatusCall } from '../people.contract.ts'
import { forgetAvatar } from './avatars.service.ts'
import * as people from './people.queries.ts'
import { audit } from './people.service.ts'
import { deleteSessionsOf } from './queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof people.findListedUser>>>

const present = ({ created_at, last_seen_at, ...user }: Row): ListedUser => ({
  ...user,
  created_at: created_at.toISOString(),
  last_seen_at: last_seen_at?.toISOString() ?? null
})

export async function list({ db, now }: Ctx, query: Received<typeof listUsers>['query']): Promise<Answer<typeof listUsers>> {
  const { page, page_size, ...filter } = query
  const [rows, total] = await Promise.all([people.findListedUsers(db, now, query), people.countListedUsers(db, filter)])
  return { items: rows.map(present), total, page, page_size }
}

/** A role that one has already changes nothing; another one counts from the next call on. */
export function setRole(ctx: Ctx, id: string, { role }: Received<typeof setRoleCall>['body']): Promise<ListedUser> {
  return inTransaction(ctx, async (ctx) => {
    const { user, is_last_admin } = await lockOther(ctx, id)
    if (user.role === role) return show(ctx, id)
    if (is_last_admin) throw refuse(no, 'last_admin')
    await people.updateStanding(ctx.db, id, { role })
    if (user.role === 'client') for (const stop of ctx.ports.people.deactivate) await stop(ctx, user, 'the account’s role changed')
    await record(ctx, id, 'user.role_changed', { from: user.role, to: role })
    await tell(ctx, user, await roleChangedMail({ sender: ctx.ports.settings, name: user.name, role }))
    return show(ctx, id)
  })
}

/** Toggles where nothing is asked for. */
export function setStatus(ctx: Ctx, id: string, asked: Received<typeof setStatusCall>['body']): Promise<ListedUser> {
  return inTransaction(ctx, async (ctx) => {
    const { user, is_last_admin } = await lockOther(ctx, id)
    const is_active = asked.is_active ?? !user.is_active
    if (user.is_active === is_active) return show(ctx, id)
    if (is_last_admin) throw refuse(no, 'last_admin')
    await people.updateStanding(ctx.db, id, { is_active })
    // At both: a sign-in that overlapped the deactivation may have left one.
    await deleteSessionsOf(ctx.db, id)
    await (is_active ? reopened(ctx, user) : closed(ctx, user))
    return show(ctx, id)
  })
}

async function closed(ctx: Ctx<Tx>, user: Locked): Promise<void> {
  const { settings } = ctx.ports
  await people.deleteResetsOf(ctx.db, user.id)
  for (const stop of ctx.ports.people.deactivate) await stop(ctx, user, 'the account was deactivated')
  await record(ctx, user.id, 'user.deactivated')
  await tell(ctx, user, await accountDeactivatedMail({ sender: settings, name: user.name, support_email: settings.support_email }))
}

async function reopened(ctx: Ctx<Tx>, user: Locked): Promise<void> {
  await record(ctx, user.id, 'user.activated')
  await tell(ctx, user, await accountReactivatedMail({ sender: ctx.ports.settings, name: user.name }))
}

/** Erases what is personal, here and in every part; the row stays as 'Deleted user' for the books. docs/decisions/010 lists what is where. */
export function remove(ctx: Ctx, id: string): Promise<null> {
  return inTransaction(ctx, async (ctx) => {
    const { db, now, ports } = ctx
    const { user, is_last_admin } = await lockOther(ctx, id)
    if (is_last_admin) throw refuse(no, 'last_admin')
    for (const erase of ports.people.erase) await erase(ctx, { id, email: user.email })
    await people.eraseAccountRows(db, user)
    await people.eraseWhereabouts(db, id)
    await forgetAnswers(db, id)
    await forgetAvatar(ctx, user.avatar_url)
    await people.erasePerson(db, { id, now })
    await record(ctx, id, 'user.deleted')
    await tell(ctx, user, await accountDeletedMail({ sender: ports.settings, name: user.name }))
    return null
  })
}

/** One's own sessions too. */
export function signOutEverywhere(ctx: Ctx, id: string): Promise<ListedUser> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await people.findListedUser(ctx.db, ctx.now, id))) throw refuse(no, 'user_not_found')
    const sessions = await deleteSessionsOf(ctx.db, id)
    if (sessions > 0) await record(ctx, id, 'user.sessions_ended', { sessions })
    return show(ctx, id)
  })
}

type Locked = Awaited<ReturnType<typeof people.lockWithAdmins>>[number]

/** Someone other than oneself, held until the transaction ends, and whether no other active admin would be left without them. */
async function lockOther(ctx: Ctx<Tx>, id: string): Promise<{ user: Locked; is_last_admin: boolean }> {
  if (id === signedIn(ctx).id) throw refuse(no, 'own_account')
  const locked = await people.lockWithAdmins(ctx.db, id)
  const user = locked.find((one) => one.id === id)
  if (!user) throw refuse(no, 'user_not_found')
  return { user, is_last_admin: isActiveAdmin(user) && !locked.some((one) => one.id !== id && isActiveAdmin(one)) }
}

const isActiveAdmin = ({ role, is_active }: Locked): boolean => role === 'admin' && is_active

async function show({ db, now }: Ctx<Tx>, id: string): Promise<ListedUser> {
  const row = await people.findListedUser(db, now, id)
  if (!row) throw refuse(no, 'user_not_found')
  return present(row)
}

const record = (ctx: Ctx<Tx>, id: string, action: string, details: Record<string, unknown> = {}): Promise<void> =>
  audit(ctx.db, { actor_id: signedIn(ctx).id, action, subject_kind: 'user', subject: id, details })

/** An address that nobody has proved to read is not written to. */
async function tell({ db, ports }: Ctx<Tx>, { email, email_verified }: Locked, mail: Omit<Message, 'to'>): Promise<void> {
  if (email_verified) await ports.mail.send(db, { to: email, ...mail })
}
