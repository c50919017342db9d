import { directionOf, LABEL_FONT } from './label-text.ts'
import type { LabelLayout, PlacedText } from './placed-label.ts'

/** Writes the label as SVG. The texts keep their measured width in any font. */
export function labelSvg({ width, height, code, texts }: LabelLayout): string {
  const lines = texts.map(
    ({ text, type, x, y, align, width: measured }) =>
      `<text x="${x}" y="${y}" text-anchor="${anchorOf(text, align)}" font-size="${type.size}" font-weight="${type.weight}" direction="${directionOf(text)}" ` +
      `textLength="${measured.toFixed(2)}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<path transform="translate(${code.x} ${code.y}) scale(${code.module})" fill-rule="evenodd" shape-rendering="crispEdges" d="${code.symbol.path}"/>`,
    `<g font-family="${LABEL_FONT}">`,
    ...lines,
    '</g></svg>'
  ].join('')
}

/** A text that begins at its left begins with its end when it reads from right to left. */
function anchorOf(text: string, align: PlacedText['align']): string {
  if (align === 'center') return 'middle'
  return directionOf(text) === 'rtl' ? 'end' : 'start'
}

/** Escapes a text and removes characters that XML does not allow. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
