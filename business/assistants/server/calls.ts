import type { FastifyInstance } from 'fastify'
import type { Answer, Endpoint, Sent } from '#platform/contract/index.ts'
import { type Arrived, answer, type Ctx, nameOf } from '#platform/server/index.ts'

/** Calls an endpoint in process as `ctx`: access, validation, and refusals are those of the API. `total` is that of a list with paging headers. */
export type Call = <E extends Endpoint>(ctx: Ctx, e: E, sent: Sent<E>) => Promise<{ body: Answer<E>; total: number }>

export const callsOf =
  (app: FastifyInstance): Call =>
  async (ctx, e, sent) => {
    const handler = app.mounted.get(nameOf(e))?.handler
    if (!handler) throw new Error(`No endpoint to call in process: ${nameOf(e)}`)
    const own: Ctx = { ...ctx, outgoing: { headers: [] } }
    const body = await answer<typeof e>(e, handler as never, own, sent as Arrived)
    return { body, total: Number(own.outgoing.headers.find(([name]) => name === 'x-total-count')?.[1] ?? 0) }
  }
