import { isLinear } from '../../barcode.rules.ts'
import { LABEL_FORMATS } from '../../format.rules.ts'
import { codeValue, LABEL_DPI, LABEL_TEXTS, type Label, linesOf } from '../../label.rules.ts'
import { layOutFormat } from './format-layout.ts'
import { EncodingError, encodeSymbol } from './label-symbol.ts'
import { type Measure, typeOf, wrap } from './label-text.ts'
import { ASCENT, type LabelLayout, LEADING, MIN_MODULE, type PlacedText, QUIET_ZONE } from './placed-label.ts'

/** Throws EncodingError if the value does not fit the code or the size. */
export function layOut(label: Label, measure: Measure): LabelLayout {
  if (label.format !== 'free') return layOutFormat(label, LABEL_FORMATS[label.format], measure)
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
  return { width: size, height: bottom, dpi: LABEL_DPI, code: { symbol, x, y, module }, texts, symbology, value }
}

/** Fractions of the label's width. */
const EDGE = 0.05
const GAP = 0.03
function placeTexts(label: Label, top: number, measure: Measure): PlacedText[] {
  const max = label.size * (1 - 2 * EDGE)
  let y = top + label.size * GAP
  return linesOf(label).flatMap(({ text, style }, place) => {
    const type = typeOf(style, label.size)
    if (place > 0 && style !== 'plain') y += label.size * GAP
    return wrap(text, max, (part) => measure(part, type)).map((line): PlacedText => {
      const width = Math.min(max, measure(line, type))
      const placed: PlacedText = { text: line, type, x: label.size / 2, y: Math.round(y + type.size * ASCENT), align: 'center', width }
      y += type.size * LEADING
      return placed
    })
  })
}
