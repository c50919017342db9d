import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { showDay, showDollars, showNumber } from '#platform/web/show.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { Expense, PaymentLine, WageLine } from '../contract.ts'
import type { ReportDetails } from './report-calls.ts'
import css from './report-tables.module.css'

type Column<Row> = { head: string; cell: (row: Row) => ReactNode; kind?: 'date' | 'number' }
type ReportTableProps<Row> = {
  /** The id of the section, which links can point to. */
  id: string
  title: string
  columns: readonly Column<Row>[]
  list: { items: readonly Row[]; total: number }
  empty: string
  sum_cents: number
  /** Shown next to the title; not printed. */
  tools?: ReactNode
}

const DASH = '–'
const orDash = (value: string | null): string => value || DASH

/** In print, the header repeats on every page and rows do not break across pages. */
function ReportTable<Row extends { id: string }>({ id, title, columns, list, empty, sum_cents, tools }: ReportTableProps<Row>) {
  const { items, total } = list
  return (
    <section id={id} className={css['list']} aria-labelledby={`${id}-title`}>
      <div className={css['head']}>
        <h2 id={`${id}-title`}>{title}</h2>
        {tools}
      </div>
      {total > items.length && (
        <p className={css['quiet']}>
          Showing the newest {showNumber(items.length)} of {showNumber(total)} lines. The total includes all of them.
        </p>
      )}
      <table className={css['table']} aria-labelledby={`${id}-title`}>
        <thead>
          <tr>
            {columns.map(({ head, kind }) => (
              <th key={head} scope="col" className={classNames(kind && css[kind])}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((row) => (
            <tr key={row.id}>
              {columns.map(({ head, kind, cell }) => (
                <td key={head} className={classNames(kind && css[kind])}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {items.length === 0 && (
            <tr>
              <td colSpan={columns.length} className={css['quiet']}>
                {empty}
              </td>
            </tr>
          )}
          {items.length > 0 && (
            <tr className={css['sum']}>
              <th scope="row" colSpan={columns.length - 1}>
                Total
              </th>
              <td className={css['number']}>{showDollars(sum_cents)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}

const PAYMENTS: readonly Column<PaymentLine>[] = [
  { head: 'Date', kind: 'date', cell: ({ date }) => showDay(date) },
  { head: 'Client', cell: ({ client }) => orDash(client) },
  {
    head: 'Description',
    cell: ({ description, payment_id }) =>
      payment_id ? <Link to={`/admin/payments?payment=${payment_id}`}>{orDash(description)}</Link> : orDash(description)
  },
  { head: 'Amount', kind: 'number', cell: ({ amount_cents }) => showDollars(amount_cents) }
]

const EXPENSES: readonly Column<Expense>[] = [
  { head: 'Date', kind: 'date', cell: ({ occurred_at }) => showDay(occurred_at) },
  { head: 'Category', cell: ({ category }) => orDash(category) },
  {
    head: 'Description',
    cell: ({ description, reverses }) => (reverses ? `Reversed: ${orDash(description)}` : orDash(description))
  },
  { head: 'Amount', kind: 'number', cell: ({ amount_cents }) => showDollars(amount_cents) }
]

const WAGES: readonly Column<WageLine>[] = [
  { head: 'Date', kind: 'date', cell: ({ date }) => showDay(date) },
  {
    head: 'Employee',
    cell: ({ employee_id, employee_name }) =>
      employee_id ? <Link to={`/admin/employee-payouts?employee=${employee_id}`}>{employee_name ?? employee_id}</Link> : DASH
  },
  {
    head: 'Asset',
    cell: ({ asset_id, asset_title }) => (asset_id ? <Link to={`/assets/${asset_id}`}>{asset_title ?? asset_id}</Link> : DASH)
  },
  { head: 'Amount', kind: 'number', cell: ({ amount_cents }) => showDollars(amount_cents) }
]

type ReportTablesProps = { found: ReportDetails; titles: Titles; tools?: (file: keyof Titles) => ReactNode }
export type Titles = { payments: string; expenses: string; wages: string }

/** The lines behind the three totals. */
export function ReportTables({ found: { payments, expenses, wages, totals }, titles, tools = () => null }: ReportTablesProps) {
  const section = (id: keyof Titles) => ({ id, title: titles[id], tools: tools(id), empty: `No ${id} in range.` })
  return (
    <div className={css['lists']}>
      <ReportTable {...section('payments')} columns={PAYMENTS} list={payments} sum_cents={totals.income_cents} />
      <ReportTable {...section('expenses')} columns={EXPENSES} list={expenses} sum_cents={totals.expenses_cents} />
      <ReportTable {...section('wages')} columns={WAGES} list={wages} sum_cents={totals.wages_cents} />
    </div>
  )
}
