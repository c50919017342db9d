import { type Matrix, NotPlain, number, pathOf, transformsOf } from './plain-shapes.ts'

/** Larger drawings are not icons any more. In characters. */
const LONGEST = 200_000
/** Tags and attributes: what is nested deeper than these allow would keep the parser busy for minutes. */
const MARKS_MOST = 2000

type Paint = { color: string; opacity: number }
export type Shape = {
  /** Path data of SVG. */
  path: string
  /** From the outermost: what each group and the shape itself do to its place. */
  transforms: Matrix[]
  fill: (Paint & { rule: 'non-zero' | 'even-odd' }) | undefined
  stroke: (Paint & { width: number; cap: string; join: string; miter: number }) | undefined
}
export type PlainDrawing = { left: number; top: number; width: number; height: number; shapes: Shape[] }

/** An SVG that holds nothing but plain shapes in plain colours, in its own shape; nothing for any other, where a picture is surer. */
export async function readPlainDrawing(svg: string): Promise<PlainDrawing | undefined> {
  if (svg.length > LONGEST || svg.split(/[<=]/).length > MARKS_MOST) return undefined
  try {
    const root = await rootOf(svg)
    const [left, top, width, height] = viewOf(root)
    return { left, top, width, height, shapes: [...shapesIn(root, { color: '#000000' }, [])] }
  } catch (error) {
    if (error instanceof NotPlain) return undefined
    throw error
  }
}

/** The parser is large, and few downloads need it. */
async function rootOf(svg: string): Promise<Element> {
  const { JSDOM } = await import('jsdom')
  try {
    return new JSDOM(svg, { contentType: 'image/svg+xml' }).window.document.documentElement
  } catch {
    // What is not well-formed may be drawn all the same.
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
type Look = Record<string, string>

function viewOf(root: Element): [number, number, number, number] {
  const view = (root.getAttribute('viewBox') ?? `0 0 ${root.getAttribute('width')} ${root.getAttribute('height')}`)
    .trim()
    .split(/[\s,]+/)
    .map(number)
  const [left, top, width, height] = view
  if (view.length !== 4 || !width || !height || width < 0 || height < 0) throw new NotPlain()
  const own = ['width', 'height'].map((name) => root.getAttribute(name))
  if (own[0] && own[1] && Math.abs(number(own[0]) * height! - number(own[1]) * width) > 0.01 * width * height) throw new NotPlain()
  return [left!, top!, width, height]
}

function* shapesIn(element: Element, above: Look, transforms: Matrix[]): Generator<Shape> {
  const kind = element.tagName
  if (SILENT.includes(kind)) return
  const look = lookOf(element, above)
  const here = [...transforms, ...transformsOf(element)]
  if (!GROUPS.includes(kind)) {
    yield { path: pathOf(element), transforms: here, ...paintsOf(element, look) }
    return
  }
  if (element.hasAttribute('opacity') || (kind === 'svg' && element.parentElement)) throw new NotPlain()
  if ([...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())) throw new NotPlain()
  for (const child of element.children) yield* shapesIn(child, look, here)
}

/** An attribute that is not known here may change the picture. */
function lookOf(element: Element, above: Look): Look {
  const own = OWN[element.tagName]
  const look = { ...above }
  for (const { name, value } of element.attributes) {
    if (INHERITED.includes(name)) look[name] = value.trim()
    else if (!own?.includes(name) && !['id', 'opacity', 'transform'].includes(name)) throw new NotPlain()
  }
  if (!own) throw new NotPlain()
  return look
}

function paintsOf(element: Element, look: Look): Pick<Shape, 'fill' | 'stroke'> {
  const fill = colorOf(look['fill'] ?? '#000000', look)
  const stroke = colorOf(look['stroke'] ?? 'none', look)
  const opacity = part(element.getAttribute('opacity'))
  if (fill && stroke && opacity < 1) throw new NotPlain()
  const rule = look['fill-rule'] === 'evenodd' ? 'even-odd' : 'non-zero'
  return {
    fill: fill ? { color: fill, opacity: opacity * part(look['fill-opacity']), rule } : undefined,
    stroke: stroke
      ? {
          color: stroke,
          opacity: opacity * part(look['stroke-opacity']),
          width: number(look['stroke-width'] ?? '1'),
          cap: oneOf(look['stroke-linecap'] ?? 'butt', ['butt', 'round', 'square']),
          join: oneOf(look['stroke-linejoin'] ?? 'miter', ['miter', 'round', 'bevel']),
          miter: number(look['stroke-miterlimit'] ?? '4')
        }
      : undefined
  }
}

const SHORT_HEX = /^#[0-9a-f]{3}$/i
const LONG_HEX = /^#[0-9a-f]{6}$/i

function colorOf(value: string, look: Look): string | undefined {
  if (value === 'none') return undefined
  if (value === 'currentColor') return colorOf(look['color'] === 'currentColor' ? '#000000' : look['color']!, look)
  if (value === 'white') return '#ffffff'
  if (value === 'black') return '#000000'
  if (SHORT_HEX.test(value)) return value.replace(/[0-9a-f]/gi, (digit) => digit + digit)
  if (LONG_HEX.test(value)) return value
  throw new NotPlain()
}

function part(value: string | null | undefined): number {
  const read = number(value ?? '1')
  if (read < 0 || read > 1) throw new NotPlain()
  return read
}

function oneOf(value: string, allowed: readonly string[]): string {
  if (!allowed.includes(value)) throw new NotPlain()
  return value
}
