/** Signed cents: what a business gains stands with a minus in `income`, what it spends with a plus in its expense accounts. */
export const ACCOUNTS = ['cash', 'income', 'refunds', 'fees', 'wages_expense', 'wages_owed', 'expenses'] as const
export type Account = (typeof ACCOUNTS)[number]
