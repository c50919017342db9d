import { prepareZXingModule } from 'zxing-wasm/reader'
import readerUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { LABEL_TEXTS, type Label, labelName } from '../../label.rules.ts'
import { canvasMeasure, drawLabel, loadLabelFont, pngOf } from './label-canvas.ts'
import { type LabelLayout, layOut } from './label-layout.ts'
import { type GrayImage, labelPdf } from './label-pdf.ts'
import { readSymbol } from './label-reader.ts'
import { labelSvg } from './label-svg.ts'
import { EncodingError } from './label-symbol.ts'

prepareZXingModule({ overrides: { locateFile: () => readerUrl } })

/** A label whose code was verified by decoding its PNG. */
export interface MadeLabel {
  /** The file name without extension. */
  name: string
  value: string
  width: number
  height: number
  png: Blob
  svg(): Blob
  pdf(): Promise<Blob>
}

/** Creates a label that has no validation errors. Throws EncodingError with a text for people. */
export async function makeLabel(label: Label): Promise<MadeLabel> {
  await loadLabelFont()
  const layout = layOut(label, canvasMeasure())
  const { value, width, height, symbology } = layout
  const png = await pngOf(drawLabel(layout))
  if ((await readSymbol(png, symbology)) !== value) throw new EncodingError(LABEL_TEXTS.failed)
  return {
    name: labelName(label),
    value,
    width,
    height,
    png,
    svg: () => new Blob([labelSvg(layout)], { type: 'image/svg+xml' }),
    pdf: () => labelPdf(layout, textsOf(layout))
  }
}

/** Renders the texts at twice the resolution of the label: 300 dpi. */
const TEXT_SCALE = 2

function textsOf(layout: LabelLayout): GrayImage {
  const canvas = drawLabel(layout, { scale: TEXT_SCALE, withCode: false })
  const { data, width, height } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
  return { width, height, pixels: Uint8Array.from({ length: width * height }, (_, at) => data[4 * at] ?? 0) }
}

/** Returns the error text for a failed label. */
export function errorText(error: unknown): string {
  if (error instanceof EncodingError) return error.message
  console.error(error)
  return LABEL_TEXTS.failed
}
