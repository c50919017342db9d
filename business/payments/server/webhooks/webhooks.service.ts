import { z } from 'zod'
import { type Ctx, type Eraser, inTransaction, networkOf, Refusal, refuse } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import { reconcile } from '../capture/reconcile.service.ts'
import { handleDisputeEvent } from '../disputes/disputes.service.ts'
import { PROCESS_EVENT } from '../jobs.ts'
import { CertificateUnavailable } from '../paypal/adapter.ts'
import { isSigned, isTrustedAddress, readTransmission } from '../paypal/webhook-signature.ts'
import type { Payment } from '../ports.ts'
import * as payments from '../queries.ts'
import { handleRefundEvent } from '../refunds/refund-webhook.service.ts'
import { failureReason } from '../repair/failure-reason.ts'
import { unavailable } from '../service.ts'
import * as queries from './webhooks.queries.ts'

type Arrived = { event: { id: string; event_type: string }; raw: Buffer }

/**
 * Verifies and stores an event once. A job processes it, so that PayPal gets its response immediately. When PayPal sends an event again
 * that is not processed yet, another job tries it.
 */
export async function receive(ctx: Ctx, { event, raw }: Arrived): Promise<{ received: true }> {
  await requireSigned(ctx, raw)
  await inTransaction(ctx, async ({ db, now, ports }) => {
    const { id, event_type } = event
    const isWaiting = await queries.insertEvent(db, { id, event_type, body: raw.toString('utf8'), received_at: now })
    if (isWaiting) await ports.jobs.send(db, PROCESS_EVENT, { event_id: id })
  })
  return { received: true }
}

async function requireSigned(ctx: Ctx, body: Buffer): Promise<void> {
  const { base_url, webhook_id } = ctx.ports.paypal.settings
  const transmission = readTransmission(ctx.caller.headers)
  if (!transmission || !isTrustedAddress(transmission.cert_url, base_url)) throw refuse(refusals, 'invalid_signature')
  const certificate = await requireCertificate(ctx, transmission.cert_url)
  if (!isSigned({ transmission, body, webhook_id, certificate, base_url, now: ctx.now })) throw refuse(refusals, 'invalid_signature')
}

/** Without the certificate nothing is known about the event: 503 makes PayPal send it again. */
async function requireCertificate({ caller, ports }: Ctx, address: string): Promise<string> {
  try {
    const certificate = await ports.paypal.certificateAt(address, networkOf(caller.ip))
    if (certificate !== undefined) return certificate
  } catch (error) {
    if (!(error instanceof CertificateUnavailable)) throw error
    if (error.wait_seconds === undefined) throw unavailable(error)
    throw new Refusal('too_many', 429, 'Too many events with unknown certificates.', { retry_after: error.wait_seconds })
  }
  throw refuse(refusals, 'invalid_signature')
}

/** Processes a stored event, or stores why that failed and throws: the event is then tried again. */
export async function process(ctx: Ctx, event_id: string): Promise<void> {
  const { db, now } = ctx
  const event = await queries.findEvent(db, event_id)
  if (!event || event.processed_at) return
  try {
    await handle(ctx, event.body)
  } catch (error) {
    await queries.updateFailed(db, event_id, { now, reason: failureReason(error) }).catch((second: unknown) => {
      throw new AggregateError([error, second], `The event ${event_id} failed, and so did storing that.`)
    })
    throw error
  }
  await queries.updateProcessed(db, event_id, now)
}

/** The event only names the order or subscription: PayPal's current data decides. */
async function handle(ctx: Ctx, body: unknown): Promise<void> {
  const payment = await findPaymentOf(ctx, body)
  if (payment) await reconcile(ctx, payment)
  const subscription = findSubscriptionOf(body)
  if (subscription) await ctx.ports.purposes.subscription.sync(ctx, subscription)
  await handleRefundEvent(ctx, body)
  await handleDisputeEvent(ctx, body)
}

const paymentEvent = z.object({
  event_type: z.string().regex(/^(CHECKOUT\.ORDER|PAYMENT\.CAPTURE)\./),
  resource: z.object({
    id: z.string().optional(),
    custom_id: z.string().optional(),
    purchase_units: z.array(z.object({ custom_id: z.string().optional() })).optional()
  })
})

async function findPaymentOf({ db }: Ctx, body: unknown): Promise<Payment | undefined> {
  const { success, data } = paymentEvent.safeParse(body)
  if (!success) return undefined
  const { id, custom_id = data.resource.purchase_units?.[0]?.custom_id } = data.resource
  const payment_id = z.uuid().safeParse(custom_id)
  if (payment_id.success) return payments.findPayment(db, payment_id.data)
  return id === undefined ? undefined : payments.findPaymentByOrder(db, id)
}

const subscriptionEvent = z.union([
  z.object({ event_type: z.string().regex(/^BILLING\.SUBSCRIPTION\./), resource: z.object({ id: z.string() }) }),
  z
    .object({ event_type: z.string().regex(/^PAYMENT\.SALE\./), resource: z.object({ billing_agreement_id: z.string() }) })
    .transform(({ resource }) => ({ resource: { id: resource.billing_agreement_id } }))
])

const findSubscriptionOf = (body: unknown): string | undefined => subscriptionEvent.safeParse(body).data?.resource.id

export const paymentsRetention = {
  webhook_bodies: ({ db }, before) => queries.eraseBodies(db, before)
} satisfies Record<string, Eraser>
