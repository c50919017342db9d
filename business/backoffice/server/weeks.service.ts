import { incomeByDay } from '#accounting/server/index.ts'
import { type Answer, BUSINESS_ZONE, type Period } from '#platform/contract/index.ts'
import { type Ctx, signedIn } from '#platform/server/index.ts'
import type { employeeWeeks, weeks } from '../contract.ts'
import { TREND_DAYS } from '../rules.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000

const dayPlus = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The last days in California up to today, and the period that they cover. */
function trendOf(now: Date): { days: string[]; period: Period } {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: BUSINESS_ZONE }).format(now)
  const days = Array.from({ length: TREND_DAYS }, (_, index) => dayPlus(today, index + 1 - TREND_DAYS))
  return { days, period: { start: days[0]!, end: dayPlus(today, 1) } }
}

/** One value for each day, 0 where there is no row. */
function spread<Row extends { day: string }>(days: readonly string[], rows: readonly Row[], value: (row: Row) => number): number[] {
  const byDay = new Map(rows.map((row) => [row.day, value(row)]))
  return days.map((day) => byDay.get(day) ?? 0)
}

const countOf = ({ count }: queries.DayCount) => count

export async function showWeeks({ db, now }: Ctx): Promise<Answer<typeof weeks>> {
  const { days, period } = trendOf(now)
  const [income, licenses, signups, submissions] = await Promise.all([
    incomeByDay(db, period),
    queries.countLicensesByDay(db, period),
    queries.countSignupsByDay(db, period),
    queries.countSubmissionsByDay(db, period)
  ])
  return {
    days,
    income_cents: spread(days, income, ({ income_cents }) => income_cents),
    refunds_cents: spread(days, income, ({ refunds_cents }) => refunds_cents),
    licenses: spread(days, licenses, countOf),
    signups: spread(days, signups, countOf),
    submissions: spread(days, submissions, countOf)
  }
}

export async function showEmployeeWeeks(ctx: Ctx): Promise<Answer<typeof employeeWeeks>> {
  const { id } = signedIn(ctx)
  const { days, period } = trendOf(ctx.now)
  const [wages, licenses] = await Promise.all([
    queries.sumWagesByDay(ctx.db, id, period),
    queries.countOwnLicensesByDay(ctx.db, id, period)
  ])
  return {
    days,
    wages_cents: spread(days, wages, ({ wages_cents }) => wages_cents),
    approvals: spread(days, wages, countOf),
    licenses: spread(days, licenses, countOf)
  }
}
