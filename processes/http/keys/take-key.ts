import type { FastifyReply, FastifyRequest } from 'fastify'
import { findKey, requireKeyOrigin, spendKeyCall } from '#developers/server/index.ts'
import { requireKeyAccess } from '#platform/server/index.ts'
import { allowKeyOrigin, hasKey } from './allow-origins.ts'

/** Only endpoints know keys. Pages, files, and what else has addresses of its own see a visitor. */
export const isKeyCall = (request: FastifyRequest): boolean => hasKey(request) && request.routeOptions.config?.endpoint !== undefined

/** Makes the key's owner the actor of the call, if the key may make it. An unknown key leaves a visitor. What a key may not call is refused before the call counts. */
export async function takeKey(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { ctx, headers, routeOptions } = request
  const found = await findKey(ctx, (headers.authorization ?? '').slice('Bearer '.length).trim())
  if (!found || !routeOptions.config.endpoint) return
  const { key, owner } = found
  allowKeyOrigin(reply, key, headers.origin)
  requireKeyOrigin(key, headers.origin)
  requireKeyAccess(routeOptions.config.endpoint, key)
  await spendKeyCall(ctx, key)
  request.log = request.log.child({ user_id: owner.id })
  request.ctx = { ...ctx, key, actor: owner, log: request.log }
}
