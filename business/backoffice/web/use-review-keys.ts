import { useEffect, useEffectEvent } from 'react'

/** What the keys of the review do, in the order of the help. */
export const REVIEW_KEYS = [
  { keys: ['a'], shown: 'A', does: 'approve' },
  { keys: ['r'], shown: 'R', does: 'reject' },
  { keys: ['arrowright', 'j'], shown: '→ or J', does: 'next' },
  { keys: ['arrowleft', 'k'], shown: '← or K', does: 'previous' },
  { keys: ['z'], shown: 'Z', does: 'zoom' },
  { keys: ['m'], shown: 'M', does: 'mat' },
  { keys: ['c'], shown: 'C', does: 'compare' },
  { keys: ['x'], shown: 'X', does: 'select' },
  { keys: ['?'], shown: '?', does: 'help' }
] as const
export type ReviewDeed = (typeof REVIEW_KEYS)[number]['does']

const DEEDS = new Map<string, ReviewDeed>(REVIEW_KEYS.flatMap(({ keys, does }) => keys.map((key) => [key, does] as const)))

const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog'

/** The keys work anywhere on the page but where one types. */
export function useReviewKeys(deeds: Record<ReviewDeed, () => void>, active: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest?.(TYPING)) return
    const deed = DEEDS.get(event.key.toLowerCase())
    if (!deed) return
    event.preventDefault()
    deeds[deed]()
  })
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [active])
}
