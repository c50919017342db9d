import sharp from 'sharp'
import type { Pixels } from '../image-analysis/decode-picture.ts'
import type { Writing } from './findings.queries.ts'
import { blurred, type Gray, type Line, linesIn } from './lines-of-letters.ts'
import { withinPicture } from './places.ts'

/** `is_sure`: whether it was read without doubt. */
export type ReadWriting = Writing & { is_sure: boolean }

/** The longer side of the picture in which lines are looked for, and of the one that is read, in pixels. */
const LOOKED_PX = 640
const READ_PX = 1200
/** A picture whose longer side is shorter than this, in pixels, has no room for a word that can be read. */
const READABLE_PX = 96
/** A small picture is looked at in at most this multiple of its own size: more enlarging shows no more letters, but costs more. */
const ENLARGED_MAX = 2
/** Lines that are read. Others of a long text say little more. */
const LINES_MAX = 7
/** The height of a letter that is read best, in pixels. */
const LETTER_PX = 40
/** So many letters at both ends of a line may be hidden by the drawing. */
const HIDDEN = 3
/** Around a line, in letters. */
const MARGIN = 0.8
/** How sure the reader is of a word, of 100. */
const DOUBTFUL = 20
const SURE = 75
const LETTERS_MIN = 3
/** Transparent pixels count as this gray, from which black and white letters differ. */
const BACKGROUND = '#808080'

/** Returns the words that can be read in a picture, line by line. The words of a line are joined by spaces. */
export async function readWriting(picture: Pixels): Promise<ReadWriting[]> {
  const longer = Math.max(picture.info.width, picture.info.height)
  if (longer < READABLE_PX) return []
  const small = await grayOf(picture, Math.min(LOOKED_PX, ENLARGED_MAX * longer))
  const lines = (await linesIn(small)).slice(0, LINES_MAX)
  if (lines.length === 0) return []
  const large = await grayOf(picture, Math.min(READ_PX, ENLARGED_MAX * longer))
  const pictures = await Promise.all(lines.map((line) => cutOut(large, scaled(line, large.width / small.width))))
  const found: ReadWriting[] = []
  for (const [at, line] of lines.entries()) {
    const read = await readLine(pictures[at]!)
    if (read) found.push({ ...read, place: placeOf(line, small) })
  }
  return found
}

/** Returns a line in black on white, as a PNG. */
const cutOut = async (picture: Gray, line: Line): Promise<Buffer> => inBlack(await levelled(picture, line), line)

async function grayOf({ data, info }: Pixels, px: number): Promise<Gray> {
  const gray = await sharp(data, { raw: info })
    .flatten({ background: BACKGROUND })
    .resize(px, px, { fit: 'inside' })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: gray.data, width: gray.info.width, height: gray.info.height }
}

const scaled = (line: Line, factor: number): Line => ({
  ...line,
  ...{ x: line.x * factor, y: line.y * factor, size: line.size * factor, length: line.length * factor, depth: line.depth * factor }
})

async function readLine(png: Buffer): Promise<Omit<ReadWriting, 'place'> | undefined> {
  const { recognize } = await import('./recognize.ts')
  const words = (await recognize(png)).filter(({ text, confidence }) => confidence >= DOUBTFUL && text.length >= LETTERS_MIN)
  if (words.length === 0) return undefined
  return { words: words.map(({ text }) => text).join(' '), is_sure: words.every(({ confidence }) => confidence >= SURE) }
}

/** Cuts a line out, turns it level, and brings its letters to the size that is read best. */
async function levelled({ data, width, height }: Gray, { x, y, size, length, depth, angle }: Line): Promise<Gray> {
  const [across, down] = [length / 2 + HIDDEN * size, depth / 2 + MARGIN * size]
  const [sine, cosine] = [Math.abs(Math.sin((angle * Math.PI) / 180)), Math.abs(Math.cos((angle * Math.PI) / 180))]
  const box = boxWithin({ x, y, across: across * cosine + down * sine, down: across * sine + down * cosine }, { width, height })
  const turned = await sharp(data, { raw: { width, height, channels: 1 } })
    .extract(box)
    .rotate(-angle, { background: BACKGROUND })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [dx, dy] = [x - box.left - box.width / 2, y - box.top - box.height / 2]
  const [turn, stay] = [Math.sin((-angle * Math.PI) / 180), Math.cos((-angle * Math.PI) / 180)]
  const center = { x: turned.info.width / 2 + dx * stay - dy * turn, y: turned.info.height / 2 + dx * turn + dy * stay }
  const cut = boxWithin({ ...center, across, down }, turned.info)
  const { data: level, info } = await sharp(turned.data, { raw: { width: turned.info.width, height: turned.info.height, channels: 1 } })
    .extract(cut)
    .resize(Math.max(8, Math.round((cut.width * LETTER_PX) / size)), Math.max(8, Math.round((cut.height * LETTER_PX) / size)), {
      fit: 'fill'
    })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: level, width: info.width, height: info.height }
}

type Around = { x: number; y: number; across: number; down: number }

/** Returns the part of a box around a point that lies in a picture. */
function boxWithin({ x, y, across, down }: Around, { width, height }: { width: number; height: number }) {
  const left = Math.min(width - 1, Math.max(0, Math.floor(x - across)))
  const top = Math.min(height - 1, Math.max(0, Math.floor(y - down)))
  const right = Math.max(left + 1, Math.min(width, Math.ceil(x + across)))
  const bottom = Math.max(top + 1, Math.min(height, Math.ceil(y + down)))
  return { left, top, width: right - left, height: bottom - top }
}

/** The share of pixels that stand out more than a letter does. */
const OUTSTANDING = 0.02

/** Returns the letters in black on white, as a PNG, without what is around them. */
async function inBlack(level: Gray, { is_bright }: Line): Promise<Buffer> {
  const around = await blurred(level, LETTER_PX / 2)
  const side = is_bright ? 1 : -1
  const above = new Uint8Array(level.data.length)
  for (let at = 0; at < above.length; at += 1) above[at] = Math.max(0, side * ((level.data[at] ?? 0) - (around[at] ?? 0)))
  const most = mostOf(above) || 1
  for (let at = 0; at < above.length; at += 1) above[at] = 255 - Math.min(255, Math.round((255 * (above[at] ?? 0)) / most))
  return sharp(above, { raw: { width: level.width, height: level.height, channels: 1 } })
    .extend({ top: 16, bottom: 16, left: 16, right: 16, background: '#fff' })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** Returns the value that only the pixels that stand out exceed. */
function mostOf(values: Uint8Array): number {
  const counts = new Uint32Array(256)
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  let passed = Math.floor(values.length * (1 - OUTSTANDING))
  return counts.findIndex((count) => {
    passed -= count
    return passed < 0
  })
}

function placeOf({ x, y, length, depth, angle }: Line, { width, height }: Gray) {
  const [sine, cosine] = [Math.abs(Math.sin((angle * Math.PI) / 180)), Math.abs(Math.cos((angle * Math.PI) / 180))]
  const [across, down] = [(length * cosine + depth * sine) / 2, (length * sine + depth * cosine) / 2]
  return withinPicture({ left: x - across, top: y - down, right: x + across, bottom: y + down }, { left: 0, top: 0, width, height })
}
