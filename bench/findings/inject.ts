import sharp, { type Sharp } from 'sharp'
import { SVGPathData } from 'svg-pathdata'
import type { FindingCode } from '#catalogue/findings.rules.ts'
import type { FileFormat } from '#catalogue/rules.ts'

/** A file with a fault that was put into it. */
export type Faulty = { code: FindingCode; how: string; format: FileFormat; bytes: Buffer }

/** Numbers from 0 to 1. */
export type Random = () => number

type Injector = (svg: string, random: Random) => Promise<Faulty | undefined>

const FONT = 'platform/server/fonts/InstrumentSans-SemiBold.ttf'
const WATERMARKS = [
  'shutterstock',
  'iStock',
  'Adobe Stock',
  'gettyimages',
  'SAMPLE',
  'PREVIEW',
  'watermark',
  'depositphotos',
  'dreamstime',
  'freepik'
]
const pick = <Value>(values: readonly Value[], random: Random): Value => values[Math.floor(random() * values.length)] as Value
const between = (from: number, to: number, random: Random): number => from + (to - from) * random()

function boxOf(svg: string): { x: number; y: number; width: number; height: number } {
  const [x = 0, y = 0, width = 24, height = 24] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '0 0 24 24').split(/[\s,]+/).map(Number)
  return { x, y, width, height }
}

const withInside = (svg: string, inside: string): Buffer => Buffer.from(svg.replace(/<\/svg>\s*$/, `${inside}</svg>`))

const rasterInside: Injector = async (svg, random) => {
  const { x, y, width, height } = boxOf(svg)
  const pixels = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#c81e1e' } })
    .png()
    .toBuffer()
  const side = between(0.1, 0.6, random)
  const image = `<image x="${x + width * 0.2}" y="${y + height * 0.2}" width="${width * side}" height="${height * side}" href="data:image/png;base64,${pixels.toString('base64')}"/>`
  return { code: 'raster_inside', how: 'embedded PNG', format: 'svg', bytes: withInside(svg, image) }
}

const liveText: Injector = async (svg, random) => {
  const { x, y, width, height } = boxOf(svg)
  const text = `<text x="${x + width * 0.1}" y="${y + height * between(0.3, 0.9, random)}" font-size="${height * between(0.06, 0.2, random)}">${pick(['Hello', 'Open', 'Sale 50%', 'Menu'], random)}</text>`
  return { code: 'live_text', how: 'text element', format: 'svg', bytes: withInside(svg, text) }
}

/** Cuts the last piece off a closed part of a filled path. */
const openPath: Injector = async (svg) => {
  for (const [whole, before = '', d = '', after = ''] of svg.matchAll(/<path((?:\s(?!d=)[^>]*)?\s)d="([^"]+)"([^>]*)>/g)) {
    if (/fill="none"|stroke=/.test(before + after) || /<g[^>]*fill="none"/.test(svg)) continue
    const cut = cutOpen(d)
    if (cut)
      return {
        code: 'open_paths',
        how: 'a closed path cut open',
        format: 'svg',
        bytes: Buffer.from(svg.replace(whole, `<path${before}d="${cut}"${after}>`))
      }
  }
  return undefined
}

function cutOpen(d: string): string | undefined {
  const { commands } = new SVGPathData(d).toAbs()
  const end = commands.findIndex(({ type }) => type === SVGPathData.CLOSE_PATH)
  if (end < 5) return undefined
  return new SVGPathData([...commands.slice(0, end - 2), ...commands.slice(end + 1)]).encode()
}

const stray: Injector = async (svg, random) => {
  const { x, y, width, height } = boxOf(svg)
  const at = `${x + width * random()} ${y + height * random()}`
  return { code: 'open_paths', how: 'a stray point', format: 'svg', bytes: withInside(svg, `<path fill="#111" d="M${at}"/>`) }
}

const openShape: Injector = async (svg, random) => {
  const { x, y, width, height } = boxOf(svg)
  const point = () => `${x + width * random()} ${y + height * random()}`
  return {
    code: 'open_paths',
    how: 'an open filled shape',
    format: 'svg',
    bytes: withInside(svg, `<path fill="#111" d="M${point()}L${point()} ${point()} ${point()}"/>`)
  }
}

const outside: Injector = async (svg, random) => {
  const { x, y, width, height } = boxOf(svg)
  const angle = random() * 2 * Math.PI
  const away = between(1.2, 6, random)
  const center = { x: x + width / 2 + Math.cos(angle) * width * away, y: y + height / 2 + Math.sin(angle) * height * away }
  const circle = `<circle cx="${center.x}" cy="${center.y}" r="${Math.min(width, height) * between(0.06, 0.3, random)}" fill="#111"/>`
  return { code: 'outside_artboard', how: 'a shape beside the artboard', format: 'svg', bytes: withInside(svg, circle) }
}

const tooManyNodes: Injector = async (svg, random) => {
  const { x, y, width, height } = boxOf(svg)
  const points = Array.from({ length: 5100 }, (_, at) => {
    const angle = (at / 5100) * 2 * Math.PI
    const radius = 0.3 + 0.02 * random()
    return `${(x + width * (0.5 + radius * Math.cos(angle))).toFixed(3)} ${(y + height * (0.5 + radius * Math.sin(angle))).toFixed(3)}`
  })
  return {
    code: 'too_many_nodes',
    how: 'a rough outline',
    format: 'svg',
    bytes: withInside(svg, `<path fill="#777" d="M${points.join('L')}z"/>`)
  }
}

