import { type RefObject, useEffect } from 'react'

const STEPS: Record<string, number> = { j: 1, k: -1 }
const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog, [popover]'

/** The setting of the list of shortcuts: whether single keys are shortcuts (WCAG 2.1.4). */
function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem('easel.shortcuts') !== 'off'
  } catch {
    return true
  }
}

function isShortcut({ target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || shiftKey || document.querySelector('dialog[open]')) return false
  return !(target instanceof Element && target.closest(TYPING)) && areShortcutsOn()
}

const rowsIn = (frame: Element) => [...frame.querySelectorAll<HTMLTableRowElement>('tbody > tr')]

/** Moves the focus by rows: J and K. X ticks the row's box, and Enter opens its first link. */
export function useRowKeys(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!frame.current || !isShortcut(event)) return
      if (handle(event.key, rowsIn(frame.current))) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [frame])
}

/** Returns whether the key did something. */
function handle(key: string, rows: readonly HTMLTableRowElement[]): boolean {
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const step = STEPS[key]
  if (step === undefined) return actOn(key, rows[at])
  focusRow(rows[at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)])
  return rows.length > 0
}

function focusRow(row: HTMLTableRowElement | undefined): void {
  if (!row) return
  row.tabIndex = -1
  row.focus()
}

/** Enter on a link or button in the row stays theirs. */
function actOn(key: string, row: HTMLTableRowElement | undefined): boolean {
  const found =
    key === 'x'
      ? row?.querySelector<HTMLElement>('input[type="checkbox"]')
      : key === 'Enter' && row === document.activeElement
        ? row?.querySelector<HTMLElement>('a[href], td button')
        : undefined
  found?.click()
  return !!found
}
