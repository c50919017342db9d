import { prepareZXingModule } from 'zxing-wasm/reader'
import readerUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { FORMAT_DPI, LABEL_FORMATS, perSheet } from '../../format.rules.ts'
import { LABEL_TEXTS, type Label, labelName } from '../../label.rules.ts'
import { canvasMeasure, drawLabel, loadLabelFont, pngOf } from './label-canvas.ts'
import { layOut } from './label-layout.ts'
import { labelPdf, type PdfLabel, packed, sheetPdf } from './label-pdf.ts'
import { readSymbol } from './label-reader.ts'
import { labelSvg } from './label-svg.ts'
import { EncodingError } from './label-symbol.ts'
import type { LabelLayout } from './placed-label.ts'

prepareZXingModule({ overrides: { locateFile: () => readerUrl } })

/** A label whose code was verified by decoding its PNG. */
export interface MadeLabel {
  /** The file name without extension. */
  name: string
  value: string
  width: number
  height: number
  /** Pixels per inch in print. */
  dpi: number
  png: Blob
  svg(): Blob
  /** One label in its printed size, or a full sheet of them. */
  pdf(): Promise<Blob>
}

/** Creates a label that has no validation errors. Throws EncodingError with a text for people. */
export async function makeLabel(label: Label): Promise<MadeLabel> {
  const { layout, png } = await verified(label)
  const { value, width, height, dpi } = layout
  const sheet = label.format === 'free' ? undefined : LABEL_FORMATS[label.format].sheet
  return {
    name: labelName(label),
    value,
    width,
    height,
    dpi,
    png,
    svg: () => new Blob([labelSvg(layout)], { type: 'image/svg+xml' }),
    pdf: async () => {
      const one = await pdfLabelOf(layout)
      return sheet ? sheetPdf(Array<PdfLabel>(perSheet(sheet)).fill(one), sheet) : labelPdf([one])
    }
  }
}

/** A verified label of many, with what the PDF needs of it. */
export type MadeOne = { value: string; png: Blob; pdf: PdfLabel }

export async function makeOne(label: Label): Promise<MadeOne> {
  const { layout, png } = await verified(label)
  return { value: layout.value, png, pdf: await pdfLabelOf(layout) }
}

/** Writes the labels on the sheets of their format, from the place `first`, or each on a page of its own. */
export function labelsPdf(labels: readonly MadeOne[], format: Label['format'], first: number): Blob {
  const sheet = format === 'free' ? undefined : LABEL_FORMATS[format].sheet
  const drawn = labels.map(({ pdf }) => pdf)
  return sheet ? sheetPdf(drawn, sheet, first) : labelPdf(drawn)
}

/** Draws the label, and reads the code back from the picture. */
async function verified(label: Label): Promise<{ layout: LabelLayout; png: Blob }> {
  await loadLabelFont()
  const layout = layOut(label, canvasMeasure())
  const png = await pngOf(drawLabel(layout))
  if ((await readSymbol(png, layout.symbology)) !== layout.value) throw new EncodingError(LABEL_TEXTS.failed)
  return { layout, png }
}

/** Renders the texts at 300 dpi. */
async function pdfLabelOf(layout: LabelLayout): Promise<PdfLabel> {
  const canvas = drawLabel(layout, { scale: FORMAT_DPI / layout.dpi, withCode: false })
  const { data, width, height } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => data[4 * at] ?? 0)
  return { layout, texts: await packed({ width, height, pixels }) }
}

/** Returns the error text for a failed label. */
export function errorText(error: unknown): string {
  if (error instanceof EncodingError) return error.message
  console.error(error)
  return LABEL_TEXTS.failed
}
