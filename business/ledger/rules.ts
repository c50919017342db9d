/** Amounts are signed cents: debits are positive, credits negative. Income is therefore negative in `income`, and expenses are positive. */
export const ACCOUNTS = ['cash', 'income', 'refunds', 'fees', 'wages_expense', 'wages_owed', 'expenses', 'tax_owed'] as const
export type Account = (typeof ACCOUNTS)[number]

/** Account names for the user interface. */
export const ACCOUNT_NAMES: Record<Account, string> = {
  cash: 'Cash',
  income: 'Income',
  refunds: 'Refunds',
  fees: 'PayPal fees',
  wages_expense: 'Wages',
  wages_owed: 'Wages owed',
  expenses: 'Expenses',
  tax_owed: 'Tax owed'
}
