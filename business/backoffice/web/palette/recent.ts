import type { PaletteEntry } from '../../rules.ts'

/* In this tab only, under a name that signing out deletes (platform/web/browser.ts): results name people. */
const RECENT = 'easel.recent.palette'
const RECENT_MAX = 6

const isEntry = (value: unknown): value is PaletteEntry =>
  typeof value === 'object' &&
  value !== null &&
  ['to', 'label', 'note'].every((name) => typeof (value as Record<string, unknown>)[name] === 'string')

export function readRecent(): PaletteEntry[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(RECENT) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isEntry).slice(0, RECENT_MAX) : []
  } catch {
    // Blocked or damaged storage has no entries.
    return []
  }
}

export function rememberRecent(entry: PaletteEntry): void {
  const recent = [entry, ...readRecent().filter(({ to }) => to !== entry.to)].slice(0, RECENT_MAX)
  try {
    sessionStorage.setItem(RECENT, JSON.stringify(recent))
  } catch {
    // Blocked or full storage: the list stays as it was.
  }
}
