import { z } from 'zod'
import {
  cents,
  day,
  dollarAmount,
  dollarsTyped,
  endpoint,
  instant,
  pageOf,
  paging,
  refusals,
  requiredText
} from '#platform/contract/index.ts'
import { EXPENSE_WORDS, LONGEST_LIST, REASON_MOST } from './rules.ts'

const YEARS = /^(20|21)\d\d-/
const bookDay = day.regex(YEARS, 'Give a day of the years 2000 to 2199.')

/** Half open, in California's days; what is left out is of the current month. */
const range = {
  start: z.preprocess((value) => (value === '' ? undefined : value), bookDay.optional()),
  end: z.preprocess((value) => (value === '' ? undefined : value), bookDay.optional())
}

const monthly = z.array(z.object({ month: z.string().meta({ description: 'YYYY-MM' }), value_cents: cents }))

export const financialReport = endpoint({
  method: 'GET',
  path: '/admin/reports/financial',
  access: ['admin'],
  summary: 'Totals of a period, and twelve months that end with its last one.',
  query: z.object(range),
  response: z.object({
    start: day,
    end: day,
    generated_at: instant,
    totals: z.object({ income_cents: cents, wages_cents: cents, expenses_cents: cents, assets_sold: z.int() }),
    series: z.object({ income: monthly, wages: monthly, expenses: monthly })
  })
})

export const paymentsReport = endpoint({
  method: 'GET',
  path: '/admin/reports/payments',
  access: ['admin'],
  summary: 'Income of a period line by line, newest first; a refund is negative.',
  query: z.object({ ...range, ...paging(20, LONGEST_LIST) }),
  response: pageOf(
    z.object({
      id: z.string(),
      date: instant,
      client: z.string().nullable(),
      description: z.string(),
      amount_cents: cents,
      /** What was paid, or what a refund gave back of. */
      payment_id: z.string().nullable()
    })
  )
})
export type PaymentLine = z.output<typeof paymentsReport.response>['items'][number]

export const wagesReport = endpoint({
  method: 'GET',
  path: '/admin/reports/wages',
  access: ['admin'],
  summary: 'Wages of a period by the day of approval, newest first.',
  query: z.object({ ...range, ...paging(20, LONGEST_LIST) }),
  response: pageOf(
    z.object({
      id: z.string(),
      date: instant,
      employee_id: z.uuid().nullable(),
      employee_name: z.string().nullable(),
      asset_id: z.uuid().nullable(),
      asset_title: z.string().nullable(),
      amount_cents: cents
    })
  )
})
export type WageLine = z.output<typeof wagesReport.response>['items'][number]

const expense = z.object({
  id: z.uuid(),
  occurred_at: instant,
  category: z.string(),
  description: z.string(),
  project: z.string().nullable(),
  amount: dollarAmount,
  amount_cents: cents,
  /** The expense that this entry takes back; its amount is the opposite. */
  reverses: z.uuid().nullable(),
  /** Why it was taken back. */
  reason: z.string().nullable(),
  /** When another entry took this one back. */
  taken_back_at: instant.nullable()
})
export type Expense = z.output<typeof expense>

export const addExpense = endpoint({
  method: 'POST',
  path: '/admin/expenses',
  access: ['admin'],
  summary: 'Books an expense.',
  idempotent: true,
  body: z.object({
    occurred_at: z.iso.datetime({ offset: true, error: EXPENSE_WORDS.occurred_at }).regex(YEARS, 'Give a day of the years 2000 to 2199.'),
    category: z.string().trim().min(1, EXPENSE_WORDS.category).max(60, 'At most 60 characters.').default('general'),
    description: z.string().trim().max(500, 'At most 500 characters.').default(''),
    amount: dollarsTyped(EXPENSE_WORDS.amount),
    project: z.string().trim().max(120, 'At most 120 characters.').nullish()
  }),
  response: z.object({ item: expense })
})

export const reverseExpense = endpoint({
  method: 'POST',
  path: '/admin/expenses/:id/reverse',
  access: ['admin'],
  summary: 'Takes an expense back: books the opposite on the day of the call, once, however often it is called.',
  params: z.object({ id: z.uuid().toLowerCase() }),
  body: z.object({ reason: requiredText(EXPENSE_WORDS.reason, REASON_MOST) }),
  response: z.object({ item: expense })
})

export const listExpenses = endpoint({
  method: 'GET',
  path: '/admin/expenses',
  access: ['admin'],
  summary: 'Expenses of a period, newest first, and what all of them come to.',
  query: z.object({ ...range, ...paging(20, LONGEST_LIST) }),
  response: pageOf(expense).extend({ start: day, end: day, sum_cents: cents })
})

const csvFile = <const Path extends `/${string}`>(path: Path, summary: string) =>
  endpoint({ method: 'GET', path, access: ['admin'], summary, query: z.object(range), response: z.unknown(), kind: 'file' })

export const paymentsCsv = csvFile('/admin/reports/payments.csv', 'All income of a period as a CSV file.')
export const wagesCsv = csvFile('/admin/reports/wages.csv', 'All wages of a period as a CSV file.')
export const expensesCsv = csvFile('/admin/reports/expenses.csv', 'All expenses of a period as a CSV file.')
export const monthsCsv = csvFile('/admin/reports/months.csv', 'Twelve months that end with a period’s last one as a CSV file.')

export const no = refusals({
  expense_not_found: { status: 404, message: 'This expense does not exist.' },
  expense_is_reversal: { status: 409, message: 'This entry takes an expense back already. Book the expense anew instead.' },
  too_many_lines: { status: 422, message: 'This range has more than 100,000 lines. Please choose a shorter one.' }
})

export type FinancialReport = z.output<typeof financialReport.response>
