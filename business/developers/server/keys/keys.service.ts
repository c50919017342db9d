import { audit, changedFields, hashToken } from '#accounts/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, type Db, inTransaction, refuse, signedIn, spend } from '#platform/server/index.ts'
import {
  type createKey,
  type deleteKey,
  type ListedKey,
  type limitKey,
  type listKeys,
  type listKeysOf,
  refusals
} from '../../keys.contract.ts'
import { EXPIRY_TEXT, KEYS_MAX, mayEndAt } from '../../keys.rules.ts'
import { apiKeyCreatedMail } from '../../mails/api-key-created-mail.tsx'
import type { ApiKeyRow } from '../tables.ts'
import { newKey, prefixOf } from './key-token.ts'
import * as queries from './keys.queries.ts'

/** A person who makes more than this many changes an hour is a program. */
const CHANGES = { most: 100, seconds: 3600 }

const spendChange = (ctx: Ctx): Promise<void> => spend(ctx, { key: `developers.change-keys.${signedIn(ctx).id}`, ...CHANGES })

/** Makes a key, emails its owner, and answers it. Only its hash is stored, so it cannot be shown again. */
export async function create(ctx: Ctx, { body }: Received<typeof createKey>): Promise<Answer<typeof createKey>> {
  const expires_at = new Date(body.expires_at)
  if (!mayEndAt(expires_at, ctx.now)) throw refuse(refusals, 'invalid_expiry', { fields: { expires_at: EXPIRY_TEXT } })
  await spendChange(ctx)
  const { id, name, email } = signedIn(ctx)
  const key = newKey()
  const row = { ...body, user_id: id, prefix: prefixOf(key), key_hash: hashToken(key), created_at: ctx.now, expires_at }
  return inTransaction(ctx, async ({ db, ports, now }) => {
    await queries.lockOwner(db, id)
    if ((await queries.countKeys(db, id)) >= KEYS_MAX) throw refuse(refusals, 'too_many_keys')
    const made = await queries.insertKey(db, { ...row, last_used_at: null, window_start: null })
    await auditKey(db, id, 'api_key.created', { key_id: made.id, scopes: made.scopes })
    const mail = await apiKeyCreatedMail({ sender: ports.settings, name, at: now, made })
    await ports.mail.send(db, { to: email, ...mail }, { urgent: true })
    return { ...present(made), key }
  })
}

const auditKey = (db: Db, owner_id: string, action: string, details: Record<string, unknown>): Promise<void> =>
  audit(db, { actor_id: owner_id, action, subject_kind: 'user', subject: owner_id, details })

export async function listOwn(ctx: Ctx): Promise<Answer<typeof listKeys>> {
  return { items: (await queries.findKeysOf(ctx.db, signedIn(ctx).id)).map(present) }
}

/** Another person's key is not found. */
export async function remove(ctx: Ctx, { params }: Received<typeof deleteKey>): Promise<null> {
  await spendChange(ctx)
  const user_id = signedIn(ctx).id
  return inTransaction(ctx, async ({ db }) => {
    const deleted = await queries.deleteKey(db, { id: params.id, user_id })
    if (!deleted) throw refuse(refusals, 'key_not_found')
    await auditKey(db, user_id, 'api_key.deleted', { key_id: params.id })
    return null
  })
}

export async function listOf({ db }: Ctx, { query }: Received<typeof listKeysOf>): Promise<Answer<typeof listKeysOf>> {
  return { items: (await queries.findKeysOf(db, query.user_id)).map(present) }
}

/** Sets how many calls a minute a key may make. */
export async function limit(ctx: Ctx, { params, body }: Received<typeof limitKey>): Promise<Answer<typeof limitKey>> {
  const { per_minute } = body
  return inTransaction(ctx, async ({ db }) => {
    const key = await queries.lockKey(db, params.id)
    if (!key) throw refuse(refusals, 'key_not_found')
    if (key.per_minute === per_minute) return present(key)
    await queries.limitKey(db, key.id, per_minute)
    await audit(db, {
      ...{ actor_id: signedIn(ctx).id, action: 'api_key.limit_changed', subject_kind: 'user', subject: key.user_id },
      details: { key_id: key.id, ...changedFields({ per_minute: key.per_minute }, { per_minute }) }
    })
    return present({ ...key, per_minute })
  })
}

type Shown = Omit<ApiKeyRow, 'key_hash' | 'window_start' | 'window_used'>

function present({ user_id: _, created_at, expires_at, last_used_at, ...key }: Shown): ListedKey {
  return {
    ...key,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null
  }
}
