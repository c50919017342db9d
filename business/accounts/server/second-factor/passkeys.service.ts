import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { PASSKEYS_MAX } from '../../rules.ts'
import {
  type addPasskey as addPasskeyCall,
  type listPasskeys,
  type Passkey,
  type PasskeyResponse,
  refusals,
  type renamePasskey as renamePasskeyCall
} from '../../security.contract.ts'
import { lockSelf } from '../profile/profile.service.ts'
import { spendChange } from '../sign-in/limits.ts'
import { takeOnce } from './challenges.ts'
import { issueRecoveryCodes } from './recovery-codes.service.ts'
import * as queries from './second-factor.queries.ts'
import { afterRemoval, recordChange } from './security-changes.service.ts'
import { checkCreated, checkUse, creationOptions, type Once } from './webauthn.ts'

type Row = Pick<Awaited<ReturnType<typeof queries.findPasskeys>>[number], 'id' | 'name' | 'created_at' | 'last_used_at'>

export const presentPasskey = ({ id, name, created_at, last_used_at }: Row): Passkey => ({
  id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null
})

export async function list(ctx: Ctx): Promise<Answer<typeof listPasskeys>> {
  return { items: (await queries.findPasskeys(ctx.db, signedIn(ctx).id)).map(presentPasskey) }
}

/** Returns what a browser needs to create a passkey. */
export async function creationOptionsOf(ctx: Ctx): Promise<Record<string, unknown>> {
  await spendChange(ctx, 'security')
  const known = await queries.findPasskeys(ctx.db, signedIn(ctx).id)
  if (known.length >= PASSKEYS_MAX) throw refuse(refusals, 'too_many_passkeys')
  return creationOptions(ctx, signedIn(ctx), known)
}

/** Stores a passkey. The first second factor of an account brings recovery codes. */
export async function add(ctx: Ctx, { name, response }: Received<typeof addPasskeyCall>['body']): Promise<Answer<typeof addPasskeyCall>> {
  await spendChange(ctx, 'security')
  const { once, ...created } = await checkCreated(ctx, signedIn(ctx).id, response)
  return inTransaction(ctx, async (ctx) => {
    const { db, now } = ctx
    const { id: user_id } = await lockSelf(ctx)
    await requireFirstUse(ctx, once)
    const { passkeys, recovery_codes } = await queries.findFactors(db, user_id)
    if (passkeys >= PASSKEYS_MAX) throw refuse(refusals, 'too_many_passkeys')
    const passkey = await queries.insertPasskey(db, { ...created, user_id, name, created_at: now })
    if (!passkey) throw refuse(refusals, 'passkey_known')
    await recordChange(ctx, 'passkey_added')
    const codes = recovery_codes === 0 ? await issueRecoveryCodes(ctx, user_id) : undefined
    return { ...presentPasskey(passkey), ...(codes && { recovery_codes: codes }) }
  })
}

export async function rename(ctx: Ctx, id: string, { name }: Received<typeof renamePasskeyCall>['body']): Promise<Passkey> {
  await spendChange(ctx, 'security')
  const passkey = await queries.updatePasskeyName(ctx.db, { id, name, user_id: signedIn(ctx).id })
  if (!passkey) throw refuse(refusals, 'passkey_not_found')
  return presentPasskey(passkey)
}

export async function remove(ctx: Ctx, id: string): Promise<null> {
  await spendChange(ctx, 'security')
  return inTransaction(ctx, async (ctx) => {
    const { id: user_id } = await lockSelf(ctx)
    if ((await queries.deletePasskey(ctx.db, { id, user_id })) === undefined) throw refuse(refusals, 'passkey_not_found')
    await recordChange(ctx, 'passkey_removed')
    await afterRemoval(ctx, user_id)
    return null
  })
}

/** A challenge counts once, so that nobody can use a recorded answer again. */
async function requireFirstUse({ db }: Ctx<Tx>, { challenge, expires }: Once): Promise<void> {
  if (!(await takeOnce(db, `passkey ${challenge}`, expires))) throw refuse(refusals, 'wrong_passkey')
}

type Use = { purpose: string; verified: boolean; response: PasskeyResponse | undefined }

/** Checks the use of a passkey of this user, once. */
export async function takePasskey(ctx: Ctx<Tx>, user_id: string, { purpose, verified, response }: Use): Promise<void> {
  const stored = response && (await queries.lockPasskey(ctx.db, Buffer.from(response.id, 'base64url')))
  if (!response || stored?.user_id !== user_id) throw refuse(refusals, 'wrong_passkey')
  // A browser says for whom it holds the passkey. It was told the user's id when the passkey was created.
  const { userHandle } = response.response
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== user_id) throw refuse(refusals, 'wrong_passkey')
  const { use_counter, once } = await checkUse(ctx, { purpose, verified }, stored, response)
  await requireFirstUse(ctx, once)
  await queries.updatePasskeyUse(ctx.db, stored.id, { use_counter, last_used_at: ctx.now })
}
