import type { FastifyInstance } from 'fastify'
import { type Ctx, type JobHandler, mount, mountStream } from '#platform/server/index.ts'
import { capturePayment, readPayment, receivePayPalEvent } from '../contract.ts'
import { capture } from './capture.service.ts'
import { PROCESS_EVENT, RECONCILE } from './jobs.ts'
import { reconcilePayments } from './reconcile.service.ts'
import { read } from './service.ts'
import * as webhooks from './webhooks.service.ts'

export async function paymentsRoutes(app: FastifyInstance): Promise<void> {
  mount(app, readPayment, (ctx, { params }) => read(ctx, params.payment_id))
  mount(app, capturePayment, capture)
  // A stream only because the signature is over the bytes that arrived.
  mountStream(app, receivePayPalEvent, (ctx, { body }, { rawBody }) => webhooks.receive(ctx, { event: body, raw: rawBody! }))
}

export const paymentsJobs = (context: () => Ctx): JobHandler[] => [
  { name: PROCESS_EVENT, run: async ({ event_id }: { event_id: string }) => webhooks.process(context(), event_id) },
  {
    name: RECONCILE,
    cron: '*/5 * * * *',
    run: async ({ all = false }: { all?: boolean }) => {
      await reconcilePayments(context(), { all })
    }
  }
]
