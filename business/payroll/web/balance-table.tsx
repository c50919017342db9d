import { Link } from 'react-router'
import { showDay, showDollars } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { DeskTable } from '#platform/web/ui/desk-table/desk-table.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import type { Column } from '#platform/web/ui/table.tsx'
import type { OpenBalance } from '../payouts.contract.ts'
import { BALANCE_SORTS } from '../rules.ts'
import { type BalanceFilter, type BalancePage, balancesAddress } from './payout-lists.ts'
import css from './payouts-page.module.css'

const SORT_NAMES = { balance: 'Largest balance', name: 'Name', waiting: 'Unpaid longest' } as const
const SORTS = BALANCE_SORTS.map((value) => ({ value, label: SORT_NAMES[value] }))

const COLUMNS: readonly Column<OpenBalance>[] = [
  {
    head: 'Employee',
    kind: 'title',
    cell: ({ employee_id, employee_name, employee_email }) => (
      <span className={css['person']}>
        <Link to={`?employee=${employee_id}`}>{employee_name}</Link>
        <span className={css['quiet']}>{employee_email}</span>
      </span>
    )
  },
  { head: 'Earned', kind: 'number', cell: ({ total_earned_cents }) => showDollars(total_earned_cents) },
  { head: 'Paid', kind: 'number', cell: ({ total_paid_cents }) => showDollars(total_paid_cents) },
  { head: 'Balance', kind: 'number', cell: ({ balance_cents }) => <strong>{showDollars(balance_cents)}</strong> },
  { head: 'Unpaid since', kind: 'date', cell: ({ oldest_unpaid_at }) => (oldest_unpaid_at ? showDay(oldest_unpaid_at) : '–') }
]

type BalanceTableProps = { filter: BalanceFilter; list: BalancePage }

/** Every artist with their balance. */
export function BalanceTable({ filter, list: { items, total, page, page_size } }: BalanceTableProps) {
  return (
    <>
      <FilterForm className={css['choice']} value={filter.q} placeholder="Name or email">
        {({ chosen }) => <Select label="Sort" name="sort" options={SORTS} defaultValue={filter.sort} onChange={chosen} />}
      </FilterForm>
      <DeskTable
        name="balances"
        caption="Open balances"
        rows={items}
        rowKey={({ employee_id }) => employee_id}
        columns={COLUMNS}
        empty={total > 0 ? <PastLast of="artists" to={balancesAddress(filter)} /> : <NoArtists q={filter.q} />}
      />
      {total > page_size && (
        <Pagination label="Pages of artists" page={page} pages={Math.ceil(total / page_size)} to={(to) => balancesAddress(filter, to)} />
      )}
    </>
  )
}

function NoArtists({ q }: { q: string }) {
  if (q)
    return (
      <EmptyState
        drawing="search"
        title="No artists found."
        action={<LinkButton to="/admin/employee-payouts">Show all artists</LinkButton>}
      >
        Try another name or email address.
      </EmptyState>
    )
  return (
    <EmptyState drawing="people" title="No artists yet." action={<LinkButton to="/admin/manage-users">Manage users</LinkButton>}>
      Give someone the employee role under Manage Users.
    </EmptyState>
  )
}
