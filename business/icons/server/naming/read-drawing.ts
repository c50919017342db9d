import { wrapSVGContent } from '@iconify/utils/lib/svg/defs'
import { parseSVGContent } from '@iconify/utils/lib/svg/parse'
import { scopeStyles } from './scope-styles.ts'

/** What Iconify needs to know of an icon. */
export type Drawing = { body: string; left: number; top: number; width: number; height: number }

/** Attributes of the root that mean nothing, or something else, on a group. */
const OF_THE_DOCUMENT =
  /^(?:xmlns(?::.*)?|xml:space|width|height|viewBox|x|y|version|baseProfile|preserveAspectRatio|id|role|focusable|enable-background|overflow|zoomAndPan|aria-.*|data-.*)$/

/**
 * Returns the drawing of a complete, cleaned SVG: what its root sets for all of it becomes a group, and its style sheets hold for it alone, by
 * `scope`. Undefined for an SVG without a size.
 */
export function readDrawing(svg: string, scope: string): Drawing | undefined {
  const scoped = scopeStyles(svg, scope)
  const parsed = parseSVGContent(scoped ?? svg)
  const box = parsed && boxOf(parsed.attribs)
  if (!parsed || !box) return undefined
  const group = Object.entries(parsed.attribs).filter(([name]) => !OF_THE_DOCUMENT.test(name))
  const body =
    group.length === 0 ? parsed.body : wrapped(parsed.body, `<g ${group.map(([name, value]) => `${name}="${value}"`).join(' ')}>`)
  return { ...box, body: scoped === undefined ? body : `<g class="${scope}">${body}</g>` }
}

/** As Iconify does it, `defs` stay outside of the group. Its library breaks a drawing with several of them, which is wrapped as a whole. */
const wrapped = (body: string, group: string): string =>
  body.split('<defs', 3).length < 3 ? wrapSVGContent(body, group, '</g>') : `${group}${body}</g>`

type Box = Omit<Drawing, 'body'>

function boxOf({ viewBox, width, height }: Record<string, string>): Box | undefined {
  const [left = Number.NaN, top = Number.NaN, wide = Number.NaN, high = Number.NaN, ...more] = (
    viewBox ?? `0 0 ${pixels(width)} ${pixels(height)}`
  )
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const isBox = more.length === 0 && [left, top, wide, high].every(Number.isFinite) && wide > 0 && high > 0
  return isBox ? { left, top, width: wide, height: high } : undefined
}

const pixels = (length = ''): number => (/^[\d.]+(?:px)?$/.test(length) ? Number.parseFloat(length) : Number.NaN)

/** Whether all that is painted is filled, or all of it is stroked. */
export function styleOf(body: string): 'fill' | 'stroke' | null {
  const [fills, strokes] = [paints(body, 'fill'), paints(body, 'stroke')]
  if (fills === strokes) return null
  return fills ? 'fill' : 'stroke'
}

const NO_PAINT = new Set(['', 'none', 'transparent', 'inherit'])

const paints = (body: string, attribute: string): boolean =>
  [...body.matchAll(new RegExp(`${attribute}="([^"]*)"`, 'g'))].some(([, paint = '']) => !NO_PAINT.has(paint.toLowerCase()))

export const isMono = (body: string): boolean => body.includes('currentColor')
