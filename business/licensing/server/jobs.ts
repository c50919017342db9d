export const SEND_RECEIPT = 'licensing.send-receipt'
export const CLEAR_RENDITIONS = 'licensing.clear-renditions'
