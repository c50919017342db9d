/** PayPal may have the money: it is not said that nothing was charged. */
const OTHER_AMOUNT =
  'PayPal reported a different amount than the one agreed, so nothing was delivered. Please contact us: your money is safe.'

const FAILURES: Record<string, string> = {
  declined: 'The payment was declined. You have not been charged.',
  other_amount: OTHER_AMOUNT
}

/** What is said about a payment that failed, or else `otherwise`. */
export const failureWords = (failure: string | null, otherwise: string): string => FAILURES[failure ?? ''] ?? otherwise

/** Whether support has to look at the payment. */
export const needsSupport = (failure: string | null): boolean => failure === 'other_amount'
