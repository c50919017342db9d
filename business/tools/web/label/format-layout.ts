import { isLinear } from '../../barcode.rules.ts'
import { FORMAT_DPI, type LabelFormat } from '../../format.rules.ts'
import { codeValue, LABEL_DPI, LABEL_TEXTS, type Label, linesOf } from '../../label.rules.ts'
import { EncodingError, encodeSymbol } from './label-symbol.ts'
import { type Measure, typeOf, wrap } from './label-text.ts'
import { ASCENT, type LabelLayout, LEADING, MIN_MODULE, type PlacedText, QUIET_ZONE } from './placed-label.ts'

/** A part of the label, in pixels. */
type Area = { x: number; y: number; width: number; height: number }

/** Inches that stay white along every edge: printers shift sheets by about as much. */
const EDGE = 0.08
/** The base of the font sizes, as a multiple of the width of the texts, and how far they may shrink to fit. */
const TYPE_BASE = { center: 1, start: 1.6 }
const SHRINKS = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3]
/** The height that stacked texts leave for the code, and the width that texts beside leave for it, as fractions of the label. */
const CODE_SHARE = 0.45
const GAP = 0.04
/** The limits of a barcode's height, in modules. */
const BAR_HEIGHT = { min: 15, max: 80 }
/** The smallest type that can be read in print, in inches. */
const TYPE_MIN = 0.06

/** Lays out a label of a fixed size. Shrinks the texts until they leave room for the code. Throws EncodingError if nothing fits. */
export function layOutFormat(label: Label, format: LabelFormat, measure: Measure): LabelLayout {
  const [width, height] = [Math.round(format.width * FORMAT_DPI), Math.round(format.height * FORMAT_DPI)]
  const edge = Math.round(EDGE * FORMAT_DPI)
  const whole: Area = { x: edge, y: edge, width: width - 2 * edge, height: height - 2 * edge }
  const isBeside = format.arrangement === 'beside' && !isLinear(label.symbology) && linesOf(label).length > 0
  const { texts, room } = isBeside ? besideIn(label, whole, measure) : stackedIn(label, whole, measure)
  const value = codeValue(label)
  return { width, height, dpi: FORMAT_DPI, code: codeIn(label, value, room), texts, symbology: label.symbology, value }
}

type Fitted = { texts: PlacedText[]; room: Area }

/** The code is a square at the left, the texts begin to its right and are centered from top to bottom. */
function besideIn(label: Label, whole: Area, measure: Measure): Fitted {
  const side = Math.min(whole.height, whole.width * CODE_SHARE)
  const gap = Math.round(whole.width * GAP)
  const column: Area = { ...whole, x: whole.x + side + gap, width: whole.width - side - gap }
  const block = fitTexts(label, column, { max: column.height, align: 'start' }, measure)
  const down = Math.round((column.height - block.height) / 2)
  return { texts: block.texts.map((text) => ({ ...text, y: text.y + down })), room: { ...whole, width: side } }
}

/** The texts are at the bottom, the code fills what they leave. */
function stackedIn(label: Label, whole: Area, measure: Measure): Fitted {
  const gap = Math.round(whole.height * GAP)
  const block = fitTexts(label, whole, { max: whole.height * (1 - CODE_SHARE) - gap, align: 'center' }, measure)
  if (block.texts.length === 0) return { texts: [], room: whole }
  const down = whole.height - block.height
  return { texts: block.texts.map((text) => ({ ...text, y: text.y + down })), room: { ...whole, height: down - gap } }
}

type Block = { texts: PlacedText[]; height: number }

function fitTexts(label: Label, area: Area, { max, align }: { max: number; align: PlacedText['align'] }, measure: Measure): Block {
  const base = area.width * TYPE_BASE[align]
  for (const shrink of SHRINKS) {
    const block = placeTexts(label, area, { base: base * shrink, align }, measure)
    if (block.texts.some(({ type }) => type.size < TYPE_MIN * FORMAT_DPI)) break
    if (block.height <= max) return block
  }
  throw new EncodingError(LABEL_TEXTS.texts_too_long)
}

function placeTexts(label: Label, area: Area, { base, align }: { base: number; align: PlacedText['align'] }, measure: Measure): Block {
  let y = area.y
  const texts = linesOf(label).flatMap(({ text, style }) => {
    const type = typeOf(style, base)
    return wrap(text, area.width, (part) => measure(part, type)).map((line): PlacedText => {
      const x = align === 'center' ? area.x + area.width / 2 : area.x
      const placed: PlacedText = {
        text: line,
        type,
        x,
        y: Math.round(y + type.size * ASCENT),
        align,
        width: Math.min(area.width, measure(line, type))
      }
      y += type.size * LEADING
      return placed
    })
  })
  return { texts, height: Math.ceil(y - area.y) }
}

/** The largest code that fits the room, in its middle. A barcode becomes as high as the room. */
function codeIn(label: Label, value: string, room: Area): LabelLayout['code'] {
  const { symbology, level } = label
  const linear = isLinear(symbology)
  const quiet = 2 * Math.max(Number(label.margin), QUIET_ZONE[symbology])
  const first = encodeSymbol({ symbology, value, level })
  const module = Math.floor(
    Math.min(room.width / (first.width + quiet), linear ? Number.POSITIVE_INFINITY : room.height / (first.height + quiet))
  )
  if (module < (MIN_MODULE[linear ? 'linear' : 'matrix'] * FORMAT_DPI) / LABEL_DPI) throw new EncodingError(LABEL_TEXTS.too_small)
  const bar_height = Math.min(BAR_HEIGHT.max, Math.floor(room.height / module))
  if (linear && bar_height < BAR_HEIGHT.min) throw new EncodingError(LABEL_TEXTS.too_small)
  const symbol = linear ? encodeSymbol({ symbology, value, level, bar_height }) : first
  const centered = (start: number, space: number, used: number) => Math.round(start + (space - used * module) / 2)
  return { symbol, module, x: centered(room.x, room.width, symbol.width), y: centered(room.y, room.height, symbol.height) }
}
