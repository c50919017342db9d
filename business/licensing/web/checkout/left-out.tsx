import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { MAX_ITEMS } from '../../orders.rules.ts'

/** Works that were chosen and that an order does not have: how many, and the titles of the first ones. */
type Works = { count: number; titles: readonly string[] }
type LeftOut = { held: Works; unavailable: Works }
const REASONS = ['held', 'unavailable'] as const

type Chosen = { asset_id: string }
type Answer = Record<(typeof REASONS)[number], readonly Chosen[]>

/** Addresses stay short. */
const NAMED_MAX = 5
const TITLE_MAX = 60

/** Adds what was left out to the address of the checkout. `chosen` are the works that the person saw. */
export function withLeftOut(address: string, answer: Answer, chosen: readonly (Chosen & { title: string })[]): string {
  const titles = new Map(chosen.map(({ asset_id, title }) => [asset_id, title]))
  const added = new URLSearchParams()
  for (const reason of REASONS) {
    const works = answer[reason]
    if (works.length > 0) added.set(reason, String(works.length))
    const named = works.flatMap(({ asset_id }) => titles.get(asset_id) ?? []).slice(0, NAMED_MAX)
    for (const title of named) added.append(`${reason}_title`, title.slice(0, TITLE_MAX))
  }
  return added.size > 0 ? `${address}${address.includes('?') ? '&' : '?'}${added}` : address
}

/** Only the page of the person's own payment shows this, so nobody else can make an address with texts for it. */
export const readLeftOut = (query: URLSearchParams): LeftOut => ({
  held: worksIn(query, 'held'),
  unavailable: worksIn(query, 'unavailable')
})

function worksIn(query: URLSearchParams, reason: (typeof REASONS)[number]): Works {
  const text = query.get(reason) ?? ''
  const count = /^\d{1,3}$/.test(text) ? Math.min(Number(text), MAX_ITEMS) : 0
  const titles = query.getAll(`${reason}_title`).map((title) => title.slice(0, TITLE_MAX))
  return { count, titles: titles.slice(0, Math.min(count, NAMED_MAX)) }
}

/** Named before paying. */
export function LeftOutNotice({ held, unavailable }: LeftOut) {
  const count = held.count + unavailable.count
  if (count === 0) return null
  const reasons = [
    held.count > 0 && `You already own ${named(held, { one: '1 of the licenses', more: 'of the licenses' })}.`,
    unavailable.count > 0 && `No longer for sale: ${named(unavailable, { one: '1 work', more: 'works' })}.`
  ]
  return (
    <Notice tone="warn" title={count === 1 ? 'One work was left out.' : 'Some works were left out.'}>
      {reasons.filter(Boolean).join(' ')} You do not pay for {count === 1 ? 'it' : 'them'}.
    </Notice>
  )
}

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Names works by their titles, and counts the others. */
function named({ count, titles }: Works, nouns: { one: string; more: string }): string {
  const others = count - titles.length
  if (titles.length === 0) return others === 1 ? nouns.one : `${others} ${nouns.more}`
  const quoted = titles.map((title) => `“${title}”`)
  return LIST.format(others > 0 ? [...quoted, `${others} more`] : quoted)
}
