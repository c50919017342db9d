import { stringToColor } from '@iconify/utils/lib/colors/index'
import { truth } from '../search/read-query.ts'

/** A query as it was sent: a parameter may be given several times. */
export type Query = Readonly<Record<string, string | string[] | undefined>>

/** What the answer is when it is no data. The public API has these texts. */
export class IconRefusal extends Error {
  readonly status: 400 | 404
  constructor(status: 400 | 404) {
    super(status === 404 ? 'Not found' : 'Bad request')
    this.status = status
  }
}

const LONGEST = 200

/** The value of the first of these parameters that was sent. Longer ones than anyone needs count as not sent. */
export function textOf(query: Query, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = query[name]
    if (typeof value === 'string' && value !== '') return value.length > LONGEST ? undefined : value
  }
  return undefined
}

export const truthOf = (query: Query, ...names: string[]): boolean | undefined => {
  const text = textOf(query, ...names)
  return text === undefined ? undefined : truth(text)
}

/** The names in `icons`, of which there may be several. Refuses more than the API answers at once. */
export function namesOf({ icons }: Query, most: number): string[] {
  const names =
    typeof icons === 'string'
      ? icons === ''
        ? []
        : icons.split(',', most + 1)
      : (icons ?? []).flatMap((list) => list.split(',', most + 1))
  if (names.length === 0) throw new IconRefusal(404)
  if (names.length > most) throw new IconRefusal(400)
  return names
}

/** A color for CSS or an attribute. Undefined for anything that is more than a color. */
export function colorOf(query: Query): string | undefined {
  const color = textOf(query, 'color')
  const isSafe = color !== undefined && /^[\w#%(),./ -]+$/.test(color)
  return isSafe && (stringToColor(color) || color === 'currentColor' || /^var\(--[\w-]+\)$/.test(color)) ? color : undefined
}

/** A length such as '24', '1.5em', 'auto', or 'none'. */
export function lengthOf(query: Query, name: 'width' | 'height'): string | undefined {
  const length = textOf(query, name)
  return length !== undefined && /^(?:auto|none|unset|undefined|\d{0,6}(?:\.\d{1,6})?[a-z%]{0,6})$/i.test(length) ? length : undefined
}

const PLACEHOLDERS = /\{(?:name|prefix)\}/g
/** What ends a selector, begins a rule of another kind, or hides what follows. */
const NOT_IN_SELECTORS = /[{}@;\\<>&"'\n\r\f]|\/\*|\*\//

export function selectorOf(query: Query, ...names: string[]): string | undefined {
  const selector = textOf(query, ...names)?.replace(/['"<>&]/g, '')
  return selector && !NOT_IN_SELECTORS.test(selector.replace(PLACEHOLDERS, '')) ? selector : undefined
}
