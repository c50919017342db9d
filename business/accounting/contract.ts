import { z } from 'zod'
import {
  cents,
  day,
  defineRefusals,
  dollarAmount,
  dollarsTyped,
  endpoint,
  instant,
  pageOf,
  paging,
  requiredText
} from '#platform/contract/index.ts'
import { EXPENSE_TEXTS, PAGE_SIZE_MAX, REASON_MAX } from './rules.ts'

const YEARS = /^(20|21)\d\d-/
const bookDay = day.regex(YEARS, 'Enter a date from 2000 to 2199.')

/** A range of days in California, end exclusive. A missing start or end defaults to the current month. */
const range = {
  start: z.preprocess((value) => (value === '' ? undefined : value), bookDay.optional()),
  end: z.preprocess((value) => (value === '' ? undefined : value), bookDay.optional())
}

const monthly = z.array(z.object({ month: z.string().meta({ description: 'YYYY-MM' }), value_cents: cents }))

export const financialReport = endpoint({
  method: 'GET',
  path: '/admin/reports/financial',
  access: ['admin'],
  grant: 'finance',
  summary: 'Get the totals of a period and the monthly series of the 12 months that end with its last month.',
  query: z.object(range),
  response: z.object({
    start: day,
    end: day,
    generated_at: instant,
    totals: z.object({
      /** Without tax, less refunds. */
      income_cents: cents,
      /** Taken from clients less what was refunded to them. It is owed, so it is no income. */
      tax_cents: cents,
      wages_cents: cents,
      expenses_cents: cents,
      assets_sold: z.int()
    }),
    series: z.object({ income: monthly, wages: monthly, expenses: monthly })
  })
})

export const paymentsReport = endpoint({
  method: 'GET',
  path: '/admin/reports/payments',
  access: ['admin'],
  grant: 'finance',
  summary: 'List the income of a period, newest first. Refunds are negative.',
  query: z.object({ ...range, ...paging(20, PAGE_SIZE_MAX) }),
  response: pageOf(
    z.object({
      id: z.string(),
      date: instant,
      client: z.string().nullable(),
      description: z.string(),
      amount_cents: cents,
      /** The payment, or the payment a refund belongs to. */
      payment_id: z.string().nullable()
    })
  )
})
export type PaymentLine = z.output<typeof paymentsReport.response>['items'][number]

export const wagesReport = endpoint({
  method: 'GET',
  path: '/admin/reports/wages',
  access: ['admin'],
  grant: 'finance',
  summary: 'List the wages of a period by approval date, newest first.',
  query: z.object({ ...range, ...paging(20, PAGE_SIZE_MAX) }),
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
  /** The expense that this entry reverses; its amount is the opposite. */
  reverses: z.uuid().nullable(),
  /** The reason for the reversal. */
  reason: z.string().nullable(),
  /** When this expense was reversed. */
  taken_back_at: instant.nullable()
})
export type Expense = z.output<typeof expense>

export const addExpense = endpoint({
  method: 'POST',
  path: '/admin/expenses',
  access: ['admin'],
  grant: 'finance',
  summary: 'Book an expense.',
  idempotent: true,
  body: z.object({
    occurred_at: z.iso.datetime({ offset: true, error: EXPENSE_TEXTS.occurred_at }).regex(YEARS, 'Enter a date from 2000 to 2199.'),
    category: z.string().trim().min(1, EXPENSE_TEXTS.category).max(60, 'At most 60 characters.').default('general'),
    description: z.string().trim().max(500, 'At most 500 characters.').default(''),
    amount: dollarsTyped(EXPENSE_TEXTS.amount),
    project: z.string().trim().max(120, 'At most 120 characters.').nullish()
  }),
  response: z.object({ item: expense })
})

export const reverseExpense = endpoint({
  method: 'POST',
  path: '/admin/expenses/:id/reverse',
  access: ['admin'],
  grant: 'finance',
  summary: 'Reverse an expense by booking the opposite amount today. Repeated calls return the same reversal.',
  params: z.object({ id: z.uuid().toLowerCase() }),
  body: z.object({ reason: requiredText(EXPENSE_TEXTS.reason, REASON_MAX) }),
  response: z.object({ item: expense })
})

export const listExpenses = endpoint({
  method: 'GET',
  path: '/admin/expenses',
  access: ['admin'],
  grant: 'finance',
  summary: 'List the expenses of a period, newest first, with their sum.',
  query: z.object({ ...range, ...paging(20, PAGE_SIZE_MAX) }),
  response: pageOf(expense).extend({ start: day, end: day, sum_cents: cents })
})

const csvFile = <const Path extends `/${string}`>(path: Path, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    access: ['admin'],
    grant: 'finance',
    summary,
    query: z.object(range),
    response: z.unknown(),
    kind: 'file'
  })

export const paymentsCsv = csvFile('/admin/reports/payments.csv', 'Export the income of a period as CSV.')
export const wagesCsv = csvFile('/admin/reports/wages.csv', 'Export the wages of a period as CSV.')
export const expensesCsv = csvFile('/admin/reports/expenses.csv', 'Export the expenses of a period as CSV.')
export const monthsCsv = csvFile('/admin/reports/months.csv', 'Export the 12 months that end with a period’s last month as CSV.')

export const refusals = defineRefusals({
  expense_not_found: { status: 404, message: 'This expense does not exist.' },
  expense_is_reversal: { status: 409, message: 'This entry is already a reversal. Book a new expense instead.' },
  too_many_lines: { status: 422, message: 'This range has more than 100,000 lines. Please choose a shorter range.' }
})

export type FinancialReport = z.output<typeof financialReport.response>
