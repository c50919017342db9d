import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readHead } from './picture-head.ts'
import { svgSize } from './svg-size.ts'

const plain = (width = 37, height = 19) => sharp({ create: { width, height, channels: 4, background: '#3468' } })
const frames = async () =>
  sharp(await Promise.all([1, 2, 3].map((shade) => plain().modulate({ brightness: shade }).png().toBuffer())), { join: { animated: true } })

describe('the header of a file gives its format and size', () => {
  test.each([
    ['png', plain().png()],
    ['jpeg', plain().jpeg()],
    ['jpeg', plain().jpeg({ progressive: true }).withMetadata({ orientation: 6 })],
    ['gif', plain().gif()],
    ['webp', plain().webp()],
    ['webp', plain().webp({ lossless: true })],
    ['webp', plain().removeAlpha().webp({ quality: 50 })]
  ])('%s', async (format, picture) =>
    expect(readHead(await picture.toBuffer())).toEqual({ format, size: { width: 37, height: 19 }, animated: false })
  )
})

test('a truncated file has a format but no size', async () => {
  for (const picture of [plain().png(), plain().jpeg(), plain().webp()]) {
    const head = readHead((await picture.toBuffer()).subarray(0, 12))
    expect(head?.size).toBeUndefined()
  }
})

test('animations are detected', async () => {
  expect(readHead(await (await frames()).gif().toBuffer())).toMatchObject({ format: 'gif', animated: true })
  expect(readHead(await (await frames()).webp().toBuffer())).toMatchObject({ format: 'webp', animated: true })
})

test('a text file named .png is not an image', () => expect(readHead(Buffer.from('just words'))).toBeUndefined())

describe('an SVG has the size of its attributes, or else of its view box', () => {
  test.each([
    [
      ['24', '12', null],
      [24, 12]
    ],
    [
      ['1in', '2.54cm', '0 0 5 5'],
      [96, 96]
    ],
    [
      ['48', null, '0 0 24 12'],
      [48, 24]
    ],
    [
      [null, '48', '0,0,24,12'],
      [96, 48]
    ],
    [
      ['100%', '100%', '-5 -5 30 10'],
      [30, 10]
    ],
    [
      ['auto', '0', '0 0 0 0'],
      [300, 150]
    ],
    [
      ['1e2', null, null],
      [100, 150]
    ],
    [
      [null, null, null],
      [300, 150]
    ]
  ] as const)('%j is %j', ([width, height, viewBox], [wide, high]) => {
    const size = svgSize({ width, height, viewBox })
    expect([Math.round(size.width), Math.round(size.height)]).toEqual([wide, high])
  })
})
