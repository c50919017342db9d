import { type Cents, toCents } from '#platform/contract/money.ts'

/** The largest page size. Sums always include all lines. */
export const PAGE_SIZE_MAX = 1000
export const REASON_MAX = 500
export const DEFAULT_CATEGORY = 'general'
/** Suggested while typing. Any other category is allowed. */
export const COMMON_CATEGORIES = [DEFAULT_CATEGORY, 'advertising', 'equipment', 'hosting', 'office', 'software', 'taxes', 'travel'] as const

/** Accepts a dollar amount of 0 or more with at most two decimals. */
export const isAmount = (typed: string): boolean => /^\d{1,9}(\.\d{1,2})?$/.test(typed.trim())

export const EXPENSE_TEXTS = {
  occurred_at: 'Enter the date and time.',
  category: 'Category is required.',
  amount: 'Enter an amount such as 12.50.',
  reason: 'Please give a reason.',
  failed: 'The expense could not be saved. Please try again.'
} as const

export type Totals = { income_cents?: number; wages_cents?: number; expenses_cents?: number }

/** Returns income minus wages and expenses, in cents. A missing total counts as 0. */
export const netOf = ({ income_cents = 0, wages_cents = 0, expenses_cents = 0 }: Totals): number =>
  income_cents - wages_cents - expenses_cents

/** The lines of the chart, in legend order. */
export const SERIES = ['income', 'wages', 'expenses'] as const
export type SeriesName = (typeof SERIES)[number]

export type MonthValue = { month: string; value_cents: number }
export type Series = Record<SeriesName, MonthValue[]>
export type ChartMonth = { month: string } & Record<`${SeriesName}_cents`, Cents>

/** Merges the series into one row per month, ascending. A missing value counts as 0. */
export function chartMonths(series: Series): ChartMonth[] {
  const months = [...new Set(SERIES.flatMap((name) => series[name].map(({ month }) => month)))].sort()
  const cents = (name: SeriesName, month: string) => toCents(series[name].find((value) => value.month === month)?.value_cents ?? 0)
  return months.map((month) => ({
    month,
    income_cents: cents('income', month),
    wages_cents: cents('wages', month),
    expenses_cents: cents('expenses', month)
  }))
}

const CHART_MONTHS = 12

/** Adds a number of months, which may be negative, to a month (YYYY-MM). */
function monthPlus(month: string, step: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + step, 1)).toISOString().slice(0, 7)
}

/** Returns the 12 months that end with the last month of a range. The range's end is exclusive. */
export function monthsBefore(end: string): string[] {
  const lastDay = new Date(Date.parse(end) - 86_400_000).toISOString().slice(0, 7)
  return Array.from({ length: CHART_MONTHS }, (_, index) => monthPlus(lastDay, index - CHART_MONTHS + 1))
}

/** Returns the month of a day: from its first day to the first day of the next month, exclusive. */
export const monthOf = (day: string): { start: string; end: string } => ({
  start: `${day.slice(0, 7)}-01`,
  end: `${monthPlus(day.slice(0, 7), 1)}-01`
})

const DAY_MS = 86_400_000
const YEAR_MONTHS = 12
const isFirst = (day: string): boolean => day.endsWith('-01')
const monthsBetween = (start: string, end: string): number =>
  (Number(end.slice(0, 4)) - Number(start.slice(0, 4))) * YEAR_MONTHS + Number(end.slice(5, 7)) - Number(start.slice(5, 7))

/** Returns the period of the same length that ends where this one starts. Whole months are preceded by as many months. */
export function periodBefore({ start, end }: { start: string; end: string }): { start: string; end: string } {
  if (isFirst(start) && isFirst(end)) return { start: `${monthPlus(start.slice(0, 7), -monthsBetween(start, end))}-01`, end: start }
  const length = Date.parse(end) - Date.parse(start)
  return { start: new Date(Math.round((Date.parse(start) - length) / DAY_MS) * DAY_MS).toISOString().slice(0, 10), end: start }
}

/** Returns the month, ending with the last one of a range, of the year before. */
export function yearBefore({ end }: { end: string }): { start: string; end: string } {
  const last = monthsBefore(end)[0]!
  return { start: `${monthPlus(last, -1)}-01`, end: `${last}-01` }
}
