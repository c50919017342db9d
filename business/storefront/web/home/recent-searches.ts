/** The recent searches, newest first, stored only in this browser. */
const KEY = 'recent_searches'
const MAX = 6

export function readRecent(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, MAX) : []
  } catch {
    return []
  }
}

export function addRecentSearch(search: string): void {
  const text = search.trim()
  if (text === '') return
  const others = readRecent().filter((one) => one.toLowerCase() !== text.toLowerCase())
  write([text, ...others].slice(0, MAX))
}

export const clearRecent = (): void => write([])

/** Searching works without storage, so a refused write is ignored. */
function write(searches: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(searches))
  } catch {
    // Storage is full or disabled.
  }
}
