import { balanceOf, monthlySums, type Sums, sumByAccount } from '#ledger/server/index.ts'
import { licensesSold } from '#licensing/server/index.ts'
import { type Answer, type Cents, toCents } from '#platform/contract/index.ts'
import type { Ctx, Db } from '#platform/server/index.ts'
import type { financialReport, paymentsReport, wagesReport } from '../contract.ts'
import { monthsBefore } from '../rules.ts'
import * as queries from './queries.ts'
import { periodOf, type Range } from './report-period.ts'

type ListQuery = Range & queries.Paging

/** The ledger stores income as a negative amount. Refunds reduce the income of the day they were made. */
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
    generated_at: ctx.now.toISOString(),
    totals: {
      income_cents: incomeOf(sums),
      tax_cents: toCents(0 - sums.tax_owed),
      wages_cents: sums.wages_expense,
      expenses_cents: sums.expenses,
      assets_sold
    },
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
    amount_cents: toCents(0 - line.amount_cents),
    payment_id: line.payment_id
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

/** Returns all-time totals: client payments less refunds, wages paid to employees, and wages still owed. */
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
