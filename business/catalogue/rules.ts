import type { Origin } from './origin.rules.ts'

/** The categories of assets. A wage and a license price are set for each of them. */
export const CATEGORIES = ['icon', 'vector', 'background', 'illustration', 'logo'] as const
export type Category = (typeof CATEGORIES)[number]

/** The categories in the public filter. Logos are found by searching. */
export const PUBLIC_CATEGORIES = ['icon', 'vector', 'background', 'illustration'] as const satisfies readonly Category[]

/** The fields of an asset that its artist fills in, as `assetFields` in contract.ts checks them. */
export const ASSET_FIELDS = ['title', 'description', 'category', 'tags', 'origin'] as const
export type AssetFields = { title: string; description: string; category: Category; tags: string[]; origin: Origin }

export const ASSET_STATUSES = ['pending', 'approved', 'rejected'] as const
export type AssetStatus = (typeof ASSET_STATUSES)[number]

export const FILE_FORMATS = ['jpg', 'png', 'svg', 'eps', 'webp', 'pdf'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

/** The uploaded formats from which a download in each format can be made. */
export const SOURCES_OF: Record<FileFormat, readonly FileFormat[]> = {
  jpg: ['jpg', 'png', 'svg', 'webp'],
  png: ['jpg', 'png', 'svg', 'webp'],
  webp: ['jpg', 'png', 'svg', 'webp'],
  svg: ['svg'],
  eps: ['eps'],
  pdf: ['pdf', 'svg']
}

export const FILE_STATUSES = ['processing', 'ready', 'failed'] as const
export type FileStatus = (typeof FILE_STATUSES)[number]

/** Of an approved asset, only the files that were approved with it are shown; before the approval, its artist and admins see what is ready. */
export const isShown = (asset_status: AssetStatus, file: { status: FileStatus; is_published: boolean }): boolean =>
  file.status === 'ready' && (file.is_published || asset_status !== 'approved')

/** The source of a file's previews: its own bytes, a stored picture of its first page, or nothing. */
export type PictureSource = 'own' | 'drawn' | 'none'

export const CONTENT_TYPES: Record<FileFormat, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  eps: 'application/postscript',
  webp: 'image/webp',
  pdf: 'application/pdf'
}

/** What an open license requires of those who show the artwork. */
export const LICENSE_ASKS = ['nothing', 'credit', 'share_alike'] as const
export type LicenseAsks = (typeof LICENSE_ASKS)[number]

const SHARE_ALIKE = /^(CC-BY-SA|[AL]?GPL|MPL|EUPL|LAL)\b/i
const CREDITED = /^CC-BY\b/i

/** Reads the SPDX name. Software licenses (MIT, Apache and similar) require their notice with copies of the files, not where a picture is shown. */
export function asksOf(spdx: string | null): LicenseAsks {
  if (!spdx) return 'nothing'
  if (SHARE_ALIKE.test(spdx)) return 'share_alike'
  return CREDITED.test(spdx) ? 'credit' : 'nothing'
}

/** NC licenses forbid selling; ND licenses forbid other sizes, formats and colors. Neither suits a marketplace. */
export const mayBeSold = (spdx: string): boolean => !/\b(NC|ND)\b|non-?commercial|no-?deriv/i.test(spdx)

export const TITLE_MAX = 160
export const DESCRIPTION_MAX = 2000
export const TAG_MAX = 50
export const TAGS_MAX = 50
/** Assets in one answer of the sitemap, which anyone may ask for. */
export const SITEMAP_PAGE_MAX = 5000
/** The protocol allows 50,000 addresses in a part. Small parts would be many. */
export const SITEMAP_PART_MIN = 100
export const SITEMAP_PART_MAX = 50_000
/** Artists in one answer of the sitemap. */
export const ARTISTS_LISTED_MAX = 5000
export const SEARCH_MAX = 200
/** Maximum length of one entry in a group of synonyms. */
export const SYNONYM_MAX = 60
export const SYNONYMS_MAX = 40
export const SYNONYMS_PAGE_SIZE = 20
/** Maximum length of the reason for withholding or releasing an asset. */
export const WITHHOLD_REASON_MAX = 500
/** Days for which searches without results are stored. */
export const MISS_DAYS = 90

export const PAGE_SIZE = 12
export const SEARCH_DEBOUNCE_MS = 350
export const SUGGESTIONS_MAX = 8
export const SUGGESTION_KINDS = ['word', 'title'] as const
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number]

/** Widths of the previews, in pixels. */
export const PREVIEW_WIDTHS = [320, 640, 1200] as const
export const isPreviewWidth = (width: number): width is PreviewWidth => PREVIEW_WIDTHS.some((one) => one === width)
export type PreviewWidth = (typeof PREVIEW_WIDTHS)[number]
/** Previews of this width or wider carry the watermark unless the asset is free. */
export const MARKED_FROM: PreviewWidth = 640

/** Color families to filter by, in the order of the filter. */
export const COLORS = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink', 'brown', 'black', 'gray', 'white'] as const
export type Color = (typeof COLORS)[number]

/** Where each family ends on the color wheel, in degrees. */
const HUES: readonly (readonly [end: number, family: Color])[] = [
  [15, 'red'],
  [42, 'orange'],
  [68, 'yellow'],
  [155, 'green'],
  [195, 'teal'],
  [255, 'blue'],
  [290, 'purple'],
  [338, 'pink'],
  [360, 'red']
]

const GRAY_SATURATION = 0.14
const GRAY_SPREAD = 0.06

/** Red, green and blue, each from 0 to 1. */
const channelsOf = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)

function grayFamily(lightness: number): Color {
  if (lightness > 0.9) return 'white'
  return lightness < 0.2 ? 'black' : 'gray'
}

