import { type FindingCode, NODES_MAX } from '../../findings.rules.ts'
import { type Subpath, subpathsOf } from './path-shapes.ts'
import type { Drawing } from './read-drawing.ts'

/** A fault of a vector with the elements that have it. */
export type SvgFault = { code: FindingCode; detail?: string | number; elements: readonly Element[] }

/** At most this many texts, and this many pictures, get a finding of their own. */
const TOLD_MAX = 5
const WORDS_MAX = 60
const RASTER = /^data:image\/(?!svg)/i
/** The ends of a closed part may differ by rounding: by this share of its size. */
const ROUNDING = 0.004
/** A line whose ends nearly meet was meant to be closed: the gap is at most this share of its size. */
const NEARLY_CLOSED = 0.05
/** Points of the shapes that have a fixed number of them. */
const SHAPE_NODES: Readonly<Record<string, number>> = { rect: 4, circle: 4, ellipse: 4, line: 2, image: 0, text: 0 }

/** The checks of a vector that look at its elements without drawing it, by name. */
export const SVG_CHECKS: Readonly<Record<string, (drawing: Drawing) => SvgFault[]>> = {
  pictures: (drawing) => rastersIn(drawing),
  texts: (drawing) => liveText(drawing).map(({ words, element }) => ({ code: 'live_text', detail: short(words), elements: [element] })),
  paths: (drawing) => openPaths(drawing),
  points: (drawing) => tooManyNodes(drawing)
}

/** The texts that are drawn as text. */
export const liveText = ({ drawn }: Drawing): { words: string; element: Element }[] =>
  drawn
    .filter(({ localName }) => localName === 'text')
    .map((element) => ({ words: (element.textContent ?? '').replace(/\s+/g, ' ').trim(), element }))
    .filter(({ words }) => words !== '')
    .slice(0, TOLD_MAX)

const short = (words: string): string => (words.length > WORDS_MAX ? `${words.slice(0, WORDS_MAX - 1)}…` : words)

const rastersIn = ({ drawn }: Drawing): SvgFault[] =>
  drawn
    .filter((element) => element.localName === 'image' && RASTER.test(addressOf(element)))
    .slice(0, TOLD_MAX)
    .map((element) => ({ code: 'raster_inside', elements: [element] }))

const addressOf = (element: Element): string => element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? ''

function openPaths(drawing: Drawing): SvgFault[] {
  const elements: Element[] = []
  let count = 0
  for (const element of drawing.drawn) {
    const parts = partsOf(element)
    if (parts.length === 0) continue
    const paint = paintOf(drawing, element)
    const open = parts.filter((part) => isOpen(part, paint)).length
    if (open > 0) elements.push(element)
    count += open
  }
  return count > 0 ? [{ code: 'open_paths', detail: count, elements }] : []
}

type Paint = { is_filled: boolean; is_stroked: boolean; has_caps: boolean }

function paintOf({ propertyOf }: Drawing, element: Element): Paint {
  const paints = (value: string) => value !== 'none' && value !== 'transparent'
  return {
    is_filled: paints(propertyOf(element, 'fill')) && propertyOf(element, 'fill-opacity') !== '0',
    is_stroked: propertyOf(element, 'stroke') !== '' && paints(propertyOf(element, 'stroke')),
    has_caps: ['round', 'square'].includes(propertyOf(element, 'stroke-linecap'))
  }
}

/** Lines are open by nature. A filled shape is not, nor is a line whose ends nearly meet, nor a part that draws nothing. */
function isOpen({ segments, has_curve, is_closed, gap, size }: Subpath, { is_filled, is_stroked, has_caps }: Paint): boolean {
  if (!is_filled && !is_stroked) return false
  if (size === 0) return !(is_stroked && has_caps && (segments > 0 || is_closed))
  if (is_closed || gap <= size * ROUNDING) return false
  if (is_filled) return segments > 1 || has_curve || !is_stroked
  return segments > 2 && gap <= size * NEARLY_CLOSED
}

const parsed = new WeakMap<Element, Subpath[]>()

/** Two checks ask for the parts of each path, which may be long. */
function partsOf(element: Element): Subpath[] {
  const parts = parsed.get(element) ?? parse(element)
  parsed.set(element, parts)
  return parts
}

function parse(element: Element): Subpath[] {
  if (element.localName === 'path') return subpathsOf(element.getAttribute('d') ?? '') ?? []
  if (element.localName === 'polyline') return subpathsOf(`M${element.getAttribute('points') ?? ''}`) ?? []
  return []
}

function tooManyNodes({ drawn }: Drawing): SvgFault[] {
  const nodes = drawn.reduce((sum, element) => sum + nodesOf(element), 0)
  return nodes > NODES_MAX ? [{ code: 'too_many_nodes', detail: nodes, elements: [] }] : []
}

function nodesOf(element: Element): number {
  if (element.localName === 'path') return partsOf(element).reduce((sum, { segments }) => sum + segments + 1, 0)
  if (element.localName === 'polygon' || element.localName === 'polyline')
    return Math.floor((element.getAttribute('points') ?? '').trim().split(/[\s,]+/).length / 2)
  return SHAPE_NODES[element.localName] ?? 0
}
