import type { ReactNode } from 'react'
import { showDollars } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { type Column, Table } from '#platform/web/ui/table.tsx'
import type { Expense } from '../contract.ts'
import css from './expenses-page.module.css'

/** What was taken back is struck through: its opposite stands in the list of its own day. */
const struck = ({ taken_back_at }: Expense, text: ReactNode) => (taken_back_at ? <s>{text}</s> : text)

const COLUMNS: readonly Column<Expense>[] = [
  { head: 'Date', kind: 'date', cell: (expense) => struck(expense, <Moment iso={expense.occurred_at} />) },
  { head: 'Category', cell: (expense) => struck(expense, expense.category) },
  { head: 'Project', cell: (expense) => struck(expense, expense.project || '–') },
  { head: 'Description', cell: (expense) => <Description expense={expense} /> },
  { head: 'Amount', kind: 'number', cell: (expense) => struck(expense, showDollars(expense.amount_cents)) }
]

function Description({ expense }: { expense: Expense }) {
  const { description, reverses, reason, taken_back_at } = expense
  return (
    <span className={css['description']}>
      <span>
        {reverses && 'Taken back: '}
        {struck(expense, description || '–')}
      </span>
      {reason && <span className={css['quiet']}>{reason}</span>}
      {taken_back_at && (
        <span className={css['quiet']}>
          Taken back on <Moment iso={taken_back_at} day />
        </span>
      )}
    </span>
  )
}

type ExpenseTableProps = {
  expenses: Expense[]
  /** The address that asks why. */
  takeBack: (expense: Expense) => string
  /** What stands here where the range has expenses, but not on this page. */
  empty?: ReactNode
}

export function ExpenseTable({ expenses, takeBack, empty }: ExpenseTableProps) {
  const undo: Column<Expense> = {
    head: '',
    kind: 'actions',
    cell: (expense) =>
      !expense.reverses &&
      !expense.taken_back_at && (
        <LinkButton
          to={takeBack(expense)}
          small
          kind="quiet"
          aria-label={`Take back ${showDollars(expense.amount_cents)}, ${expense.description || expense.category}`}
        >
          Take back
        </LinkButton>
      )
  }
  return (
    <Table
      caption="Expenses"
      rows={expenses}
      rowKey={({ id }) => id}
      columns={[...COLUMNS, undo]}
      empty={empty || <EmptyState title="No expenses in range." />}
    />
  )
}
