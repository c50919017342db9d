import type { Connection } from '#platform/database/connect.ts'
import type { AppSettings, Jobs, Tx } from '#platform/server/index.ts'
import { audit } from '../audit/audit.service.ts'
import * as queries from '../queries.ts'
import { deletePendingOf } from '../sign-in/recovery.queries.ts'
import { newResetLink } from '../sign-in/reset-links.ts'
import * as users from './users.queries.ts'

/** The job that stops what an account may not continue as an admin, such as a subscription. */
export const STOP_CLIENT = 'accounts.stop-client'

type Place = { db: Connection; now: Date; jobs: Jobs; settings: Pick<AppSettings, 'public_url'> }

/**
 * Makes the account of an address an active admin with every grant, and creates it if there is none. Returns a link that sets its password once,
 * and then removes its second factors, which a locked-out admin may have lost. An earlier link stops working. Only an operator can call this.
 * It imports no email template, because commands run without the built server.
 */
export async function createAdmin({ db, now, jobs, settings }: Place, email: string): Promise<{ link: string; is_new: boolean }> {
  return db.transaction().execute(async (tx) => {
    const name = email.slice(0, email.indexOf('@'))
    const created = await queries.insertUser(tx, { name, email, role: 'admin', email_verified: true, created_at: now })
    const before = created ?? (await queries.requireUserByEmail(tx, email))
    if (!created) await promote(tx, { jobs, now }, before)
    const details = created ? { created: true } : { from: before.role, was_active: before.is_active }
    await audit(tx, { actor_id: null, action: 'user.admin_created', subject_kind: 'user', subject: before.id, details })
    const link = await newResetLink({ db: tx, now, settings }, before.id, 'admin_setup')
    return { link, is_new: created !== undefined }
  })
}

type Account = Awaited<ReturnType<typeof queries.requireUserByEmail>>

async function promote(
  tx: Tx,
  { jobs, now }: Pick<Place, 'jobs' | 'now'>,
  { id, email, role, is_active, email_verified }: Account
): Promise<void> {
  await queries.lockUserByEmail(tx, email)
  await users.updateRoleOrStatus(tx, id, { role: 'admin', grants: null, is_active: true, ...(role !== 'admin' && { admin_since: now }) })
  if (!email_verified) await distrust(tx, { id, email })
  // Sessions that were opened for less must not become an admin's.
  if (role !== 'admin' || !is_active) await queries.deleteSessionsOf(tx, id)
  if (role === 'client') await jobs.send(tx, STOP_CLIENT, { user_id: id })
}

/** Strangers may have registered the address, so none of their passwords may become the admin's. */
async function distrust(tx: Tx, account: { id: string; email: string }): Promise<void> {
  await deletePendingOf(tx, account)
  await queries.deletePassword(tx, account.id)
  await queries.updateUser(tx, account.id, { email_verified: true })
}
