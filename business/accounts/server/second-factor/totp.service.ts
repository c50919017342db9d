import { randomUUID } from 'node:crypto'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, seal, signedIn, type Tx, unseal } from '#platform/server/index.ts'
import { TOTP_SECONDS } from '../../rules.ts'
import { type confirmTotp as confirmTotpCall, refusals, type startTotp } from '../../security.contract.ts'
import { lockSelf } from '../profile/profile.service.ts'
import { forgiveAttempt, spendAttempt, spendChange } from '../sign-in/limits.ts'
import { takeOnce } from './challenges.ts'
import { issueRecoveryCodes } from './recovery-codes.service.ts'
import * as queries from './second-factor.queries.ts'
import { afterRemoval, recordChange } from './security-changes.service.ts'
import { describeSecret, newSecret, periodOf } from './totp.ts'
import { sealedName } from './totp-keys.service.ts'

/** Creates a secret that waits for its first code. Until then, an earlier one counts. */
export async function start(ctx: Ctx): Promise<Answer<typeof startTotp>> {
  await spendChange(ctx, 'security')
  const { id: user_id, email } = signedIn(ctx)
  const { settings, secrets } = ctx.ports
  const secret = newSecret()
  const totp = { id: randomUUID(), user_id }
  const { bytes, ...wrapped } = seal(secrets.keys, sealedName(totp), secret)
  await queries.upsertPendingTotp(ctx.db, { ...totp, sealed: bytes, ...wrapped, created_at: ctx.now })
  return describeSecret(secret, { issuer: settings.brand_name, label: email })
}

/** Turns the waiting secret on with a first code, and creates recovery codes. */
export async function confirm(ctx: Ctx, { code }: Received<typeof confirmTotpCall>['body']): Promise<Answer<typeof confirmTotpCall>> {
  const attempt = { what: 'totp', email: signedIn(ctx).email } as const
  await spendAttempt(ctx, attempt)
  const answer = await inTransaction(ctx, async (ctx) => {
    const { id: user_id } = await lockSelf(ctx)
    const totp = await queries.findTotp(ctx.db, user_id, false)
    if (!totp) throw refuse(refusals, 'totp_not_started')
    await requireCode(ctx, totp, code)
    await queries.confirmTotp(ctx.db, totp, ctx.now)
    await recordChange(ctx, 'totp_added')
    return { recovery_codes: await issueRecoveryCodes(ctx, user_id) }
  })
  await forgiveAttempt(ctx, attempt)
  return answer
}

export async function remove(ctx: Ctx): Promise<null> {
  await spendChange(ctx, 'security')
  return inTransaction(ctx, async (ctx) => {
    const { id: user_id } = await lockSelf(ctx)
    if (!(await queries.deleteTotp(ctx.db, user_id))) throw refuse(refusals, 'totp_not_set_up')
    await recordChange(ctx, 'totp_removed')
    await afterRemoval(ctx, user_id)
    return null
  })
}

const wrongCode = () => refuse(refusals, 'wrong_totp', { fields: { code: refusals.wrong_totp.message } })

/** Checks a code of an app and uses it up: each counts once. */
async function requireCode(ctx: Ctx<Tx>, totp: queries.SealedTotp, code: string): Promise<void> {
  const { sealed: bytes, key_id, wrapped_key } = totp
  const secret = unseal(ctx.ports.secrets.keys, sealedName(totp), { bytes, key_id, wrapped_key })
  if (typeof secret === 'string') throw new Error(`The secret of an authenticator app cannot be opened with APPLICANT_KEYS: ${secret}.`)
  const period = periodOf(secret, code, ctx.now)
  if (period === undefined) throw wrongCode()
  if (!(await takeOnce(ctx.db, `totp ${totp.id} ${period}`, new Date(period * TOTP_SECONDS * 1000)))) throw wrongCode()
}

/** Checks a code of the user's app, once. */
export async function takeTotp(ctx: Ctx<Tx>, user_id: string, code = ''): Promise<void> {
  const totp = await queries.findTotp(ctx.db, user_id, true)
  if (!totp) throw wrongCode()
  await requireCode(ctx, totp, code)
}
