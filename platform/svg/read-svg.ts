/** `from` and `to` enclose the value as it is written, without its quotation marks. */
export type SvgAttribute = { value: string; from: number; to: number }

export type SvgElement = {
  /** Without a namespace prefix. */
  name: string
  attributes: Map<string, SvgAttribute>
  parent: SvgElement | undefined
  children: SvgElement[]
  /** The position after the name in the opening tag, where attributes can be inserted. */
  name_end: number
  /** The position after the opening tag, and before the closing one. */
  content: { from: number; to: number }
}

export type SvgTree = { text: string; root: SvgElement; elements: readonly SvgElement[]; byId: ReadonlyMap<string, SvgElement> }

const DEPTH_MAX = 1000
const NAME = /[^\s/>"'=<]+/y
const ATTRIBUTE = /\s*([^\s/>"'=<]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
const TAG_END = /\s*(\/?)>/y

/** Parts without elements: how they begin and end. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>']
] as const

/**
 * Reads an SVG into a tree that knows where everything is written, in one pass over the text. Undefined if it is not well-formed, or is nested
 * too deeply. It needs no browser and no library, so that the server and the browser change an SVG in the same way.
 */
export function readSvg(text: string): SvgTree | undefined {
  const elements: SvgElement[] = []
  const open: SvgElement[] = []
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const end = endOfSkipped(text, at) ?? (text[at + 1] === '/' ? closeElement(text, at, open) : openElement(text, at, open, elements))
    if (end < 0 || open.length > DEPTH_MAX) return undefined
    at = end
  }
  const [root] = elements
  if (root?.name !== 'svg' || open.length > 0) return undefined
  return { text, root, elements, byId: idsOf(elements) }
}

/** Returns the position after a closing tag, and -1 if it closes nothing. */
function closeElement(text: string, at: number, open: SvgElement[]): number {
  const closed = open.pop()
  const end = text.indexOf('>', at)
  if (!closed || end < 0) return -1
  closed.content.to = at
  return end + 1
}

/** Returns the position after an opening tag, and -1 if it is not well-formed. */
function openElement(text: string, at: number, open: SvgElement[], elements: SvgElement[]): number {
  const tag = readTag(text, at, open.at(-1))
  if (!tag) return -1
  elements.push(tag.element)
  tag.element.parent?.children.push(tag.element)
  if (!tag.is_closed) open.push(tag.element)
  return tag.element.content.from
}

function idsOf(elements: readonly SvgElement[]): Map<string, SvgElement> {
  const byId = new Map<string, SvgElement>()
  for (const element of elements) {
    const id = element.attributes.get('id')?.value
    if (id && !byId.has(id)) byId.set(id, element)
  }
  return byId
}

/** Returns the position after a comment or the like, -1 if it does not end, and undefined if there is none here. */
function endOfSkipped(text: string, at: number): number | undefined {
  for (const [start, end] of SKIPPED)
    if (text.startsWith(start, at)) {
      const found = text.indexOf(end, at + start.length)
      return found < 0 ? -1 : found + end.length
    }
  return text.startsWith('<!', at) ? endOfDoctype(text, at) : undefined
}

function endOfDoctype(text: string, at: number): number {
  const end = text.indexOf('>', at)
  if (end < 0) return -1
  // Looked for before the '>' only, or else again and again in the rest of the drawing.
  const subset = text.slice(at, end).indexOf('[')
  if (subset < 0) return end + 1
  const closed = text.indexOf(']', at + subset)
  const after = closed < 0 ? -1 : text.indexOf('>', closed)
  return after < 0 ? -1 : after + 1
}

function readTag(text: string, at: number, parent: SvgElement | undefined): { element: SvgElement; is_closed: boolean } | undefined {
  NAME.lastIndex = at + 1
  const [name] = NAME.exec(text) ?? []
  if (name === undefined) return undefined
  const name_end = at + 1 + name.length
  const attributes = new Map<string, SvgAttribute>()
  let end = name_end
  for (ATTRIBUTE.lastIndex = end; ; end = ATTRIBUTE.lastIndex) {
    const found = ATTRIBUTE.exec(text)
    if (!found) break
    const raw = found[2] ?? found[3] ?? ''
    const to = ATTRIBUTE.lastIndex - 1
    const key = found[1] ?? ''
    if (!attributes.has(key)) attributes.set(key, { value: decoded(raw), from: to - raw.length, to })
  }
  TAG_END.lastIndex = end
  const close = TAG_END.exec(text)
  if (!close) return undefined
  const content = { from: TAG_END.lastIndex, to: TAG_END.lastIndex }
  const element = { name: name.replace(/^.*:/, ''), attributes, parent, children: [], name_end, content }
  return { element, is_closed: close[1] === '/' }
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Replaces the references to characters. */
export const decoded = (raw: string): string =>
  raw.includes('&') ? raw.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, decodeOne) : raw

function decodeOne(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return NAMED[name] ?? whole
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole
}
