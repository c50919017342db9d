import { randomBytes, randomInt } from 'node:crypto'
import { initialOf, type PageUser } from '#platform/web/page.ts'
import { brandStyle } from '#platform/web/theme/brand.ts'

/** What a page may show of the person who looks at it, apart from the role. */
const PARTS = {
  id: ({ id }: PageUser) => id,
  name: ({ name }: PageUser) => name,
  email: ({ email }: PageUser) => email,
  avatar_url: ({ avatar_url }: PageUser) => avatar_url ?? '',
  brand_color: ({ brand_color }: PageUser) => brand_color ?? '',
  brand_style: ({ brand_color }: PageUser) => brandStyle(brand_color),
  initial: initialOf
}
export type Part = keyof typeof PARTS
export const PART_NAMES = Object.keys(PARTS) as Part[]
export const partOf = (person: PageUser, part: Part): string => PARTS[part](person)

const WORD_START = /^[\p{L}\p{N}]+$/u
/** Control characters, which some encodings leave out. */
const CONTROL = /\p{Cc}/u

/** Whether a stand-in can take this person's place: the page has the same parts for both. Everyone else gets a rendering of their own. */
export function isUsual(person: PageUser): boolean {
  const { id, name, email, avatar_url, brand_color } = person
  const texts = [id, name, email, ...(avatar_url === null ? [] : [avatar_url])]
  return (
    texts.every((text) => text !== '' && text === text.trim() && text.isWellFormed() && !CONTROL.test(text)) &&
    WORD_START.test(initialOf(person)) &&
    (brand_color === null || brandStyle(brand_color) !== '')
  )
}

/** People with the same variant get the same page, except for their parts. */
export const variantOf = ({ role, avatar_url, brand_color }: PageUser): string =>
  [role, avatar_url === null ? '' : 'avatar', brand_color === null ? '' : 'brand'].join(' ')

/** Characters that encodings write in their own ways, and those at which a text may be cut. */
const TELLING = `"<>&'\\\u2028é @.-/`
/** Letters of nobody's name: the private use area of Unicode. */
const PRIVATE_LETTERS = { first: 0xe000, end: 0xf8ff }

/** How the texts of a stand-in begin and end, and how many letters they have besides. */
export type StandInTexts = { edges: string; length: number }

/** The first and the last four letters of their texts always differ, so that a page which shows one or two of them differs. */
export const STAND_INS: readonly StandInTexts[] = [
  { edges: 'abcdefghijklm', length: 0 },
  // Longer, so that a page which shortens them differs, too.
  { edges: 'nopqrstuvwxyz', length: 120 }
]
const EDGE = 4

/** Makes up a person of the same variant, whose parts are found again in a rendered page: each is unlike anything else in it. */
export function makeStandIn({ role, grants, avatar_url, brand_color }: PageUser, { edges, length }: StandInTexts): PageUser {
  const edge = () => Array.from({ length: EDGE }, () => edges[randomInt(edges.length)]).join('')
  const random = (bytes: number) => randomBytes(bytes).toString('base64url')
  const text = () => `${edge()}${random(12)}${TELLING}${'x'.repeat(length)}${random(6)}${edge()}`
  const letter = String.fromCharCode(randomInt(PRIVATE_LETTERS.first, PRIVATE_LETTERS.end))
  return {
    id: text(),
    name: letter + text(),
    email: text(),
    role,
    grants,
    avatar_url: avatar_url === null ? null : `/${text()}`,
    brand_color: brand_color === null ? null : randomColor()
  }
}

function randomColor(): string {
  const color = `#${randomBytes(3).toString('hex')}`
  return brandStyle(color) === '' ? randomColor() : color
}
