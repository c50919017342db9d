/** Lines of one answer at most; the sums count all. */
export const LONGEST_LIST = 1000
export const REASON_MOST = 500
export const USUAL_CATEGORY = 'general'
/** Offered while typing; any other word will do. */
export const COMMON_CATEGORIES = [USUAL_CATEGORY, 'advertising', 'equipment', 'hosting', 'office', 'software', 'taxes', 'travel'] as const

/** Zero or more dollars, with two decimals at most. */
export const isAmount = (typed: string): boolean => /^\d{1,9}(\.\d{1,2})?$/.test(typed.trim())

/** What a form says of an expense, before and after it is sent. */
export const EXPENSE_WORDS = {
  occurred_at: 'Enter date and time.',
  category: 'Category is required.',
  amount: 'Enter an amount such as 12.50.',
  reason: 'Please give a reason.',
  failed: 'The expense could not be saved. Please try again.'
} as const

export type Totals = { income_cents?: number; wages_cents?: number; expenses_cents?: number }

/** What is left, in cents; a total that is missing counts as 0. */
export const netOf = ({ income_cents = 0, wages_cents = 0, expenses_cents = 0 }: Totals): number =>
  income_cents - wages_cents - expenses_cents

/** The chart's lines, in the order of its legend. */
export const SERIES = ['income', 'wages', 'expenses'] as const
export type SeriesName = (typeof SERIES)[number]

export type MonthValue = { month: string; value_cents: number }
export type Series = Record<SeriesName, MonthValue[]>
export type ChartMonth = { month: string } & Record<SeriesName, number>

/** One row for each month of any list, in dollars, ascending: what the chart draws. */
export function chartMonths(series: Series): ChartMonth[] {
  const months = [...new Set(SERIES.flatMap((name) => series[name].map(({ month }) => month)))].sort()
  const dollars = (name: SeriesName, month: string) => (series[name].find((value) => value.month === month)?.value_cents ?? 0) / 100
  return months.map((month) => ({
    month,
    income: dollars('income', month),
    wages: dollars('wages', month),
    expenses: dollars('expenses', month)
  }))
}

const SHOWN_MONTHS = 12

/** 'YYYY-MM' and a number of months on, or back. */
function monthPlus(month: string, step: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + step, 1)).toISOString().slice(0, 7)
}

/** The twelve months that end with the last month of a range whose end is excluded. */
export function monthsBefore(end: string): string[] {
  const lastDay = new Date(Date.parse(end) - 86_400_000).toISOString().slice(0, 7)
  return Array.from({ length: SHOWN_MONTHS }, (_, index) => monthPlus(lastDay, index - SHOWN_MONTHS + 1))
}

/** From the first day of the month of a day to the first of the next. */
export const monthOf = (day: string): { start: string; end: string } => ({
  start: `${day.slice(0, 7)}-01`,
  end: `${monthPlus(day.slice(0, 7), 1)}-01`
})
