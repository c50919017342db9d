export const RECONCILE = 'payments.reconcile'
export const SEND_REFUND = 'payments.send-refund'
export const PROCESS_EVENT = 'payments.process-event'
