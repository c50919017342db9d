export const RECONCILE = 'payments.reconcile'
export const PROCESS_EVENT = 'payments.process-event'
