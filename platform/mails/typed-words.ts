const LONGEST = 60
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu
const SHOWS_NOTHING_OR_TURNS_TEXT = /[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff]/gu
/** What mail programs make links of by themselves: addresses of pages, of mail, and telephone numbers. */
const LINKABLE = [/[@\\]|:\/|\/\//, /\bwww\b/i, /[\p{L}\p{N}][.。](?=[\p{L}\p{N}]{2})/u, /\d(?:[\s().-]*\d){6}/]

/** Words that somebody typed, on one line and at most 60 characters; nothing if a mail program could make a link of them. */
export function typedWords(typed: string): string | undefined {
  const bare = typed.normalize('NFKC').replaceAll(INVISIBLE, '')
  if (LINKABLE.some((pattern) => pattern.test(bare))) return undefined
  const words = typed.replaceAll(/\s+/g, ' ').replaceAll(SHOWS_NOTHING_OR_TURNS_TEXT, '').trim()
  const characters = [...words]
  if (characters.length === 0) return undefined
  return characters.length > LONGEST
    ? `${characters
        .slice(0, LONGEST - 1)
        .join('')
        .trimEnd()}…`
    : words
}

/** 'Hello Ada,' or, to a name that a mail should not carry, 'Hello,'. */
export function hello(name: string): string {
  const words = typedWords(name)
  return words === undefined ? 'Hello,' : `Hello ${words},`
}
