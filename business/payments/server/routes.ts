import type { FastifyInstance } from 'fastify'
import { type Ctx, type JobHandler, mount, mountStream } from '#platform/server/index.ts'
import { listAllPayments, readAnyPayment, refundPayment } from '../admin.contract.ts'
import { capturePayment, readPayment, receivePayPalEvent } from '../contract.ts'
import * as admin from './admin.service.ts'
import { capture } from './capture.service.ts'
import { PROCESS_EVENT, RECONCILE, SEND_REFUND } from './jobs.ts'
import { reconcilePayments } from './reconcile.service.ts'
import { reconcileRefunds } from './reconcile-refunds.service.ts'
import { refund } from './refund.service.ts'
import { sendRefundMail } from './refund-mail.service.ts'
import { read } from './service.ts'
import * as webhooks from './webhooks.service.ts'

export async function paymentsRoutes(app: FastifyInstance): Promise<void> {
  mount(app, readPayment, (ctx, { params }) => read(ctx, params.payment_id))
  mount(app, capturePayment, capture)
  mount(app, listAllPayments, admin.list)
  mount(app, readAnyPayment, (ctx, { params }) => admin.readDetail(ctx, params.id))
  mount(app, refundPayment, refund)
  // A stream only because the signature is over the bytes that arrived.
  mountStream(app, receivePayPalEvent, (ctx, { body }, { rawBody }) => webhooks.receive(ctx, { event: body, raw: rawBody! }))
}

export const paymentsJobs = (context: () => Ctx): JobHandler[] => [
  { name: PROCESS_EVENT, run: async ({ event_id }: { event_id: string }) => webhooks.process(context(), event_id) },
  { name: SEND_REFUND, run: async ({ refund_id }: { refund_id: string }) => sendRefundMail(context(), refund_id) },
  {
    name: RECONCILE,
    cron: '*/5 * * * *',
    run: async ({ all = false }: { all?: boolean }) => {
      await reconcilePayments(context(), { all }).finally(() => reconcileRefunds(context()))
    }
  }
]
