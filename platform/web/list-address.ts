/* Reads and writes a list's address: search, filters, and page. Values that do not exist are ignored. */

/** Milliseconds to wait after the last keystroke. */
export const SEARCH_DEBOUNCE_MS = 350

const LONGEST_SEARCH = 200
const LAST_PAGE = 1_000_000

export const pageIn = (params: URLSearchParams, name = 'page'): number =>
  Math.min(Math.max(1, Math.trunc(Number(params.get(name)) || 1)), LAST_PAGE)

export const searchIn = (params: URLSearchParams, name = 'q'): string => (params.get(name) ?? '').slice(0, LONGEST_SEARCH)

export const choiceIn = <const Choice extends string>(
  params: URLSearchParams,
  name: string,
  choices: readonly Choice[]
): Choice | undefined => choices.find((known) => known === params.get(name))

const DAY = /^(20|21)\d\d-\d\d-\d\d$/

/** Returns the day if it exists in the calendar. */
export function dayIn(params: URLSearchParams, name: string): string | undefined {
  const typed = params.get(name) ?? ''
  if (!DAY.test(typed) || Number.isNaN(Date.parse(typed))) return undefined
  return new Date(typed).toISOString().startsWith(typed) ? typed : undefined
}

/** Builds an address with these values. Empty values and page 1 are omitted. */
export function addressWith(path: string, named: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(named).filter(([, value]) => value && value !== 1)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return query.size > 0 || path === '' ? `${path}?${query}` : path
}
