import { z } from 'zod'
import { assetStatus, category } from '#catalogue/contract.ts'
import { day, dollarAmount, endpoint, instant, ROLES } from '#platform/contract/index.ts'
import { TREND_DAYS } from './rules.ts'
import { WAITING_MAX } from './waiting.rules.ts'

export const overview = endpoint({
  method: 'GET',
  path: '/admin/stats/overview',
  access: ['admin'],
  grant: 'any',
  summary: 'Totals of users, assets, and money.',
  response: z.object({
    users: z.object({ total: z.int(), active: z.int(), inactive: z.int() }),
    assets: z.object({ total: z.int(), pending: z.int(), approved: z.int(), rejected: z.int() }),
    earnings: z.object({
      paid_to_employees: dollarAmount,
      paid_to_employees_cents: z.int(),
      owed_to_employees: dollarAmount,
      owed_to_employees_cents: z.int(),
      earned_from_clients: dollarAmount,
      earned_from_clients_cents: z.int()
    })
  })
})
export type Overview = z.output<typeof overview.response>

export const recentActivity = endpoint({
  method: 'GET',
  path: '/admin/recent-activity',
  access: ['admin'],
  grant: 'any',
  summary: 'The newest sign-ups, assets, and licenses.',
  response: z.object({
    recent_signups: z.array(z.object({ id: z.uuid(), name: z.string(), email: z.string(), role: z.enum(ROLES), created_at: instant })),
    recent_assets: z.array(
      z.object({ id: z.uuid(), title: z.string(), category, status: assetStatus, employee_name: z.string(), created_at: instant })
    ),
    recent_licenses: z.array(
      z.object({
        id: z.uuid(),
        price: dollarAmount,
        price_cents: z.int(),
        license_type: z.string(),
        asset_title: z.string(),
        client_name: z.string(),
        created_at: instant
      })
    )
  })
})
export type RecentActivity = z.output<typeof recentActivity.response>

const count = z.int().min(0)

export const waiting = endpoint({
  method: 'GET',
  path: '/waiting',
  access: ['admin', 'employee'],
  grant: 'any',
  summary: `What waits for the caller, for the navigation. Counts stop at ${WAITING_MAX}.`,
  response: z.object({
    /** Assets to review; always 0 for an artist. */
    review: count,
    /** Open appeals against rejections; always 0 for an artist. */
    appeals: count,
    /** For an admin, requests without a decision; for an artist, the assigned ones that are open. */
    requests: count,
    messages: count,
    /** Claims to decide, without those that wait for an answer. */
    claims: count,
    applicants: count,
    /** An artist's rejected assets, which can be revised. */
    assets: count
  })
})
export type Waiting = z.output<typeof waiting.response>

/** One value for each day of `days`. */
const daily = z.array(z.int())

export const weeks = endpoint({
  method: 'GET',
  path: '/admin/stats/weeks',
  access: ['admin'],
  grant: 'any',
  summary: `Daily figures of the shop for the last ${TREND_DAYS} days in California, today included, oldest first.`,
  response: z.object({
    days: z.array(day),
    income_cents: daily,
    /** Positive. `income_cents` has them deducted already. */
    refunds_cents: daily,
    licenses: daily,
    signups: daily,
    submissions: daily
  })
})

export const employeeWeeks = endpoint({
  method: 'GET',
  path: '/employee/stats/weeks',
  access: ['employee'],
  summary: `The caller's daily figures for the last ${TREND_DAYS} days in California, today included, oldest first.`,
  response: z.object({ days: z.array(day), wages_cents: daily, approvals: daily, licenses: daily })
})
