import { type Ctx, signedIn, type Tx } from '#platform/server/index.ts'
import type { Person } from '../../contract.ts'
import { type SecurityChange, securityChangedMail } from '../../mails/security-changed-mail.tsx'
import { originOf } from '../account-mails.service.ts'
import { audit } from '../audit/audit.service.ts'
import * as queries from './second-factor.queries.ts'

type Owner = Pick<Person, 'id' | 'name' | 'email'>

/** Records a change of the caller's second factors and emails the owner, who may not have made it. */
export async function recordChange(ctx: Ctx<Tx>, change: SecurityChange, owner: Owner = signedIn(ctx)): Promise<void> {
  const { db, now, ports } = ctx
  const { id, name, email } = owner
  await audit(db, { actor_id: id, action: `user.${change}`, subject_kind: 'user', subject: id, details: originOf(ctx) })
  const mail = await securityChangedMail({ sender: ports.settings, name, at: now, device: originOf(ctx).device, change })
  await ports.mail.send(db, { to: email, ...mail }, { urgent: true })
}

/** Without a second factor, recovery codes and trusted browsers have no use. */
export async function afterRemoval({ db }: Ctx<Tx>, user_id: string): Promise<void> {
  const { totp, passkeys } = await queries.findFactors(db, user_id)
  if (totp || passkeys > 0) return
  await queries.deleteRecoveryCodes(db, user_id)
  await queries.distrustDevices(db, user_id)
}

/** Removes every second factor of a user. Returns whether there was one. */
export async function removeSecondFactors({ db }: { db: Tx }, user_id: string): Promise<boolean> {
  const had_totp = await queries.deleteTotp(db, user_id)
  const passkeys = await queries.deletePasskeysOf(db, user_id)
  await queries.deleteRecoveryCodes(db, user_id)
  await queries.distrustDevices(db, user_id)
  return had_totp || passkeys > 0
}
