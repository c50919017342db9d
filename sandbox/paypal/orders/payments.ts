import type { Call, callsOf } from '../call.ts'
import type { Sandbox } from '../context.ts'
import type { Capture, CaptureStatus, Money, Order, PurchaseUnit, Refund } from '../documents.ts'
import { newTransactionId } from '../identifiers.ts'
import { checkedPrice, feeCents, moneyOf, toCents } from '../money.ts'
import { notFound, refuse } from '../refusal.ts'
import { REFUND_REQUEST } from '../schemas.ts'
import { showSaleRefund } from '../subscriptions/subscription-views.ts'
import { announce } from '../webhooks/events.ts'
import { captureOfSale, saveSaleStatus } from './sales.ts'

export type RefundRequest = { amount?: Money; custom_id?: string; invoice_id?: string; note_to_payer?: string }

export function paymentCalls(serve: ReturnType<typeof callsOf>, sandbox: Sandbox): void {
  serve({ method: 'GET', url: '/v2/payments/captures/:id' }, ({ id }) => showCapture(sandbox, requireCapture(sandbox, id)))
  serve(
    { method: 'POST', url: '/v2/payments/captures/:id/refund', status: 201, body: REFUND_REQUEST },
    ({ id, body, full }: Call<RefundRequest>) => {
      const shown = showRefund(sandbox, refundCapture(sandbox, requireCapture(sandbox, id), body))
      return full ? shown : { id: shown.id, status: shown.status, links: shown.links }
    }
  )
  serve({ method: 'GET', url: '/v2/payments/refunds/:id' }, ({ id }) => {
    const refund = sandbox.store.find('refund', id)
    if (!refund) throw notFound()
    return showRefund(sandbox, refund)
  })
}

export function requireCapture(sandbox: Sandbox, id: string): Capture {
  const sale = sandbox.store.find('sale', id)
  const capture = sale ? captureOfSale(sale) : sandbox.store.find('capture', id)
  if (!capture) throw notFound()
  return capture
}

/** Captures one purchase unit, or records that the bank declined it. */
export function insertCapture(
  sandbox: Sandbox,
  order: Order,
  { unit, ...taken }: { unit: PurchaseUnit } & Pick<Capture, 'status' | 'amount'>
) {
  const now = sandbox.now().toISOString()
  const { reference_id, custom_id, invoice_id } = unit
  const capture: Capture = {
    id: newTransactionId(),
    order_id: order.id,
    reference_id,
    ...taken,
    refused: taken.status === 'DECLINED',
    ...(custom_id && { custom_id }),
    ...(invoice_id && { invoice_id }),
    create_time: now,
    update_time: now
  }
  saveCapture(sandbox, capture)
}

const CAPTURE_EVENTS: Partial<Record<CaptureStatus, Parameters<typeof announce>[1]>> = {
  COMPLETED: 'PAYMENT.CAPTURE.COMPLETED',
  PENDING: 'PAYMENT.CAPTURE.PENDING',
  DECLINED: 'PAYMENT.CAPTURE.DENIED'
}

function saveCapture(sandbox: Sandbox, capture: Capture): void {
  sandbox.store.put('capture', capture)
  const event = CAPTURE_EVENTS[capture.status]
  if (event) announce(sandbox, event, showCapture(sandbox, capture))
}

/** Ends PayPal's review of a pending payment. */
export function decideCapture(sandbox: Sandbox, capture: Capture, status: 'COMPLETED' | 'DECLINED'): Capture {
  if (capture.status !== 'PENDING') throw refuse('ORDER_ALREADY_CAPTURED')
  const decided = { ...capture, status, update_time: sandbox.now().toISOString() }
  saveCapture(sandbox, decided)
  return decided
}

function refundedCents(sandbox: Sandbox, capture: Capture): number {
  return sandbox.store.listBy('refund', 'capture_id', capture.id).reduce((sum, { amount }) => sum + toCents(amount), 0)
}

