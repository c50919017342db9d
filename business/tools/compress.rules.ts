export const COMPRESS_TEXTS = {
  wrong_file: 'Please choose a PNG, JPEG, WEBP, GIF, or SVG image.',
  failed: 'Failed to compress image.'
} as const

/** Every image is converted to each width and type. The aspect ratio is kept. */
export const COMPRESS_WIDTHS = [1200, 800, 400] as const
export const COMPRESS_TYPES = ['png', 'webp'] as const
export type CompressType = (typeof COMPRESS_TYPES)[number]
export type CompressTarget = { width: number; type: CompressType }
export const COMPRESS_TARGETS: readonly CompressTarget[] = COMPRESS_WIDTHS.flatMap((width) =>
  COMPRESS_TYPES.map((type) => ({ width, type }))
)

/** WebP quality from 0 to 1. PNG is lossless. */
export const QUALITY = { default: 0.75, min: 0.1, max: 1, step: 0.05 } as const

/** Processing takes about 20 bytes per pixel; a larger image would crash the tab on most machines. */
export const PIXELS_MAX = 50_000_000
/** The maximum height of a WebP image, in pixels. */
const HEIGHT_MAX = 16_383

export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'svg'
/** In pixels, after EXIF rotation. */
export type PictureSize = { width: number; height: number }

/** What may precede the svg element: white space, XML declaration, comments, document type. */
const BEFORE_SVG = /\s+|<\?xml[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>/iy
const SVG_START = /<(?:[\w-]+:)?svg[\s/>]/iy

/** Detects the format from the first bytes (a few thousand for SVG), regardless of the file name and type. */
export function pictureFormatOf(head: Uint8Array): PictureFormat | undefined {
  const start = String.fromCharCode(...head.subarray(0, 12))
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  return startsAsSvg(new TextDecoder().decode(head)) ? 'svg' : undefined
}

function startsAsSvg(text: string): boolean {
  let at = 0
  do {
    SVG_START.lastIndex = at
    if (SVG_START.test(text)) return true
    BEFORE_SVG.lastIndex = at
    at = BEFORE_SVG.test(text) ? BEFORE_SVG.lastIndex : 0
  } while (at > 0)
  return false
}

export const heightAt = (width: number, picture: PictureSize): number => Math.max(1, Math.round((picture.height * width) / picture.width))

/** SVG images are sharp at any width, so they are never enlarged. */
export const isEnlarged = (width: number, { width: own, format }: { width: number; format: PictureFormat }): boolean =>
  format !== 'svg' && width > own

/** Returns the error text if an image of this size cannot be compressed. */
export function sizeProblem(picture: PictureSize, format: PictureFormat): string | undefined {
  const megapixels = (picture.width * picture.height) / 1e6
  if (format !== 'svg' && megapixels > PIXELS_MAX / 1e6)
    return `This image has ${Math.ceil(megapixels)} megapixels. The maximum is ${PIXELS_MAX / 1e6}. Please reduce its size first.`
  const height = heightAt(COMPRESS_WIDTHS[0], picture)
  if (height > HEIGHT_MAX)
    return `This image is too tall. At ${COMPRESS_WIDTHS[0]} px wide, it would be ${height} px high. The WebP maximum is ${HEIGHT_MAX} px. Please split it.`
  return undefined
}

/** Returns the file name without extension, safe for every file system and unique: 'photo', then 'photo-2'. */
export function baseNameOf(fileName: string, taken: readonly string[]): string {
  const plain = fileName
    .replace(/\.[^./\\]*$/, '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]+/gu, '-')
    .replace(/^[\s.-]+|[\s.]+$/g, '')
  const base = [...plain].slice(0, 60).join('').trim() || 'picture'
  const used = new Set(taken.map((name) => name.toLowerCase()))
  let name = base
  for (let count = 2; used.has(name.toLowerCase()); count++) name = `${base}-${count}`
  return name
}

export const outputName = (base: string, { width, type }: CompressTarget): string => `${base}-${width}.${type}`

/** Describes the size compared to the original, for example '96% smaller'. */
export function sizeChange(before: number, after: number): string {
  const ratio = after / before
  const percent = Math.round((ratio - 1) * 100)
  if (percent === 0) return 'same size'
  if (ratio >= 2) return `${Math.round(ratio)} times as large`
  return percent < 0 ? `${-percent}% smaller` : `${percent}% larger`
}
