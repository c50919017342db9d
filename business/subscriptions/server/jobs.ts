export const LOOK_AFTER = 'subscriptions.look-after'
export const CANCEL_AT_PAYPAL = 'subscriptions.cancel-at-paypal'
export const UPDATE_RENEWAL = 'subscriptions.update-renewal'
