import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule } from 'zxing-wasm/reader'
import { naughtyStrings } from '#tests/support/data.ts'
import { SYMBOLOGIES } from '../../barcode.rules.ts'
import { ERROR_LEVELS, LABEL_SIZES, LABEL_TEXTS, type Label, newLabel } from '../../label.rules.ts'
import { layOut } from './label-layout.ts'
import { readSymbol } from './label-reader.ts'
import { labelSvg } from './label-svg.ts'
import { EncodingError } from './label-symbol.ts'
import type { Measure } from './label-text.ts'
import type { LabelLayout } from './placed-label.ts'

beforeAll(async () => {
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer as ArrayBuffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
})

const measure: Measure = (text, { size }) => text.length * size * 0.5
const label = (typed: Partial<Label>): Label => ({ ...newLabel('https://easel.test'), ...typed })
const made = (typed: Partial<Label>) => layOut(label(typed), measure)
const read = async (layout: LabelLayout) => readSymbol(await pixelsOf(layout), layout.symbology)

/** Reading pixels takes a third of the time that reading a PNG takes. The journeys read PNGs. */
async function pixelsOf(layout: LabelLayout): Promise<ImageData> {
  const { data, info } = await sharp(Buffer.from(labelSvg(layout)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' } as ImageData
}

const EXAMPLES: Record<(typeof SYMBOLOGIES)[number], Partial<Label>> = {
  qr: { website: 'easel.test/asset/7?x=1' },
  datamatrix: { content_type: 'text', label_title: 'Box 7', code: 'B-7', notes: 'Größe 日本語 🎨' },
  code128: { content_type: 'text', code: 'B-7/4 {x}' },
  ean13: { content_type: 'text', code: '590123412345', label_title: 'A title' },
  ean8: { content_type: 'text', code: '9638507' },
  upca: { content_type: 'text', code: '03600029145' }
}

const CASES = SYMBOLOGIES.flatMap((symbology) =>
  LABEL_SIZES.flatMap((size) => (symbology === 'qr' ? ERROR_LEVELS : (['M'] as const)).map((level) => [symbology, size, level] as const))
)

test.each(CASES)('%s at %i px, level %s, is decoded by an independent reader', async (symbology, size, level) => {
  for (const margin of ['0', '1', '4']) {
    const layout = made({ ...EXAMPLES[symbology], symbology, size, level, margin })
    expect({ margin, read: await read(layout) }).toEqual({ margin, read: layout.value })
    expect(layout.width).toBe(size)
  }
})

const naughty = [
  ...naughtyStrings().filter((one) => one.trim() !== ''),
  '^FNC1',
  '^ECI000003ß',
  '^^',
  '^065é',
  'a\0b',
  'A\r\nB',
  '😀'.repeat(60)
]

test.each(['qr', 'datamatrix'] as const)(
  '%s encodes any text exactly',
  async (symbology) => {
    for (const notes of naughty) {
      const layout = made({ content_type: 'text', symbology, notes, size: 256, shown: { ...label({}).shown, notes: false } })
      expect(await read(layout)).toBe(layout.value)
    }
  },
  120_000
)

test('every line of the problematic strings fits the label and is valid XML', async () => {
  for (const notes of naughty) {
    const layout = made({ content_type: 'text', notes, size: 512 })
    for (const { width, y } of layout.texts) expect(width <= layout.width && y < layout.height).toBe(true)
    await expect(sharp(Buffer.from(labelSvg(layout))).metadata()).resolves.toMatchObject({ width: 512, height: layout.height })
  }
}, 120_000)

const refusedAs = (typed: Partial<Label>): string | undefined => {
  try {
    made(typed)
  } catch (error) {
    if (error instanceof EncodingError) return error.message
    throw error
  }
  return undefined
}

test.each(['qr', 'datamatrix'] as const)('a value too long for %s is refused with the reason', (symbology) => {
  expect(refusedAs({ content_type: 'text', symbology, notes: 'é'.repeat(2000), level: 'H', size: 1024 })).toBe(LABEL_TEXTS.too_much)
})

test('the longest value of each level is readable; one more character is refused', async () => {
  for (const [level, most] of [
    ['L', 2953],
    ['M', 2331],
    ['Q', 1663],
    ['H', 1273]
  ] as const) {
    const typed = { content_type: 'text', level, size: 1024, shown: { ...label({}).shown, notes: false } } as const
    const layout = made({ ...typed, notes: 'a'.repeat(most) })
    expect(await read(layout)).toBe(layout.value)
    expect(refusedAs({ ...typed, notes: 'a'.repeat(most + 1) })).toBe(LABEL_TEXTS.too_much)
  }
})

test('a code too fine for its size is refused', () => {
  expect(refusedAs({ content_type: 'text', notes: 'a'.repeat(1200), size: 256 })).toBe(LABEL_TEXTS.too_small)
  expect(refusedAs({ content_type: 'text', symbology: 'code128', code: 'aB'.repeat(40), size: 256 })).toBe(LABEL_TEXTS.too_small)
  expect(refusedAs({ content_type: 'text', symbology: 'code128', code: 'aB'.repeat(40), size: 1024 })).toBe(undefined)
})
