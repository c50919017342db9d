export const SEND_RECEIPT = 'licensing.send-receipt'
export const CLEAR_RENDITIONS = 'licensing.clear-renditions'
export const SEND_ORDER_RECEIPT = 'licensing.send-order-receipt'
