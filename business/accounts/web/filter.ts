export const SEARCH_DEBOUNCE_MS = 350

type Choices = Readonly<Record<string, readonly string[]>>

/** Of an address's filters, those whose value is one of the choices. */
export function filterIn<C extends Choices>(params: URLSearchParams, choices: C): { [Name in keyof C]?: C[Name][number] } {
  const chosen = Object.entries(choices).filter(([name, values]) => values.includes(params.get(name) ?? ''))
  return Object.fromEntries(chosen.map(([name]) => [name, params.get(name)])) as { [Name in keyof C]?: C[Name][number] }
}

export const pageIn = (params: URLSearchParams): number => Math.min(Math.max(1, Math.trunc(Number(params.get('page')) || 1)), 1_000_000)

/** The page's own address with these filters; what is empty is left out. */
export function addressOf(filter: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

const DAY = /^(20|21)\d\d-\d\d-\d\d$/

/** A day that there is, of the years that are asked for; anything else is no filter. */
export function dayIn(params: URLSearchParams, name: string): string | undefined {
  const typed = params.get(name) ?? ''
  if (!DAY.test(typed) || Number.isNaN(Date.parse(typed))) return undefined
  return new Date(typed).toISOString().startsWith(typed) ? typed : undefined
}
