import { readFileSync } from 'node:fs'
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { colorsOfSvg, recolorSvg } from '#platform/svg/recolor-svg.ts'

/**
 * Recolors multicolor icons of five open sets. Prints for how many no replaced color remains, how many are drawn alike (SSIM of at least 0.99)
 * by our renderer and by resvg, which shares no code with it, and how long it takes. The argument is the number of icons.
 */
const SETS = ['flat-color-icons', 'logos', 'fluent-emoji-flat', 'noto', 'tabler'] as const
const SIDE = 512
export const SSIM_MIN = 0.99

type Icon = { name: string; svg: string; colors: string[] }
type Set = { icons: Record<string, { body: string; width?: number; height?: number }>; width?: number; height?: number }

/** Returns icons with at least two colors, spread evenly over each set. */
export function multicolorIcons(count: number): Icon[] {
  const wanted = Math.ceil(count / SETS.length)
  return SETS.flatMap((prefix) => {
    const set: Set = JSON.parse(readFileSync(`node_modules/@iconify-json/${prefix}/icons.json`, 'utf8'))
    const names = Object.keys(set.icons)
    const step = Math.max(1, Math.floor(names.length / (wanted * 2)))
    const found: Icon[] = []
    for (let place = 0; place < names.length && found.length < wanted; place += step) {
      const icon = iconOf(set, prefix, names[place] ?? '')
      if (icon.colors.length >= (prefix === 'tabler' ? 1 : 2)) found.push(icon)
    }
    return found
  })
}

function iconOf(set: Set, prefix: string, name: string): Icon {
  const { body = '', width, height } = set.icons[name] ?? {}
  const [w, h] = [width ?? set.width ?? 16, height ?? set.height ?? 16]
  const size = `width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${body}</svg>`
  return { name: `${prefix}:${name}`, svg, colors: colorsOfSvg(svg) ?? [] }
}

/** Other colors that are in none of the sets, with a distance from each other. */
export const otherColors = (colors: readonly string[]): Map<string, string> =>
  new Map(colors.map((color, index) => [color, `#${(((index * 0x3d5b7) % 0xfffff) * 16 + 7).toString(16).padStart(6, '0')}`]))

type Gray = { data: Buffer; width: number; height: number }

/** Draws with both at the same size, so that neither picture is scaled. */
async function drawnByBoth(svg: string): Promise<[Gray, Gray]> {
  const own = await sharp(Buffer.from(svg)).metadata()
  const resvg = new Resvg(svg, { fitTo: { mode: own.width >= own.height ? 'width' : 'height', value: SIDE } }).render()
  const { width, height } = resvg
  const density = (72 * width) / own.width
  const mine = sharp(Buffer.from(svg), { density }).resize(width, height, { fit: 'fill' }).flatten({ background: '#ffffff' })
  return [
    await gray(await mine.png().toBuffer()),
    await gray(await sharp(resvg.asPng()).flatten({ background: '#ffffff' }).png().toBuffer())
  ]
}

async function gray(png: Buffer): Promise<Gray> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** The mean structural similarity of 8 × 8 windows. */
function ssim(one: Gray, other: Gray): number {
  let [sum, windows] = [0, 0]
  for (let top = 0; top + 8 <= one.height; top += 4)
    for (let left = 0; left + 8 <= one.width; left += 4) {
      sum += similarityOf(one, other, top * one.width + left)
      windows += 1
    }
  return sum / windows
}

/** The structural similarity of the 8 × 8 pixels from this one. */
function similarityOf(one: Gray, other: Gray, start: number): number {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
  for (let pixel = 0; pixel < 64; pixel += 1) {
    const at = start + (pixel >> 3) * one.width + (pixel & 7)
    const [p, q] = [one.data[at] ?? 0, other.data[at] ?? 0]
    a += p
    b += q
    aa += p * p
    bb += q * q
    ab += p * q
  }
  const [ma, mb] = [a / 64, b / 64]
  const [va, vb, cov] = [aa / 64 - ma * ma, bb / 64 - mb * mb, ab / 64 - ma * mb]
  return ((2 * ma * mb + 6.5) * (2 * cov + 58.5)) / ((ma * ma + mb * mb + 6.5) * (va + vb + 58.5))
}

export type Compared = { name: string; similarity: number; similarity_before: number; remaining: string[]; ms: number }

/** Recolors an icon, draws it twice, and compares. `similarity_before` is that of the icon in its own colors. */
export async function compareIcon({ name, svg, colors }: Icon): Promise<Compared> {
  const changes = otherColors(colors)
  const start = performance.now()
  const changed = recolorSvg(svg, changes) ?? ''
  const ms = performance.now() - start
  const targets = new Set(changes.values())
  const remaining = (colorsOfSvg(changed) ?? []).filter((color) => !targets.has(color))
  const [similarity, similarity_before] = [ssim(...(await drawnByBoth(changed))), ssim(...(await drawnByBoth(svg)))]
  return { name, similarity, similarity_before, remaining, ms }
}

async function main(count: number): Promise<void> {
  const icons = multicolorIcons(count)
  const compared: Compared[] = []
  for (const icon of icons) compared.push(await compareIcon(icon))
  const times = compared.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const alike = compared.filter(({ similarity }) => similarity >= SSIM_MIN)
  const before = compared.filter(({ similarity_before }) => similarity_before >= SSIM_MIN)
  console.log(`${compared.length} icons: ${compared.filter(({ remaining }) => remaining.length === 0).length} without a replaced color,`)
  console.log(`${alike.length} drawn alike after recoloring, ${before.length} in their own colors;`)
  console.log(`recoloring takes ${times[Math.floor(times.length * 0.95)]?.toFixed(2)} ms at the 95th percentile.`)
  for (const { name, similarity, similarity_before, remaining } of compared)
    if (similarity < SSIM_MIN || remaining.length > 0)
      console.log(name, similarity.toFixed(4), `before ${similarity_before.toFixed(4)}`, ...remaining)
}

if (process.argv[1]?.endsWith('bench/recolor.ts')) await main(Number(process.argv[2] ?? 1000))
