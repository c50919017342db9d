import sharp from 'sharp'
import type { Place } from '../../findings.rules.ts'
import { type Component, componentsOf, type Mask } from './components.ts'
import { type Area, coverageOf, joined, type Size, touches, withinPicture, withoutArea } from './places.ts'

const SVG = 'http://www.w3.org/2000/svg'
const SVG_DENSITY = 72
const DENSITY_MAX = 100_000
const DRAWN_PIXELS_MAX = 100_000_000
/** Fainter pixels are the soft edges of what lies beside them. */
const VISIBLE_ALPHA = 40
/** The longer side of the picture in which an element is looked for, in pixels. */
const LOCATED_PX = 256

/** Returns which pixels are visible when an SVG is drawn with `px` pixels on its longer side. */
async function drawnMask(svg: string, { width, height }: Size, px: number): Promise<Mask> {
  const density = Math.min(DENSITY_MAX, Math.max(1, (SVG_DENSITY * px) / Math.max(width, height)))
  const { data, info } = await sharp(Buffer.from(svg), { density, limitInputPixels: DRAWN_PIXELS_MAX })
    .resize(px, px, { fit: 'inside' })
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at += 1) data[at] = (data[at] ?? 0) > VISIBLE_ALPHA ? 1 : 0
  return { data, width: info.width, height: info.height }
}

/** Returns the size in which an SVG is shown: that of its attributes, or of its view box. */
export async function shownSize(root: Element): Promise<Size> {
  const [, , width = 0, height = 0] = (root.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if (width > 0 && height > 0 && !root.hasAttribute('width') && !root.hasAttribute('height')) return { width, height }
  const measured = await sharp(Buffer.from(root.outerHTML)).metadata()
  return { width: measured.width, height: measured.height }
}

type Attributes = Readonly<Record<string, string>>

/** Returns the SVG with other attributes for some of its elements. The document stays as it is. */
function writtenWith(root: Element, changes: ReadonlyMap<Element, Attributes>): string {
  const before: [Element, string, string | null][] = []
  for (const [element, attributes] of changes)
    for (const [name, value] of Object.entries(attributes)) {
      before.push([element, name, element.getAttribute(name)])
      element.setAttribute(name, value)
    }
  const written = root.outerHTML
  for (const [element, name, value] of before) {
    if (value === null) element.removeAttribute(name)
    else element.setAttribute(name, value)
  }
  return written
}

const styled = (element: Element, declaration: string): Attributes => ({
  style: `${element.getAttribute('style') ?? ''};${declaration}`.replace(/^;/, '')
})

/** Returns the box around what these elements draw, or undefined if that cannot be seen. */
export async function placeOf(root: Element, elements: readonly Element[], size: Size): Promise<Place | undefined> {
  if (elements.length === 0) return undefined
  const shown = elements.flatMap((element) => [element, ...element.querySelectorAll('*')])
  const changes = new Map(shown.map((element) => [element, styled(element, 'visibility:visible')]))
  const mask = await drawnMask(writtenWith(root, changes.set(root, styled(root, 'visibility:hidden'))), size, LOCATED_PX)
  const box = joined(componentsOf(mask))
  return box && withinPicture(box, { left: 0, top: 0, width: mask.width, height: mask.height })
}

/** How many artboards around the artboard are looked at, with how many pixels for each, and what share of it still belongs to it. */
const LOOKS = [
  { around: 1, px: 256, margin: 0.02 },
  { around: 20, px: 40, margin: 0.05 }
] as const
/** Fewer pixels are the soft edges of something inside. */
const OUTSIDE_PIXELS_MIN = 6
/** A scene covers more of its artboard than this, and what goes on outside it is cut off on purpose. */
const SCENE_MIN = 0.9
/** What goes on outside the artboard of anything else, as a share of the artboard. */
const CUT_OFF_MIN = 0.04

/** Returns the place at the edge of the artboard next to what an SVG draws beside it and nobody sees, or undefined. */
export async function outsideArtboard(root: Element, size: Size): Promise<Place | undefined> {
  if (/slice/.test(root.getAttribute('preserveAspectRatio') ?? '')) return undefined
  for (const { around, px, margin } of LOOKS) {
    const sides = 2 * around + 1
    const mask = await drawnMask(...withSurroundings(root, size, { around, px: px * sides }), px * sides)
    const artboard = innerArea(mask, around)
    const is_scene = coverageOf(mask, artboard) > SCENE_MIN
    const cut_off_min = CUT_OFF_MIN * artboard.width * artboard.height
    const isFault = (component: Component) =>
      touches(component, artboard, margin * px + 2) ? !is_scene && component.pixels >= cut_off_min : component.pixels >= OUTSIDE_PIXELS_MIN
    const box = joined(componentsOf(withoutArea(mask, artboard, margin * px)).filter(isFault))
    if (box) return withinPicture(box, artboard)
  }
  return undefined
}

/**
 * Puts the SVG into a larger one in which nothing of it is cut off. Returns it with its size. Its longer side is `px` long, however large the
 * numbers of the drawing are: what draws it refuses sides of more than 32,767 pixels.
 */
function withSurroundings(root: Element, { width, height }: Size, { around, px }: { around: number; px: number }): [string, Size] {
  const inner = { x: '0', y: '0', width: String(width), height: String(height), overflow: 'visible', ...styled(root, 'overflow:visible') }
  const sides = 2 * around + 1
  const box = [-around * width, -around * height, sides * width, sides * height]
  const scale = px / (sides * Math.max(width, height))
  const whole = { width: Math.max(1, sides * width * scale), height: Math.max(1, sides * height * scale) }
  const written = writtenWith(root, new Map([[root, inner]]))
  return [`<svg xmlns="${SVG}" viewBox="${box.join(' ')}" width="${whole.width}" height="${whole.height}">${written}</svg>`, whole]
}

function innerArea({ width, height }: Size, around: number): Area {
  const sides = 2 * around + 1
  return { left: (width * around) / sides, top: (height * around) / sides, width: width / sides, height: height / sides }
}
