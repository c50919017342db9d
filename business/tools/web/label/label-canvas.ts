import { directionOf, LABEL_FONT, type LabelType, type Measure } from './label-text.ts'
import type { LabelLayout } from './placed-label.ts'

const fontOf = ({ size, weight }: LabelType): string => `${weight} ${size}px ${LABEL_FONT}`

/** Loads the font weights of labels. If one fails, the fallback font is used for measuring and drawing. */
export async function loadLabelFont(): Promise<void> {
  await Promise.allSettled([400, 600, 700].map((weight) => document.fonts.load(fontOf({ size: 16, weight }))))
}

export function canvasMeasure(): Measure {
  const context = document.createElement('canvas').getContext('2d')!
  return (text, type) => {
    context.font = fontOf(type)
    return context.measureText(text).width
  }
}

/** Draws the label on a canvas. `scale` is canvas pixels per label pixel; `withCode: false` leaves out the code. */
export function drawLabel(layout: LabelLayout, { scale = 1, withCode = true } = {}): HTMLCanvasElement {
  const { width, height, code } = layout
  const canvas = Object.assign(document.createElement('canvas'), { width: width * scale, height: height * scale })
  const context = canvas.getContext('2d')!
  context.scale(scale, scale)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#000'
  drawTexts(context, layout)
  if (!withCode) return canvas
  context.translate(code.x, code.y)
  context.scale(code.module, code.module)
  context.fill(new Path2D(code.symbol.path), 'evenodd')
  return canvas
}

function drawTexts(context: CanvasRenderingContext2D, { texts }: LabelLayout): void {
  for (const { text, type, x, y, align, width: measured } of texts) {
    context.font = fontOf(type)
    context.direction = directionOf(text)
    context.textAlign = align === 'center' ? 'center' : 'left'
    context.fillText(text, x, y, measured)
  }
}

export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The label could not be drawn.'))), 'image/png')
  )
