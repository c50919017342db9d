import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { FileFormat } from '../../rules.ts'
import { makePreviews } from '../previews/preview-tasks.ts'

type Color = [red: number, green: number, blue: number]
const RED: Color = [220, 30, 40]

const plain = (color: Color, { width = 400, height = 300 } = {}) =>
  sharp({ create: { width, height, channels: 3, background: { r: color[0], g: color[1], b: color[2] } } })

/** Returns the center pixel of the 320 px preview. */
async function middleOf(bytes: Uint8Array, format: FileFormat): Promise<number[]> {
  const { previews } = await makePreviews(bytes, format)
  const { data, info } = await sharp(previews[0]!.bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4
  return [...data.subarray(at, at + 4)]
}

/** Expects a difference too small to see. */
function expectNear(found: number[], wanted: number[], most = 8): void {
  for (const [at, value] of wanted.entries()) expect(Math.abs(found[at]! - value), `${found} is near ${wanted}`).toBeLessThanOrEqual(most)
}

test.each([
  [
    'a JPEG with a CMYK profile',
    'jpg',
    () => plain(RED).toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 100 }).toBuffer(),
    14
  ],
  ['a 16-bit PNG', 'png', () => plain(RED).toColourspace('rgb16').png().toBuffer(), 8],
  ['a picture in another profile', 'png', () => plain(RED).withIccProfile('p3').png().toBuffer(), 8],
  ['a PNG with a palette', 'png', () => plain(RED).png({ palette: true }).toBuffer(), 8]
] as const)('%s keeps its colors', async (_name, format, made, most) => {
  expectNear(await middleOf(await made(), format), [...RED, 255], most)
})

test('the profile matters: without it the same bytes show another color', async () => {
  const wide = await plain(RED).withIccProfile('p3').png().toBuffer()
  const { data } = await sharp(wide, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true })
  expect(Math.abs(data[0]! - RED[0])).toBeGreaterThan(8)
})

test('a gray picture with transparency keeps both', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><circle cx="45" cy="45" r="30" fill="#808080" fill-opacity=".5"/></svg>'
  const bytes = await sharp(Buffer.from(svg)).toColourspace('b-w').png().toBuffer()
  expect((await sharp(bytes).metadata()).channels).toBe(2)
  expectNear(await middleOf(bytes, 'png'), [128, 128, 128, 128])
})

test('an animated WEBP shows its first frame at its own size', async () => {
  const frame = (color: Color) => plain(color, { width: 60, height: 40 }).ensureAlpha().raw().toBuffer()
  const frames = Buffer.concat([await frame(RED), await frame([20, 20, 200])])
  const bytes = await sharp(frames, { raw: { width: 60, height: 80, channels: 4, pageHeight: 40 } })
    .webp({ lossless: true, delay: [100, 100] })
    .toBuffer()
  expect((await sharp(bytes).metadata()).pages).toBe(2)
  expect(await makePreviews(bytes, 'webp')).toMatchObject({ width: 60, height: 40 })
  expectNear(await middleOf(bytes, 'webp'), [...RED, 255])
})

test('an animated PNG shows its first frame', async () => {
  const bytes = animatedPng([RED, [20, 20, 200]])
  expectNear(await middleOf(bytes, 'png'), [...RED, 255])
})

test.each([
  [1, 1],
  [1, 5000],
  [9000, 1],
  [40, 3000],
  [3000, 40]
])('a picture of %i by %i has previews at least one pixel high and at most as wide as their size', async (width, height) => {
  const found = await makePreviews(await plain(RED, { width, height }).png().toBuffer(), 'png')
  expect([found.width, found.height, found.previews.length]).toEqual([width, height, 5])
  for (const preview of found.previews) {
    const drawn = await sharp(preview.bytes).metadata()
    expect(drawn.width).toBeLessThanOrEqual(preview.width)
    expect(drawn.height).toBeLessThanOrEqual(preview.width * 2)
  }
})

/** Creates an animated PNG with frames of 8 by 8 pixels, each in one color. */
function animatedPng(colors: readonly Color[]): Buffer {
  const chunk = (type: string, ...numbers: readonly [size: 1 | 2 | 4, value: number][] | [Buffer]) => {
    const data = Buffer.isBuffer(numbers[0]) ? numbers[0] : packed(numbers as [1 | 2 | 4, number][])
    const body = Buffer.concat([Buffer.from(type), data])
    return Buffer.concat([packed([[4, data.length]]), body, packed([[4, crc32(body)]])])
  }
  const pixels = (color: Color) => deflateSync(Buffer.from(Array.from({ length: 8 }, () => [0, ...Array(8).fill(color).flat()]).flat()))
  const control = (sequence: number) => chunk('fcTL', [4, sequence], [4, 8], [4, 8], [4, 0], [4, 0], [2, 1], [2, 10], [1, 0], [1, 0])
  const frames = colors.flatMap((color, index) =>
    index === 0
      ? [control(0), chunk('IDAT', pixels(color))]
      : [control(index * 2 - 1), chunk('fdAT', Buffer.concat([packed([[4, index * 2]]), pixels(color)]))]
  )
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', [4, 8], [4, 8], [1, 8], [1, 2], [1, 0], [1, 0], [1, 0]),
    chunk('acTL', [4, colors.length], [4, 0]),
    ...frames,
    chunk('IEND', Buffer.alloc(0))
  ])
}

/** Packs numbers of `size` bytes each, in big-endian order. */
function packed(numbers: readonly (readonly [size: 1 | 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    numbers.map(([size, value]) => {
      const bytes = Buffer.alloc(size)
      bytes.writeUIntBE(value, 0, size)
      return bytes
    })
  )
}

test.each([
  [3, 180],
  [6, 270],
  [8, 90]
])('a photo with EXIF orientation %i is shown upright', async (orientation, turned) => {
  const right = await plain([20, 20, 200], { width: 200, height: 200 }).png().toBuffer()
  const upright = await plain(RED, { width: 400, height: 200 })
    .composite([{ input: right, left: 200, top: 0 }])
    .png()
    .toBuffer()
  const bytes = await sharp(upright).rotate(turned).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer()
  const { width, height, previews } = await makePreviews(bytes, 'jpg')
  expect([width, height]).toEqual([400, 200])
  const { data, info } = await sharp(previews[0]!.bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 4)) * 4
  expectNear([...data.subarray(at, at + 3)], RED, 14)
})
