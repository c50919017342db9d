import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, Refusal, refuse, type Tx } from '#platform/server/index.ts'
import type { Person, SecondFactorNeeded, SignedInAnswer } from '../../contract.ts'
import { type SecondFactor, TRUSTED_DAYS } from '../../rules.ts'
import {
  type finishSignIn as finishSignInCall,
  type passkeySignInOptions,
  refusals,
  type signInWithPasskey as signInWithPasskeyCall
} from '../../security.contract.ts'
import { originOf } from '../account-mails.service.ts'
import { audit } from '../audit/audit.service.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.service.ts'
import { isDemoOpen } from '../sign-in/demo.ts'
import { sentDeviceHash } from '../sign-in/devices.service.ts'
import { forgiveAttempt, spendAttempt, spendToken } from '../sign-in/limits.ts'
import { isChallengeOpen, newSignInChallenge, passwordMark, readSignInChallenge, type SignInChallenge, takeOnce } from './challenges.ts'
import { takePasskey } from './passkeys.service.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import * as queries from './second-factor.queries.ts'
import { recordChange } from './security-changes.service.ts'
import { takeTotp } from './totp.service.ts'
import { requestOptions } from './webauthn.ts'

type RightPassword = Pick<Person, 'id' | 'role'> & { hash: string; remember_me: boolean }

const passkeyPurpose = (challenge: string): string => `second factor ${challenge}`

/** Says what must follow a right password. Undefined: nothing, because no second factor is set up, or this browser is trusted. */
export async function secondFactorFor(
  ctx: Ctx<Tx>,
  { id, role, hash, remember_me }: RightPassword
): Promise<SecondFactorNeeded | undefined> {
  const factors = await queries.findFactors(ctx.db, id)
  if (!factors.totp && factors.passkeys === 0) return undefined
  if (role !== 'admin' && (await isTrusted(ctx, id))) return undefined
  const challenge = newSignInChallenge(ctx, { user_id: id, remember_me, password: passwordMark(hash) })
  const known = await queries.findPasskeys(ctx.db, id)
  const second_factor: SecondFactor[] = [
    ...(factors.totp ? (['totp'] as const) : []),
    ...(known.length > 0 ? (['passkey'] as const) : []),
    ...(factors.recovery_codes > 0 ? (['recovery'] as const) : [])
  ]
  const options = known.length > 0 && (await requestOptions(ctx, { purpose: passkeyPurpose(challenge), verified: false, known }))
  return { second_factor, challenge, ...(options && { passkey: options }), may_remember_browser: role !== 'admin' }
}

async function isTrusted(ctx: Ctx<Tx>, user_id: string): Promise<boolean> {
  const device_hash = sentDeviceHash(ctx)
  return device_hash !== undefined && queries.isTrustedDevice(ctx.db, { user_id, device_hash }, ctx.now)
}

type Finishing = Received<typeof finishSignInCall>['body']

/** Signs in with the second factor. Wrong ones are limited for the account and for the challenge. */
export async function finishSignIn(ctx: Ctx, sent: Finishing): Promise<SignedInAnswer> {
  const challenge = readSignInChallenge(ctx, sent.challenge)
  if (!challenge) {
    await spendToken(ctx)
    throw refuse(refusals, 'challenge_ended')
  }
  const account = await queries.findSignIn(ctx.db, challenge.user_id, { demo: isDemoOpen(ctx) })
  const email = account?.email ?? challenge.user_id
  // One count for all browsers: a password reset makes a browser known, so whoever reads the owner's mail could have any number of them.
  const attempt = { what: 'second-factor', email } as const
  await spendAttempt(ctx, attempt)
  if (!(await isChallengeOpen(ctx, challenge))) throw refuse(refusals, 'challenge_ended')
  const answer = await inTransaction(ctx, (ctx) => finish(ctx, challenge, sent)).catch(refusedTo(ctx, challenge.user_id, sent.method))
  await forgiveAttempt(ctx, attempt)
  return answer
}