/** The angle on the color wheel, in degrees. */
function hueOf([red = 0, green = 0, blue = 0]: readonly number[], high: number, spread: number): number {
  const sixths = high === red ? (green - blue) / spread : high === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread
  return (sixths * 60 + 360) % 360
}

/** Returns the family of a color such as '#00b4d8'. */
export function colorFamily(hex: string): Color {
  const channels = channelsOf(hex)
  const [low, high] = [Math.min(...channels), Math.max(...channels)]
  const [lightness, spread] = [(low + high) / 2, high - low]
  if (lightness < 0.12) return 'black'
  const saturation = spread / (1 - Math.abs(2 * lightness - 1) || 1)
  if (saturation < GRAY_SATURATION || spread < GRAY_SPREAD) return grayFamily(lightness)
  const hue = hueOf(channels, high, spread)
  const family = HUES.find(([end]) => hue <= end)?.[1] ?? 'red'
  return (family === 'orange' || family === 'red') && lightness < 0.4 && hue >= 8 ? 'brown' : family
}

/** The desk counts the matches of a text search up to this number. */
export const DESK_COUNTED_MAX = 10_000

export const UNTITLED = 'Untitled Asset'

export const MESSAGES = {
  loading: 'Loading assets…',
  empty: 'No assets found.',
  withheld: 'This asset is no longer available.',
  withhold_failed: 'Error withholding asset.',
  release_failed: 'Error releasing asset.',
  no_preview: 'No Preview',
  no_files: 'No downloadable files',
  title_required: 'Please enter a title.',
  title_too_long: `At most ${TITLE_MAX} characters.`,
  origin_required: 'Please choose where the picture comes from.',
  description_too_long: `At most ${DESCRIPTION_MAX} characters.`,
  synonyms_required: 'Please enter at least two words, separated by commas.'
} as const

/** The `free` filter of the lists. */
export const FREE_FILTERS = ['free-now', 'free-scheduled', 'not-free'] as const
export type FreeFilter = (typeof FREE_FILTERS)[number]

/** The orders of a list. 'best' applies to searches only. */
export const SORTS = ['best', 'newest', 'oldest', 'title'] as const
export type Sort = (typeof SORTS)[number]

/** Maximum number of similar assets shown. */
export const SIMILAR_MAX = 12

export const FREE_STATES = ['free_now', 'free_soon', 'was_free', 'not_free'] as const
export type FreeState = (typeof FREE_STATES)[number]

type Moment = Date | string
export type FreeWindow = { is_free: boolean; free_starts_at: Moment | null; free_ends_at: Moment | null }

/** An asset is free while flagged, or from the start until the end of its window; a window without an end stays open. */
export function freeStateAt(now: Date, { is_free, free_starts_at, free_ends_at }: FreeWindow): FreeState {
  if (is_free) return 'free_now'
  if (!free_starts_at) return 'not_free'
  if (new Date(free_starts_at) > now) return 'free_soon'
  return !free_ends_at || new Date(free_ends_at) > now ? 'free_now' : 'was_free'
}

export const isFreeAt = (now: Date, window: FreeWindow): boolean => freeStateAt(now, window) === 'free_now'

/** Converts 'icon' to 'Icon'. */
export const categoryLabel = (category: string): string => category.charAt(0).toUpperCase() + category.slice(1)

/** Splits comma-separated tags. Tags keep their case; if tags differ only in case, the first spelling wins. */
export function parseTags(text: string | readonly string[]): string[] {
  const tags = (typeof text === 'string' ? [text] : text).flatMap((part) => part.split(','))
  const spellings = new Map<string, string>()
  for (const tag of tags.map((part) => part.trim().replace(/\s+/g, ' ')).filter(Boolean)) {
    const key = tag.toLowerCase()
    if (!spellings.has(key)) spellings.set(key, tag)
  }
  return [...spellings.values()]
}

const WORDS_MAX = 8
const WORD_MAX = 40

/** Splits a search into lowercase words. Punctuation separates words, as it does in the index (catalogue.spaced). */
export function searchWords(typed: string): string[] {
  const words = typed.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return [...new Set(words.map((word) => word.slice(0, WORD_MAX)))].slice(0, WORDS_MAX)
}

/** Returns '1920x1080', or null for a file without a size in pixels. */
export const resolutionOf = ({ width, height }: { width: number | null; height: number | null }): string | null =>
  width && height ? `${width}x${height}` : null

export type PlainMat = 'paper' | 'dark'

/** Light drawings are shown on a dark mat, all others on paper, in every theme. */
export function matFor(dominant_color: string | null): PlainMat {
  if (!dominant_color) return 'paper'
  const [red = 0, green = 0, blue = 0] = channelsOf(dominant_color).map((channel) => channel ** 2.2)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.72 ? 'dark' : 'paper'
}

type Shaped = { category: string; files: readonly { format: string; resolution: string | null }[] }

/** Whether the picture fills its frame edge to edge. Icons, logos and square drawings are shown on the mat with space around them. */
export function fillsFrame({ category, files: [file] }: Shaped): boolean {
  if (category === 'background') return true
  if (category === 'icon' || category === 'logo' || !file) return false
  const [width = 1, height = 1] = (file.resolution ?? '').split('x').map(Number)
  return width / height >= 1.2 && width / height <= 1.8
}

type Pictured = { files: readonly { preview_urls: Record<PreviewWidth, string> | null; file_url: string | null }[] }

/** Returns the possible URLs of an asset's preview, best first: the first that loads is shown. */
export function previewSources({ files }: Pictured, width: PreviewWidth): string[] {
  const sources = files.flatMap(({ preview_urls, file_url }) => [preview_urls?.[width], file_url, preview_urls?.[320]])
  return [...new Set(sources.filter((source): source is string => Boolean(source)))]
}
