import { z } from 'zod'
import { cents, day, dollarAmount, dollarsTyped, endpoint, instant, pageOf, paging } from '#platform/contract/index.ts'

const YEARS = /^(20|21)\d\d-/
const bookDay = day.regex(YEARS, 'Give a day of the years 2000 to 2199.')

/** Half open, in California's days; what is left out is of the current month. */
const range = {
  start: z.preprocess((value) => (value === '' ? undefined : value), bookDay.optional()),
  end: z.preprocess((value) => (value === '' ? undefined : value), bookDay.optional())
}
const LONGEST_LIST = 1000

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
  response: pageOf(z.object({ id: z.string(), date: instant, client: z.string().nullable(), description: z.string(), amount_cents: cents }))
})

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

const expense = z.object({
  id: z.uuid(),
  occurred_at: instant,
  category: z.string(),
  description: z.string(),
  project: z.string().nullable(),
  amount: dollarAmount,
  amount_cents: cents
})

export const addExpense = endpoint({
  method: 'POST',
  path: '/admin/expenses',
  access: ['admin'],
  summary: 'Books an expense.',
  body: z.object({
    occurred_at: z.iso.datetime({ offset: true, error: 'Enter date and time.' }).regex(YEARS, 'Give a day of the years 2000 to 2199.'),
    category: z.string().trim().min(1, 'Category is required.').max(60, 'At most 60 characters.').default('general'),
    description: z.string().trim().max(500, 'At most 500 characters.').default(''),
    amount: dollarsTyped(),
    project: z.string().trim().max(120, 'At most 120 characters.').nullish()
  }),
  response: z.object({ item: expense })
})

export const listExpenses = endpoint({
  method: 'GET',
  path: '/admin/expenses',
  access: ['admin'],
  summary: 'Expenses of a period, newest first.',
  query: z.object({ ...range, ...paging(20, LONGEST_LIST) }),
  response: pageOf(expense)
})

export type FinancialReport = z.output<typeof financialReport.response>
