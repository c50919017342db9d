import { isLinear, type Symbology } from '../../barcode.rules.ts'
import { codeValue, LABEL_TEXTS, type Label, linesOf } from '../../label.rules.ts'
import { type CodeSymbol, EncodingError, encodeSymbol } from './label-symbol.ts'
import { type LabelType, type Measure, typeOf, wrap } from './label-text.ts'

interface PlacedText {
  text: string
  type: LabelType
  /** The y position of the baseline. Texts are centered. */
  y: number
  /** The measured width. */
  width: number
}

/** A label ready to draw, in pixels, black on white. */
export interface LabelLayout {
  width: number
  height: number
  /** The position of the code and the width of a module, in whole pixels so that edges are sharp. */
  code: { symbol: CodeSymbol; x: number; y: number; module: number }
  texts: PlacedText[]
  symbology: Symbology
  /** The encoded value. */
  value: string
}

/** The minimum quiet zone that scanners need, in modules, regardless of the margin. */
const QUIET_ZONE: Record<Symbology, number> = { qr: 0, datamatrix: 1, code128: 10, ean13: 11, ean8: 7, upca: 9 }
/** The minimum module width in pixels. Modules of one pixel are lost in print and in mail programs. */
const MIN_MODULE = { matrix: 2, linear: 1 }

/** Throws EncodingError if the value does not fit the code or the size. */
export function layOut(label: Label, measure: Measure): LabelLayout {
  const { symbology, level, size } = label
  const value = codeValue(label)
  const symbol = encodeSymbol({ symbology, value, level })
  const margin = Number(label.margin)
  const module = Math.floor(size / (symbol.width + 2 * Math.max(margin, QUIET_ZONE[symbology])))
  if (module < MIN_MODULE[isLinear(symbology) ? 'linear' : 'matrix']) throw new EncodingError(LABEL_TEXTS.too_small)
  const [width, height] = [symbol.width * module, symbol.height * module]
  const x = Math.floor((size - width) / 2)
  const y = isLinear(symbology) ? Math.max(Math.round(margin * module), Math.round(size * EDGE)) : x
  const texts = placeTexts(label, y + height + Math.round(margin * module), measure)
  const last = texts.at(-1)
  const bottom = last ? Math.ceil(last.y + size * EDGE) : y + height + y
  return { width: size, height: bottom, code: { symbol, x, y, module }, texts, symbology, value }
}

/** Fractions of the label's width. */
const EDGE = 0.05
const GAP = 0.03
/** Line height and ascent, as multiples of the font size. */
const LEADING = 1.3
const ASCENT = 0.95

function placeTexts(label: Label, top: number, measure: Measure): PlacedText[] {
  const max = label.size * (1 - 2 * EDGE)
  let y = top + label.size * GAP
  return linesOf(label).flatMap(({ text, style }, place) => {
    const type = typeOf(style, label.size)
    if (place > 0 && style !== 'plain') y += label.size * GAP
    return wrap(text, max, (part) => measure(part, type)).map((line) => {
      const placed = { text: line, type, y: Math.round(y + type.size * ASCENT), width: Math.min(max, measure(line, type)) }
      y += type.size * LEADING
      return placed
    })
  })
}
