/** Returns a text field's value, or '' for a file or a missing field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Returns the path with the non-empty values as its query. */
export function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

export const nextOf = (request: Request): string | null => new URL(request.url).searchParams.get('next')

/** Text, @, text, a dot, at least two characters (spec 1 section 5). */
export const looksLikeEmail = (typed: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(typed.trim())
