import type { FastifyRequest } from 'fastify'
import { findKey, requireKeyOrigin, spendKeyCall } from '#developers/server/index.ts'
import { type Ctx, networkOf, Refusal, setHeader, siteOf, spend } from '#platform/server/index.ts'
import { CALLS_A_MINUTE, CALLS_A_MINUTE_OF_SITE } from '../rules.ts'

/** Who calls: everybody is a visitor, and with a key also its owner. */
export type Admitted = { visitor: Ctx; owner: Ctx | null }

/** Lets a call in: by its host and origin, by its key, and by how many calls there were in this minute. Refuses before a byte of the body is read. */
export async function admit({ ctx, headers, host }: FastifyRequest): Promise<Admitted> {
  requireOwnSite(headers.origin, host, ctx.ports.settings.public_url)
  const visitor: Ctx = { ...ctx, actor: null, key: null }
  const found = await findCaller(ctx, headers.authorization)
  if (!found) {
    await spendAddressCall(visitor)
    return { visitor, owner: null }
  }
  requireKeyOrigin(found.key, headers.origin)
  const owner: Ctx = { ...ctx, actor: found.owner, key: found.key, log: ctx.log.child({ user_id: found.owner.id }) }
  await spendKeyCall(owner, found.key)
  return { visitor, owner }
}

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A page of another site must not call by a name that leads here, nor from its own address (DNS rebinding). Programs send no origin. */
function requireOwnSite(origin: string | undefined, host: string | undefined, public_url: string): void {
  const own = new URL(public_url)
  const isOwn = (address: string) =>
    URL.canParse(address) && (new URL(address).origin === own.origin || LOCAL.has(new URL(address).hostname))
  if (origin !== undefined && !isOwn(origin)) throw new Refusal('cross_origin', 403, 'Assistants cannot be connected from this page.')
  if (!isOwn(`${own.protocol}//${host ?? ''}`)) throw new Refusal('unknown_host', 403, 'There is nothing at this address.')
}

/** Returns undefined without a key. A session opens nothing here: its person is a visitor. */
async function findCaller(ctx: Ctx, authorization: string | undefined) {
  if (authorization === undefined) return undefined
  const found = await findKey(ctx, /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '')
  if (found) return found
  if (ctx.actor) return undefined
  await spendAddressCall(ctx)
  setHeader(ctx, 'www-authenticate', 'Bearer')
  throw new Refusal('unknown_key', 401, 'This API key is unknown, or it has ended.')
}

async function spendAddressCall(ctx: Ctx): Promise<void> {
  const { ip } = ctx.caller
  await spend(ctx, { key: `assistants.call.${networkOf(ip)}`, ...CALLS_A_MINUTE })
  await spend(ctx, { key: `assistants.call.site.${siteOf(ip)}`, ...CALLS_A_MINUTE_OF_SITE })
}
