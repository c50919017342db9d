import { CATEGORIES, type Category } from '#payroll/rules.ts'

export { CATEGORIES, type Category }

/** What the public filter offers; a logo is found by searching. */
export const PUBLIC_CATEGORIES = ['icon', 'vector', 'background', 'illustration'] as const satisfies readonly Category[]

export const ASSET_STATUSES = ['pending', 'approved', 'rejected'] as const
export type AssetStatus = (typeof ASSET_STATUSES)[number]

export const FILE_FORMATS = ['jpg', 'png', 'svg', 'eps', 'webp', 'pdf'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

/** The uploaded formats that an asset is downloaded from as this one: itself, or a master that it is made from. */
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

/** What a file's previews are drawn from: its own bytes, a picture of its first page that is kept beside it, or nothing. */
export type PictureSource = 'own' | 'drawn' | 'none'

export const CONTENT_TYPES: Record<FileFormat, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  eps: 'application/postscript',
  webp: 'image/webp',
  pdf: 'application/pdf'
}

/** What the licence of open artwork asks of those who show it. */
export const LICENCE_ASKS = ['nothing', 'credit', 'share_alike'] as const
export type LicenceAsks = (typeof LICENCE_ASKS)[number]

const SHARE_ALIKE = /^(CC-BY-SA|[AL]?GPL|MPL|EUPL|LAL)\b/i
const CREDITED = /^CC-BY\b/i

/** By its SPDX name. Licences of software (MIT, Apache and their like) ask for their notice beside copies of the files only, not where a picture is shown. */
export function asksOf(spdx: string | null): LicenceAsks {
  if (!spdx) return 'nothing'
  if (SHARE_ALIKE.test(spdx)) return 'share_alike'
  return CREDITED.test(spdx) ? 'credit' : 'nothing'
}

/** Where selling is forbidden, or showing a work in other sizes, formats and colours, artwork is not for a marketplace: NC and ND. */
export const mayBeSold = (spdx: string): boolean => !/\b(NC|ND)\b|non-?commercial|no-?deriv/i.test(spdx)

export const TITLE_MOST = 160
export const DESCRIPTION_MOST = 2000
export const TAG_MOST = 50
export const TAGS_MOST = 50
export const SEARCH_MOST = 200
/** Of one word, or a few, in a group of synonyms. */
export const SYNONYM_MOST = 60
export const SYNONYMS_MOST = 40
export const SYNONYMS_PAGE_SIZE = 20
/** So long a search without result is remembered. */
export const MISS_DAYS = 90

export const PAGE_SIZE = 12
export const SEARCH_DEBOUNCE_MS = 350
export const SUGGESTIONS_MOST = 8
export const SUGGESTION_KINDS = ['word', 'title'] as const
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number]

/** Widths of the previews, in pixels. */
export const PREVIEW_WIDTHS = [320, 640, 1200] as const
export type PreviewWidth = (typeof PREVIEW_WIDTHS)[number]
/** From this width up the preview of an asset that is not free now carries the watermark. */
export const MARKED_FROM: PreviewWidth = 640

/** Families of colour that people search by, in the order of the filter. */
export const COLORS = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink', 'brown', 'black', 'gray', 'white'] as const
export type Color = (typeof COLORS)[number]

/** Where each family of bright colours ends on the wheel, in degrees. */
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

/** The family of a colour such as '#00b4d8'. */
export function colorFamily(hex: string): Color {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [low, high] = [Math.min(red, green, blue), Math.max(red, green, blue)]
  const [light, spread] = [(low + high) / 2, high - low]
  if (light < 0.12) return 'black'
  const saturation = spread / (1 - Math.abs(2 * light - 1) || 1)
  if (saturation < 0.14 || spread < 0.06) return light > 0.9 ? 'white' : light < 0.2 ? 'black' : 'gray'
  const turn = high === red ? (green - blue) / spread : high === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread
  const hue = (turn * 60 + 360) % 360
  const family = HUES.find(([end]) => hue <= end)?.[1] ?? 'red'
  return (family === 'orange' || family === 'red') && light < 0.4 && hue >= 8 ? 'brown' : family
}

/** The desk's lists count no further where the filters say more than status and category. */
export const DESK_COUNTED_MOST = 10_000

