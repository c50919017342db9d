import sharp from 'sharp'
import { type Component, componentsOf, type Mask } from './components.ts'

/** Gray values, one byte for each pixel. */
export type Gray = { data: Buffer; width: number; height: number }

/** Shapes of the size of letters that stand beside each other. Lengths are in pixels of the picture that was looked at. */
export type Line = {
  letters: number
  x: number
  y: number
  /** The size of a letter, and how alike the sizes are: 1 if they are the same. */
  size: number
  evenness: number
  /** Along the line and across it. */
  length: number
  depth: number
  /** By which the line falls from left to right, in degrees. */
  angle: number
  /** Whether its letters are brighter than what is around them. */
  is_bright: boolean
}

/** How much letters differ from what is around them, of 255: faint ones on plain ground, and clear ones across the edges of a drawing. */
const CONTRASTS = [9, 24, 60]
/** The reach of what is around, in pixels. */
const AROUND_PX = 10
const SIZE_MIN = 6
const SIZE_MAX = 120
/** A letter's thin side as a share of its long side. */
const THIN_MIN = 0.08
/** A letter covers at least this share of the box around it. */
const COVER_MIN = 0.12
/** More shapes than this are a texture, in which no letters are looked for. */
const LETTERS_MAX = 1200
/** The largest ratio between the sizes of two neighboring letters, and the largest distance between their centers, in sizes of the larger one. */
const RATIO_MAX = 2.2
const APART_MAX = 1.7
/** A row of fewer letters is not a word. */
const LETTERS_MIN = 4
const LINES_OF_GROUP_MAX = 6
/** Letters of one line differ in their sizes, but less than the parts of a drawing do. */
const EVEN_MIN = 0.4

/** Returns what could be lines of writing, longest first. */
export async function linesIn(gray: Gray): Promise<Line[]> {
  const around = await blurred(gray, AROUND_PX)
  const lines = [1, -1].flatMap((side) =>
    CONTRASTS.flatMap((contrast) => {
      const letters = componentsOf(standingOut(gray, around, { side, contrast }))
        .filter(isLetter)
        .map(letterOf)
      if (letters.length > LETTERS_MAX) return []
      return groupsOf(letters)
        .flatMap(straightParts)
        .map((part) => lineOf(part, side === 1))
    })
  )
  return withoutRepeats(lines.filter(({ evenness }) => evenness >= EVEN_MIN).sort((one, other) => likeness(other) - likeness(one)))
}

type Standing = { side: number; contrast: number }

/** Returns which pixels are brighter (`side` 1) or darker (-1) than what is around them. */
function standingOut({ data, width, height }: Gray, around: Buffer, { side, contrast }: Standing): Mask {
  const mask = new Uint8Array(data.length)
  for (let at = 0; at < data.length; at += 1) if (side * ((data[at] ?? 0) - (around[at] ?? 0)) >= contrast) mask[at] = 1
  return { data: mask, width, height }
}

/** Long lines of letters of the same size come first. */
const likeness = ({ letters, evenness }: Line): number => letters * evenness

/** Leaves out what lies within a line that has more letters. */
function withoutRepeats(lines: readonly Line[]): Line[] {
  const kept: Line[] = []
  for (const line of lines) {
    const isWithin = ({ x, y, length, size, angle }: Line) =>
      Math.hypot(x - line.x, y - line.y) < length / 2 &&
      Math.abs(angle - line.angle) < 12 &&
      line.size < 1.6 * size &&
      size < 1.6 * line.size
    if (!kept.some(isWithin)) kept.push(line)
  }
  return kept
}

/** Returns the gray values with their surroundings mixed in. */
export const blurred = ({ data, width, height }: Gray, reach: number): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 1 } })
    .blur(Math.max(0.5, reach))
    .extractChannel(0)
    .raw()
    .toBuffer()

type Letter = { x: number; y: number; size: number }

function isLetter({ left, top, right, bottom, pixels }: Component): boolean {
  const [width, height] = [right - left + 1, bottom - top + 1]
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  return long >= SIZE_MIN && long <= SIZE_MAX && short / long >= THIN_MIN && pixels >= COVER_MIN * width * height
}

