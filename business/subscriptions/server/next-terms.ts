import { planOf } from '../rules.ts'
import type { Subscription } from './tables.ts'

/** Returns what the next payment is for: the plan and price that were approved for the next period, or the current ones. */
export function nextTerms({ plan_id, plan_name, price_cents, next_plan_id, next_price_cents, next_plan_agreed }: Subscription) {
  if (!next_plan_id || !next_plan_agreed) return { plan_name, price_cents }
  const next = planOf(next_plan_id)
  return { plan_name: next_plan_id === plan_id ? plan_name : next.name, price_cents: next_price_cents ?? next.price_cents }
}
