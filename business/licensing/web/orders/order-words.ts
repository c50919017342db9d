import type { Tone } from '#platform/web/ui/feedback/notice.tsx'
import type { Order } from '../../orders.contract.ts'
import { ORDER_STATE_NAMES, orderName } from '../../orders.rules.ts'

export const ORDER_TONES: Record<Order['status'], Tone> = { created: 'info', captured: 'good', failed: 'bad', refunded: 'warn' }

/** Names an order by its first licenses. */
export function titleOf({ lines }: Order): string {
  const [first, second, ...others] = lines
  if (!first || !second) return orderName(lines)
  const named = `${first.asset_title}, ${second.asset_title}`
  return others.length === 0 ? named : `${named}, and ${others.length} more`
}

/** The status in words, with what was refunded of a paid order. */
export function stateOf({ status, lines }: Order): string {
  const refunded = lines.filter((line) => line.status === 'refunded').length
  if (status === 'captured' && refunded > 0) return `Paid, ${refunded} of ${lines.length} refunded`
  return ORDER_STATE_NAMES[status]
}
