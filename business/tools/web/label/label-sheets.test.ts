import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { FORMAT_KEYS, LABEL_FORMATS, PAPERS, perSheet, placeOf } from '../../format.rules.ts'
import { LABEL_TEXTS, type Label, newLabel } from '../../label.rules.ts'
import { layOut } from './label-layout.ts'
import { labelPdf, packed, sheetPdf } from './label-pdf.ts'
import type { Measure } from './label-text.ts'

beforeAll(async () => {
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer as ArrayBuffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
})

const measure: Measure = (text, { size }) => [...text].length * size * 0.5
const label = (typed: Partial<Label>): Label => ({ ...newLabel('https://easel.test'), content_type: 'text', ...typed })
const SHEETS = FORMAT_KEYS.flatMap((key) => (LABEL_FORMATS[key].sheet ? [[key, LABEL_FORMATS[key].sheet] as const] : []))

test.each(SHEETS)('the labels of %s do not overlap and stay on the paper', (key, sheet) => {
  const { width, height } = LABEL_FORMATS[key]
  const [paperWidth, paperHeight] = PAPERS[sheet.paper]
  expect(sheet.across).toBeGreaterThanOrEqual(width - 0.001)
  expect(sheet.down).toBeGreaterThanOrEqual(height - 0.001)
  const last = placeOf(sheet, perSheet(sheet) - 1)
  expect(last.page).toBe(0)
  // The sheet is symmetrical to a fraction of a millimeter, as it is sold.
  expect(Math.abs(paperWidth - (last.x + width) - sheet.left)).toBeLessThan(0.02)
  expect(Math.abs(paperHeight - (last.y + height) - sheet.top)).toBeLessThan(0.02)
  expect(placeOf(sheet, perSheet(sheet))).toEqual({ page: 1, x: sheet.left, y: sheet.top })
})

test.each(FORMAT_KEYS)('the code and the texts of a %s label are inside its edges', (format) => {
  for (const symbology of ['qr', 'datamatrix', 'code128', 'ean13'] as const) {
    const layout = layOut(
      label({ format, symbology, code: '590123412345', label_title: 'Blue fox in the snow', notes: 'Two lines\nof notes' }),
      measure
    )
    const { width, height } = LABEL_FORMATS[format]
    expect([layout.width, layout.height, layout.dpi]).toEqual([Math.round(width * 300), Math.round(height * 300), 300])
    const { x, y, module, symbol } = layout.code
    const parts = [{ x, right: x + symbol.width * module, y, bottom: y + symbol.height * module }, ...layout.texts.map(boxOf)]
    for (const part of parts) {
      expect(Math.min(part.x, part.y)).toBeGreaterThanOrEqual(20)
      expect([part.right <= layout.width - 20, part.bottom <= layout.height - 12]).toEqual([true, true])
    }
    const [code, ...texts] = parts
    for (const text of texts) expect(text.x >= code!.right || text.y >= code!.bottom).toBe(true)
  }
})

const boxOf = ({ x, y, width, align, type }: ReturnType<typeof layOut>['texts'][number]) => {
  const left = align === 'center' ? x - width / 2 : x
  return { x: left, right: left + width, y: y - type.size * 0.95, bottom: y }
}

test('texts shrink to fit, and texts that would be too small to read are refused', () => {
  const title = (label_title: string) => layOut(label({ format: '5160', label_title }), measure).texts[0]!.type.size
  expect(title('A title that needs several lines on a label of this size')).toBeLessThan(title('Short'))
  expect(() => title('many words '.repeat(60))).toThrow(LABEL_TEXTS.texts_too_long)
})

const DPI = 300

/** Every code on the pages of a PDF, drawn by an independent program: its page, text, and left and top in inches. */
async function codesIn(pdf: Blob) {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(new Uint8Array(await pdf.arrayBuffer()))
  const found = []
  for (const page of document.pages()) {
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const { data, width, height } = await page.render({ scale: DPI / 72, render: 'bitmap', colorSpace: 'Gray' })
    const pixels = new Uint8ClampedArray(width * height * 4)
    for (let at = 0; at < width * height; at++) pixels.fill(data[at]!, at * 4, at * 4 + 3).fill(255, at * 4 + 3, at * 4 + 4)
    const picture = { data: pixels, width, height, colorSpace: 'srgb' } as ImageData
    const codes = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 60, tryHarder: true })
    const places = codes.map(({ text, position: { topLeft } }) => ({ text, x: topLeft.x / DPI, y: topLeft.y / DPI }))
    found.push({ inches: [originalWidth / 72, originalHeight / 72], places })
  }
  document.destroy()
  library.destroy()
  return found
}

const pdfLabel = async (typed: Partial<Label>) => {
  const layout = layOut(label(typed), measure)
  const white = { width: layout.width, height: layout.height, pixels: new Uint8Array(layout.width * layout.height).fill(255) }
  return { layout, texts: await packed(white) }
}

test.each([
  ['5160', 35, 4],
  ['L7160', 5, 20]
] as const)(
  '%s: %i different labels from place %i are on their sheets in true size, and every code is read back from the PDF',
  async (format, count, first) => {
    const { sheet } = LABEL_FORMATS[format]
    const codes = Array.from({ length: count }, (_, index) => `N-${index + 1}`)
    const labels = await Promise.all(codes.map((code) => pdfLabel({ format, code, label_title: code })))
    const pages = await codesIn(sheetPdf(labels, sheet!, first))
    expect(pages).toHaveLength(2)
    for (const { inches } of pages) for (const side of [0, 1]) expect(inches[side]).toBeCloseTo(PAPERS[sheet!.paper][side]!, 3)
    const { layout } = labels[0]!
    const offset = { x: layout.code.x / layout.dpi, y: layout.code.y / layout.dpi }
    for (const [index, code] of codes.entries()) {
      const { page, x, y } = placeOf(sheet!, first + index)
      const found = pages[page]!.places.find(({ text }) => text === `${code}\n${code}`)
      expect({ code, found: found !== undefined }).toEqual({ code, found: true })
      expect(Math.abs(found!.x - (x + offset.x))).toBeLessThan(0.03)
      expect(Math.abs(found!.y - (y + offset.y))).toBeLessThan(0.03)
    }
  }
)

test.each(['shipping', 'price', 'card'] as const)('a %s label is a page of its size', async (format) => {
  const [page] = await codesIn(labelPdf([await pdfLabel({ format, code: 'B-7' })]))
  const { width, height } = LABEL_FORMATS[format]
  expect([page!.inches[0]!.toFixed(3), page!.inches[1]!.toFixed(3)]).toEqual([width.toFixed(3), height.toFixed(3)])
  expect(page!.places.map(({ text }) => text)).toEqual(['B-7'])
})

test('copies of a label share the image of their texts', async () => {
  const one = await pdfLabel({ format: '5160', code: 'B-7' })
  const file = Buffer.from(await sheetPdf(Array(30).fill(one), LABEL_FORMATS['5160'].sheet!).arrayBuffer()).toString('latin1')
  expect(file.match(/\/Subtype \/Image/g)).toHaveLength(1)
})
