import { randomInt } from 'node:crypto'

const CAPITALS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
/** PayPal's account ids omit characters that are easily misread. */
const UNMISTAKABLE = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function randomText(length: number, alphabet = CAPITALS_AND_DIGITS): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}

/** For orders, captures, refunds, and sales. */
export const newTransactionId = () => randomText(17)
export const newAccountId = () => randomText(13, UNMISTAKABLE)
export const newProductId = () => `PROD-${randomText(17)}`
export const newPlanId = () => `P-${randomText(24)}`
export const newSubscriptionId = () => `I-${randomText(12)}`
export const newBillingToken = () => `BA-${randomText(17)}`
export const newWebhookId = () => randomText(17)
export const newEventId = () => `WH-${randomText(17)}-${randomText(17)}`
export const newCertificateId = () => `CERT-${randomText(8, '0123456789abcdef')}-${randomText(8, '0123456789abcdef')}`
export const newDebugId = () => randomText(13, '0123456789abcdef')
export const newAccessToken = () => `A21AA${randomText(48)}`
