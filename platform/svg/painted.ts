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
/** The color that an element of this name has and does not inherit, and what it is if nothing is said. */
export const OWN_COLOR: Record<string, readonly [property: string, initial: string]> = {
  stop: ['stop-color', BLACK],
  feFlood: ['flood-color', BLACK],
  feDropShadow: ['flood-color', BLACK],
  feDiffuseLighting: ['lighting-color', WHITE],
  feSpecularLighting: ['lighting-color', WHITE]
}
const ANIMATIONS = new Set(['animate', 'set', 'animateColor'])
const VISITS_MAX = 100_000
/** Through `<use>`, elements can stand in each other more deeply than in the text. */
const DEPTH_MAX = 2000
/** Reading so many characters counts as a visit. */
const CHARACTERS = 64
/** Longer references are to nothing. */
const REFERENCE_MAX = 1000
const REFERENCE = /#([^"')\s]+)/

/** `colors` are those that a drawing uses, in the order in which they are found; `reached` all elements that have a part in what is seen. */
export type Painted = { colors: ReadonlySet<string>; reached: ReadonlySet<SvgElement> }

/** Walks over everything that is drawn from these elements, through `<use>`, gradients, patterns, markers, and filters; not through masks and clips. */
export function findPainted(tree: SvgTree, cascade: Cascade, starts: readonly SvgElement[]): Painted {
  const colors = new Set<string>()
  const reached = new Set<SvgElement>()
  const seen = new Map<SvgElement, Set<string>>()
  const handedOn = inheritance(cascade)
  let [visits, depth] = [0, 0]

  const add = (value: string, color: string): void => {
    visits += value.length / CHARACTERS
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
  const target = (value: string): SvgElement | undefined => tree.byId.get(REFERENCE.exec(value.slice(0, REFERENCE_MAX))?.[1] ?? '')
  const hrefOf = ({ attributes }: SvgElement): string => (attributes.get('href') ?? attributes.get('xlink:href'))?.value ?? ''

  const paint = (value: string, color: string): void => {
    const after = value.startsWith('url(') ? value.indexOf(')') + 1 : 0
    const server = after > 0 ? target(value.slice(0, after)) : undefined
    if (server) visitTree(server)
    else add(value.slice(after), color)
  }
  /** Something referred to inherits from where it stands, except through `<use>`. */
  const visitTree = (element: SvgElement): void => visit(element, handedOn(element.parent))

  function visit(element: SvgElement, from: Inherited): void {
    const context = `${from.fill}|${from.stroke}|${from.color}`
    const known = seen.get(element) ?? new Set()
    visits += 1
    if (known.has(context) || visits > VISITS_MAX || depth > DEPTH_MAX || cascade.ownValue(element, 'display') === 'none') return
    seen.set(element, known.add(context))
    reached.add(element)
    depth += 1
    draw(element, inheritedBy(element, from, cascade))
    depth -= 1
  }

  function draw(element: SvgElement, own: Inherited): void {
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
    const [property, initial] = OWN_COLOR[element.name] ?? []
    if (property && initial) add(cascade.ownValue(element, property) || initial, color)
    for (const value of animatedColors(element)) add(value, color)
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

function animatedColors({ name, attributes }: SvgElement): string[] {
  const isAnimated = ANIMATIONS.has(name) && mayHoldColor(attributes.get('attributeName')?.value ?? '')
  return isAnimated ? ['values', 'from', 'to'].map((one) => attributes.get(one)?.value ?? '') : []
}

const inheritedBy = (element: SvgElement, from: Inherited, cascade: Cascade): Inherited => ({
  fill: cascade.ownValue(element, 'fill') || from.fill,
  stroke: cascade.ownValue(element, 'stroke') || from.stroke,
  color: cascade.ownValue(element, 'color') || from.color
})

/** Returns what an element hands on to those in it. Each is looked at once. */
export function inheritance(cascade: Cascade): (element: SvgElement | undefined) => Inherited {
  const known = new Map<SvgElement, Inherited>()
  const handedOn = (element: SvgElement | undefined): Inherited => {
    if (!element) return INITIAL
    const found = known.get(element) ?? inheritedBy(element, handedOn(element.parent), cascade)
    known.set(element, found)
    return found
  }
  return handedOn
}
