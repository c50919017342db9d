import type { FastifyInstance } from 'fastify'
import { type Endpoint, PROOF_HEADER } from '#platform/contract/index.ts'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import { type Arrived, answer, BUSY, bodyOf, type Ctx, logRefusal, nameOf, RETRY_AFTER_SECONDS, Refusal } from '#platform/server/index.ts'
import { type Api, ApiError } from '#platform/web/api.ts'
import { type SpendOnCall, unlimitedCalls } from '../render-limit.ts'

/** The headers of a call that its page sends too. */
export const PASSED_ON: ReadonlySet<string> = new Set(['set-cookie', PROOF_HEADER])

/** Lets the page server call the API in process: the same access checks, validation, limit, and refusals as over HTTP, without the network. */
export function inProcessApi(app: FastifyInstance, ctx: Ctx, spendOnCall: SpendOnCall = unlimitedCalls): Api {
  const call = async (e: Pick<Endpoint, 'method' | 'path'>, sent: object, { idempotency_key }: { idempotency_key?: string } = {}) => {
    const found = app.mounted.get(nameOf(e))
    if (!found?.handler) throw new Error(`No endpoint to call in process: ${nameOf(e)}`)
    const own: Ctx = { ...ctx, outgoing: { headers: [] } }
    try {
      spendOnCall(e)
      const body = await answer(found.endpoint, found.handler, own, { ...(sent as Arrived), idempotency_key })
      return { body, total: Number(own.outgoing.headers.find(([name]) => name === 'x-total-count')?.[1] ?? 0) }
    } catch (error) {
      if (isDatabaseAway(error)) {
        ctx.log.warn({ err: error }, 'too busy for a page')
        throw new ApiError(503, BUSY, RETRY_AFTER_SECONDS)
      }
      if (!(error instanceof Refusal)) throw error
      logRefusal(ctx.log, error)
      throw new ApiError(error.status, bodyOf(error), error.retryAfter)
    } finally {
      ctx.outgoing.headers.push(...own.outgoing.headers.filter(([name]) => PASSED_ON.has(name)))
    }
  }
  const api = async (e: Pick<Endpoint, 'method' | 'path'>, sent: object, options?: { idempotency_key?: string }) =>
    (await call(e, sent, options)).body
  return Object.assign(api, { withTotal: call }) as Api
}
