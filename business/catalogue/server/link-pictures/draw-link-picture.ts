/** Runs in child processes, as previews.ts does. */

import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import type { PlainMat } from '../../rules.ts'
import { reading } from '../image-analysis/decode-picture.ts'
import { LINK_HEIGHT, LINK_WIDTH } from './link-picture-address.ts'

export type LinkPicture = {
  title: string
  artist: string
  brand: string
  mat: PlainMat
  /** Whether the artwork covers its side of the picture instead of lying on the mat. */
  fills: boolean
}

/** The artwork's side, and the column of words beside it. In pixels. */
const ART = { width: 760, height: LINK_HEIGHT }
const AIR = 56
const COLUMN = { left: ART.width + 48, width: LINK_WIDTH - ART.width - 96 }
const [PAPER, INK, QUIET, ACCENT] = ['#f6f4ef', '#0d1b20', '#55646b', '#00b4d8']
const MATS: Record<PlainMat, string> = { paper: '#efece4', dark: '#1b262b' }
const QUALITY = 86

const TITLE_FONT = { family: 'Bricolage Grotesque SemiBold', file: 'BricolageGrotesque-SemiBold' } as const
const TEXT_FONT = { family: 'Instrument Sans', file: 'InstrumentSans-Regular' } as const
/** Decoders do not run in the program's folder. */
const FONTS = join(import.meta.dirname, '../../../../platform/server/fonts')
type Font = typeof TITLE_FONT | typeof TEXT_FONT

/** The largest size at which the title fits is used. It has at most 160 characters, so it fits in the smallest. */
const TITLE_SIZES = [48, 40, 32, 24]
const TITLE_HEIGHT_MAX = 300
const TOP = 72
const BOTTOM = 64

/** Draws the picture that messengers and social networks show for a link: the watermarked preview, the title, the artist, and the wordmark. */
export async function drawLinkPicture(preview: Uint8Array, { title, artist, brand, mat, fills }: LinkPicture): Promise<Buffer> {
  return reading(async () => {
    const layers = [await artworkOn(preview, fills), bar()]
    const wordmark = await words(brand, TITLE_FONT, 34, INK)
    if (wordmark) layers.push({ input: wordmark.input, left: COLUMN.left, top: LINK_HEIGHT - BOTTOM - wordmark.height })
    const heading = await titleThatFits(title)
    if (heading) layers.push({ input: heading.input, left: COLUMN.left, top: TOP })
    const author = await words(`by ${artist}`, TEXT_FONT, 26, QUIET)
    if (author && visible(artist)) layers.push({ input: author.input, left: COLUMN.left, top: TOP + (heading ? heading.height + 24 : 0) })
    const ground = sharp({ create: { width: LINK_WIDTH, height: LINK_HEIGHT, channels: 3, background: PAPER } })
    return ground
      .composite([{ input: await matOf(mat), left: 0, top: 0 }, ...layers])
      .jpeg({ quality: QUALITY, mozjpeg: true })
      .toBuffer()
  })
}

async function artworkOn(preview: Uint8Array, fills: boolean): Promise<OverlayOptions> {
  const [width, height] = fills ? [ART.width, ART.height] : [ART.width - 2 * AIR, ART.height - 2 * AIR]
  const { data, info } = await sharp(preview)
    .resize(width, height, { fit: fills ? 'cover' : 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, left: Math.round((ART.width - info.width) / 2), top: Math.round((ART.height - info.height) / 2) }
}

const matOf = (mat: PlainMat): Promise<Buffer> =>
  sharp({ create: { ...ART, channels: 3, background: MATS[mat] } })
    .png()
    .toBuffer()

const bar = (): OverlayOptions => ({
  input: { create: { width: LINK_WIDTH - ART.width, height: 8, channels: 3, background: ACCENT } },
  left: ART.width,
  top: 0
})

async function titleThatFits(title: string) {
  let drawn = await words(title, TITLE_FONT, TITLE_SIZES[0] ?? 0, INK)
  for (const size of TITLE_SIZES.slice(1)) if (drawn && drawn.height > TITLE_HEIGHT_MAX) drawn = await words(title, TITLE_FONT, size, INK)
  return drawn
}

/** What the fonts have: Latin letters, digits, and punctuation. */
const MISSING = /[^\u0020-\u007e\u00a0-\u017f\u2013\u2014\u2018-\u201d\u2022\u2026\u20ac\u2122]/gu
const visible = (text: string): string => text.replace(MISSING, '').replace(/\s+/g, ' ').trim()

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Returns nothing for a text that the fonts cannot show. */
async function words(text: string, { family, file }: Font, size: number, color: string) {
  const shown = visible(text)
  if (!/[\p{L}\p{N}]/u.test(shown)) return undefined
  const markup = shown.replace(/[&<>]/g, (character) => ENTITIES[character] ?? '')
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}">${markup}</span>`,
      font: `${family}, ${size}`,
      fontfile: join(FONTS, `${file}.ttf`),
      dpi: 72,
      width: COLUMN.width,
      wrap: 'word-char',
      rgba: true
    }
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, height: info.height }
}