/** `REVERSED` means that PayPal itself returned the money, as after a chargeback. */
export function refundCapture(
  sandbox: Sandbox,
  capture: Capture,
  request: RefundRequest,
  how: 'REFUNDED' | 'REVERSED' = 'REFUNDED'
): Refund {
  const left = toCents(capture.amount) - refundedCents(sandbox, capture)
  const amount = request.amount ? checkedPrice(request.amount, '/amount') : moneyOf(left, capture.amount.currency_code)
  const cents = toCents(amount)
  if (capture.status === 'PENDING') throw refuse('PENDING_CAPTURE')
  if (capture.status === 'DECLINED') throw refuse('REFUND_NOT_ALLOWED')
  if (left === 0) throw refuse('CAPTURE_FULLY_REFUNDED')
  if (amount.currency_code !== capture.amount.currency_code) throw refuse('REFUND_CAPTURE_CURRENCY_MISMATCH')
  if (cents > left) throw refuse('REFUND_AMOUNT_EXCEEDED')
  const now = sandbox.now().toISOString()
  const refund: Refund = {
    id: newTransactionId(),
    capture_id: capture.id,
    status: 'COMPLETED',
    ...(capture.custom_id && { custom_id: capture.custom_id }),
    ...(capture.invoice_id && { invoice_id: capture.invoice_id }),
    ...request,
    amount,
    total_refunded: moneyOf(toCents(capture.amount) - left + cents, amount.currency_code),
    create_time: now,
    update_time: now
  }
  sandbox.store.put('refund', refund)
  const refunded = { ...capture, status: cents === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED', update_time: now } as const
  if (capture.subscription_id) {
    saveSaleStatus(sandbox, refunded)
    announce(sandbox, `PAYMENT.SALE.${how}`, showSaleRefund(sandbox, refund))
  } else {
    sandbox.store.put('capture', refunded)
    announce(sandbox, `PAYMENT.CAPTURE.${how}`, showRefund(sandbox, refund))
  }
  return refund
}

/** The event that ends a dispute names the winner. Whether money moves is reported elsewhere, or not at all. */
export function resolveDispute(sandbox: Sandbox, { id, amount }: Capture, outcome_code: string) {
  const dispute = {
    dispute_id: `PP-D-${newTransactionId()}`,
    disputed_transactions: [{ seller_transaction_id: id }],
    dispute_amount: amount,
    status: 'RESOLVED',
    dispute_outcome: { outcome_code },
    update_time: sandbox.now().toISOString()
  }
  announce(sandbox, 'CUSTOMER.DISPUTE.RESOLVED', dispute)
  return dispute
}

export function showCapture(sandbox: Sandbox, capture: Capture) {
  const { order_id, subscription_id, reference_id: _, refused: __, ...shown } = capture
  const up = order_id ? `/v2/checkout/orders/${order_id}` : `/v1/billing/subscriptions/${subscription_id}`
  const { currency_code } = capture.amount
  const gross = toCents(capture.amount)
  const paid = capture.status !== 'PENDING' && capture.status !== 'DECLINED'
  return {
    ...shown,
    final_capture: true,
    seller_protection: { status: 'ELIGIBLE', dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'] },
    ...(capture.status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    ...(paid && {
      seller_receivable_breakdown: {
        gross_amount: capture.amount,
        paypal_fee: moneyOf(feeCents(gross), currency_code),
        net_amount: moneyOf(gross - feeCents(gross), currency_code)
      }
    }),
    ...(order_id && { supplementary_data: { related_ids: { order_id } } }),
    payee: sandbox.merchant,
    links: [
      { href: `${sandbox.url}/v2/payments/captures/${capture.id}`, rel: 'self', method: 'GET' },
      { href: `${sandbox.url}/v2/payments/captures/${capture.id}/refund`, rel: 'refund', method: 'POST' },
      { href: sandbox.url + up, rel: 'up', method: 'GET' }
    ]
  }
}

/** PayPal keeps its fee when a payment is refunded. */
export function showRefund(sandbox: Sandbox, { capture_id, total_refunded, ...refund }: Refund) {
  return {
    ...refund,
    seller_payable_breakdown: {
      gross_amount: refund.amount,
      paypal_fee: moneyOf(0, refund.amount.currency_code),
      net_amount: refund.amount,
      total_refunded_amount: total_refunded
    },
    payer: sandbox.merchant,
    links: [
      { href: `${sandbox.url}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
      { href: `${sandbox.url}/v2/payments/captures/${capture_id}`, rel: 'up', method: 'GET' }
    ]
  }
}
