import type { LabelLine } from '../../label.rules.ts'

/** Also used in the SVG, where Arial is the fallback at the same width. */
export const LABEL_FONT = "'Instrument Sans', Arial, sans-serif"

export interface LabelType {
  /** Pixels. */
  size: number
  weight: number
}

/** Returns the width of a text in pixels. */
export type Measure = (text: string, type: LabelType) => number

const TYPES: Record<LabelLine['style'], { share: number; weight: number }> = {
  title: { share: 0.075, weight: 700 },
  strong: { share: 0.055, weight: 600 },
  plain: { share: 0.05, weight: 400 }
}

/** Returns the type of a line for a label of the given width. */
export const typeOf = (style: LabelLine['style'], width: number): LabelType => ({
  size: Math.round(TYPES[style].share * width),
  weight: TYPES[style].weight
})

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

type Width = (text: string) => number

/** Breaks a text into lines no wider than `max`: between words, or within a word that is wider than a line. */
export const wrap = (text: string, max: number, width: Width): string[] =>
  text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((paragraph) => wrapParagraph(paragraph, max, width))

function wrapParagraph(paragraph: string, max: number, width: Width): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(/\s+/u).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (width(longer) <= max) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = split(word, max, width)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return line === '' ? lines : [...lines, line]
}

/** Splits a word between graphemes. A single grapheme wider than `max` is a separate piece. */
function split(word: string, max: number, width: Width): string[] {
  const pieces = ['']
  for (const { segment } of graphemes.segment(word)) {
    const longer = pieces.at(-1) + segment
    if (longer === segment || width(longer) <= max) pieces[pieces.length - 1] = longer
    else pieces.push(segment)
  }
  return pieces
}

const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Returns the direction of a text by its first letter, as browsers do for paragraphs. */
export const directionOf = (text: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr')