const letterOf = ({ left, top, right, bottom }: Component): Letter => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
  size: Math.max(right - left, bottom - top) + 1
})

const isBeside = (one: Letter, other: Letter): boolean => {
  const [large, small] = [Math.max(one.size, other.size), Math.min(one.size, other.size)]
  return large <= RATIO_MAX * small && Math.hypot(one.x - other.x, one.y - other.y) <= APART_MAX * large
}

/** Returns the groups of letters that stand beside each other. */
function groupsOf(letters: readonly Letter[]): Letter[][] {
  const left = new Set(letters)
  const groups: Letter[][] = []
  for (const first of letters) if (left.delete(first)) groups.push(groupAround(first, left))
  return groups.filter(({ length }) => length >= LETTERS_MIN)
}

function groupAround(first: Letter, left: Set<Letter>): Letter[] {
  const group = [first]
  for (const letter of group)
    for (const other of left) {
      if (!isBeside(letter, other)) continue
      left.delete(other)
      group.push(other)
    }
  return group
}

/** A letter belongs to a line if its middle is not farther from it than this share of its size. */
const OFF_MAX = 0.4
/** Directions that are tried in a group. */
const TRIED_MAX = 400

/** Takes the straight lines out of a group, the longest first. */
function straightParts(group: readonly Letter[]): Letter[][] {
  const parts: Letter[][] = []
  let left = group
  while (left.length >= LETTERS_MIN && parts.length < LINES_OF_GROUP_MAX) {
    const part = longestLine(left)
    if (part.length < LETTERS_MIN) break
    parts.push(part)
    left = left.filter((letter) => !part.includes(letter))
  }
  return parts
}

function longestLine(letters: readonly Letter[]): Letter[] {
  let longest: Letter[] = []
  let tried = 0
  for (const [at, one] of letters.entries())
    for (const other of letters.slice(at + 1)) {
      if (!isBeside(one, other)) continue
      tried += 1
      if (tried > TRIED_MAX) return longest
      const line = letters.filter((letter) => distanceTo(letter, one, other) <= OFF_MAX * letter.size)
      if (line.length > longest.length) longest = line
    }
  return longest
}

function distanceTo({ x, y }: Letter, one: Letter, other: Letter): number {
  const [dx, dy] = [other.x - one.x, other.y - one.y]
  return Math.abs(dx * (y - one.y) - dy * (x - one.x)) / (Math.hypot(dx, dy) || 1)
}

const middleOf = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

function lineOf(group: readonly Letter[], is_bright: boolean): Line {
  const size = middleOf(group.map((letter) => letter.size))
  const angle = angleOf(group)
  const [sine, cosine] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  const along = extent(group.map(({ x, y }) => x * cosine + y * sine))
  const across = extent(group.map(({ x, y }) => y * cosine - x * sine))
  return {
    ...{ letters: group.length, size, angle, is_bright },
    evenness: 1 / (1 + (3 * group.reduce((sum, letter) => sum + Math.abs(letter.size - size), 0)) / (group.length * size)),
    x: along.middle * cosine - across.middle * sine,
    y: along.middle * sine + across.middle * cosine,
    length: along.length + size,
    depth: across.length + size
  }
}

function extent(values: readonly number[]): { middle: number; length: number } {
  const [from, to] = [Math.min(...values), Math.max(...values)]
  return { middle: (from + to) / 2, length: to - from }
}

/** The direction in which the letters lie, from -90 to 90 degrees. */
function angleOf(letters: readonly Letter[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(letters.map((letter) => letter.x)), mean(letters.map((letter) => letter.y))]
  const [xx, yy] = [mean(letters.map((letter) => (letter.x - x) ** 2)), mean(letters.map((letter) => (letter.y - y) ** 2))]
  const xy = mean(letters.map((letter) => (letter.x - x) * (letter.y - y)))
  return (Math.atan2(2 * xy, xx - yy) * 90) / Math.PI
}
