import { prepareZXingModule } from 'zxing-wasm/reader'
import readerUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { LABEL_TEXTS, type Label, labelName } from '../label.rules.ts'
import { canvasMeasure, drawLabel, loadLabelFont, pngOf } from './label-canvas.ts'
import { type LabelLayout, layOut } from './label-layout.ts'
import { type GreyPicture, labelPdf } from './label-pdf.ts'
import { readSymbol } from './label-reader.ts'
import { labelSvg } from './label-svg.ts'
import { Unwritable } from './label-symbol.ts'

prepareZXingModule({ overrides: { locateFile: () => readerUrl } })

/** A label whose code a reader has read back from its very picture. */
export interface MadeLabel {
  /** Of its files, without an ending. */
  name: string
  value: string
  width: number
  height: number
  png: Blob
  svg(): Blob
  pdf(): Promise<Blob>
}

/** Throws Unwritable with words for people; the label has no problems of its own. */
export async function makeLabel(label: Label): Promise<MadeLabel> {
  await loadLabelFont()
  const layout = layOut(label, canvasMeasure())
  const { value, width, height, symbology } = layout
  const png = await pngOf(drawLabel(layout))
  if ((await readSymbol(png, symbology)) !== value) throw new Unwritable(LABEL_TEXTS.failed)
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

/** Twice as fine as the label: 300 dpi. */
const FINER = 2

function textsOf(layout: LabelLayout): GreyPicture {
  const canvas = drawLabel(layout, { scale: FINER, withCode: false })
  const { data, width, height } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
  return { width, height, pixels: Uint8Array.from({ length: width * height }, (_, at) => data[4 * at]!) }
}

/** Why no label was made, in words for people. */
export function whyNotMade(error: unknown): string {
  if (error instanceof Unwritable) return error.message
  console.error(error)
  return LABEL_TEXTS.failed
}
