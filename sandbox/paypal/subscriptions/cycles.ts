import type { BillingCycle, Money, Plan, PlanOverride, Subscription } from '../documents.ts'
import { checkedMoney, moneyOf, toCents } from '../money.ts'
import { Refusal, refuse } from '../refusal.ts'

const MAX_TRIALS = 2

/** Returns the cycles of a new plan in their order. Refuses what PayPal refuses. */
export function checkedCycles(cycles: BillingCycle[]): BillingCycle[] {
  const regular = cycles.filter(({ tenure_type }) => tenure_type === 'REGULAR')
  if (regular.length === 0) throw refuse('MISSING_REGULAR_BILLING_CYCLE')
  if (regular.length > 1) throw refuse('MULTIPLE_REGULAR_BILLING_CYCLES_NOT_SUPPORTED')
  if (cycles.length - 1 > MAX_TRIALS) throw refuse('MORE_THAN_TWO_TRIAL_BILLING_CYCLE_NOT_SUPPORTED')
  const ordered = cycles.toSorted((one, other) => one.sequence - other.sequence)
  if (ordered.some(({ sequence }, at) => sequence !== at + 1))
    throw refuse('INVALID_BILLING_CYCLE_SEQUENCE', undefined, 'Billing cycle sequence should start with `1` and be consecutive.')
  if (ordered.at(-1)?.tenure_type !== 'REGULAR')
    throw refuse('INVALID_BILLING_CYCLE_SEQUENCE', undefined, 'Trial Billing cycle should precede regular billing cycle.')
  if (ordered.some(({ tenure_type, total_cycles }) => tenure_type === 'TRIAL' && total_cycles === 0))
    throw refuse('INVALID_TRIAL_BILLING_TOTAL_CYCLES')
  return ordered.map((cycle, at) => checkedCycle(cycle, `/billing_cycles/${at}`))
}

function checkedCycle<Cycle extends Pick<BillingCycle, 'pricing_scheme'>>(cycle: Cycle, field: string): Cycle {
  const { fixed_price } = cycle.pricing_scheme ?? {}
  if (!fixed_price) return cycle
  return { ...cycle, pricing_scheme: { fixed_price: checkedMoney(fixed_price, `${field}/pricing_scheme/fixed_price`) } }
}

/** Checks what a subscription changes about its plan: only cycles that the plan has, and only in its currency. */
export function checkedOverride(plan: Plan, override: PlanOverride | undefined): PlanOverride | undefined {
  if (!override) return undefined
  const { billing_cycles = [], taxes } = override
  const cycles = billing_cycles.map((cycle, at) => {
    const own = plan.billing_cycles.find(({ sequence }) => sequence === cycle.sequence)
    if (!own) throw refuse('INVALID_BILLING_CYCLE_SEQUENCE', `/plan/billing_cycles/${at}/sequence`)
    if (own.tenure_type === 'TRIAL' && cycle.total_cycles === 0) throw invalidValue(`/plan/billing_cycles/${at}/total_cycles`)
    const currency = cycle.pricing_scheme?.fixed_price?.currency_code
    if (currency && currency !== currencyOf(plan)) throw refuse('CURRENCY_MISMATCH', `/plan/billing_cycles/${at}`)
    return checkedCycle(cycle, `/plan/billing_cycles/${at}`)
  })
  return { ...(cycles.length > 0 && { billing_cycles: cycles }), ...(taxes && { taxes }) }
}

/** PayPal's description names no other issue for this. */
const invalidValue = (field: string) =>
  new Refusal('INVALID_REQUEST', [
    { issue: 'INVALID_PARAMETER_VALUE', description: 'The value of a field is invalid.', field, location: 'body' }
  ])

/** Returns a plan's cycles as this subscription has them. */
function cyclesOf({ billing_cycles }: Plan, { plan_override }: Pick<Standing, 'plan_override'>): BillingCycle[] {
  return billing_cycles.map((cycle) => ({
    ...cycle,
    ...plan_override?.billing_cycles?.find(({ sequence }) => sequence === cycle.sequence)
  }))
}

/** How often a cycle is charged; a regular one without a number is charged until it is canceled. */
const timesOf = ({ tenure_type, total_cycles }: BillingCycle): number =>
  tenure_type === 'TRIAL' ? (total_cycles ?? 1) : total_cycles || Number.POSITIVE_INFINITY

type Standing = { plan_override?: PlanOverride | undefined; cycles_completed: number }

/** Returns the cycle that is charged next: trials come first, each as often as it says. */
export function nextCycle(plan: Plan, subscription: Standing): BillingCycle {
  let left = subscription.cycles_completed
  const cycles = cyclesOf(plan, subscription)
  for (const cycle of cycles) {
    if (left < timesOf(cycle)) return cycle
    left -= timesOf(cycle)
  }
  return cycles.at(-1) ?? regularCycle(plan)
}

export function regularCycle({ billing_cycles }: Plan): BillingCycle {
  const regular = billing_cycles.find(({ tenure_type }) => tenure_type === 'REGULAR')
  if (!regular) throw refuse('MISSING_REGULAR_BILLING_CYCLE')
  return regular
}

const currencyOf = (plan: Plan): string => regularCycle(plan).pricing_scheme?.fixed_price?.currency_code ?? 'USD'

type Priced = Standing & Pick<Subscription, 'quantity'>
export type Charge = { amount: Money; tax?: Money }

/** Returns what the next cycle costs: its price by the quantity, and the tax that this subscription adds to it, half up. */
export function nextCharge(plan: Plan, subscription: Priced): Charge {
  return chargeOf(nextCycle(plan, subscription), plan, subscription)
}

/** Returns what every regular cycle costs. */
export function regularCharge(plan: Plan, subscription: Priced): Charge {
  const cycles = cyclesOf(plan, subscription)
  return chargeOf(cycles.find(({ tenure_type }) => tenure_type === 'REGULAR') ?? regularCycle(plan), plan, subscription)
}

function chargeOf({ pricing_scheme }: BillingCycle, plan: Plan, { plan_override, quantity }: Priced): Charge {
  const currency = currencyOf(plan)
  const net = (pricing_scheme?.fixed_price ? toCents(pricing_scheme.fixed_price) : 0) * Number(quantity)
  const { percentage, inclusive = false } = plan_override?.taxes ?? {}
  if (!percentage || inclusive) return { amount: moneyOf(net, currency) }
  // In parts per million, because 8.875 percent is no exact number in a computer.
  const tax = Math.round((net * Math.round(Number(percentage) * 10_000)) / 1_000_000)
  return { amount: moneyOf(net + tax, currency), tax: moneyOf(tax, currency) }
}
