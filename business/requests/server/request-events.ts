import type { Ctx, Tx } from '#platform/server/index.ts'
import type { RequestState } from '../rules.ts'

type Changed = { id: string; client_id: string; status: RequestState }

/** Tells the webhooks of the request's client. */
export const publishChange = (ctx: Ctx<Tx>, { id, client_id, status }: Changed): Promise<void> =>
  ctx.ports.events.publish(ctx, [{ type: 'request.changed', to: client_id, data: { request_id: id, status } }])
