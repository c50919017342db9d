export const COMPRESS_TEXTS = {
  wrong_file: 'Please choose a PNG, JPEG, WEBP, GIF, or SVG image.',
  failed: 'Failed to compress image.'
} as const

/** What every picture becomes: each width as each type. Heights follow the picture. */
export const COMPRESS_WIDTHS = [1200, 800, 400] as const
export const COMPRESS_TYPES = ['png', 'webp'] as const
export type CompressType = (typeof COMPRESS_TYPES)[number]
export type CompressTarget = { width: number; type: CompressType }
export const COMPRESS_TARGETS: readonly CompressTarget[] = COMPRESS_WIDTHS.flatMap((width) =>
  COMPRESS_TYPES.map((type) => ({ width, type }))
)

/** Of WebP, 0 to 1; PNG loses nothing and has none. */
export const QUALITY = { usual: 0.75, least: 0.1, most: 1, step: 0.05 } as const

/** Decoded it takes 20 bytes a pixel: more would end the tab on most machines. */
export const PIXELS_MAX = 50_000_000
/** WebP ends here, in pixels. */
const HEIGHT_MAX = 16_383

export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'svg'
/** In pixels, as it is shown: turned upright. */
export type PictureSize = { width: number; height: number }

/** What may stand before a drawing's own element: spaces, declaration, comment, document type. */
const BEFORE_SVG = /\s+|<\?xml[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>/iy
const SVG_START = /<(?:[\w-]+:)?svg[\s/>]/iy

/** What a file is by its first bytes (some thousand for SVG); its name and type say nothing. */
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

/** Drawings have no pixels of their own: they are as sharp at any width. */
export const isEnlarged = (width: number, { width: own, format }: { width: number; format: PictureFormat }): boolean =>
  format !== 'svg' && width > own

/** Why a picture of this size can't be compressed, in words for people. */
export function whyNotCompressed(picture: PictureSize, format: PictureFormat): string | undefined {
  const megapixels = (picture.width * picture.height) / 1e6
  if (format !== 'svg' && megapixels > PIXELS_MAX / 1e6)
    return `This picture has ${Math.ceil(megapixels)} megapixels; ${PIXELS_MAX / 1e6} are the most that fit. Make it smaller first.`
  const tall = heightAt(COMPRESS_WIDTHS[0], picture)
  if (tall > HEIGHT_MAX)
    return `This picture is too tall for its width: ${COMPRESS_WIDTHS[0]} px wide it would be ${tall} px high, and WebP ends at ${HEIGHT_MAX}. Cut it into parts.`
  return undefined
}

/** The file's name without its ending, safe in every file system and taken by no other picture: 'photo', then 'photo-2'. */
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

export const madeName = (base: string, { width, type }: CompressTarget): string => `${base}-${width}.${type}`

/** '96% smaller', beside the file that was chosen. */
export function savingOf(before: number, after: number): string {
  const times = after / before
  const percent = Math.round((times - 1) * 100)
  if (percent === 0) return 'same size'
  if (times >= 2) return `${Math.round(times)} times as large`
  return percent < 0 ? `${-percent}% smaller` : `${percent}% larger`
}
