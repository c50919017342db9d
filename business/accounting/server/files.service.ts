import { inDollars, toCents } from '#platform/contract/index.ts'
import { type Ctx, csvOf, refuse } from '#platform/server/index.ts'
import { no } from '../contract.ts'
import { listAll } from './expenses.service.ts'
import { dayOf, periodOf, type Range } from './period.ts'
import { listPayments, listWages, report } from './service.ts'

/** Its name says the period, whose end is not in it. */
export type Csv = { name: string; text: string }

const LINES_MOST = 100_000
const ALL = { page: 1, page_size: LINES_MOST }

/** A file is whole or none. */
function wholeOf<Item>({ items, total }: { items: Item[]; total: number }): Item[] {
  if (total > LINES_MOST) throw refuse(no, 'too_many_lines')
  return items
}

function fileOf(ctx: Ctx, name: string, range: Range, text: string): Csv {
  const { start, end } = periodOf(ctx, range)
  return { name: `${name}-${start}-to-${end}.csv`, text }
}

export async function paymentsFile(ctx: Ctx, range: Range): Promise<Csv> {
  const items = wholeOf(await listPayments(ctx, { ...range, ...ALL }))
  const rows = items.map(({ date, client, description, amount_cents, payment_id }) => ({
    date: dayOf(date),
    client,
    description,
    amount_usd: inDollars(amount_cents),
    payment_id
  }))
  return fileOf(ctx, 'payments', range, csvOf(['date', 'client', 'description', 'amount_usd', 'payment_id'], rows))
}

export async function wagesFile(ctx: Ctx, range: Range): Promise<Csv> {
  const items = wholeOf(await listWages(ctx, { ...range, ...ALL }))
  const rows = items.map(({ date, employee_name, employee_id, asset_title, asset_id, amount_cents }) => ({
    date: dayOf(date),
    employee: employee_name,
    employee_id,
    asset: asset_title,
    asset_id,
    amount_usd: inDollars(amount_cents)
  }))
  return fileOf(ctx, 'wages', range, csvOf(['date', 'employee', 'employee_id', 'asset', 'asset_id', 'amount_usd'], rows))
}

export async function expensesFile(ctx: Ctx, range: Range): Promise<Csv> {
  const items = wholeOf(await listAll(ctx, { ...range, ...ALL }))
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
  return fileOf(ctx, 'expenses', range, csvOf(columns, rows))
}

export async function monthsFile(ctx: Ctx, range: Range): Promise<Csv> {
  const { series } = await report(ctx, range)
  const rows = series.income.map(({ month, value_cents }, index) => {
    const [wages, expenses] = [series.wages[index]!.value_cents, series.expenses[index]!.value_cents]
    const net = toCents(value_cents - wages - expenses)
    return {
      month,
      income_usd: inDollars(value_cents),
      wages_usd: inDollars(wages),
      expenses_usd: inDollars(expenses),
      net_usd: inDollars(net)
    }
  })
  return fileOf(ctx, 'months', range, csvOf(['month', 'income_usd', 'wages_usd', 'expenses_usd', 'net_usd'], rows))
}
