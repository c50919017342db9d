import type { Cascade } from './cascade.ts'
import { readColor } from './color-text.ts'
import { colorTexts, mayHoldColor } from './css.ts'
import type { SvgElement, SvgTree } from './read-svg.ts'

export const BLACK = '#000000'
export const WHITE = '#ffffff'

/** What children take over from their parents, and what `<use>` hands on. */
type Inherited = { fill: string; stroke: string; color: string }
const INITIAL: Inherited = { fill: '', stroke: '', color: '' }

const SHAPES = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan', 'textPath'])
/** What these hold is drawn only where something refers to it. */
const NOT_DRAWN = new Set(
  'defs symbol pattern marker clipPath mask linearGradient radialGradient filter style title desc metadata script'.split(' ')
)
const ANIMATIONS = new Set(['animate', 'set', 'animateColor'])
const VISITS_MAX = 100_000
const REFERENCE = /#([^"')\s]+)/

/** `colors` are those that a drawing uses, in the order in which they are found; `reached` all elements that have a part in what is seen. */
export type Painted = { colors: ReadonlySet<string>; reached: ReadonlySet<SvgElement> }

/** Walks over everything that is drawn from these elements, through `<use>`, gradients, patterns, markers, and filters; not through masks and clips. */
export function findPainted(tree: SvgTree, cascade: Cascade, starts: readonly SvgElement[]): Painted {
  const colors = new Set<string>()
  const reached = new Set<SvgElement>()
  const seen = new Map<SvgElement, Set<string>>()
  let visits = 0

  const add = (value: string, color: string): void => {
    for (const { text } of colorTexts(value, 0, value.length)) {
      if (text.toLowerCase() === 'currentcolor') addOr(color, BLACK)
      const read = readColor(text)
      if (read && read.alpha > 0) colors.add(read.hex)
    }
  }
  const addOr = (value: string, initial: string): void => {
    const read = value === '' ? undefined : readColor(value)
    colors.add(read?.hex ?? initial)
  }
  const target = (value: string): SvgElement | undefined => tree.byId.get(REFERENCE.exec(value)?.[1] ?? '')
  const hrefOf = ({ attributes }: SvgElement): string => (attributes.get('href') ?? attributes.get('xlink:href'))?.value ?? ''

  const paint = (value: string, color: string): void => {
    if (!value.startsWith('url(')) return add(value, color)
    const server = target(value.slice(0, value.indexOf(')') + 1))
    if (server) visitTree(server)
    else add(value.slice(value.indexOf(')') + 1), color)
  }
  const inheritedBy = (element: SvgElement, from: Inherited): Inherited => ({
    fill: cascade.ownValue(element, 'fill') || from.fill,
    stroke: cascade.ownValue(element, 'stroke') || from.stroke,
    color: cascade.ownValue(element, 'color') || from.color
  })
  /** Something referred to inherits from where it stands, except through `<use>`. */
  const visitTree = (element: SvgElement): void => visit(element, inheritedFrom(element.parent, cascade))

  function visit(element: SvgElement, from: Inherited): void {
    const context = `${from.fill}|${from.stroke}|${from.color}`
    const known = seen.get(element) ?? new Set()
    visits += 1
    if (known.has(context) || visits > VISITS_MAX || cascade.ownValue(element, 'display') === 'none') return
    seen.set(element, known.add(context))
    reached.add(element)
    const own = inheritedBy(element, from)
    if (SHAPES.has(element.name)) paintShape(element, own)
    else paintOther(element, own)
    follow(element, own)
    for (const child of element.children) if (!NOT_DRAWN.has(child.name)) visit(child, own)
  }

  function paintShape(element: SvgElement, own: Inherited): void {
    if (element.name !== 'line' && cascade.ownValue(element, 'fill-opacity') !== '0') paint(own.fill || BLACK, own.color)
    if (own.stroke && cascade.ownValue(element, 'stroke-width') !== '0') paint(own.stroke, own.color)
    for (const property of ['marker', 'marker-start', 'marker-mid', 'marker-end']) {
      const marker = target(cascade.ownValue(element, property))
      if (marker) visitTree(marker)
    }
  }

  function paintOther(element: SvgElement, { color }: Inherited): void {
    const { name, attributes } = element
    if (name === 'stop') add(cascade.ownValue(element, 'stop-color') || BLACK, color)
    if (name === 'feFlood' || name === 'feDropShadow') add(cascade.ownValue(element, 'flood-color') || BLACK, color)
    if (name === 'feDiffuseLighting' || name === 'feSpecularLighting') add(cascade.ownValue(element, 'lighting-color') || WHITE, color)
    if (ANIMATIONS.has(name) && mayHoldColor(attributes.get('attributeName')?.value ?? ''))
      for (const value of ['values', 'from', 'to']) add(attributes.get(value)?.value ?? '', color)
  }

  function follow(element: SvgElement, own: Inherited): void {
    const filter = cascade.ownValue(element, 'filter') || element.attributes.get('filter')?.value
    const effect = filter ? target(filter) : undefined
    if (effect) visitTree(effect)
    const referred = hrefOf(element).startsWith('#') ? target(hrefOf(element)) : undefined
    if (!referred) return
    if (element.name === 'use') visit(referred, own)
    else visitTree(referred)
  }

  for (const start of starts) visitTree(start)
  for (const { declarations } of cascade.unread) for (const { property, value } of declarations) if (mayHoldColor(property)) add(value, '')
  return { colors, reached }
}

/** Returns what stands around an element hands on to it. */
export function inheritedFrom(element: SvgElement | undefined, cascade: Cascade): Inherited {
  const found = { ...INITIAL }
  for (let at = element; at && !(found.fill && found.stroke && found.color); at = at.parent) {
    found.fill ||= cascade.ownValue(at, 'fill')
    found.stroke ||= cascade.ownValue(at, 'stroke')
    found.color ||= cascade.ownValue(at, 'color')
  }
  return found
}
