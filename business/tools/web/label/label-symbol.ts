import { code128, type DrawingContext, datamatrix, ean8, ean13, qrcode, upca } from 'bwip-js/generic'
import { isLinear, type Symbology } from '../../barcode.rules.ts'
import { type ErrorLevel, LABEL_TEXTS } from '../../label.rules.ts'

/** A code in modules, its smallest squares, from 0,0 and without a quiet zone. */
export interface CodeSymbol {
  width: number
  height: number
  /** The black areas as an SVG path of M, L, and z only, filled even-odd. */
  path: string
}

/** Thrown if a value cannot be encoded. The message is shown to people. */
export class EncodingError extends Error {}

const ENCODERS = { qr: qrcode, datamatrix, code128, ean13, ean8, upca }

/** The matrix encoders use 2 units per module. */
const UNITS = 2

type Encoded = {
  symbology: Symbology
  value: string
  level: ErrorLevel
  /** The height of a barcode in modules. Without it, it follows from the width. */
  bar_height?: number
}

export function encodeSymbol({ symbology, value, level, bar_height }: Encoded): CodeSymbol {
  const linear = isLinear(symbology)
  try {
    const options = {
      bcid: symbology,
      scale: 1,
      ...(linear ? { text: value } : withEncoding(value)),
      ...(symbology === 'qr' && { eclevel: level })
    }
    return ENCODERS[symbology](options, linear ? bars(bar_height) : squares())
  } catch (error) {
    if (error instanceof Error && /NoValidSymbol|TooLong|TooLarge/i.test(error.message)) throw new EncodingError(LABEL_TEXTS.too_much)
    throw error
  }
}

/** Marks non-ASCII text as UTF-8 (ECI 26), so that readers do not have to guess. */
const withEncoding = (value: string) =>
  /^[\x00-\x7f]*$/.test(value) ? { text: value } : { text: `^ECI000026${value.replaceAll('^', '^^')}`, parsefnc: true }

/** A fraction of the width, within limits that scanners handle well. */
const barHeight = (width: number): number => Math.round(Math.max(24, Math.min(width * 0.45, 80)))

const rectangle = (left: number, right: number, bottom: number): string => `M${left} 0L${right} 0L${right} ${bottom}L${left} ${bottom}z`

type Drawing = DrawingContext<CodeSymbol>
const IGNORED = { scale: () => null, measure: () => ({ width: 0, ascent: 0, descent: 0 }), text() {}, hexagon() {}, ellipse() {} }

/** Collects the bars. For an odd width, the `x` of a line is half a unit right of its center. */
function bars(bar_height?: number): Drawing {
  const found: { left: number; width: number }[] = []
  return {
    ...IGNORED,
    init() {},
    polygon() {},
    fill() {},
    line: (x, _y0, _x1, _y1, width) => void found.push({ left: x - Math.ceil(width / 2), width }),
    end() {
      const width = Math.max(...found.map((bar) => bar.left + bar.width))
      const height = bar_height ?? barHeight(width)
      return { width, height, path: found.map(({ left, width }) => rectangle(left, left + width, height)).join('') }
    }
  }
}

/** Collects the outlines of the black areas. */
function squares(): Drawing {
  const outlines: string[] = []
  const size = { width: 0, height: 0 }
  return {
    ...IGNORED,
    init: (width, height) => void Object.assign(size, { width: width / UNITS, height: height / UNITS }),
    line() {},
    fill() {},
    polygon: (points) => void outlines.push(`M${points.map((point) => point.map((at) => at / UNITS).join(' ')).join('L')}z`),
    end: () => ({ ...size, path: outlines.join('') })
  }
}
