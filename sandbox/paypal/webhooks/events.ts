import type { Sandbox } from '../context.ts'
import type { PayPalEvent } from '../documents.ts'
import { newEventId } from '../identifiers.ts'

/** For each event type: its resource's type and version, and PayPal's summary. */
const EVENTS = {
  'CHECKOUT.ORDER.APPROVED': ['checkout-order', '2.0', 'An order has been approved by buyer'],
  'PAYMENT.CAPTURE.COMPLETED': ['capture', '2.0', 'Payment completed'],
  'PAYMENT.CAPTURE.DENIED': ['capture', '2.0', 'Payment denied'],
  'PAYMENT.CAPTURE.PENDING': ['capture', '2.0', 'Payment pending'],
  'PAYMENT.CAPTURE.REFUNDED': ['refund', '2.0', 'Payment refunded'],
  'PAYMENT.CAPTURE.REVERSED': ['refund', '2.0', 'Payment reversed'],
  'CUSTOMER.DISPUTE.RESOLVED': ['dispute', '1.0', 'A dispute was resolved'],
  'BILLING.SUBSCRIPTION.CREATED': ['subscription', '2.0', 'Subscription created'],
  'BILLING.SUBSCRIPTION.ACTIVATED': ['subscription', '2.0', 'Subscription activated'],
  'BILLING.SUBSCRIPTION.UPDATED': ['subscription', '2.0', 'Subscription updated'],
  'BILLING.SUBSCRIPTION.SUSPENDED': ['subscription', '2.0', 'Subscription suspended'],
  'BILLING.SUBSCRIPTION.CANCELLED': ['subscription', '2.0', 'Subscription cancelled'],
  'BILLING.SUBSCRIPTION.PAYMENT.FAILED': ['subscription', '2.0', 'Subscription payment failed'],
  'PAYMENT.SALE.COMPLETED': ['sale', '1.0', 'Payment completed'],
  'PAYMENT.SALE.REFUNDED': ['refund', '1.0', 'A sale payment was refunded'],
  'PAYMENT.SALE.REVERSED': ['refund', '1.0', 'A sale payment was reversed']
} as const

/** Records the event and queues it for every subscribed webhook. Call it inside the transaction of the change. */
export function announce(sandbox: Sandbox, event_type: keyof typeof EVENTS, resource: Record<string, unknown>): void {
  const [resource_type, resource_version, summary] = EVENTS[event_type]
  const event: PayPalEvent = {
    id: newEventId(),
    event_version: '1.0',
    create_time: sandbox.now().toISOString(),
    resource_type,
    resource_version,
    event_type,
    summary: `${summary}.`,
    resource
  }
  sandbox.store.put('event', event)
  const effect = sandbox.faults.takeForEvent(event)
  for (const webhook of sandbox.store.list('webhook')) {
    const wants = webhook.event_types.some(({ name }) => name === '*' || name === event_type)
    if (wants) sandbox.deliveries.enqueue(event, webhook, effect)
  }
}
