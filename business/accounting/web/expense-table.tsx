import type { ReactNode } from 'react'
import { showDollars } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { DeskTable } from '#platform/web/ui/desk-table/desk-table.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import type { Column } from '#platform/web/ui/table.tsx'
import type { Expense } from '../contract.ts'
import css from './expenses-page.module.css'

/** A reversed expense is struck through; the reversal is a separate line. */
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
        {reverses && 'Reversed: '}
        {struck(expense, description || '–')}
      </span>
      {reason && <span className={css['quiet']}>{reason}</span>}
      {taken_back_at && (
        <span className={css['quiet']}>
          Reversed on <Moment iso={taken_back_at} day />
        </span>
      )}
    </span>
  )
}

type ExpenseTableProps = {
  expenses: Expense[]
  /** Returns the address of the reversal form. */
  reversalPath: (expense: Expense) => string
  /** Shown when the range has expenses but this page of the list has none. */
  empty?: ReactNode
}

export function ExpenseTable({ expenses, reversalPath, empty }: ExpenseTableProps) {
  const actions: Column<Expense> = {
    head: '',
    kind: 'actions',
    cell: (expense) =>
      !expense.reverses &&
      !expense.taken_back_at && (
        <LinkButton
          to={reversalPath(expense)}
          small
          kind="quiet"
          aria-label={`Reverse ${showDollars(expense.amount_cents)}, ${expense.description || expense.category}`}
        >
          Reverse
        </LinkButton>
      )
  }
  return (
    <DeskTable
      name="expenses"
      caption="Expenses"
      rows={expenses}
      rowKey={({ id }) => id}
      columns={[...COLUMNS, actions]}
      empty={empty || <EmptyState drawing="wallet" title="No expenses in range." />}
    />
  )
}
