import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { optimise } from '@jsquash/oxipng/codec/pkg/squoosh_oxipng.js'
import encodePng, { init as startPngEncoder } from '@jsquash/png/encode.js'
import encodeWebp from '@jsquash/webp/encode.js'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { COMPRESS_TARGETS, type CompressTarget } from '../../compress.rules.ts'
import { type Pixels, startCodecs } from './compress-codecs.ts'
import { compress, type Encoded, scaled } from './compress-pipeline.ts'

const find = createRequire(import.meta.url)
const bytesOf = async (file: string) => new Uint8Array(await readFile(find.resolve(file))).buffer

beforeAll(async () => {
  await startCodecs({
    resize: await bytesOf('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm'),
    png: await bytesOf('@jsquash/oxipng/codec/pkg/squoosh_oxipng_bg.wasm'),
    webp: { wasmBinary: await bytesOf('@jsquash/webp/codec/enc/webp_enc_simd.wasm') }
  })
  await startPngEncoder(await bytesOf('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))
})

const INK = '<circle cx="150" cy="50" r="45" fill="#c33" fill-opacity=".5"/><path d="M10 10h80v60z" fill="#036"/>'
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100">${INK}</svg>`

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
}

const photo = () =>
  pixelsOf(
    sharp({ create: { width: 900, height: 180, channels: 3, background: '#346', noise: { type: 'gaussian', mean: 128, sigma: 30 } } }).blur(
      3
    )
  )
const icon = () => pixelsOf(sharp(Buffer.from(drawing)))

async function all(original: Pixels, targets: readonly CompressTarget[] = COMPRESS_TARGETS, quality = 0.75): Promise<Encoded[]> {
  const files: Encoded[] = []
  for await (const file of compress(scaled(original), { targets, quality })) files.push(file)
  return files
}

/** The result of the codec's own package for the same pixels with Squoosh's settings. */
async function byCodecAlone({ data, width, height }: Pixels, type: 'png' | 'webp', quality: number): Promise<number> {
  const picture = { data, width, height, colorSpace: 'srgb' } as ImageData
  if (type === 'webp') return (await encodeWebp(picture, { quality: quality * 100 })).byteLength
  return optimise(new Uint8Array(await encodePng(picture)), 2, false, false).byteLength
}

describe.each([
  ['a photograph, larger and smaller than the widths', photo],
  ['a drawing with transparency', icon]
])('%s', (_name, picture) => {
  test('becomes six valid files of the right sizes, none larger than the codec’s own result', {
    timeout: 120_000
  }, async () => {
    const original = await picture()
    const files = await all(original)
    expect(files).toHaveLength(6)
    for (const { type, width, height, bytes } of files) {
      const opened = await sharp(bytes).metadata()
      expect([opened.format, opened.width, opened.height]).toEqual([type, width, Math.round((width * original.height) / original.width)])
      expect(height).toBe(opened.height)
      expect(bytes.length).toBeLessThanOrEqual(await byCodecAlone(scaled(original)(width), type, 0.75))
    }
  })
})

const SMALL = COMPRESS_TARGETS.filter(({ width }) => width === 400)
const at400 = (files: Encoded[], type: string) => files.find((file) => file.width === 400 && file.type === type)!.bytes

test('transparency is kept', async () => {
  const files = await all(await icon(), SMALL)
  for (const type of ['png', 'webp']) {
    const { data, info } = await sharp(at400(files, type)).raw().toBuffer({ resolveWithObject: true })
    const alphaAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 3]!
    expect([info.channels, alphaAt(2, 130)]).toEqual([4, 0])
    expect(Math.abs(alphaAt(200, 66) - 128)).toBeLessThan(4)
  }
})

test('a lower quality gives smaller WebP files and does not affect PNG', async () => {
  const original = await photo()
  const [fine, rough] = [await all(original, SMALL, 0.9), await all(original, SMALL, 0.3)]
  expect(at400(rough, 'webp').length).toBeLessThan(at400(fine, 'webp').length)
  expect(at400(rough, 'png').length).toBe(at400(fine, 'png').length)
})

test('pixels are averaged in linear light: black and white lines become the correct gray', async () => {
  const lines = Buffer.alloc(1600 * 4 * 4, 255)
  for (let at = 0; at < lines.length; at += 8) lines.fill(0, at, at + 3)
  const { data } = scaled({ data: new Uint8ClampedArray(lines), width: 1600, height: 4 })(400)
  expect(Math.abs(data[200 * 4]! - 188)).toBeLessThan(3)
})

test('only the requested files are created', async () => {
  const files = await all(await icon(), [{ width: 800, type: 'webp' }])
  expect(files.map(({ width, type }) => [width, type])).toEqual([[800, 'webp']])
})
