import { expect, test } from 'vitest'
import { toCents } from '#platform/contract/index.ts'
import type { OpenBalance } from '../payouts.contract.ts'
import { balanceFilterIn, balancesAddress, pageOfBalances, payoutFilterIn, payoutsAddress } from './payout-lists.ts'

const artist = (employee_name: string, balance: number, oldest_unpaid_at: string | null): OpenBalance => ({
  employee_id: employee_name,
  employee_name,
  employee_email: `${employee_name.split(' ')[0]!.toLowerCase()}@example.com`,
  total_earned: balance,
  total_earned_cents: toCents(balance * 100),
  total_paid: 0,
  total_paid_cents: toCents(0),
  balance,
  balance_cents: toCents(balance * 100),
  oldest_unpaid_at
})

const ARTISTS = [artist('Mo Reed', 5, '2026-03-02T00:00:00Z'), artist('Ann Heron', 0, null), artist('Zoe Owl', 7, '2026-02-01T00:00:00Z')]
const names = (query: string) => pageOfBalances(ARTISTS, balanceFilterIn(new URLSearchParams(query))).items.map((one) => one.employee_name)

test.each([
  ['', ['Zoe Owl', 'Mo Reed', 'Ann Heron']],
  ['sort=name', ['Ann Heron', 'Mo Reed', 'Zoe Owl']],
  ['sort=waiting', ['Zoe Owl', 'Mo Reed', 'Ann Heron']],
  ['sort=shoe size', ['Zoe Owl', 'Mo Reed', 'Ann Heron']],
  ['q=EXAMPLE.com mo', ['Mo Reed']],
  ['q=nobody', []]
])('the balances of ?%s are %j', (query, wanted) => {
  expect(names(query)).toEqual(wanted)
})

test('a page holds twenty artists, and the next page has the rest', () => {
  const many = Array.from({ length: 21 }, (_, index) => artist(`Artist ${index}`, index, null))
  const shown = (page: number) => pageOfBalances(many, { q: '', sort: 'balance', page })
  expect([shown(1).items.length, shown(2).items.length, shown(3).items.length, shown(3).total]).toEqual([20, 1, 0, 21])
})

test('URLs omit default values, and are parsed back to the same filter', () => {
  expect(balancesAddress({ q: '', sort: 'balance' })).toBe('/admin/employee-payouts')
  expect(payoutsAddress('e1', 'newest')).toBe('/admin/employee-payouts?employee=e1')
  const search = (address: string) => new URLSearchParams(address.split('?')[1])
  expect(balanceFilterIn(search(balancesAddress({ q: 'a & b', sort: 'name' }, 2)))).toEqual({ q: 'a & b', sort: 'name', page: 2 })
  expect(payoutFilterIn(search(payoutsAddress('e1', 'amount', 3)))).toEqual({ sort: 'amount', page: 3 })
})
