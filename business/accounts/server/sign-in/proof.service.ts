import type { Answer, ProofWay, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, type Proofs, provenUntil, Refusal, refuse, signedIn, signedOut } from '#platform/server/index.ts'
import { type prove as proveCall, refusals } from '../../security.contract.ts'
import { originOf } from '../account-mails.service.ts'
import { audit } from '../audit/audit.service.ts'
import * as queries from '../queries.ts'
import { takePasskey } from '../second-factor/passkeys.service.ts'
import { findFactors } from '../second-factor/second-factor.queries.ts'
import { PASSKEY_PURPOSE } from '../second-factor/sign-in.service.ts'
import { takeTotp } from '../second-factor/totp.service.ts'
import { isDemoOpen } from './demo.ts'
import { forgiveAttempt, spendAttempt } from './limits.ts'
import { isRightPassword, laneOf } from './passwords.ts'

/** The ways in which the caller can prove who they are. */
async function waysOf(ctx: Ctx): Promise<ProofWay[]> {
  const { id } = signedIn(ctx)
  const [hasPassword, { totp, passkeys }] = await Promise.all([queries.hasPassword(ctx.db, id), findFactors(ctx.db, id)])
  return [
    ...(hasPassword ? (['password'] as const) : []),
    ...(totp ? (['totp'] as const) : []),
    ...(passkeys > 0 ? (['passkey'] as const) : [])
  ]
}

export const proofs: Proofs = { waysOf }

type Sent = Received<typeof proveCall>['body']

/** Proves who the caller is, for this session. */
export async function prove(ctx: Ctx, sent: Sent): Promise<Answer<typeof proveCall>> {
  const { id, email, session_id } = signedIn(ctx)
  const attempt = { what: 'proof', email } as const
  await spendAttempt(ctx, attempt)
  try {
    if (sent.method === 'password') await requireOwnPassword(ctx, sent.password)
    await inTransaction(ctx, async (ctx) => {
      if (sent.method === 'totp') await takeTotp(ctx, id, sent.code)
      if (sent.method === 'passkey') await takePasskey(ctx, id, { purpose: PASSKEY_PURPOSE, verified: false, response: sent.response })
      if (!(await queries.proveSession(ctx.db, session_id, ctx.now))) throw signedOut()
    })
  } catch (error) {
    const entry = { actor_id: id, action: 'user.proof_refused', subject_kind: 'user', subject: id }
    if (error instanceof Refusal) await audit(ctx.pool, { ...entry, details: { ...originOf(ctx), method: sent.method } })
    throw error
  }
  await forgiveAttempt(ctx, attempt)
  return { proven_until: provenUntil(ctx.now).toISOString() }
}

async function requireOwnPassword(ctx: Ctx, password = ''): Promise<void> {
  const { email } = signedIn(ctx)
  const { hash } = (await queries.findCredentials(ctx.db, email, { demo: isDemoOpen(ctx) })) ?? {}
  if (hash && (await isRightPassword(hash, password, laneOf(ctx, email)))) return
  throw refuse(refusals, 'wrong_password', { fields: { password: refusals.wrong_password.message } })
}
