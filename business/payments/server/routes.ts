import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Ctx, type JobHandler, mount, mountStream, sendCsv, sendOutgoing, signedIn } from '#platform/server/index.ts'
import { exportPayments, listAllPayments, readAnyPayment, readAnyReceipt, refundPayment } from '../admin.contract.ts'
import { cancelPayment, capturePayment, listMyPayments, readMyReceipt, readPayment, receivePayPalEvent } from '../contract.ts'
import * as admin from './admin/admin.service.ts'
import { exportAll } from './admin/export.service.ts'
import { capture } from './capture/capture.service.ts'
import { reconcilePayments } from './capture/reconcile.service.ts'
import { PROCESS_EVENT, PROCESS_WAITING_EVENTS, RECONCILE, RECONCILE_CAPTURED, SEND_REFUND } from './jobs.ts'
import * as purchases from './purchases/purchases.service.ts'
import { reconcileRefunds } from './refunds/reconcile-refunds.service.ts'
import { refund } from './refunds/refund.service.ts'
import { sendRefundMail } from './refunds/refund-mail.service.ts'
import { reconcileCaptured } from './repair/captured.service.ts'
import { processWaitingEvents } from './repair/waiting-events.service.ts'
import { cancel, read } from './service.ts'
import * as webhooks from './webhooks/webhooks.service.ts'

export async function paymentsRoutes(app: FastifyInstance): Promise<void> {
  mount(app, readPayment, (ctx, { params }) => read(ctx, params.payment_id))
  mount(app, capturePayment, capture)
  mount(app, cancelPayment, cancel)
  mount(app, listMyPayments, purchases.listMine)
  mountStream(app, readMyReceipt, async (ctx, { params }, request, reply) => {
    sendOutgoing(request, reply)
    return sendReceipt(reply, await purchases.openReceipt(ctx, { id: params.payment_id, client_id: signedIn(ctx).id }))
  })
  mountStream(app, readAnyReceipt, async (ctx, { params }, request, reply) => {
    sendOutgoing(request, reply)
    return sendReceipt(reply, await purchases.openReceipt(ctx, params))
  })
  mount(app, listAllPayments, admin.list)
  mountStream(app, exportPayments, async (ctx, received, _request, reply) => {
    const { name, text } = await exportAll(ctx, received)
    return sendCsv(reply, name, text)
  })
  mount(app, readAnyPayment, (ctx, { params }) => admin.readDetail(ctx, params.id))
  mount(app, refundPayment, refund)
  // A stream because the signature covers the raw bytes.
  mountStream(app, receivePayPalEvent, (ctx, { body }, { rawBody = Buffer.alloc(0) }) =>
    webhooks.receive(ctx, { event: body, raw: rawBody })
  )
}

const sendReceipt = (reply: FastifyReply, { file_name, pdf }: Awaited<ReturnType<typeof purchases.openReceipt>>) =>
  reply.type('application/pdf').header('content-disposition', `inline; filename="${file_name}"`).send(pdf)

export const paymentsJobs = (context: () => Ctx): JobHandler[] => [
  { name: PROCESS_EVENT, retries: 'days', run: async ({ event_id }: { event_id: string }) => webhooks.process(context(), event_id) },
  { name: SEND_REFUND, batch: 5, run: async ({ refund_id }: { refund_id: string }) => sendRefundMail(context(), refund_id) },
  {
    name: RECONCILE,
    cron: '*/5 * * * *',
    run: async ({ all = false }: { all?: boolean }) => {
      await reconcilePayments(context(), { all }).finally(() => reconcileRefunds(context()))
    }
  },
  { name: PROCESS_WAITING_EVENTS, cron: '*/10 * * * *', run: (_data, stopping) => processWaitingEvents(context(), stopping) },
  {
    name: RECONCILE_CAPTURED,
    cron: '5-55/10 * * * *',
    run: async (_data, stopping) => void (await reconcileCaptured(context(), { stopping }))
  }
]
