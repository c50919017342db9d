export const SEND_RECEIPT = 'licensing.send-receipt'
