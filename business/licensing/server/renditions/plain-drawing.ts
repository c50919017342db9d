import { type Matrix, NotPlain, number, pathOf, transformsOf } from './plain-shapes.ts'

/** In characters. A larger drawing is not an icon. */
const MAX_LENGTH = 200_000
/** Tags and attributes. Deeper nesting than this allows would keep the parser busy for minutes. */
const MAX_MARKS = 2000

type Paint = { color: string; opacity: number }
export type Shape = {
  /** SVG path data. */
  path: string
  /** The transforms of each group and of the shape itself, outermost first. */
  transforms: Matrix[]
  fill: (Paint & { rule: 'non-zero' | 'even-odd' }) | undefined
  stroke: (Paint & { width: number; cap: string; join: string; miter: number }) | undefined
}
export type PlainDrawing = { left: number; top: number; width: number; height: number; shapes: Shape[] }

/** Reads an SVG that consists of plain shapes in plain colors. Returns undefined for any other SVG, which is safer to render as a picture. */
export async function readPlainDrawing(svg: string): Promise<PlainDrawing | undefined> {
  if (svg.length > MAX_LENGTH || svg.split(/[<=]/).length > MAX_MARKS) return undefined
  try {
    const root = await rootOf(svg)
    const [left, top, width, height] = viewOf(root)
    return { left, top, width, height, shapes: [...shapesIn(root, { color: '#000000' }, [])] }
  } catch (error) {
    if (error instanceof NotPlain) return undefined
    throw error
  }
}

/** Loads the parser on demand: it is large, and few downloads need it. */
async function rootOf(svg: string): Promise<Element> {
  const { JSDOM } = await import('jsdom')
  try {
    return new JSDOM(svg, { contentType: 'image/svg+xml' }).window.document.documentElement
  } catch {
    // An SVG that is not well-formed can still be rendered as a picture.
    throw new NotPlain()
  }
}

const GROUPS = ['svg', 'g']
const SILENT = ['title', 'desc', 'metadata']
const ROOT_ONLY = ['xmlns', 'xmlns:xlink', 'width', 'height', 'viewBox', 'version', 'x', 'y', 'role', 'aria-hidden', 'focusable']
const OWN: Record<string, readonly string[]> = {
  svg: ROOT_ONLY,
  g: [],
  path: ['d'],
  circle: ['cx', 'cy', 'r'],
  ellipse: ['cx', 'cy', 'rx', 'ry'],
  rect: ['x', 'y', 'width', 'height', 'rx', 'ry'],
  line: ['x1', 'y1', 'x2', 'y2'],
  polyline: ['points'],
  polygon: ['points']
}
const INHERITED = [
  'color',
  'fill',
  'fill-rule',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-opacity'
]
type Style = Record<string, string>

function viewOf(root: Element): [number, number, number, number] {
  const view = (root.getAttribute('viewBox') ?? `0 0 ${root.getAttribute('width')} ${root.getAttribute('height')}`)
    .trim()
    .split(/[\s,]+/)
    .map(number)
  const [left, top, width = 0, height = 0] = view
  if (view.length !== 4 || left === undefined || top === undefined || !(width > 0 && height > 0)) throw new NotPlain()
  const own = ['width', 'height'].map((name) => root.getAttribute(name))
  if (own[0] && own[1] && Math.abs(number(own[0]) * height - number(own[1]) * width) > 0.01 * width * height) throw new NotPlain()
  return [left, top, width, height]
}

function* shapesIn(element: Element, parent: Style, transforms: Matrix[]): Generator<Shape> {
  const kind = element.tagName
  if (SILENT.includes(kind)) return
  const style = styleOf(element, parent)
  const here = [...transforms, ...transformsOf(element)]
  if (!GROUPS.includes(kind)) {
    yield { path: pathOf(element), transforms: here, ...paintsOf(element, style) }
    return
  }
  if (element.hasAttribute('opacity') || (kind === 'svg' && element.parentElement)) throw new NotPlain()
  if ([...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())) throw new NotPlain()
  for (const child of element.children) yield* shapesIn(child, style, here)
}

/** Refuses unknown attributes, because they may change the picture. */
function styleOf(element: Element, parent: Style): Style {
  const own = OWN[element.tagName]
  const style = { ...parent }
  for (const { name, value } of element.attributes) {
    if (INHERITED.includes(name)) style[name] = value.trim()
    else if (!own?.includes(name) && !['id', 'opacity', 'transform'].includes(name)) throw new NotPlain()
  }
  if (!own) throw new NotPlain()
  return style
}

function paintsOf(element: Element, style: Style): Pick<Shape, 'fill' | 'stroke'> {
  const fill = colorOf(style['fill'] ?? '#000000', style)
  const stroke = colorOf(style['stroke'] ?? 'none', style)
  const opacity = part(element.getAttribute('opacity'))
  if (fill && stroke && opacity < 1) throw new NotPlain()
  const rule = style['fill-rule'] === 'evenodd' ? 'even-odd' : 'non-zero'
  return {
    fill: fill ? { color: fill, opacity: opacity * part(style['fill-opacity']), rule } : undefined,
    stroke: stroke
      ? {
          color: stroke,
          opacity: opacity * part(style['stroke-opacity']),
          width: number(style['stroke-width'] ?? '1'),
          cap: oneOf(style['stroke-linecap'] ?? 'butt', ['butt', 'round', 'square']),
          join: oneOf(style['stroke-linejoin'] ?? 'miter', ['miter', 'round', 'bevel']),
          miter: number(style['stroke-miterlimit'] ?? '4')
        }
      : undefined
  }
}

const SHORT_HEX = /^#[0-9a-f]{3}$/i
const LONG_HEX = /^#[0-9a-f]{6}$/i

function colorOf(value: string, style: Style): string | undefined {
  if (value === 'none') return undefined
  if (value === 'currentColor') return colorOf(inheritedColor(style), style)
  if (value === 'white') return '#ffffff'
  if (value === 'black') return '#000000'
  if (SHORT_HEX.test(value)) return value.replace(/[0-9a-f]/gi, (digit) => digit + digit)
  if (LONG_HEX.test(value)) return value
  throw new NotPlain()
}

/** 'currentColor' as the color itself refers to the initial color. */
const inheritedColor = ({ color = '#000000' }: Style): string => (color === 'currentColor' ? '#000000' : color)

function part(value: string | null | undefined): number {
  const read = number(value ?? '1')
  if (read < 0 || read > 1) throw new NotPlain()
  return read
}

function oneOf(value: string, allowed: readonly string[]): string {
  if (!allowed.includes(value)) throw new NotPlain()
  return value
}
