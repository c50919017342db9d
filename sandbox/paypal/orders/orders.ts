import type { Call, callsOf } from '../call.ts'
import type { Sandbox } from '../context.ts'
import type { Capture, Experience, Order, PurchaseUnit } from '../documents.ts'
import type { CallEffect } from '../faults.ts'
import { newAccountId, newTransactionId } from '../identifiers.ts'
import { notFound, refuse } from '../refusal.ts'
import { ORDER_REQUEST, PATCH_REQUEST } from '../schemas.ts'
import { announce } from '../webhooks/events.ts'
import { insertCapture, showCapture, showRefund } from './payments.ts'
import { checkedUnits, type Patch, patchedUnits, type UnitRequest } from './purchase-units.ts'

type OrderRequest = {
  intent: 'CAPTURE'
  purchase_units: UnitRequest[]
  application_context?: Experience
  payment_source?: { paypal?: { experience_context?: Experience } }
}

export function orderCalls(serve: ReturnType<typeof callsOf>, sandbox: Sandbox): void {
  const orders = '/v2/checkout/orders'
  serve({ method: 'POST', url: orders, status: 201, repeated: 200, body: ORDER_REQUEST }, ({ body, full }: Call<OrderRequest>) => {
    const shown = showOrder(sandbox, createOrder(sandbox, body))
    const { id, status, payment_source, links } = shown
    return full ? shown : { id, status, ...(payment_source && { payment_source }), links }
  })
  serve({ method: 'GET', url: `${orders}/:id` }, ({ id }) => showOrder(sandbox, requireOrder(sandbox, id)))
  serve({ method: 'PATCH', url: `${orders}/:id`, status: 204, body: PATCH_REQUEST }, ({ id, body }: Call<Patch[]>) => {
    patchOrder(sandbox, requireOrder(sandbox, id), body)
  })
  serve({ method: 'POST', url: `${orders}/:id/capture`, status: 201, repeated: 200 }, ({ id, full, effect }) => {
    const shown = showOrder(sandbox, captureOrder(sandbox, requireOrder(sandbox, id), effect))
    if (full) return shown
    const purchase_units = shown.purchase_units.map(({ reference_id, payments }) => ({ reference_id, payments }))
    return {
      id: shown.id,
      status: shown.status,
      payment_source: shown.payment_source,
      purchase_units,
      payer: shown.payer,
      links: shown.links
    }
  })
}

export function requireOrder(sandbox: Sandbox, id: string): Order {
  const order = sandbox.store.find('order', id)
  if (!order) throw notFound()
  return order
}

function createOrder(sandbox: Sandbox, request: OrderRequest): Order {
  const wallet = request.payment_source?.paypal !== undefined
  const { brand_name, return_url, cancel_url } = request.payment_source?.paypal?.experience_context ?? request.application_context ?? {}
  const now = sandbox.now().toISOString()
  const order: Order = {
    id: newTransactionId(),
    intent: request.intent,
    status: wallet ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    purchase_units: checkedUnits(request.purchase_units),
    experience: { ...(brand_name && { brand_name }), ...(return_url && { return_url }), ...(cancel_url && { cancel_url }) },
    wallet,
    declined: false,
    create_time: now,
    update_time: now
  }
  sandbox.store.put('order', order)
  return order
}

function patchOrder(sandbox: Sandbox, order: Order, patches: Patch[]): void {
  if (order.status === 'COMPLETED') throw refuse('ORDER_ALREADY_COMPLETED')
  saveOrder(sandbox, { ...order, purchase_units: patchedUnits(order.purchase_units, patches) })
}

function saveOrder(sandbox: Sandbox, order: Order): Order {
  const saved = { ...order, update_time: sandbox.now().toISOString() }
  sandbox.store.put('order', saved)
  return saved
}

function requireOpen(order: Order): void {
  if (order.status === 'COMPLETED') throw refuse('ORDER_ALREADY_CAPTURED')
}

/** The payer approves. After a decline, the payer can approve again with another card. */
export function approveOrder(sandbox: Sandbox, order: Order): Order {
  requireOpen(order)
  const approved = saveOrder(sandbox, { ...order, status: 'APPROVED', declined: false, payer_id: order.payer_id ?? newAccountId() })
  announce(sandbox, 'CHECKOUT.ORDER.APPROVED', showOrder(sandbox, approved))
  return approved
}

