import sharp from 'sharp'
import { COLORS, type Color, colorFamily } from '../rules.ts'
import type { Pixels } from './decode-picture.ts'
import { pictureHash } from './picture-hash.ts'

/** Raised whenever pictures are described differently: all of them are looked at again, by the job. */
export const DESCRIBING = 1

export type Description = {
  dominant_color: string
  /** Most first. */
  colors: Color[]
  /** A data: address of less than 400 characters. */
  blur: string
  picture_hash: bigint | null
}

/** Pixels are picked, not mixed: the soft edges of a drawing would bring colours that it does not hold. */
const SAMPLED = 96
const COLORS_MOST = 4
/** A colour of less than this share of what is visible is not what people would search it by. */
const SHARE_LEAST = 0.05
const BLUR_SIZES = [16, 12, 8]
const BLUR_MOST = 400

/** What a picture looks like at a glance; pixels that are not visible do not count. */
export async function describePicture(pixels: Pixels): Promise<Description> {
  const bins = await binsOf(pixels)
  const dominant_color = hexOf(bins.reduce((most, bin) => (bin.weight > most.weight ? bin : most), NOTHING))
  return { dominant_color, colors: familiesOf(bins), blur: await blurOf(pixels), picture_hash: await pictureHash(pixels) }
}

/** Pixels that are near in colour: their opacity summed, and their colours weighed by it. */
type Bin = { weight: number; red: number; green: number; blue: number }
const NOTHING: Bin = { weight: 0, red: 0, green: 0, blue: 0 }

async function binsOf({ data: pixels, info }: Pixels): Promise<Bin[]> {
  const data = await sharp(pixels, { raw: info }).resize(SAMPLED, SAMPLED, { fit: 'inside', kernel: 'nearest' }).raw().toBuffer()
  const bins = new Map<number, Bin>()
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5)
    const bin = bins.get(key) ?? { ...NOTHING }
    bin.weight += alpha
    bin.red += red * alpha
    bin.green += green * alpha
    bin.blue += blue * alpha
    bins.set(key, bin)
  }
  return [...bins.values()].filter(({ weight }) => weight > 0)
}

/** White where nothing is visible. */
const hexOf = ({ weight, red, green, blue }: Bin): string =>
  `#${[red, green, blue].map((sum) => (weight === 0 ? 255 : Math.round(sum / weight)).toString(16).padStart(2, '0')).join('')}`

function familiesOf(bins: readonly Bin[]): Color[] {
  const shares = new Map<Color, number>()
  for (const bin of bins) shares.set(colorFamily(hexOf(bin)), (shares.get(colorFamily(hexOf(bin))) ?? 0) + bin.weight)
  const least = bins.reduce((sum, { weight }) => sum + weight, 0) * SHARE_LEAST
  const share = (color: Color) => shares.get(color) ?? 0
  return COLORS.filter((color) => share(color) > 0 && share(color) >= least)
    .sort((one, other) => share(other) - share(one))
    .slice(0, COLORS_MOST)
}

/** The largest of a few sizes whose address is short enough to stand in a page. */
async function blurOf({ data, info }: Pixels): Promise<string> {
  let address = ''
  for (const size of BLUR_SIZES) {
    const picture = sharp(data, { raw: info }).resize(size, size, { fit: 'inside' })
    address = `data:image/webp;base64,${(await picture.webp({ quality: 30, alphaQuality: 30, effort: 4 }).toBuffer()).toString('base64')}`
    if (address.length < BLUR_MOST) break
  }
  return address
}
