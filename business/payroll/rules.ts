export const TEXTS = {
  category: 'Please select a category.',
  wage: 'Please enter a valid non-negative number for Wage.',
  license_price: 'Please enter a valid non-negative number for License Price.',
  unauthorized: 'Unauthorized (401): please log in again.',
  forbidden: 'Forbidden (403): admin role required.',
  load_failed: 'Failed to load wage rules.',
  save_failed: 'Failed to save wage rule.',
  delete_failed: 'Failed to delete wage rule.',
  history_failed: 'Failed to load the history of this rule.'
} as const

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/

/** Whether the text is a non-negative number of dollars with at most two decimals. */
export const isAmount = (typed: string): boolean => AMOUNT.test(typed.trim())

export const PAYMENT_METHODS = ['cash', 'moneygram', 'bank_transfer', 'paypal', 'check', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
export const METHOD_NAMES: Record<PaymentMethod, string> = {
  cash: 'Cash',
  moneygram: 'MoneyGram',
  bank_transfer: 'Bank transfer',
  paypal: 'PayPal',
  check: 'Check',
  other: 'Other'
}

/** A payout is reversed once, and a reversal is not. */
export const isReversible = ({ reverses, reversed_by }: { reverses: string | null; reversed_by: string | null }): boolean =>
  reverses === null && reversed_by === null

export const PAYOUTS_PAGE_SIZE = 20
/** `amount` sorts the largest first. */
export const PAYOUT_SORTS = ['newest', 'oldest', 'amount'] as const
export type PayoutSort = (typeof PAYOUT_SORTS)[number]

/** By the largest balance, by name, or by the oldest unpaid wage. */
export const BALANCE_SORTS = ['balance', 'name', 'waiting'] as const
export type BalanceSort = (typeof BALANCE_SORTS)[number]

/** Converts 'Bank Transfer' to 'bank_transfer'. */
export const paymentMethodOf = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

export const PAYOUT_TEXTS = {
  employee: 'Select an employee first',
  amount: 'Enter a valid amount greater than 0.',
  method: 'Please choose a payment method.',
  reason: 'Please enter a reason.',
  failed: 'Failed to create payout.',
  reverse_failed: 'Failed to reverse the payout.',
  session_over: 'Session expired. Please log in again.'
} as const

type Owed = { amount_cents: number; earned_at: Date }

/** Returns the wages that are not fully paid, oldest first. Payouts cover the oldest wages first. */
export function unpaidOf<Wage extends Owed>(wages: readonly Wage[], paid_cents: number): Wage[] {
  const oldestFirst = wages.toSorted((one, other) => one.earned_at.getTime() - other.earned_at.getTime())
  let left = paid_cents
  return oldestFirst.filter(({ amount_cents }) => {
    left -= amount_cents
    return amount_cents > 0 && left < 0
  })
}
