import { showDollars } from '#platform/web/show.ts'
import { Table } from '#platform/web/ui/table.tsx'
import type { ChartMonth } from '../rules.ts'
import css from './reports-page.module.css'

const money = (dollars: number) => showDollars(Math.round(dollars * 100))

/** The chart's numbers to read: open for screen readers and print, folded for those who see the lines. */
export function MonthTable({ months }: { months: ChartMonth[] }) {
  return (
    <details className={css['numbers']}>
      <summary>The same as a table</summary>
      <Table
        caption="Income, wages and expenses of the last 12 months"
        rows={months}
        rowKey={({ month }) => month}
        columns={[
          { head: 'Month', kind: 'title', cell: ({ month }) => month },
          { head: 'Income', kind: 'number', cell: ({ income }) => money(income) },
          { head: 'Wages', kind: 'number', cell: ({ wages }) => money(wages) },
          { head: 'Expenses', kind: 'number', cell: ({ expenses }) => money(expenses) }
        ]}
      />
    </details>
  )
}
