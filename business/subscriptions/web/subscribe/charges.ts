import type { Answer } from '#platform/contract/index.ts'
import { showDollars } from '#platform/web/show.ts'
import type { readSubscription } from '../../contract.ts'

export type Checkout = Answer<typeof readSubscription>

/** Says in words what PayPal charges. Names both amounts if the first payments are cheaper. */
export function chargesOf({ plan: { interval }, total_today_cents, total_later_cents, discounted_payments }: Checkout): string {
  const [today, later] = [showDollars(total_today_cents), showDollars(total_later_cents)]
  if (total_today_cents === total_later_cents || discounted_payments === null) return `${today} now and each ${interval}`
  if (discounted_payments > 1)
    return `${today} for each of the first ${discounted_payments} payments and ${later} each ${interval} after that`
  return `${today} now and ${later} each ${interval} after that`
}
