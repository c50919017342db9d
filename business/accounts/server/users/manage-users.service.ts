import { type Answer, GRANTS, type Received } from '#platform/contract/index.ts'
import { type Ctx, csvOf, inTransaction, type Message, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { accountDeactivatedMail } from '../../mails/account-deactivated-mail.tsx'
import { accountReactivatedMail } from '../../mails/account-reactivated-mail.tsx'
import { roleChangedMail } from '../../mails/role-changed-mail.tsx'
import { grantsOf, USERS_CSV_MAX } from '../../rules.ts'
import {
  type ListedUser,
  type listUsers,
  refusals,
  type setGrants as setGrantsCall,
  type setRole as setRoleCall,
  type setStatus as setStatusCall,
  type usersCsv
} from '../../users.contract.ts'
import { audit } from '../audit/audit.service.ts'
import { deleteSessionsOf, findUser } from '../queries.ts'
import { isDemoOpen } from '../sign-in/demo.ts'
import { deleteResetsOf } from '../sign-in/recovery.queries.ts'
import { erasePerson } from './erase-person.service.ts'
import { type Last, lastAmong } from './last-admin.ts'
import * as users from './users.queries.ts'

const ROLE_CHANGED = 'the account’s role changed'

type Row = NonNullable<Awaited<ReturnType<typeof users.findListedUser>>>

const present = ({ created_at, last_seen_at, ...user }: Row): ListedUser => ({
  ...user,
  grants: grantsOf(user),
  created_at: created_at.toISOString(),
  last_seen_at: last_seen_at?.toISOString() ?? null
})

export async function list({ db, now }: Ctx, query: Received<typeof listUsers>['query']): Promise<Answer<typeof listUsers>> {
  const { page, page_size, ...filter } = query
  const [rows, total] = await Promise.all([users.findListedUsers(db, now, query), users.countListedUsers(db, filter)])
  return { items: rows.map(present), total, page, page_size }
}

const CSV_COLUMNS = ['id', 'name', 'email', 'role', 'status', 'email_verified', 'created_at', 'last_seen_at'] as const

/** Every user that matches the filters, as CSV. Refuses more than USERS_CSV_MAX. */
export async function exportCsv(ctx: Ctx, filter: Received<typeof usersCsv>['query']): Promise<string> {
  const rows = await users.findListedUsers(ctx.db, ctx.now, { ...filter, page: 1, page_size: USERS_CSV_MAX + 1 })
  if (rows.length > USERS_CSV_MAX) throw refuse(refusals, 'too_many_users')
  const details = { role: filter.role ?? 'all', status: filter.status ?? 'all', rows: rows.length }
  await audit(ctx.db, { actor_id: signedIn(ctx).id, action: 'report.exported', subject_kind: 'report', subject: 'users', details })
  const lines = rows.map(present).map(({ id, name, email, role, is_active, email_verified, created_at, last_seen_at }) => ({
    ...{ id, name, email, role, created_at, last_seen_at },
    status: is_active ? 'active' : 'inactive',
    email_verified: email_verified ? 'yes' : 'no'
  }))
  return csvOf(CSV_COLUMNS, lines)
}

/** Changes a user's role. The same role changes nothing. */
export function setRole(ctx: Ctx, id: string, { role }: Received<typeof setRoleCall>['body']): Promise<ListedUser> {
  return inTransaction(ctx, async (ctx) => {
    const { user, is_last } = await lockOther(ctx, id)
    if (user.role === role) return show(ctx, id)
    if (is_last) throw refuse(refusals, is_last)
    // Who becomes an admin holds every grant until told otherwise.
    await users.updateRoleOrStatus(ctx.db, id, { role, grants: null, admin_since: role === 'admin' ? ctx.now : null })
    if (user.role === 'client') for (const stop of ctx.ports.people.deactivate) await stop(ctx, user, ROLE_CHANGED)
    await record(ctx, id, 'user.role_changed', { from: user.role, to: role })
    await mailUser(ctx, user, await roleChangedMail({ sender: ctx.ports.settings, name: user.name, role }))
    return show(ctx, id)
  })
}

/** Sets what another admin may do. The last active admin who may manage people keeps that. */
export function setGrants(ctx: Ctx, id: string, { grants }: Received<typeof setGrantsCall>['body']): Promise<ListedUser> {
  return inTransaction(ctx, async (ctx) => {
    const { user, is_last } = await lockOther(ctx, id)
    if (user.role !== 'admin') throw refuse(refusals, 'not_an_admin')
    const before = grantsOf(user)
    const after = GRANTS.filter((grant) => grants.includes(grant))
    if (is_last && !after.includes('people')) throw refuse(refusals, 'last_people_holder')
    if (before.join() === after.join()) return show(ctx, id)
    await users.updateRoleOrStatus(ctx.db, id, { grants: after })
    await record(ctx, id, 'user.grants_changed', { before: { grants: before }, after: { grants: after } })
    return show(ctx, id)
  })
}

/** Job: stops what a client may not continue after `npm run admin:create`. Does nothing if the account is a client again. */
export async function stopClient(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const user = await findUser(ctx.db, id)
    if (user && user.role !== 'client') for (const stop of ctx.ports.people.deactivate) await stop(ctx, user, ROLE_CHANGED)
  })
}

