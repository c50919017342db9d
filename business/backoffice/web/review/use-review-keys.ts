import { useEffect, useEffectEvent } from 'react'

/** The keyboard shortcuts of the review page, in the order of the help dialog. */
export const REVIEW_KEYS = [
  { keys: ['a'], label: 'A', does: 'approve' },
  { keys: ['r'], label: 'R', does: 'reject' },
  { keys: ['arrowright', 'j'], label: '→ or J', does: 'next' },
  { keys: ['arrowleft', 'k'], label: '← or K', does: 'previous' },
  { keys: ['z'], label: 'Z', does: 'zoom' },
  { keys: ['m'], label: 'M', does: 'mat' },
  { keys: ['c'], label: 'C', does: 'compare' },
  { keys: ['x'], label: 'X', does: 'select' },
  { keys: ['?'], label: '?', does: 'help' }
] as const
export type ReviewAction = (typeof REVIEW_KEYS)[number]['does']

const ACTIONS = new Map<string, ReviewAction>(
  REVIEW_KEYS.flatMap(({ keys, does }) => keys.map((key): [string, ReviewAction] => [key, does]))
)

const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog'

const isTyping = ({ target }: Event): boolean => target instanceof Element && target.closest(TYPING) !== null

/** The shortcuts work anywhere on the page except in text fields and dialogs. */
export function useReviewKeys(actions: Record<ReviewAction, () => void>, active: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
    const action = ACTIONS.get(event.key.toLowerCase())
    if (!action) return
    event.preventDefault()
    actions[action]()
  })
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [active])
}
