import { z } from 'zod'
import { cents, dollarAmount, dollarsTyped, endpoint, instant, pageOf, paging, refusals } from '#platform/contract/index.ts'
import { PAYMENT_METHODS, PAYOUT_SORTS, PAYOUT_WORDS, PAYOUTS_PAGE_SIZE, paymentMethodOf } from './rules.ts'

const employee = z.uuid(PAYOUT_WORDS.employee)

const balance = z.object({ total_earned: dollarAmount, total_paid: dollarAmount, balance: dollarAmount, balance_cents: cents })

export const payout = z.object({
  id: z.uuid(),
  employee_id: z.uuid(),
  amount: dollarAmount,
  amount_cents: cents,
  payment_method: z.enum(PAYMENT_METHODS),
  reference_number: z.string().nullable(),
  notes: z.string().nullable(),
  paid_at: instant,
  /** Who recorded it; nothing to an artist. */
  recorded_by: z.string().nullable()
})
export type Payout = z.output<typeof payout>

export const employeeBalance = endpoint({
  method: 'GET',
  path: '/admin/payouts/employee-balance',
  access: ['admin'],
  summary: 'What an employee has earned, was paid and is owed',
  query: z.object({ employee_id: employee }),
  response: balance
})

const openBalance = balance.extend({
  employee_id: z.uuid(),
  employee_name: z.string(),
  employee_email: z.string(),
  /** Approval of the oldest wage that is not fully paid: payouts pay the oldest first. */
  oldest_unpaid_at: instant.nullable()
})
export type OpenBalance = z.output<typeof openBalance>

export const openBalances = endpoint({
  method: 'GET',
  path: '/admin/payouts/balances',
  access: ['admin'],
  summary: 'Every artist, whoever is owed most first; those who were owed once stay in the list',
  response: z.object({ items: z.array(openBalance) })
})

export const viewPayouts = endpoint({
  method: 'GET',
  path: '/payouts/view',
  access: ['employee', 'admin'],
  summary: 'The payouts of an employee; an employee sees its own',
  query: z.object({
    employee_id: employee.optional(),
    sort: z.enum(PAYOUT_SORTS).default('newest'),
    ...paging(PAYOUTS_PAGE_SIZE)
  }),
  response: pageOf(payout)
})

export const recordPayout = endpoint({
  method: 'POST',
  path: '/admin/payouts',
  access: ['admin'],
  summary: 'Books money paid to an employee, never more than the balance',
  body: z.object({
    employee_id: employee,
    amount: dollarsTyped(PAYOUT_WORDS.amount).refine((amount) => amount > 0, PAYOUT_WORDS.amount),
    payment_method: z.string({ error: PAYOUT_WORDS.method }).transform(paymentMethodOf).pipe(z.enum(PAYMENT_METHODS, PAYOUT_WORDS.method)),
    reference_number: z.string().trim().max(120, 'At most 120 characters.').nullish(),
    notes: z.string().trim().max(1000, 'At most 1000 characters.').nullish()
  }),
  response: payout,
  status: 201,
  idempotent: true
})

export const no = refusals({
  employee_not_found: { status: 404, message: 'This employee does not exist.' },
  over_balance: { status: 409, message: 'The amount is more than the balance.' }
})
