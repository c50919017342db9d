import type { LabelLine } from '../label.rules.ts'

/** Written into the SVG too: where the first is missing, Arial stands in at the same width. */
export const LABEL_FONT = "'Instrument Sans', Arial, sans-serif"

export interface LabelType {
  /** Pixels. */
  size: number
  weight: number
}

/** How wide a text is, in pixels. */
export type Measure = (text: string, type: LabelType) => number

const TYPES: Record<LabelLine['look'], { share: number; weight: number }> = {
  title: { share: 0.075, weight: 700 },
  strong: { share: 0.055, weight: 600 },
  plain: { share: 0.05, weight: 400 }
}

/** Of a label that is so many pixels wide. */
export const typeOf = (look: LabelLine['look'], width: number): LabelType => ({
  size: Math.round(TYPES[look].share * width),
  weight: TYPES[look].weight
})

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The text in lines no wider than `most`: broken between words, and within a word that is wider than a line. */
export function wrap(text: string, most: number, width: (text: string) => number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    let line = ''
    for (const word of paragraph.split(/\s+/u).filter(Boolean)) {
      const longer = line === '' ? word : `${line} ${word}`
      if (width(longer) <= most) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      const pieces = width(word) <= most ? [word] : cut(word, most, width)
      lines.push(...pieces.slice(0, -1))
      line = pieces.at(-1) ?? ''
    }
    if (line !== '') lines.push(line)
  }
  return lines
}

/** Between whole characters, as people see them; a single one that is too wide stands alone. */
function cut(word: string, most: number, width: (text: string) => number): string[] {
  const pieces = ['']
  for (const { segment } of graphemes.segment(word)) {
    const longer = pieces.at(-1) + segment
    if (longer === segment || width(longer) <= most) pieces[pieces.length - 1] = longer
    else pieces.push(segment)
  }
  return pieces
}

const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** By its first letter, as in a paragraph of a page. */
export const directionOf = (text: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr')
