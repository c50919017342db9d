import sharp from 'sharp'
import { COLORS, type Color, colorFamily } from '../../rules.ts'
import { type StoredPrint, storedPrintOf } from '../picture-search/raster-of.ts'
import type { Pixels } from './decode-picture.ts'
import { perceptualHash } from './perceptual-hash.ts'

export type ImageAnalysis = {
  dominant_color: string
  /** Largest share first. */
  colors: Color[]
  /** As '#rrggbb', largest share first. */
  picture_colors: string[]
  /** A data: URL of less than 400 characters. */
  blur: string
  perceptual_hash: bigint | null
  /** By which a search with a picture finds it; null for a blank one. */
  print: StoredPrint | null
}

/** Pixels are sampled, not averaged: averaging soft edges would add colors that the drawing does not have. */
const SAMPLED = 96
const COLORS_MAX = 4
/** A color that covers less than this share of the visible area is ignored: nobody would search for the picture by it. */
const SHARE_MIN = 0.05
const BLUR_SIZES = [16, 12, 8]
const BLUR_MAX = 400

/** Returns the colors, the blurred placeholder, the perceptual hash, and the print of a picture. Invisible pixels do not count. */
export async function analyzePicture(pixels: Pixels): Promise<ImageAnalysis> {
  const bins = await binsOf(pixels)
  const dominant_color = hexOf(bins.reduce((largest, bin) => (bin.weight > largest.weight ? bin : largest), EMPTY_BIN))
  return {
    dominant_color,
    colors: familiesOf(bins),
    picture_colors: pictureColors(bins).map(hexOf),
    blur: await blurOf(pixels),
    perceptual_hash: await perceptualHash(pixels),
    print: await storedPrintOf(pixels)
  }
}

/** Pixels of similar color: the sum of their opacity, and the sums of their channels weighted by it. */
type Bin = { weight: number; red: number; green: number; blue: number }
const EMPTY_BIN: Bin = { weight: 0, red: 0, green: 0, blue: 0 }

async function binsOf({ data: pixels, info }: Pixels): Promise<Bin[]> {
  const data = await sharp(pixels, { raw: info }).resize(SAMPLED, SAMPLED, { fit: 'inside', kernel: 'nearest' }).raw().toBuffer()
  const bins = new Map<number, Bin>()
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5)
    const bin = bins.get(key) ?? { ...EMPTY_BIN }
    bin.weight += alpha
    bin.red += red * alpha
    bin.green += green * alpha
    bin.blue += blue * alpha
    bins.set(key, bin)
  }
  return [...bins.values()].filter(({ weight }) => weight > 0)
}

/** White if nothing is visible. */
const hexOf = ({ weight, red, green, blue }: Bin): string =>
  `#${[red, green, blue].map((sum) => (weight === 0 ? 255 : Math.round(sum / weight)).toString(16).padStart(2, '0')).join('')}`

function familiesOf(bins: readonly Bin[]): Color[] {
  const weights = new Map<Color, number>()
  for (const bin of bins) {
    const family = colorFamily(hexOf(bin))
    weights.set(family, (weights.get(family) ?? 0) + bin.weight)
  }
  const weightMin = bins.reduce((sum, { weight }) => sum + weight, 0) * SHARE_MIN
  const weightOf = (color: Color) => weights.get(color) ?? 0
  return COLORS.filter((color) => weightOf(color) > 0 && weightOf(color) >= weightMin)
    .sort((one, other) => weightOf(other) - weightOf(one))
    .slice(0, COLORS_MAX)
}

const PICTURE_COLORS_MAX = 6
/** A smaller share is a soft edge or a detail. */
const PICTURE_SHARE_MIN = 0.02
/** Colors closer than this, as the sum of their channels' differences, look alike. */
const ALIKE = 72

/** Joins bins of colors that look alike, and returns the largest groups, each with the color of its largest bin. */
function pictureColors(bins: readonly Bin[]): Bin[] {
  const groups: Bin[] = []
  for (const bin of bins.toSorted((one, other) => other.weight - one.weight)) {
    const near = groups.find((group) => distance(group, bin) < ALIKE)
    if (near) enlarge(near, bin.weight)
    else groups.push({ ...bin })
  }
  const total = bins.reduce((sum, { weight }) => sum + weight, 0)
  return groups
    .filter(({ weight }) => weight >= total * PICTURE_SHARE_MIN)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, PICTURE_COLORS_MAX)
}

const CHANNELS = ['red', 'green', 'blue'] as const

const distance = (one: Bin, other: Bin): number =>
  CHANNELS.reduce((sum, channel) => sum + Math.abs(one[channel] / one.weight - other[channel] / other.weight), 0)

/** Keeps the color of the group. */
function enlarge(group: Bin, weight: number): void {
  const factor = (group.weight + weight) / group.weight
  for (const channel of CHANNELS) group[channel] *= factor
  group.weight += weight
}

/** Returns the largest placeholder whose URL is short enough to be part of a page. */
async function blurOf({ data, info }: Pixels): Promise<string> {
  let url = ''
  for (const size of BLUR_SIZES) {
    const picture = sharp(data, { raw: info }).resize(size, size, { fit: 'inside' })
    url = `data:image/webp;base64,${(await picture.webp({ quality: 30, alphaQuality: 30, effort: 4 }).toBuffer()).toString('base64')}`
    if (url.length < BLUR_MAX) break
  }
  return url
}
