import { z } from 'zod'
import { assetStatus, category } from '#catalogue/contract.ts'
import { strikes } from '#claims/contract.ts'
import { dollarAmount, endpoint, instant, paging } from '#platform/contract/index.ts'
import { chosen } from './contract.ts'

/** Dollar amounts, and the same amounts in cents. */
const totals = {
  total_earned: dollarAmount,
  total_earned_cents: z.int(),
  total_paid: dollarAmount,
  total_paid_cents: z.int(),
  current_balance: dollarAmount,
  current_balance_cents: z.int()
}

export const employeeDashboard = endpoint({
  method: 'GET',
  path: '/employee/dashboard',
  access: ['employee'],
  summary: 'The artist’s assets by status, earnings, and balance.',
  response: z.object({
    total_assets: z.int(),
    pending_assets: z.int(),
    approved_assets: z.int(),
    ...totals,
    /** Median time from submission to decision over the last 30 days. */
    review_hours: z.number().nullable(),
    strikes
  })
})

export const earnings = endpoint({
  method: 'GET',
  path: '/assets/employee/earnings',
  access: ['employee', 'admin'],
  grant: 'finance',
  summary: 'What an artist earned, was paid, and is owed, with the assets behind it. Artists see only their own.',
  query: z.object({ employee_id: chosen(z.uuid()), ...paging(20) }),
  response: z.object({
    ...totals,
    assets: z.array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        category,
        status: assetStatus,
        approved_at: instant.nullable(),
        wage: dollarAmount.nullable(),
        wage_cents: z.int().nullable(),
        /** Whole days since the approval if the wage is not fully paid. Payouts pay the oldest wages first. */
        unpaid_days: z.int().nullable()
      })
    ),
    total: z.int(),
    page: z.int(),
    page_size: z.int()
  })
})

export const earningsOfMonth = endpoint({
  method: 'GET',
  path: '/assets/employee/earnings.csv',
  access: ['employee', 'admin'],
  grant: 'finance',
  summary: 'The wages of a month (California time) as a CSV file. Artists get only their own.',
  query: z.object({
    employee_id: chosen(z.uuid()),
    month: z.string().regex(/^(20|21)\d\d-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-03.')
  }),
  response: z.unknown(),
  kind: 'file'
})
