import { useEffect, useEffectEvent } from 'react'
import { isShortcut, useShortcutGroup } from '#platform/web/shortcuts/shortcuts.ts'

/** The keyboard shortcuts of the review page, in the order of the list at "?". */
const REVIEW_KEYS = [
  { keys: ['a'], label: 'A', action: 'approve', does: 'Approve' },
  { keys: ['r'], label: 'R', action: 'reject', does: 'Reject, with reasons' },
  { keys: ['arrowright', 'j'], label: '→ or J', action: 'next', does: 'Next asset' },
  { keys: ['arrowleft', 'k'], label: '← or K', action: 'previous', does: 'Previous asset' },
  { keys: ['z'], label: 'Z', action: 'zoom', does: 'Zoom in or out' },
  { keys: ['m'], label: 'M', action: 'mat', does: 'Change the mat: paper, dark, or checker' },
  { keys: ['c'], label: 'C', action: 'compare', does: 'Compare with a similar asset' },
  { keys: ['b'], label: 'B', action: 'before', does: 'Compare with the version that was rejected' },
  { keys: ['x'], label: 'X', action: 'select', does: 'Select for a batch decision' }
] as const
const SHORTCUTS = { title: 'Review', shortcuts: REVIEW_KEYS.map(({ label, does }) => ({ keys: label, does })) }
export type ReviewAction = (typeof REVIEW_KEYS)[number]['action']

const ACTIONS = new Map<string, ReviewAction>(
  REVIEW_KEYS.flatMap(({ keys, action }) => keys.map((key): [string, ReviewAction] => [key, action]))
)

/** The shortcuts work anywhere on the page except in text fields and dialogs. */
export function useReviewKeys(actions: Record<ReviewAction, () => void>, active: boolean): void {
  useShortcutGroup(SHORTCUTS)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event)) return
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
