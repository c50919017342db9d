import { balanceOf, monthlySums, post, type Sums, sumByAccount } from '#ledger/server/index.ts'
import { licensesSold } from '#licensing/server/index.ts'
import { type Answer, BUSINESS_ZONE, type Cents, inDollars, type Period, type Received, toCents } from '#platform/contract/index.ts'
import { type Ctx, type Db, inTransaction, Refusal, signedIn } from '#platform/server/index.ts'
import type { addExpense, financialReport, listExpenses, paymentsReport, wagesReport } from '../contract.ts'
import { monthOf, monthsBefore } from '../rules.ts'
import * as queries from './queries.ts'

type Range = { start?: string | undefined; end?: string | undefined }
type ListQuery = Range & queries.Paging

const today = (now: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone: BUSINESS_ZONE }).format(now)

/** What is left out is of California's current month. */
function periodOf({ now }: Ctx, { start, end }: Range): Period {
  const month = monthOf(today(now))
  const period = { start: start ?? month.start, end: end ?? month.end }
  if (period.start < period.end) return period
  const message = 'End must be after start.'
  throw new Refusal('invalid_fields', 422, message, { fields: { end: message } })
}

/** A gain stands with a minus in the book; refunds are negative income on their own day. */
const incomeOf = ({ income, refunds }: Sums): Cents => toCents(0 - income - refunds)

export async function report(ctx: Ctx, range: Range): Promise<Answer<typeof financialReport>> {
  const period = periodOf(ctx, range)
  const [sums, months, assets_sold] = await Promise.all([
    sumByAccount(ctx.db, period),
    monthlySums(ctx.db, monthsBefore(period.end)),
    licensesSold(ctx.db, period)
  ])
  const series = (value: (sums: Sums) => Cents) => months.map((month) => ({ month: month.month, value_cents: value(month) }))
  return {
    ...period,
    totals: { income_cents: incomeOf(sums), wages_cents: sums.wages_expense, expenses_cents: sums.expenses, assets_sold },
    series: { income: series(incomeOf), wages: series(({ wages_expense }) => wages_expense), expenses: series(({ expenses }) => expenses) }
  }
}

export async function listPayments(ctx: Ctx, { page, page_size, ...range }: ListQuery): Promise<Answer<typeof paymentsReport>> {
  const period = periodOf(ctx, range)
  const lines = await queries.findLines(ctx.db, ['income', 'refunds'], period, { page, page_size })
  const items = lines.map((line) => ({
    id: `${line.transaction_id}-${line.position}`,
    date: line.occurred_at.toISOString(),
    client: line.party_name,
    description: line.description,
    amount_cents: toCents(0 - line.amount_cents)
  }))
  return { items, total: await queries.countLines(ctx.db, ['income', 'refunds'], period), page, page_size }
}

export async function listWages(ctx: Ctx, { page, page_size, ...range }: ListQuery): Promise<Answer<typeof wagesReport>> {
  const period = periodOf(ctx, range)
  const lines = await queries.findLines(ctx.db, ['wages_expense'], period, { page, page_size })
  const items = lines.map((line) => ({
    id: `${line.transaction_id}-${line.position}`,
    date: line.occurred_at.toISOString(),
    employee_id: line.party_id,
    employee_name: line.party_name,
    asset_id: line.asset_id,
    asset_title: line.asset_title,
    amount_cents: line.amount_cents
  }))
  return { items, total: await queries.countLines(ctx.db, ['wages_expense'], period), page, page_size }
}

type ExpenseTyped = Received<typeof addExpense>['body']

export async function bookExpense(ctx: Ctx, { amount, occurred_at, project, ...typed }: ExpenseTyped): Promise<Answer<typeof addExpense>> {
  const { id: created_by } = signedIn(ctx)
  return inTransaction(ctx, async ({ db, now }) => {
    const at = new Date(occurred_at)
    const facts = { ...typed, project: project || null, amount_cents: amount, occurred_at: at }
    const expense = await queries.insertExpense(db, { ...facts, created_by, created_at: now })
    if (amount > 0)
      await post(db, {
        kind: 'expense',
        reference: expense.id,
        occurred_at: at,
        description: typed.description || typed.category,
        lines: [
          { account: 'expenses', amount_cents: amount },
          { account: 'cash', amount_cents: toCents(-amount) }
        ]
      })
    return { item: presentExpense(expense) }
  })
}

export async function findExpenses(ctx: Ctx, { page, page_size, ...range }: ListQuery): Promise<Answer<typeof listExpenses>> {
  const period = periodOf(ctx, range)
  const expenses = await queries.findExpenses(ctx.db, period, { page, page_size })
  return { items: expenses.map(presentExpense), total: await queries.countExpenses(ctx.db, period), page, page_size }
}

const presentExpense = ({ id, occurred_at, category, description, project, amount_cents }: queries.ExpenseRow) => ({
  id,
  occurred_at: occurred_at.toISOString(),
  category,
  description,
  project,
  amount: inDollars(amount_cents),
  amount_cents
})

/** Since the beginning: what clients paid less refunds, what employees were paid, and what they are still owed. */
export async function lifetimeTotals(db: Db): Promise<{ earned_from_clients: Cents; paid_to_employees: Cents; owed_to_employees: Cents }> {
  const [income, refunds, wages, owed] = await Promise.all([
    balanceOf(db, 'income'),
    balanceOf(db, 'refunds'),
    balanceOf(db, 'wages_expense'),
    balanceOf(db, 'wages_owed')
  ])
  return {
    earned_from_clients: toCents(0 - income - refunds),
    paid_to_employees: toCents(wages + owed),
    owed_to_employees: toCents(0 - owed)
  }
}
