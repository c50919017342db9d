import type { Symbology } from '../../barcode.rules.ts'
import type { CodeSymbol } from './label-symbol.ts'
import type { LabelType } from './label-text.ts'

export interface PlacedText {
  text: string
  type: LabelType
  /** The y position of the baseline. */
  y: number
  /** The middle of the text, or where it begins. */
  x: number
  align: 'center' | 'start'
  /** The measured width. */
  width: number
}

/** A label ready to draw, in pixels, black on white. */
export interface LabelLayout {
  width: number
  height: number
  /** Pixels per inch in print. */
  dpi: number
  /** The position of the code and the width of a module, in whole pixels so that edges are sharp. */
  code: { symbol: CodeSymbol; x: number; y: number; module: number }
  texts: PlacedText[]
  symbology: Symbology
  /** The encoded value. */
  value: string
}

/** The minimum quiet zone that scanners need, in modules, regardless of the margin. */
export const QUIET_ZONE: Record<Symbology, number> = { qr: 0, datamatrix: 1, code128: 10, ean13: 11, ean8: 7, upca: 9 }
/** The minimum module width in pixels at 150 dpi. Modules of one pixel are lost in print and in mail programs. */
export const MIN_MODULE = { matrix: 2, linear: 1 }
/** Line height and ascent, as multiples of the font size. */
export const LEADING = 1.3
export const ASCENT = 0.95
