import { isLinear, type Symbology } from '../barcode.rules.ts'
import { codeValue, LABEL_TEXTS, type Label, linesOf } from '../label.rules.ts'
import { type CodeSymbol, encodeSymbol, Unwritable } from './label-symbol.ts'
import { type LabelType, type Measure, typeOf, wrap } from './label-text.ts'

interface PlacedText {
  text: string
  type: LabelType
  /** Of its baseline; texts are centred. */
  y: number
  /** As measured. */
  width: number
}

/** A label ready to be drawn; all in pixels of the size chosen, black on white. */
export interface LabelLayout {
  width: number
  height: number
  /** The code's corner, and how wide a module is: whole pixels, so that every edge is sharp. */
  code: { symbol: CodeSymbol; x: number; y: number; module: number }
  texts: PlacedText[]
  symbology: Symbology
  /** What the code holds. */
  value: string
}

/** Clear modules beside the code without which readers do not find it, whatever margin is asked for. */
const QUIET: Record<Symbology, number> = { qr: 0, datamatrix: 1, code128: 10, ean13: 11, ean8: 7, upca: 9 }
/** Squares of one pixel are lost in print and in mail programs. */
const LEAST_MODULE = { matrix: 2, linear: 1 }

/** Throws Unwritable where the value does not fit the code or the size. */
export function layOut(label: Label, measure: Measure): LabelLayout {
  const { symbology, level, size } = label
  const value = codeValue(label)
  const symbol = encodeSymbol({ symbology, value, level })
  const margin = Number(label.margin)
  const module = Math.floor(size / (symbol.width + 2 * Math.max(margin, QUIET[symbology])))
  if (module < LEAST_MODULE[isLinear(symbology) ? 'linear' : 'matrix']) throw new Unwritable(LABEL_TEXTS.too_small)
  const [width, height] = [symbol.width * module, symbol.height * module]
  const x = Math.floor((size - width) / 2)
  const y = isLinear(symbology) ? Math.max(Math.round(margin * module), Math.round(size * EDGE)) : x
  const texts = placeTexts(label, y + height + Math.round(margin * module), measure)
  const bottom = texts.length > 0 ? Math.ceil(texts.at(-1)!.y + size * EDGE) : y + height + y
  return { width: size, height: bottom, code: { symbol, x, y, module }, texts, symbology, value }
}

/** Shares of the label's width. */
const EDGE = 0.05
const GAP = 0.03
/** Heights of a line, from baseline to baseline, and of its letters above the baseline, in sizes of its type. */
const LEADING = 1.3
const ASCENT = 0.95

function placeTexts(label: Label, top: number, measure: Measure): PlacedText[] {
  const most = label.size * (1 - 2 * EDGE)
  let y = top + label.size * GAP
  return linesOf(label).flatMap(({ text, look }, place) => {
    const type = typeOf(look, label.size)
    if (place > 0 && look !== 'plain') y += label.size * GAP
    return wrap(text, most, (part) => measure(part, type)).map((line) => {
      const placed = { text: line, type, y: Math.round(y + type.size * ASCENT), width: Math.min(most, measure(line, type)) }
      y += type.size * LEADING
      return placed
    })
  })
}
