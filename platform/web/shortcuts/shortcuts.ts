import { useEffect, useEffectEvent } from 'react'

/** A shortcut as the list at "?" shows it. */
export interface Shortcut {
  /** The keys, such as 'A' or '→ or J'. */
  keys: string
  does: string
}

export type ShortcutGroup = { title: string; shortcuts: readonly Shortcut[] }

const groups = new Set<ShortcutGroup>()

/** Lists a page's shortcuts at "?" while it is shown; none without a group. Pass a constant: a new object is a new entry. */
export function useShortcutGroup(group: ShortcutGroup | undefined): void {
  useEffect(() => {
    if (!group) return undefined
    groups.add(group)
    return () => {
      groups.delete(group)
    }
  }, [group])
}

export const shownGroups = (): ShortcutGroup[] => [...groups]

const SETTING = 'easel.shortcuts'

/** Returns whether single keys are shortcuts: someone who speaks to a computer, or often hits a key by accident, turns them off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(SETTING) !== 'off'
  } catch {
    return true
  }
}

/** Where storage is blocked, the choice cannot be remembered, and the keys stay on. */
export function turnShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(SETTING)
    else localStorage.setItem(SETTING, 'off')
  } catch {
    return
  }
}

const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog, [popover]'

/** Returns whether a key is meant as a shortcut: not while someone types or answers a dialog, and not as part of the browser's own. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog:modal')) return false
  const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null
  return !isTyping && areShortcutsOn()
}

/** Calls `press` with each key that is meant as a shortcut. It returns whether it used the key, which then does nothing else. */
export function useShortcutKeys(press: (event: KeyboardEvent) => boolean): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (isShortcut(event) && press(event)) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => hear(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

export const SHOW_SHORTCUTS = 'shortcuts'

/** Opens the list, as "?" does. */
export function showShortcuts(): void {
  dispatchEvent(new Event(SHOW_SHORTCUTS))
}
