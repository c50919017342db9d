import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '../button.tsx'
import { IconAlert, IconCheck, IconX } from '../icons.ts'
import css from './toaster.module.css'

interface Toast {
  id: number
  text: string
  tone: 'good' | 'bad'
  action: ToastAction | undefined
}

/** What the person can still do about it, such as undoing it. */
type ToastAction = { label: string; act: () => void }

const SHOWN_MS = 6_000
/** Long enough to read, decide, and reach the button. */
const WITH_ACTION_MS = 20_000
const NONE: Toast[] = []
const listeners = new Set<() => void>()
let toasts: Toast[] = NONE
let lastId = 0

function change(next: Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

const dismiss = (id: number): void => change(toasts.filter((toast) => toast.id !== id))

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a short message that needs no answer. Browser only. Errors belong on the page instead, next to their cause. */
export function toast(text: string, tone: Toast['tone'] = 'good', action?: ToastAction): void {
  const id = ++lastId
  change([...toasts, { id, text, tone, action }].slice(-3))
  setTimeout(() => dismiss(id), action ? WITH_ACTION_MS : SHOWN_MS)
}

/** Rendered once, in the root. */
export function Toaster() {
  const shown = useSyncExternalStore(
    listen,
    () => toasts,
    () => NONE
  )
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Reopened for every toast, so that it is above a dialog that opened in the meantime.
    place.current?.hidePopover?.()
    if (shown.length > 0) place.current?.showPopover?.()
  }, [shown])
  return (
    <div className={css['toasts']} ref={place} popover="manual" role="status" aria-live="polite">
      {shown.map(({ id, text, tone, action }) => (
        <div className={css['toast']} key={id}>
          {tone === 'good' ? <IconCheck size={18} aria-hidden="true" /> : <IconAlert size={18} aria-hidden="true" />}
          {text}
          {action && (
            <Button
              type="button"
              small
              onClick={() => {
                dismiss(id)
                action.act()
              }}
            >
              {action.label}
            </Button>
          )}
          <Button type="button" kind="quiet" square aria-label="Dismiss" onClick={() => dismiss(id)}>
            <IconX size={16} aria-hidden="true" />
          </Button>
        </div>
      ))}
    </div>
  )
}