async function finish(ctx: Ctx<Tx>, challenge: SignInChallenge, sent: Finishing): Promise<SignedInAnswer> {
  const user = await queries.lockSignIn(ctx.db, challenge.user_id, { demo: isDemoOpen(ctx) })
  // The account was deactivated, or its password changed, after the password was compared.
  if (!user?.hash || passwordMark(user.hash) !== challenge.password) throw refuse(refusals, 'challenge_ended')
  await takeSecondFactor(ctx, user, sent)
  if (!(await takeOnce(ctx.db, `challenge ${challenge.text}`, challenge.opened_at))) throw refuse(refusals, 'challenge_ended')
  const { answer, device_hash } = await completeSignIn(ctx, user, challenge.remember_me, { second_factor: sent.method })
  if (sent.remember_browser && user.role !== 'admin') {
    const trusted_until = new Date(ctx.now.getTime() + TRUSTED_DAYS * 86_400_000)
    await queries.trustDevice(ctx.db, { user_id: user.id, device_hash }, trusted_until)
  }
  return answer
}

async function takeSecondFactor(ctx: Ctx<Tx>, user: Person, { method, code, response, challenge }: Finishing): Promise<void> {
  if (method === 'totp') return takeTotp(ctx, user.id, code)
  if (method === 'passkey') return takePasskey(ctx, user.id, { purpose: passkeyPurpose(challenge), verified: false, response })
  if (!(await queries.takeRecoveryCode(ctx.db, user.id, hashRecoveryCode(code ?? ''))))
    throw refuse(refusals, 'wrong_recovery_code', { fields: { code: refusals.wrong_recovery_code.message } })
  await recordChange(ctx, 'recovery_code_used', user)
}

/** Records a wrong second factor outside the transaction that it ended. */
const refusedTo =
  (ctx: Ctx, id: string, method: string) =>
  async (error: unknown): Promise<never> => {
    const entry = { actor_id: null, action: 'user.second_factor_refused', subject_kind: 'user', subject: id }
    if (error instanceof Refusal) await audit(ctx.pool, { ...entry, details: { ...originOf(ctx), method } })
    throw error
  }

/** What a passkey signs to sign in alone, or to prove who one is. */
export const PASSKEY_PURPOSE = 'passkey alone'

/**
 * The options for using a passkey. A visitor gets those for signing in alone, for which the authenticator must verify the person. Someone who
 * is signed in gets their own passkeys, to prove who they are.
 */
export async function passkeyOptions(ctx: Ctx): Promise<Answer<typeof passkeySignInOptions>> {
  if (!ctx.actor) return requestOptions(ctx, { purpose: PASSKEY_PURPOSE, verified: true })
  const known = await queries.findPasskeys(ctx.db, ctx.actor.id)
  return requestOptions(ctx, { purpose: PASSKEY_PURPOSE, verified: false, known })
}

/** Signs in with a passkey alone: something one has and, because the authenticator verified the person, something one knows or is. */
export async function signInWithPasskey(
  ctx: Ctx,
  { response, remember_me }: Received<typeof signInWithPasskeyCall>['body']
): Promise<SignedInAnswer> {
  const attempt = { what: 'passkey', email: response.id.slice(0, 100) } as const
  await spendAttempt(ctx, attempt)
  const owner = await queries.findPasskeyOwner(ctx.db, Buffer.from(response.id, 'base64url'))
  if (!owner) throw refuse(refusals, 'wrong_passkey')
  const answer = await inTransaction(ctx, async (ctx) => {
    const user = await queries.lockSignIn(ctx.db, owner, { demo: isDemoOpen(ctx) })
    if (!user) throw refuse(refusals, 'wrong_passkey')
    await takePasskey(ctx, user.id, { purpose: PASSKEY_PURPOSE, verified: true, response })
    return (await completeSignIn(ctx, user, remember_me, { second_factor: 'passkey' })).answer
  }).catch(refusedTo(ctx, owner, 'passkey'))
  await forgiveAttempt(ctx, attempt)
  return answer
}
