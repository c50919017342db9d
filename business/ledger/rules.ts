/** Signed cents: what a business gains stands with a minus in `income`, what it spends with a plus in its expense accounts. */
export const ACCOUNTS = ['cash', 'income', 'refunds', 'fees', 'wages_expense', 'wages_owed', 'expenses'] as const
export type Account = (typeof ACCOUNTS)[number]

/** For people. */
export const ACCOUNT_NAMES: Record<Account, string> = {
  cash: 'Cash',
  income: 'Income',
  refunds: 'Refunds',
  fees: 'PayPal fees',
  wages_expense: 'Wages',
  wages_owed: 'Wages owed',
  expenses: 'Expenses'
}
