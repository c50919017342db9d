/** What was typed into a field; a file or a missing field counts as nothing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The same address with what should be kept in its query. */
export function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const kept = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path
}

export const nextOf = (request: Request): string | null => new URL(request.url).searchParams.get('next')

/** Text, @, text, a dot, two characters: what a form can tell of an address. */
export const looksLikeEmail = (typed: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(typed.trim())
