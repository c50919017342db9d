import type { RefObject } from 'react'
import { useShortcutGroup, useShortcutKeys } from '../../shortcuts/shortcuts.ts'

const STEPS: Record<string, number> = { j: 1, k: -1 }
const SHORTCUTS = {
  title: 'Table',
  shortcuts: [
    { keys: 'J', does: 'Next row' },
    { keys: 'K', does: 'Previous row' },
    { keys: 'X', does: 'Tick the row' },
    { keys: 'Enter', does: 'Open the row' }
  ]
}

const rowsIn = (frame: Element) => [...frame.querySelectorAll<HTMLTableRowElement>('tbody > tr')]

/** Moves the focus by rows: J and K. X ticks the row's box, and Enter opens its first link. */
export function useRowKeys(frame: RefObject<HTMLElement | null>): void {
  useShortcutGroup(SHORTCUTS)
  useShortcutKeys(({ key }) => frame.current !== null && handle(key, rowsIn(frame.current)))
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
