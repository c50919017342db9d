import type { FastifyReply } from 'fastify'
import { findKey, requireKeyPage, requireKeyScope, touchKey } from '#developers/server/index.ts'
import { assetsHeldBy } from '#licensing/server/index.ts'
import { type Actor, type ApiKey, type Ctx, countUse, networkOf, Refusal, signedOut, windowEnd } from '#platform/server/index.ts'
import { teamOf } from '#subscriptions/server/index.ts'
import { type IndexedView, indexed } from './open-view.ts'
import type { IconRequest } from './serve-icons.ts'
import * as queries from './view.queries.ts'
import { loadSets, setsOf } from './view.ts'

/** Returns what the key's owner or their team holds a license for now. Refuses keys that are unknown, elsewhere, or for something else. */
export async function readKeyView({ ctx, params, headers }: IconRequest, reply: FastifyReply): Promise<IndexedView> {
  const found = await findKey(ctx, params.key ?? '')
  if (!found) throw signedOut()
  requireKeyPage(found.key, headers)
  requireKeyScope(found.key, 'icons')
  await spendIconCall(ctx, found.key, reply)
  await touchKey(ctx, found.key)
  const people = await peopleOf(ctx, found.owner)
  const { prefix } = params
  if (prefix !== undefined) return oneSet(ctx, people, prefix)
  const asset_ids = await assetsHeldBy(ctx, people)
  const { next: _next, ...loaded } = await loadSets(ctx.db, ctx.now, { asset_ids })
  return indexed({ sets: setsOf(loaded, ctx.ports.settings), scopeFor: async () => ({ asset_ids }) })
}

/** For a call of one set's icons, only the licenses of these icons are read. */
async function oneSet(ctx: Ctx, people: readonly string[], set: string): Promise<IndexedView> {
  const { next: _next, ...loaded } = await loadSets(ctx.db, ctx.now, { asset_ids: [] }, set)
  return indexed({
    sets: setsOf(loaded, ctx.ports.settings),
    scopeFor: async (prefix, names) => ({
      asset_ids: await assetsHeldBy(ctx, people, await queries.findAssetsNamed(ctx.db, prefix, names))
    })
  })
}

/** The owner of a plan with several seats uses what the seats hold, too. */
async function peopleOf({ db, now }: Ctx, { id }: Actor): Promise<string[]> {
  const team = await teamOf(db, now, id)
  return team?.member_ids[0] === id ? [...new Set(team.member_ids)] : [id]
}

const SECONDS = 60

/**
 * Counts a call by network address: every visitor of a page with the key makes some, and one of them must not use up the calls of the others.
 */
async function spendIconCall(ctx: Ctx, { id, per_minute }: ApiKey, reply: FastifyReply): Promise<void> {
  const used = await countUse(ctx, { key: `icons.key.${id}.${networkOf(ctx.caller.ip)}`, seconds: SECONDS })
  const retry_after = windowEnd(ctx, SECONDS)
  reply.header('ratelimit-policy', `"default";q=${per_minute};w=${SECONDS}`)
  reply.header('ratelimit', `"default";r=${Math.max(0, per_minute - used)};t=${retry_after}`)
  if (used > per_minute)
    throw new Refusal('too_many', 429, `This API key may make ${per_minute} calls a minute. Please wait a moment and try again.`, {
      retry_after
    })
}