const PIXEL_FORMATS = ['png', 'jpg', 'webp'] as const

const encoded = (picture: Sharp, format: (typeof PIXEL_FORMATS)[number]): Promise<Buffer> =>
  format === 'png'
    ? picture.png().toBuffer()
    : format === 'webp'
      ? picture.webp({ quality: 90 }).toBuffer()
      : picture.flatten({ background: '#fff' }).jpeg({ quality: 88 }).toBuffer()

/** Returns a drawing as pixels, `px` wide, as an artist would export it. */
export const rendered = (svg: string, px: number): Sharp =>
  sharp(Buffer.from(svg), { density: Math.min(100_000, (72 * px) / boxOf(svg).width) }).resize(px)

const upscaled: Injector = async (svg, random) => {
  const kernel = pick(['cubic', 'lanczos3', 'mitchell', 'linear', 'nearest'] as const, random)
  const factor = kernel === 'nearest' ? pick([2, 3, 4], random) : between(1.7, 4, random)
  const small = Math.round(between(200, 500, random))
  const format = kernel === 'nearest' ? 'png' : pick(PIXEL_FORMATS, random)
  const bytes = await rendered(svg, small).flatten({ background: '#f4f1ea' }).png().toBuffer()
  const enlarged = sharp(bytes).resize(Math.round(small * factor), null, { kernel })
  return { code: 'upscaled', how: `${factor.toFixed(1)} times, ${kernel}, ${format}`, format, bytes: await encoded(enlarged, format) }
}

/** Writes words as a picture, in a color with an opacity. */
async function written(words: string, { width, height, color }: { width: number; height: number; color: string }): Promise<Buffer> {
  const text = `<span foreground="${color}">${words}</span>`
  const font = { fontfile: FONT, font: 'Instrument Sans SemiBold' }
  return sharp({ text: { text, ...font, width: Math.round(width), height: Math.round(height), rgba: true } })
    .png()
    .toBuffer()
}

const opacity = (from: number, to: number, random: Random): string => Math.round(255 * between(from, to, random)).toString(16)

/** All over the picture, as sites that sell pictures do it. */
const watermarkedAllOver: Injector = async (svg, random) => {
  const word = pick(WATERMARKS, random)
  const picture = await rendered(svg, Math.round(between(700, 1500, random)))
    .flatten({ background: '#f4f1ea' })
    .png()
    .toBuffer()
  const { width } = await sharp(picture).metadata()
  const color = `${pick(['#404040', '#000000'], random)}${opacity(0.5, 0.8, random)}`
  const words = await written(word, { width: width * 0.3, height: width * 0.05, color })
  const turned = await sharp(words)
    .rotate(pick([0, -30, -45, 30], random), { background: '#0000' })
    .png()
    .toBuffer()
  const size = await sharp(turned).metadata()
  const gap = Math.round(width * 0.06)
  const tile = await sharp(turned).extend({ right: gap, bottom: gap, left: 0, top: 0, background: '#0000' }).png().toBuffer()
  const format = pick(PIXEL_FORMATS, random)
  const marked = await sharp(picture)
    .composite([{ input: tile, tile: true, left: gap % size.width, top: gap % size.height }])
    .png()
    .toBuffer()
  return { code: 'watermark_text', how: `“${word}” in ${color} all over`, format, bytes: await encoded(sharp(marked), format) }
}

/** Once, on a bar at the edge. */
const captioned: Injector = async (svg, random) => {
  const word = pick(WATERMARKS, random)
  const picture = await rendered(svg, Math.round(between(500, 1500, random)))
    .flatten({ background: '#f4f1ea' })
    .png()
    .toBuffer()
  const { width, height } = await sharp(picture).metadata()
  const bar = Math.round(width * 0.08)
  const [ground, color] = pick(
    [
      ['#000000', '#ffffff'],
      ['#ffffff', '#222222']
    ] as const,
    random
  )
  const words = await written(word, { width: width * 0.5, height: bar * 0.5, color })
  const strip = await sharp({ create: { width, height: bar, channels: 4, background: ground } })
    .composite([{ input: words }])
    .png()
    .toBuffer()
  const format = pick(PIXEL_FORMATS, random)
  const marked = await sharp(picture)
    .composite([{ input: strip, left: 0, top: height - bar }])
    .png()
    .toBuffer()
  return { code: 'watermark_text', how: `“${word}” on a bar`, format, bytes: await encoded(sharp(marked), format) }
}

const watermarkedVector: Injector = async (svg, random) => {
  const { x, y, width, height } = boxOf(svg)
  const words = `<text x="${x + width / 2}" y="${y + height / 2}" font-size="${height * 0.12}" text-anchor="middle" opacity=".4" transform="rotate(-30 ${x + width / 2} ${y + height / 2})">${pick(WATERMARKS, random)}</text>`
  return { code: 'watermark_text', how: 'text element', format: 'svg', bytes: withInside(svg, words) }
}

/** The faults, each about as often as the others. */
export const INJECTORS: readonly Injector[] = [
  ...[rasterInside, liveText, openPath, stray, openShape, outside, tooManyNodes, upscaled, upscaled],
  ...[watermarkedAllOver, captioned, watermarkedVector]
]
