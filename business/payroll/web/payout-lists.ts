import { addressWith, choiceIn, pageIn, searchIn } from '#platform/web/list-address.ts'
import type { OpenBalance } from '../payouts.contract.ts'
import { BALANCE_SORTS, type BalanceSort, PAYOUT_SORTS, PAYOUTS_PAGE_SIZE, type PayoutSort } from '../rules.ts'

/** The filters in the page's URL, for the balances of all artists or the payouts of one. */
export type BalanceFilter = { q: string; sort: BalanceSort }

export const balanceFilterIn = (params: URLSearchParams): BalanceFilter & { page: number } => ({
  q: searchIn(params),
  sort: choiceIn(params, 'sort', BALANCE_SORTS) ?? 'balance',
  page: pageIn(params)
})

export const payoutFilterIn = (params: URLSearchParams): { sort: PayoutSort; page: number } => ({
  sort: choiceIn(params, 'sort', PAYOUT_SORTS) ?? 'newest',
  page: pageIn(params)
})

const PAGE = '/admin/employee-payouts'

export const balancesAddress = ({ q, sort }: BalanceFilter, page = 1): string =>
  addressWith(PAGE, { q, sort: sort === 'balance' ? '' : sort, page })

export const payoutsAddress = (employee: string, sort: PayoutSort, page = 1): string =>
  addressWith(PAGE, { employee, sort: sort === 'newest' ? '' : sort, page })

const ORDERS: Record<BalanceSort, (one: OpenBalance, other: OpenBalance) => number> = {
  balance: (one, other) => other.balance_cents - one.balance_cents,
  name: () => 0,
  // Artists without unpaid wages come last.
  waiting: (one, other) => (one.oldest_unpaid_at ?? '9').localeCompare(other.oldest_unpaid_at ?? '9')
}

/** Returns one page of the artists whose name or email address contains every word of the search. */
export function pageOfBalances(balances: readonly OpenBalance[], { q, sort, page }: BalanceFilter & { page: number }) {
  const words = q.toLowerCase().split(/\s+/)
  const found = balances.filter(({ employee_name, employee_email }) => {
    const text = `${employee_name} ${employee_email}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const ordered = found.toSorted((one, other) => ORDERS[sort](one, other) || one.employee_name.localeCompare(other.employee_name))
  const from = (page - 1) * PAYOUTS_PAGE_SIZE
  return { items: ordered.slice(from, from + PAYOUTS_PAGE_SIZE), total: found.length, page, page_size: PAYOUTS_PAGE_SIZE }
}
export type BalancePage = ReturnType<typeof pageOfBalances>
