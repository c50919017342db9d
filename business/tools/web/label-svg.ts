import type { LabelLayout } from './label-layout.ts'
import { directionOf, LABEL_FONT } from './label-text.ts'

/** The label as one SVG; its texts keep their measured width whatever font is at hand. */
export function labelSvg({ width, height, code, texts }: LabelLayout): string {
  const lines = texts.map(
    ({ text, type, y, width: measured }) =>
      `<text x="${width / 2}" y="${y}" font-size="${type.size}" font-weight="${type.weight}" direction="${directionOf(text)}" ` +
      `textLength="${measured.toFixed(2)}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<path transform="translate(${code.x} ${code.y}) scale(${code.module})" fill-rule="evenodd" shape-rendering="crispEdges" d="${code.symbol.path}"/>`,
    `<g font-family="${LABEL_FONT}" text-anchor="middle">`,
    ...lines,
    '</g></svg>'
  ].join('')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** What XML cannot hold at all is left out. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>]/g, (sign) => ENTITIES[sign]!)