/** Sets the status, or toggles it if none is given. */
export function setStatus(ctx: Ctx, id: string, wanted: Received<typeof setStatusCall>['body']): Promise<ListedUser> {
  return inTransaction(ctx, async (ctx) => {
    const { user, is_last } = await lockOther(ctx, id)
    const is_active = wanted.is_active ?? !user.is_active
    if (user.is_active === is_active) return show(ctx, id)
    if (is_last) throw refuse(refusals, is_last)
    await users.updateRoleOrStatus(ctx.db, id, { is_active })
    // On activation too: a sign-in that overlapped the deactivation may have left a session.
    await deleteSessionsOf(ctx.db, id)
    await (is_active ? afterActivation(ctx, user) : afterDeactivation(ctx, user))
    return show(ctx, id)
  })
}

async function afterDeactivation(ctx: Ctx<Tx>, user: Locked): Promise<void> {
  const { settings } = ctx.ports
  await deleteResetsOf(ctx.db, user.id)
  for (const stop of ctx.ports.people.deactivate) await stop(ctx, user, 'the account was deactivated')
  await record(ctx, user.id, 'user.deactivated')
  await mailUser(ctx, user, await accountDeactivatedMail({ sender: settings, name: user.name, support_email: settings.support_email }))
}

async function afterActivation(ctx: Ctx<Tx>, user: Locked): Promise<void> {
  await record(ctx, user.id, 'user.activated')
  await mailUser(ctx, user, await accountReactivatedMail({ sender: ctx.ports.settings, name: user.name }))
}

/** Deletes another person's account, whatever is owed: the admin decides. */
export function remove(ctx: Ctx, id: string): Promise<null> {
  return inTransaction(ctx, async (ctx) => {
    const { user, is_last } = await lockOther(ctx, id)
    if (is_last) throw refuse(refusals, is_last)
    await erasePerson(ctx, user)
    return null
  })
}

/** Ends every session of a user, including the caller's own. */
export function signOutEverywhere(ctx: Ctx, id: string): Promise<ListedUser> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await users.findListedUser(ctx.db, ctx.now, id))) throw refuse(refusals, 'user_not_found')
    const sessions = await deleteSessionsOf(ctx.db, id)
    if (sessions > 0) await record(ctx, id, 'user.sessions_ended', { sessions })
    return show(ctx, id)
  })
}

type Locked = Awaited<ReturnType<typeof users.lockWithAdmins>>[number]

/** Locks a user other than the caller. `is_last`: no other active admin is left, or none who may manage people. */
async function lockOther(ctx: Ctx<Tx>, id: string): Promise<{ user: Locked; is_last: Last | undefined }> {
  if (id === signedIn(ctx).id) throw refuse(refusals, 'own_account')
  const locked = await users.lockWithAdmins(ctx.db, id, { demo: isDemoOpen(ctx) })
  const user = locked.find((one) => one.id === id)
  if (!user) throw refuse(refusals, 'user_not_found')
  return { user, is_last: lastAmong(locked, user) }
}

async function show({ db, now }: Ctx<Tx>, id: string): Promise<ListedUser> {
  const row = await users.findListedUser(db, now, id)
  if (!row) throw refuse(refusals, 'user_not_found')
  return present(row)
}

const record = (ctx: Ctx<Tx>, id: string, action: string, details: Record<string, unknown> = {}): Promise<void> =>
  audit(ctx.db, { actor_id: signedIn(ctx).id, action, subject_kind: 'user', subject: id, details })

/** Sends an email, unless the address is not verified. */
async function mailUser({ db, ports }: Ctx<Tx>, { email, email_verified }: Locked, mail: Omit<Message, 'to'>): Promise<void> {
  if (email_verified) await ports.mail.send(db, { to: email, ...mail })
}
