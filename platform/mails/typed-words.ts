const MAX_CHARACTERS = 60
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu
const INVISIBLE_OR_DIRECTION = /[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff]/gu
/** What mail programs turn into links by themselves: web addresses, email addresses, and phone numbers. */
const LINKABLE = [/[@\\]|:\/|\/\//, /\bwww\b/i, /[\p{L}\p{N}][.。](?=[\p{L}\p{N}]{2})/u, /\d(?:[\s().-]*\d){6}/]

/** Returns text that a person typed, on one line and at most 60 characters. Returns undefined if a mail program could turn it into a link. */
export function typedWords(typed: string): string | undefined {
  const bare = typed.normalize('NFKC').replaceAll(INVISIBLE, '')
  if (LINKABLE.some((pattern) => pattern.test(bare))) return undefined
  const words = typed.replaceAll(/\s+/g, ' ').replaceAll(INVISIBLE_OR_DIRECTION, '').trim()
  const characters = [...words]
  if (characters.length === 0) return undefined
  return characters.length > MAX_CHARACTERS
    ? `${characters
        .slice(0, MAX_CHARACTERS - 1)
        .join('')
        .trimEnd()}…`
    : words
}

/** Returns 'Hello Ada,', or 'Hello,' for a name that an email should not contain. */
export function hello(name: string): string {
  const words = typedWords(name)
  return words === undefined ? 'Hello,' : `Hello ${words},`
}
