import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn } from '#platform/server/index.ts'
import { secondFactorResetMail } from '../../mails/second-factor-reset-mail.tsx'
import { type getSecurity, refusals, type resetSecondFactor as resetSecondFactorCall } from '../../security.contract.ts'
import { audit } from '../audit/audit.service.ts'
import { deleteSessionsOf } from '../queries.ts'
import { secondFactorDue } from '../sign-in/sessions.service.ts'
import { presentPasskey } from './passkeys.service.ts'
import * as queries from './second-factor.queries.ts'
import { removeSecondFactors } from './security-changes.service.ts'

/** Which second factors the caller has, without their secrets. */
export async function show(ctx: Ctx): Promise<Answer<typeof getSecurity>> {
  const { db, ports } = ctx
  const { id } = signedIn(ctx)
  const [{ totp, recovery_codes }, passkeys, admin] = await Promise.all([
    queries.findFactors(db, id),
    queries.findPasskeys(db, id),
    queries.findAdmin(db, id)
  ])
  const due = admin && secondFactorDue(ports.settings, admin.admin_since ?? admin.created_at)
  return {
    totp,
    passkeys: passkeys.map(presentPasskey),
    recovery_codes_left: recovery_codes,
    required_by: due?.toISOString() ?? null
  }
}

/** For someone who has lost everything: the password alone signs in again. The owner is mailed, because it may be somebody else who asked. */
export function resetSecondFactor(ctx: Ctx, id: string, { reason }: Received<typeof resetSecondFactorCall>['body']): Promise<null> {
  const { id: actor_id } = signedIn(ctx)
  if (id === actor_id) throw refuse(refusals, 'own_account')
  return inTransaction(ctx, async ({ db, ports }) => {
    const user = await queries.lockUser(db, id)
    if (!user) throw refuse(refusals, 'user_not_found')
    if (!(await removeSecondFactors({ db }, id))) return null
    const sessions = await deleteSessionsOf(db, id)
    const entry = { actor_id, action: 'user.second_factor_reset', subject_kind: 'user', subject: id }
    await audit(db, { ...entry, details: { reason, sessions } })
    const mail = await secondFactorResetMail({ sender: ports.settings, name: user.name })
    await ports.mail.send(db, { to: user.email, ...mail }, { urgent: true })
    return null
  })
}
