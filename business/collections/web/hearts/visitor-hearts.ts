import { ITEMS_MAX } from '../../rules.ts'

const NAME = 'easel.hearts'

/** Returns the works that a visitor keeps in this browser, or undefined where storage is blocked. */
export function readVisitorHearts(): string[] | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, ITEMS_MAX) : []
  } catch (error) {
    // What another program stored under this name is not ours to keep.
    return error instanceof SyntaxError ? [] : undefined
  }
}

/** Returns false if nothing can be stored. */
export function writeVisitorHearts(ids: readonly string[]): boolean {
  try {
    if (ids.length === 0) localStorage.removeItem(NAME)
    else localStorage.setItem(NAME, JSON.stringify(ids.slice(-ITEMS_MAX)))
    return true
  } catch {
    return false
  }
}