export const UNTITLED = 'Untitled Asset'

export const WORDS = {
  loading: 'Loading assets…',
  empty: 'No assets found.',
  no_preview: 'No Preview',
  no_files: 'No downloadable files',
  title_required: 'Please enter a title.',
  title_too_long: `At most ${TITLE_MOST} characters.`,
  description_too_long: `At most ${DESCRIPTION_MOST} characters.`,
  synonyms_required: 'Please enter at least two words, with commas between.'
} as const

/** The `free` filter of the lists. */
export const FREE_FILTERS = ['free-now', 'free-scheduled', 'not-free'] as const
export type FreeFilter = (typeof FREE_FILTERS)[number]

/** How a list may be ordered; the best match is one while searching only. */
export const SORTS = ['best', 'newest', 'oldest', 'title'] as const
export type Sort = (typeof SORTS)[number]

/** Assets shown beside one as like it. */
export const SIMILAR_MOST = 12

export const FREE_STATES = ['free_now', 'free_soon', 'was_free', 'not_free'] as const
export type FreeState = (typeof FREE_STATES)[number]

type Moment = Date | string
export type FreeWindow = { is_free: boolean; free_starts_at: Moment | null; free_ends_at: Moment | null }

/** Free while flagged, or from the start until the end; an empty end never closes. */
export function freeStateAt(now: Date, { is_free, free_starts_at, free_ends_at }: FreeWindow): FreeState {
  if (is_free) return 'free_now'
  if (!free_starts_at) return 'not_free'
  if (new Date(free_starts_at) > now) return 'free_soon'
  return !free_ends_at || new Date(free_ends_at) > now ? 'free_now' : 'was_free'
}

export const isFreeAt = (now: Date, window: FreeWindow): boolean => freeStateAt(now, window) === 'free_now'

/** 'icon' is shown as 'Icon'. */
export const categoryLabel = (category: string): string => category.charAt(0).toUpperCase() + category.slice(1)

/** Tags as people type them, with commas between: trimmed, lower-cased, none empty, none twice. */
export function parseTags(typed: string | readonly string[]): string[] {
  const tags = (typeof typed === 'string' ? [typed] : typed).flatMap((part) => part.split(','))
  return [...new Set(tags.map((tag) => tag.trim().replace(/\s+/g, ' ').toLowerCase()).filter(Boolean))]
}

const WORDS_MOST = 8
const WORD_MOST = 40

/** What is searched for, word by word; marks part words, as they do in the index (catalogue.spaced). */
export function searchWords(typed: string): string[] {
  const words = typed.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return [...new Set(words.map((word) => word.slice(0, WORD_MOST)))].slice(0, WORDS_MOST)
}

/** '1920×1080', or nothing where a file has no size in pixels. */
export const resolutionOf = ({ width, height }: { width: number | null; height: number | null }): string | null =>
  width && height ? `${width}x${height}` : null

/** Light drawings stand on a dark mat, all others on paper, whatever the page's theme: artwork does not change with it. */
export function matFor(dominant_color: string | null): 'paper' | 'dark' {
  if (!dominant_color) return 'paper'
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => (Number.parseInt(dominant_color.slice(at, at + 2), 16) / 255) ** 2.2)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.72 ? 'dark' : 'paper'
}

type Shaped = { category: string; files: readonly { format: string; resolution: string | null }[] }

/** Whether the picture fills its frame edge to edge; icons, logos and square drawings stand on the mat with air around them. */
export function fillsFrame({ category, files: [file] }: Shaped): boolean {
  if (category === 'background') return true
  if (category === 'icon' || category === 'logo' || !file) return false
  const [width = 1, height = 1] = (file.resolution ?? '').split('x').map(Number)
  return width / height >= 1.2 && width / height <= 1.8
}

type Pictured = { files: readonly { preview_urls: Record<PreviewWidth, string> | null; file_url: string | null }[] }

/** Where an asset's preview may be, best first: the first that loads is shown. */
export function previewSources({ files }: Pictured, width: PreviewWidth): string[] {
  const sources = files.flatMap(({ preview_urls, file_url }) => [preview_urls?.[width], file_url, preview_urls?.[320]])
  return [...new Set(sources.filter((source): source is string => Boolean(source)))]
}
