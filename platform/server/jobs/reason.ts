import { tokens } from '../log/redact.ts'

const MAX_LENGTH = 300
/** A longer text is cut first, because the patterns take longer than in proportion to its length. */
const MAX_READ = 2000

/** Each is replaced by its name. A mail server's answer, for example, may repeat the address or a link. */
const PRIVATE: readonly [pattern: RegExp, name: string][] = [
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi, '[link]'],
  [/[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+/g, '[address]'],
  [tokens('\\w+/-', 20), '[secret]'],
  // Not the parts of an id, which may have only digits.
  [/(?<![\w-])\d{5,}(?![\w-])/g, '[number]']
]

/** Returns a sentence about a failure without email addresses, links, codes, or tokens. Identifiers of rows and names of tables stay. */
export function withoutPrivateText(text: string): string {
  let clean = text.slice(0, MAX_READ).replace(/\s+/g, ' ').trim()
  for (const [pattern, name] of PRIVATE) clean = clean.replace(pattern, name)
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH - 1)}…` : clean
}

/** Says why a job failed, for operators: the message of the error, or else its name. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return withoutPrivateText(String(error))
  return withoutPrivateText(error.message || error.name)
}
