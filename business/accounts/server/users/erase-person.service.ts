import type { Received } from '#platform/contract/index.ts'
import { type Ctx, forgetAnswers, inTransaction, type Message, refuse, signedIn, signedOut, type Tx } from '#platform/server/index.ts'
import { accountDeletedMail } from '../../mails/account-deleted-mail.tsx'
import { type deleteProfile, refusals } from '../../own-account.contract.ts'
import { refusals as userRefusals } from '../../users.contract.ts'
import { audit } from '../audit/audit.service.ts'
import { forgetAvatar } from '../profile/avatars.service.ts'
import { lockUserByEmail } from '../queries.ts'
import { isDemoOpen } from '../sign-in/demo.ts'
import { closeSession } from '../sign-in/sessions.service.ts'
import { lastAmong } from './last-admin.ts'
import * as users from './users.queries.ts'

type Erased = Pick<Awaited<ReturnType<typeof users.lockWithAdmins>>[number], 'id' | 'name' | 'email' | 'email_verified' | 'avatar_url'>

/** Erases an account's personal data here and in every part. The row stays as 'Deleted user' for the books; docs/decisions/010 lists what is erased. */
export async function erasePerson(ctx: Ctx<Tx>, user: Erased): Promise<void> {
  const { db, now, ports } = ctx
  const { id, name, email } = user
  for (const erase of ports.people.erase) await erase(ctx, { id, email })
  await users.eraseAccountRows(db, user)
  await users.eraseRequestOrigins(db, id)
  await forgetAnswers(db, id)
  await forgetAvatar(ctx, user.avatar_url)
  await users.erasePerson(db, { id, now })
  await audit(db, { actor_id: ctx.actor?.id ?? null, action: 'user.deleted', subject_kind: 'user', subject: id })
  const mail: Omit<Message, 'to'> = await accountDeletedMail({ sender: ports.settings, name })
  if (user.email_verified) await ports.mail.send(db, { to: email, ...mail })
}

/** Deletes the caller's own account, unless money is owed or a plan renews. The address is typed, so that nobody deletes an account by a slip. */
export async function deleteOwn(ctx: Ctx, { email }: Received<typeof deleteProfile>['body']): Promise<null> {
  if (email !== signedIn(ctx).email) throw refuse(refusals, 'other_email', { fields: { email: refusals.other_email.message } })
  await inTransaction(ctx, async (ctx) => {
    const { id } = signedIn(ctx)
    const locked = await users.lockWithAdmins(ctx.db, id, { demo: isDemoOpen(ctx) })
    const user = locked.find((one) => one.id === id)
    if (!user) throw signedOut()
    const last = lastAmong(locked, user)
    if (last) throw refuse(userRefusals, last)
    await requireNoHold(ctx, id)
    await erasePerson(ctx, user)
  })
  // Its cookie; the session itself is gone.
  return closeSession({ ...ctx, actor: null })
}

async function requireNoHold(ctx: Ctx<Tx>, id: string): Promise<void> {
  for (const hold of ctx.ports.people.hold) {
    const reason = await hold(ctx, { id })
    if (reason) throw refuse(refusals, reason)
  }
}

/** No account has this id: what is stored by id stays. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** An account that its owner can sign in to decides about its data there, with a password. */
export const isHeld = async (db: Tx, email: string): Promise<boolean> => {
  const user = await lockUserByEmail(db, email)
  return user?.is_active === true && user.email_verified
}

/** Returns the id of the account of an address, which nobody can sign in to, or null. */
export const idOfAddress = async (db: Tx, email: string): Promise<string | null> => (await lockUserByEmail(db, email))?.id ?? null

/** Erases what is stored about an address that nobody can sign in with, and its account if it has one. */
export async function eraseAddress(ctx: Ctx<Tx>, email: string): Promise<void> {
  const user = await lockUserByEmail(ctx.db, email)
  if (user) {
    await requireNoHold(ctx, user.id)
    return erasePerson(ctx, user)
  }
  for (const erase of ctx.ports.people.erase) await erase(ctx, { id: NOBODY, email })
  await users.eraseAccountRows(ctx.db, { id: NOBODY, email })
}
