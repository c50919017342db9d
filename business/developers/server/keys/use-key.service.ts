import { hashToken } from '#accounts/server/index.ts'
import type { KeyScope } from '#platform/contract/index.ts'
import { type Actor, type ApiKey, type Ctx, missingScope, originNotAllowed, Refusal, setHeader, signedOut } from '#platform/server/index.ts'
import { isKey } from './key-token.ts'
import * as queries from './use-key.queries.ts'

const WINDOW_SECONDS = 60
const SEEN_MS = 60_000

/** Returns the key and its owner, read from the database for each call, so that a deleted key stops at once. Null: it is unknown, deleted, or expired, or its owner may not use it. */
export async function findKey(
  { pool, now, ports }: Pick<Ctx, 'pool' | 'now' | 'ports'>,
  token: string
): Promise<{ key: ApiKey; owner: Actor } | null> {
  if (!isKey(token)) return null
  const found = await queries.findKeyWithOwner(pool, hashToken(token), { now, demo: !ports.settings.exposed })
  if (!found) return null
  const { key_id, scopes, allowed_origins, per_minute, last_used_at, created_at, ...person } = found
  const none = {
    session_id: '',
    session_opened_at: created_at,
    proven_at: null,
    grants: [],
    lacks_second_factor: false,
    remembered_origin: null
  }
  return { key: { id: key_id, scopes, allowed_origins, per_minute, last_used_at }, owner: { ...person, ...none } }
}

export function requireKeyScope({ scopes }: ApiKey, scope: KeyScope): void {
  if (!scopes.includes(scope)) throw missingScope(scope)
}

/** Refuses pages of an origin that the key's owner did not list. Programs send no origin; they may use every key. */
export function requireKeyOrigin({ allowed_origins }: ApiKey, origin: string | undefined): void {
  if (origin === undefined || allowed_origins.length === 0 || allowed_origins.includes(origin)) return
  throw originNotAllowed()
}

/**
 * Refuses pages of another origin also where a browser sends no Origin: pictures and style sheets. It then says that a page asks
 * (Sec-Fetch-Site), and usually which one (Referer).
 */
export function requireKeyPage(key: ApiKey, { origin, referer, 'sec-fetch-site': site }: Ctx['caller']['headers']): void {
  const asks = typeof origin === 'string' ? origin : undefined
  requireKeyOrigin(key, asks)
  if (asks !== undefined || key.allowed_origins.length === 0 || site === undefined || site === 'none' || site === 'same-origin') return
  const page = typeof referer === 'string' && URL.canParse(referer) ? new URL(referer).origin : undefined
  if (page === undefined || !key.allowed_origins.includes(page)) throw originNotAllowed()
}

/** Counts a call of the key, sets the RateLimit headers, and refuses with 429 beyond `per_minute`. Also stores when the key was last used. */
export async function spendKeyCall(ctx: Ctx, { id, per_minute }: ApiKey): Promise<void> {
  const counted = await queries.countKeyCall(ctx.pool, id, { now: ctx.now, seconds: WINDOW_SECONDS })
  // It was deleted just now.
  if (!counted?.window_start) throw signedOut()
  const passed = (ctx.now.getTime() - counted.window_start.getTime()) / 1000
  const left = Math.min(WINDOW_SECONDS, Math.max(1, Math.ceil(WINDOW_SECONDS - passed)))
  setHeader(ctx, 'ratelimit-policy', `"default";q=${per_minute};w=${WINDOW_SECONDS}`)
  setHeader(ctx, 'ratelimit', `"default";r=${Math.max(0, per_minute - counted.window_used)};t=${left}`)
  if (counted.window_used > per_minute)
    throw new Refusal('too_many', 429, `This API key may make ${per_minute} calls a minute. Please wait a moment and try again.`, {
      retry_after: left
    })
}

/** Stores when the key was last used, at most once a minute. For calls that `spendKeyCall` does not count. */
export async function touchKey(ctx: Ctx, { id, last_used_at }: ApiKey): Promise<void> {
  if (last_used_at && Math.abs(ctx.now.getTime() - last_used_at.getTime()) < SEEN_MS) return
  await queries.touchKey(ctx.pool, id, ctx.now)
}
