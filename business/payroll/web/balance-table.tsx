import { Link } from 'react-router'
import { showDay, showDollars } from '#platform/web/show.ts'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { Table } from '#platform/web/ui/table.tsx'
import type { OpenBalance } from '../payouts.contract.ts'
import css from './payouts-page.module.css'

const money = (dollars: number) => showDollars(Math.round(dollars * 100))

/** Every artist, whoever is owed most first. */
export const BalanceTable = ({ balances }: { balances: OpenBalance[] }) => (
  <Table
    caption="Open balances"
    rows={balances}
    rowKey={({ employee_id }) => employee_id}
    columns={[
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
      { head: 'Earned', kind: 'number', cell: ({ total_earned }) => money(total_earned) },
      { head: 'Paid', kind: 'number', cell: ({ total_paid }) => money(total_paid) },
      { head: 'Balance', kind: 'number', cell: ({ balance_cents }) => <strong>{showDollars(balance_cents)}</strong> },
      { head: 'Unpaid since', kind: 'date', cell: ({ oldest_unpaid_at }) => (oldest_unpaid_at ? showDay(oldest_unpaid_at) : '–') }
    ]}
    empty={<EmptyState title="No artists yet.">Give someone the role of an employee under Manage Users.</EmptyState>}
  />
)
