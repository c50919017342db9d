import { showDollars } from '#platform/web/show.ts'
import { Table } from '#platform/web/ui/table.tsx'
import type { ChartMonth } from '../rules.ts'
import css from './reports-page.module.css'

/** The numbers of the chart as a table: collapsed on screen, open in print. */
export function MonthTable({ months, before }: { months: ChartMonth[]; before?: ChartMonth[] | undefined }) {
  const yearBefore = new Map(months.map(({ month }, index) => [month, before?.[index]]))
  const earlier = (head: string, value: (month: ChartMonth) => number) => ({
    head: `${head}, year before`,
    kind: 'number' as const,
    cell: ({ month }: ChartMonth) => {
      const found = yearBefore.get(month)
      return found ? showDollars(value(found)) : '–'
    }
  })
  return (
    <details className={css['numbers']}>
      <summary>Show as a table</summary>
      <Table
        caption="Income, wages and expenses of the last 12 months"
        rows={months}
        rowKey={({ month }) => month}
        columns={[
          { head: 'Month', kind: 'title', cell: ({ month }) => month },
          { head: 'Income', kind: 'number', cell: ({ income_cents }) => showDollars(income_cents) },
          { head: 'Wages', kind: 'number', cell: ({ wages_cents }) => showDollars(wages_cents) },
          { head: 'Expenses', kind: 'number', cell: ({ expenses_cents }) => showDollars(expenses_cents) },
          ...(before
            ? [
                earlier('Income', ({ income_cents }) => income_cents),
                earlier('Wages', ({ wages_cents }) => wages_cents),
                earlier('Expenses', ({ expenses_cents }) => expenses_cents)
              ]
            : [])
        ]}
      />
    </details>
  )
}
