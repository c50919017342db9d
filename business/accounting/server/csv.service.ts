import { inDollars, toCents } from '#platform/contract/index.ts'
import { type Ctx, csvOf, refuse } from '#platform/server/index.ts'
import { refusals } from '../contract.ts'
import { chartMonths, netOf } from '../rules.ts'
import { listAll } from './expenses.service.ts'
import { dayOf, periodOf, type Range } from './report-period.ts'
import { listPayments, listWages, report } from './service.ts'

/** The file name contains the period; its end is exclusive. */
export type Csv = { name: string; text: string }

const LINES_MAX = 100_000
const ALL = { page: 1, page_size: LINES_MAX }

/** Refuses a range with more lines than one file holds, so that no file is incomplete. */
function requireComplete<Item>({ items, total }: { items: Item[]; total: number }): Item[] {
  if (total > LINES_MAX) throw refuse(refusals, 'too_many_lines')
  return items
}

function toCsv(ctx: Ctx, name: string, range: Range, text: string): Csv {
  const { start, end } = periodOf(ctx, range)
  return { name: `${name}-${start}-to-${end}.csv`, text }
}

export async function paymentsCsv(ctx: Ctx, range: Range): Promise<Csv> {
  const items = requireComplete(await listPayments(ctx, { ...range, ...ALL }))
  const rows = items.map(({ date, client, description, amount_cents, payment_id }) => ({
    date: dayOf(date),
    client,
    description,
    amount_usd: inDollars(amount_cents),
    payment_id
  }))
  return toCsv(ctx, 'payments', range, csvOf(['date', 'client', 'description', 'amount_usd', 'payment_id'], rows))
}

export async function wagesCsv(ctx: Ctx, range: Range): Promise<Csv> {
  const items = requireComplete(await listWages(ctx, { ...range, ...ALL }))
  const rows = items.map(({ date, employee_name, employee_id, asset_title, asset_id, amount_cents }) => ({
    date: dayOf(date),
    employee: employee_name,
    employee_id,
    asset: asset_title,
    asset_id,
    amount_usd: inDollars(amount_cents)
  }))
  return toCsv(ctx, 'wages', range, csvOf(['date', 'employee', 'employee_id', 'asset', 'asset_id', 'amount_usd'], rows))
}

export async function expensesCsv(ctx: Ctx, range: Range): Promise<Csv> {
  const items = requireComplete(await listAll(ctx, { ...range, ...ALL }))
  const rows = items.map(({ id, occurred_at, category, project, description, amount_cents, reverses, reason }) => ({
    date: dayOf(occurred_at),
    category,
    project,
    description,
    amount_usd: inDollars(amount_cents),
    expense_id: id,
    takes_back: reverses,
    reason
  }))
  const columns = ['date', 'category', 'project', 'description', 'amount_usd', 'expense_id', 'takes_back', 'reason']
  return toCsv(ctx, 'expenses', range, csvOf(columns, rows))
}

export async function monthsCsv(ctx: Ctx, range: Range): Promise<Csv> {
  const { series } = await report(ctx, range)
  const rows = chartMonths(series).map(({ month, income_cents, wages_cents, expenses_cents }) => ({
    month,
    income_usd: inDollars(income_cents),
    wages_usd: inDollars(wages_cents),
    expenses_usd: inDollars(expenses_cents),
    net_usd: inDollars(toCents(netOf({ income_cents, wages_cents, expenses_cents })))
  }))
  return toCsv(ctx, 'months', range, csvOf(['month', 'income_usd', 'wages_usd', 'expenses_usd', 'net_usd'], rows))
}
