import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { MAX_ITEMS } from '../../orders.rules.ts'

/** How many of the works that were chosen an order does not have. */
type LeftOut = { held: number; unavailable: number }

/** Adds the numbers to the address of the checkout. */
export function withLeftOut(address: string, { held, unavailable }: { held: readonly unknown[]; unavailable: readonly unknown[] }): string {
  const added = new URLSearchParams()
  if (held.length > 0) added.set('held', String(held.length))
  if (unavailable.length > 0) added.set('unavailable', String(unavailable.length))
  return added.size > 0 ? `${address}${address.includes('?') ? '&' : '?'}${added}` : address
}

export const readLeftOut = (query: URLSearchParams): LeftOut => ({
  held: countIn(query.get('held')),
  unavailable: countIn(query.get('unavailable'))
})

const countIn = (text: string | null): number => (/^\d{1,3}$/.test(text ?? '') ? Math.min(Number(text), MAX_ITEMS) : 0)

/** Named before paying. */
export function LeftOutNotice({ held, unavailable }: LeftOut) {
  if (held + unavailable === 0) return null
  const reasons: string[] = []
  if (held > 0) reasons.push(`You already own ${held === 1 ? '1 of the licenses' : `${held} of the licenses`}.`)
  if (unavailable > 0) reasons.push(unavailable === 1 ? '1 work is no longer for sale.' : `${unavailable} works are no longer for sale.`)
  return (
    <Notice tone="warn" title="Some works were left out.">
      {reasons.join(' ')} You do not pay for {held + unavailable === 1 ? 'it' : 'them'}.
    </Notice>
  )
}
