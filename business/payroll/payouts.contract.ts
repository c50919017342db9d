import { z } from 'zod'
import {
  cents,
  defineRefusals,
  dollarAmount,
  dollarsTyped,
  endpoint,
  instant,
  pageOf,
  paging,
  pending,
  requiredText
} from '#platform/contract/index.ts'
import { PAYMENT_METHODS, PAYOUT_SORTS, PAYOUT_TEXTS, PAYOUTS_PAGE_SIZE, paymentMethodOf } from './rules.ts'

const employee = z.uuid(PAYOUT_TEXTS.employee)

const balance = z.object({
  total_earned: dollarAmount,
  total_earned_cents: cents,
  total_paid: dollarAmount,
  total_paid_cents: cents,
  balance: dollarAmount,
  balance_cents: cents
})

export const payout = z.object({
  id: z.uuid(),
  employee_id: z.uuid(),
  amount: dollarAmount,
  amount_cents: cents,
  payment_method: z.enum(PAYMENT_METHODS),
  reference_number: z.string().nullable(),
  notes: z.string().nullable(),
  paid_at: instant,
  /** The name of the admin who recorded it; null for artists. */
  recorded_by: z.string().nullable(),
  /** The payout that this one reverses: its amount is negative. */
  reverses: z.uuid().nullable(),
  /** The payout that reverses this one. */
  reversed_by: z.uuid().nullable()
})
export type Payout = z.output<typeof payout>

export const employeeBalance = endpoint({
  method: 'GET',
  path: '/admin/payouts/employee-balance',
  access: ['admin'],
  grant: 'finance',
  summary: 'Show an employee’s total earned, total paid, and balance.',
  query: z.object({ employee_id: employee }),
  response: balance
})

const openBalance = balance.extend({
  employee_id: z.uuid(),
  employee_name: z.string(),
  employee_email: z.string(),
  /** When the oldest wage that is not fully paid was earned. Payouts cover the oldest wages first. */
  oldest_unpaid_at: instant.nullable()
})
export type OpenBalance = z.output<typeof openBalance>

export const openBalances = endpoint({
  method: 'GET',
  path: '/admin/payouts/balances',
  access: ['admin'],
  grant: 'finance',
  summary: 'List every artist, largest balance first, including former artists who ever earned a wage.',
  response: z.object({ items: z.array(openBalance) })
})

export const viewPayouts = endpoint({
  method: 'GET',
  path: '/payouts/view',
  access: ['employee', 'admin'],
  grant: 'finance',
  summary: 'List the payouts of an employee. An employee sees only their own.',
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
  grant: 'finance',
  proof: true,
  summary: 'Record a payment to an employee, up to the balance.',
  body: z.object({
    employee_id: employee,
    amount: dollarsTyped(PAYOUT_TEXTS.amount).refine((amount) => amount > 0, PAYOUT_TEXTS.amount),
    payment_method: z.string({ error: PAYOUT_TEXTS.method }).transform(paymentMethodOf).pipe(z.enum(PAYMENT_METHODS, PAYOUT_TEXTS.method)),
    reference_number: z.string().trim().max(120, 'At most 120 characters.').nullish(),
    notes: z.string().trim().max(1000, 'At most 1000 characters.').nullish()
  }),
  response: z.union([payout, pending]),
  status: 201,
  idempotent: true,
  waits: true
})

export const reversePayout = endpoint({
  method: 'POST',
  path: '/admin/payouts/:id/reverse',
  access: ['admin'],
  grant: 'finance',
  proof: true,
  summary: 'Reverse a wrong payout by a contra payout. What it paid is owed again.',
  params: z.object({ id: z.uuid().toLowerCase() }),
  body: z.object({ reason: requiredText(PAYOUT_TEXTS.reason, 1000) }),
  response: payout,
  status: 201,
  idempotent: true
})

export const refusals = defineRefusals({
  employee_not_found: { status: 404, message: 'This employee does not exist.' },
  own_work: { status: 409, message: 'These are your own wages. Another admin has to pay them.' },
  payout_not_found: { status: 404, message: 'This payout does not exist.' },
  payout_reversed: { status: 409, message: 'This payout was reversed before.' },
  payout_is_reversal: { status: 409, message: 'A reversal cannot be reversed. Record the payout again.' },
  over_balance: { status: 409, message: 'The amount is more than the balance.' }
})
