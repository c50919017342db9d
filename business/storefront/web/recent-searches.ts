/** What was searched here, the newest first; kept in this browser only. */
const KEY = 'recent_searches'
const MOST = 6

export function readRecent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

export function keepRecent(search: string): void {
  const words = search.trim()
  if (words === '') return
  const others = readRecent().filter((one) => one.toLowerCase() !== words.toLowerCase())
  write([words, ...others].slice(0, MOST))
}

export const clearRecent = (): void => write([])

/** A browser may refuse to keep anything; searching goes on without. */
function write(searches: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(searches))
  } catch {
    // Storage is full or forbidden.
  }
}
