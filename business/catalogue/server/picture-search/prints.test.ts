import sharp from 'sharp'
import { expect, test } from 'vitest'
import { differenceOf, readCopy, readStored } from './compare-prints.ts'
import type { Print } from './make-prints.ts'
import { bitsOf, likelyBands, strengthsOf, WAVE_SIDE } from './print-keys.ts'
import { PRINT_BYTES, partsOf } from './print-layout.ts'
import { storedPrintOf } from './raster-of.ts'
import { printsOfPicture } from './sent-picture-tasks.ts'

const svg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="300" height="300">${inside}</svg>`)
const HOUSE = '<path d="M20 50 50 20l30 30v35H20z" fill="#c81e1e"/><path d="M42 60h16v25H42z" fill="#2563eb"/>'
const BOAT = '<path d="M10 65h80l-15 22H25z" fill="#7c4a1e"/><path d="M50 10v50H18z" fill="#16a34a"/>'

const storedOf = async (drawing: Buffer) => {
  const { data, info } = await sharp(drawing).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return storedPrintOf({ data, info })
}
const leastOf = (copies: readonly Print[], stored: Buffer) =>
  Math.min(...copies.map(({ print }) => differenceOf(readCopy(print), readStored(stored))))
const on = (background: string) => sharp(svg(HOUSE)).flatten({ background }).png().toBuffer()

test('a print has the same length for every picture, and a blank picture has none', async () => {
  const { print } = (await storedOf(svg(HOUSE)))!
  expect(print).toHaveLength(PRINT_BYTES)
  expect(partsOf(print).aspect).toBeCloseTo(Math.log2(60 / 65), 1)
  expect(() => partsOf(print.subarray(1))).toThrow(`${PRINT_BYTES - 1}`)
  expect(await storedOf(svg('<rect width="100" height="100" fill="#00b4d8"/>'))).toBeNull()
  expect(await storedOf(svg('<path d="M0 0h9" fill="none"/>'))).toBeNull()
})

test.each(['#ffffff', '#000000', '#f3e8d0'])(
  'a copy on %s has nearly the print of the drawing without a background',
  async (background) => {
    const { print } = (await storedOf(svg(HOUSE)))!
    const other = (await storedOf(svg(BOAT)))!
    const copies = await printsOfPicture(await on(background), 'png')
    expect(leastOf(copies, print)).toBeLessThan(0.06)
    expect(leastOf(copies, other.print)).toBeGreaterThan(0.2)
  }
)

test('a border and a margin around a drawing do not count', async () => {
  const { print } = (await storedOf(svg(HOUSE)))!
  const wide = await sharp(await on('#ffffff'))
    .extend({ top: 60, bottom: 20, left: 30, right: 90, background: '#ffffff' })
    .png()
    .toBuffer()
  const framed = await sharp(wide).extend({ top: 25, bottom: 25, left: 25, right: 25, background: '#20242c' }).png().toBuffer()
  expect(leastOf(await printsOfPicture(framed, 'png'), print)).toBeLessThan(0.06)
})

test('a picture between bars at two of its sides is found in a border', async () => {
  const scene = svg(`<rect width="100" height="100" fill="#301a4b"/><path d="M0 70h100v30H0z" fill="#7f4fc1"/>${HOUSE}`)
  const { print } = (await storedOf(scene))!
  const barred = await sharp(scene).extend({ top: 60, bottom: 60, background: '#ffffff' }).png().toBuffer()
  const framed = await sharp(barred).extend({ top: 22, bottom: 22, left: 22, right: 22, background: '#222222' }).png().toBuffer()
  expect(leastOf(await printsOfPicture(framed, 'png'), print)).toBeLessThan(0.1)
})

test('a gray copy looks nearly the same as its colored original', async () => {
  const [house, boat] = [(await storedOf(svg(HOUSE)))!, (await storedOf(svg(BOAT)))!]
  const gray = await sharp(await on('#ffffff'))
    .grayscale()
    .png()
    .toBuffer()
  const copies = await printsOfPicture(gray, 'png')
  expect(leastOf(copies, house.print)).toBeLessThan(0.1)
  expect(leastOf(copies, boat.print)).toBeGreaterThan(0.2)
})

test('a picture with a background of its own is found in a see-through margin', async () => {
  const scene = svg(`<rect width="100" height="100" fill="#f3e8d0"/>${HOUSE}`)
  const { print } = (await storedOf(scene))!
  const margin = { top: 70, bottom: 70, background: '#00000000' }
  expect(leastOf(await printsOfPicture(await sharp(scene).extend(margin).png().toBuffer(), 'png'), print)).toBeLessThan(0.06)
})

test('a white drawing without a background has a print', async () => {
  const white = await storedOf(svg('<circle cx="30" cy="40" r="20" fill="#fff"/><path d="M60 20h30v70H60z" fill="#fff"/>'))
  expect(white?.print).toHaveLength(PRINT_BYTES)
})

const shapes = (seed: number) => Array.from({ length: WAVE_SIDE ** 2 }, (_, at) => 128 + 90 * Math.sin((at % WAVE_SIDE) / seed + at / 200))

test('the values looked up for a band begin with its own, differ in the bits that were decided most narrowly, and are unique', () => {
  const strengths = strengthsOf(shapes(3))
  const bits = BigInt.asUintN(64, bitsOf(strengths))
  for (const [band, values] of likelyBands(strengths, 48).entries()) {
    const own = Number((bits >> BigInt(16 * band)) & 0xffffn)
    const margins = strengths.filter((_, place) => place % 4 === band).map(Math.abs)
    expect(values[0]).toBe(own)
    expect(values[1]! ^ own).toBe(1 << margins.indexOf(Math.min(...margins)))
    expect(new Set(values).size).toBe(48)
  }
})

test('brightness and contrast do not change the bits', () => {
  expect(bitsOf(strengthsOf(shapes(3).map((value) => 40 + value / 3)))).toBe(bitsOf(strengthsOf(shapes(3))))
})
