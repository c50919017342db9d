import type { PageUser } from '#platform/web/page.ts'
import { PART_NAMES, type Part, partOf } from './person-parts.ts'

/** How a text is written where a page shows it: in HTML, in the JSON of a data request, and in the data that a page carries in a script. */
const ENCODINGS = {
  html: (text: string) => text.replace(/[&<>"']/g, (char) => HTML[char] ?? char),
  json: (text: string) => inJson(text),
  script: (text: string) => inJson(inJson(text)).replace(/[&<>\u2028\u2029]/g, (char) => SCRIPT[char] ?? char)
}
type Encoding = keyof typeof ENCODINGS

/** As React writes them. */
const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
/** As React Router writes them. */
const SCRIPT: Record<string, string> = { '&': '\\u0026', '<': '\\u003c', '>': '\\u003e', '\u2028': '\\u2028', '\u2029': '\\u2029' }

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

const ENCODINGS_OF: Record<'page' | 'data', readonly Encoding[]> = { page: ['html', 'script'], data: ['json'] }

/** A place that is filled for each answer. */
type Hole = { part: Part; as: Encoding } | { part: 'nonce' }
/** A rendered page, cut at its holes: `texts` has one more than `holes`. */
export type PageTemplate = { texts: readonly string[]; holes: readonly Hole[] }

export type RenderedFor = { text: string; kind: 'page' | 'data'; person: PageUser; nonce: string }

/** Cuts out what was rendered for one stand-in. */
function cut({ text, kind, person, nonce }: RenderedFor): PageTemplate {
  const needles = new Map<string, Hole>([[nonce, { part: 'nonce' }]])
  for (const part of PART_NAMES)
    for (const as of ENCODINGS_OF[kind]) {
      const needle = ENCODINGS[as](partOf(person, part))
      if (needle !== '' && !needles.has(needle)) needles.set(needle, { part, as })
    }
  // The longest first: the name begins with its initial.
  const longest = [...needles.keys()].sort((a, b) => b.length - a.length)
  const pieces = text.split(new RegExp(`(${longest.map(escapeForPattern).join('|')})`))
  return {
    texts: pieces.filter((_, at) => at % 2 === 0),
    holes: pieces.flatMap((piece, at) => (at % 2 === 0 ? [] : [needles.get(piece)!]))
  }
}

const escapeForPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

/**
 * Makes a template of one page that was rendered for two stand-ins who have nothing in common. Returns undefined if the two differ in anything
 * but their holes: then the page shows something else that depends on the person, such as a text that was shortened, or encoded in another way.
 */
export function toTemplate(one: RenderedFor, other: RenderedFor): PageTemplate | undefined {
  const [template, same] = [cut(one), cut(other)]
  return JSON.stringify(template) === JSON.stringify(same) ? template : undefined
}

/** Returns what stands in the holes for this person, in order. */
export function fillingsOf({ holes }: PageTemplate, person: PageUser, nonce: string): string[] {
  const known = new Map<Hole, string>()
  return holes.map((hole) => {
    const filling = known.get(hole) ?? (hole.part === 'nonce' ? nonce : ENCODINGS[hole.as](partOf(person, hole.part)))
    known.set(hole, filling)
    return filling
  })
}
