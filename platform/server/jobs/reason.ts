const MAX_LENGTH = 300
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Each is replaced by its name. A mail server's answer, for example, may repeat the address or a link. */
const PRIVATE: readonly [pattern: RegExp, name: string][] = [
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi, '[link]'],
  [/[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+/g, '[address]'],
  [/[\w+/-]{20,}={0,2}/g, '[secret]'],
  [/\b\d{5,}\b/g, '[number]']
]

/** Returns a sentence about a failure without email addresses, links, codes, or tokens. Identifiers of rows stay. */
export function withoutPrivateText(text: string): string {
  let clean = text.replace(/\s+/g, ' ').trim()
  for (const [pattern, name] of PRIVATE) clean = clean.replace(pattern, (found) => (UUID.test(found) ? found : name))
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH - 1)}…` : clean
}

/** Says why a job failed, for operators: the message of the error, or else its name. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return withoutPrivateText(String(error))
  return withoutPrivateText(error.message || error.name)
}
