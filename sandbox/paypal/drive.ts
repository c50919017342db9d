import type { Call, callsOf } from './call.ts'
import type { Sandbox } from './context.ts'
import type { Subscription } from './documents.ts'
import { FAULT_SCHEMA, type Fault } from './faults.ts'
import { approveOrder, declineOrder, requireOrder, showOrder } from './orders/orders.ts'
import {
  decideCapture,
  type RefundRequest,
  refundCapture,
  requireCapture,
  resolveDispute,
  showCapture,
  showRefund
} from './orders/payments.ts'
import { ADVANCE_REQUEST, REFUND_REQUEST } from './schemas.ts'
import { approveRevision, openRevisionOf } from './subscriptions/revisions.ts'
import { listTransactions, showSubscription } from './subscriptions/subscription-views.ts'
import {
  advanceBilling,
  approveSubscription,
  cancelSubscription,
  failRenewal,
  renewSubscription,
  requireSubscription
} from './subscriptions/subscriptions.ts'

/** Serves additional calls, without a token, that do what people do on PayPal's pages. */
export function driveCalls(serve: ReturnType<typeof callsOf>, sandbox: Sandbox): void {
  for (const [action, work] of Object.entries({ approve: approveOrder, decline: declineOrder })) {
    serve({ method: 'POST', url: `/sandbox/orders/:id/${action}` }, ({ id }) =>
      showOrder(sandbox, work(sandbox, requireOrder(sandbox, id)))
    )
  }
  for (const [action, status] of [['complete', 'COMPLETED'] as const, ['deny', 'DECLINED'] as const]) {
    serve({ method: 'POST', url: `/sandbox/captures/:id/${action}` }, ({ id }) =>
      showCapture(sandbox, decideCapture(sandbox, requireCapture(sandbox, id), status))
    )
  }
  serve({ method: 'POST', url: '/sandbox/captures/:id/refund', body: REFUND_REQUEST }, ({ id, body }: Call<RefundRequest>) =>
    showRefund(sandbox, refundCapture(sandbox, requireCapture(sandbox, id), body))
  )
  serve({ method: 'POST', url: '/sandbox/captures/:id/reverse' }, ({ id }) =>
    showRefund(sandbox, refundCapture(sandbox, requireCapture(sandbox, id), {}, 'REVERSED'))
  )
  for (const [action, outcome_code] of [
    ['win-dispute', 'RESOLVED_SELLER_FAVOUR'] as const,
    ['lose-dispute', 'RESOLVED_BUYER_FAVOUR'] as const
  ]) {
    serve({ method: 'POST', url: `/sandbox/captures/:id/${action}` }, ({ id }) =>
      resolveDispute(sandbox, requireCapture(sandbox, id), outcome_code)
    )
  }
  const actions = {
    approve: approveSomething,
    renew: renewSubscription,
    'fail-renewal': failRenewal,
    cancel: (...[, subscription]: Parameters<typeof renewSubscription>) =>
      cancelSubscription(sandbox, subscription, 'Canceled by the subscriber.')
  }
  for (const [action, work] of Object.entries(actions)) {
    serve({ method: 'POST', url: `/sandbox/subscriptions/:id/${action}` }, ({ id }) =>
      showSubscription(sandbox, work(sandbox, requireSubscription(sandbox, id)))
    )
  }
  serve({ method: 'POST', url: '/sandbox/subscriptions/:id/advance', body: ADVANCE_REQUEST }, ({ id, body }: Call<{ days: number }>) =>
    showSubscription(sandbox, advanceBilling(sandbox, requireSubscription(sandbox, id), body.days))
  )
  recordCalls(serve, sandbox)
  faultCalls(serve, sandbox)
  serve({ method: 'GET', url: '/sandbox/deliveries' }, () => ({ deliveries: sandbox.store.listDeliveries() }))
  serve({ method: 'GET', url: '/sandbox/health' }, () => ({ status: 'ok' }))
}

/** Shows the sandbox's own records without a token, so that a test can compare them with the product's. */
function recordCalls(serve: ReturnType<typeof callsOf>, sandbox: Sandbox): void {
  serve({ method: 'GET', url: '/sandbox/orders/:id' }, ({ id }) => showOrder(sandbox, requireOrder(sandbox, id)))
  serve({ method: 'GET', url: '/sandbox/subscriptions/:id' }, ({ id }) => showSubscription(sandbox, requireSubscription(sandbox, id)))
  serve({ method: 'GET', url: '/sandbox/subscriptions/:id/transactions' }, ({ id }) => ({
    transactions: listTransactions(sandbox, requireSubscription(sandbox, id))
  }))
}

/** The subscriber approves the latest request: the subscription or a plan change. */
function approveSomething(sandbox: Sandbox, subscription: Subscription): Subscription {
  const revision = openRevisionOf(sandbox, subscription)
  return revision ? approveRevision(sandbox, revision) : approveSubscription(sandbox, subscription)
}

function faultCalls(serve: ReturnType<typeof callsOf>, { faults }: Sandbox): void {
  serve({ method: 'POST', url: '/sandbox/faults', status: 201, body: FAULT_SCHEMA }, ({ body }: Call<Fault>) => {
    faults.add(body)
    return { faults: faults.list() }
  })
  serve({ method: 'GET', url: '/sandbox/faults' }, () => ({ faults: faults.list() }))
  serve({ method: 'DELETE', url: '/sandbox/faults', status: 204 }, () => faults.clear())
}