/** The payer approves, and the bank declines: the order stays approved, and capturing it is refused. */
export function declineOrder(sandbox: Sandbox, order: Order): Order {
  requireOpen(order)
  const declined = saveOrder(sandbox, { ...order, status: 'APPROVED', declined: true, payer_id: order.payer_id ?? newAccountId() })
  for (const unit of declined.purchase_units) insertCapture(sandbox, declined, { unit, status: 'DECLINED', amount: plain(unit) })
  return declined
}

const plain = ({ amount: { currency_code, value } }: PurchaseUnit) => ({ currency_code, value })

function captureOrder(sandbox: Sandbox, order: Order, effect: CallEffect | undefined): Order {
  requireOpen(order)
  if (order.status !== 'APPROVED') throw refuse('ORDER_NOT_APPROVED')
  if (order.declined) throw refuse('INSTRUMENT_DECLINED')
  if (effect?.kind === 'decline') {
    declineOrder(sandbox, order)
    throw refuse('INSTRUMENT_DECLINED')
  }
  for (const { invoice_id } of order.purchase_units) {
    if (invoice_id && wasInvoiced(sandbox, invoice_id)) throw refuse('DUPLICATE_INVOICE_ID')
  }
  const status = effect?.kind === 'pending' ? 'PENDING' : 'COMPLETED'
  const completed = saveOrder(sandbox, { ...order, status: 'COMPLETED' })
  for (const unit of order.purchase_units) {
    const amount = effect?.kind === 'wrong_amount' ? { ...plain(unit), value: effect.value } : plain(unit)
    insertCapture(sandbox, completed, { unit, status, amount })
  }
  return completed
}

function wasInvoiced(sandbox: Sandbox, invoiceId: string): boolean {
  return sandbox.store.listBy('capture', 'invoice_id', invoiceId).some(({ status }) => status !== 'DECLINED')
}

export function showOrder(sandbox: Sandbox, order: Order) {
  const { experience: _, wallet, payer_id, declined: __, purchase_units, ...shown } = order
  const payer = payer_id ? { ...sandbox.buyer, payer_id } : undefined
  const self = `${sandbox.url}/v2/checkout/orders/${order.id}`
  const approve = { href: `${sandbox.url}/checkoutnow?token=${order.id}`, rel: wallet ? 'payer-action' : 'approve', method: 'GET' }
  return {
    ...shown,
    ...((wallet || payer) && { payment_source: { paypal: payer ? walletOf(sandbox, payer.payer_id) : {} } }),
    purchase_units: purchase_units.map((unit) => ({ ...unit, payee: sandbox.merchant, ...paymentsOf(sandbox, order, unit) })),
    ...(payer && { payer }),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      ...(order.status === 'COMPLETED' ? [] : [approve, { href: self, rel: 'update', method: 'PATCH' }]),
      ...(order.status === 'COMPLETED' ? [] : [{ href: `${self}/capture`, rel: 'capture', method: 'POST' }])
    ]
  }
}

function walletOf({ buyer }: Sandbox, account_id: string) {
  return { email_address: buyer.email_address, account_id, account_status: 'VERIFIED', name: buyer.name, address: buyer.address }
}

function paymentsOf(sandbox: Sandbox, order: Order, unit: PurchaseUnit) {
  const captures = sandbox.store
    .listBy('capture', 'order_id', order.id)
    .filter(({ reference_id, refused }) => reference_id === unit.reference_id && !refused)
  const refunds = captures.flatMap(({ id }) => sandbox.store.listBy('refund', 'capture_id', id))
  if (captures.length === 0) return {}
  return {
    payments: {
      captures: captures.map((capture) => captureOf(sandbox, capture)),
      ...(refunds.length > 0 && { refunds: refunds.map((refund) => showRefund(sandbox, refund)) })
    }
  }
}

/** Inside an order, PayPal omits what the order itself contains. */
function captureOf(sandbox: Sandbox, capture: Capture) {
  const { supplementary_data: _, payee: __, ...shown } = showCapture(sandbox, capture)
  return shown
}
