import { KNOWN_SETS } from './known-sets.rules.ts'

export const PREFIX_MIN = 3
export const PREFIX_MAX = 30
export const NAME_MAX = 80
/** Names in one call. Unmodified clients send addresses of at most 500 characters. */
export const NAMES_MAX = 10_000

/** Prefixes and names, as Iconify defines them. */
export const ICON_WORD = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Words of the API's own addresses, and ours. */
const OWN_WORDS = new Set(
  'k api collection collections icon icons iconify keyword keywords last-modified list-icons search svg css json update version easel admin library'.split(
    ' '
  )
)

export const isReserved = (prefix: string): boolean => OWN_WORDS.has(prefix) || KNOWN_SETS.has(prefix)

/** Returns text in kebab case, cut at a word where possible: 'Fern & moss' is 'fern-moss'. Empty if it has no letter or digit of ASCII. */
export function kebab(text: string, longest: number): string {
  const whole = text
    .normalize('NFKD')
    .replace(/['’]|\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (whole.length <= longest) return whole
  const cut = whole.slice(0, longest + 1)
  const end = cut.lastIndexOf('-')
  return (end > longest / 2 ? cut.slice(0, end) : whole.slice(0, longest)).replace(/-+$/, '')
}

/** The name of an icon before it is made unique. */
export const nameOf = (title: string): string => kebab(title, NAME_MAX) || 'icon'

/** The prefix of an artist who chose none, before it is made unique. */
export function prefixOf(name: string): string {
  const prefix = kebab(name, PREFIX_MAX - 6)
  return prefix.length < PREFIX_MIN ? `artist${prefix && `-${prefix}`}` : prefix
}

/** Yields the word itself, and then 'word-2', 'word-3', and so on. */
export function* numbered(word: string): Generator<string> {
  yield word
  for (let number = 2; ; number++) yield `${word}-${number}`
}

/** The name in two parts, or undefined if it is none. */
export function splitName(iconify_name: string): { prefix: string; name: string } | undefined {
  const [prefix = '', name = '', ...more] = iconify_name.split(':')
  return more.length === 0 && ICON_WORD.test(prefix) && ICON_WORD.test(name) ? { prefix, name } : undefined
}

/** What a page's author writes to show the icon. */
export const usageLine = (iconify_name: string): string => `<iconify-icon icon="${iconify_name}"></iconify-icon>`

export const MESSAGES = {
  length: `Use ${PREFIX_MIN} to ${PREFIX_MAX} characters.`,
  characters: 'Use lower-case letters, digits, and single hyphens between them.',
  reserved: 'This prefix is reserved. Please choose another one.',
  taken: 'This prefix is taken. Please choose another one.',
  settled: 'Your prefix never changes: one of your icons is named with it already, or you have chosen it before.'
} as const
