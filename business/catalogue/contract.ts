import { z } from 'zod'
import { endpoint, instant, paging, refusals, requiredText } from '#platform/contract/index.ts'
import {
  ASSET_STATUSES,
  CATEGORIES,
  COLORS,
  DESCRIPTION_MOST,
  FILE_FORMATS,
  FREE_FILTERS,
  FREE_STATES,
  LICENCE_ASKS,
  PAGE_SIZE,
  parseTags,
  SEARCH_MOST,
  SORTS,
  TAG_MOST,
  TAGS_MOST,
  TITLE_MOST,
  WORDS
} from './rules.ts'

export const category = z.enum(CATEGORIES, 'Please select a category.')
export const assetStatus = z.enum(ASSET_STATUSES)
export const fileFormat = z.enum(FILE_FORMATS)
export const freeFilter = z.enum(FREE_FILTERS)
export const freeState = z.enum(FREE_STATES)

/** What an artist or an admin may write about an asset. */
export const assetTitle = requiredText(WORDS.title_required, TITLE_MOST)
export const assetDescription = z.string().trim().max(DESCRIPTION_MOST, WORDS.description_too_long)
export const assetTags = z
  .union([z.string(), z.array(z.string())])
  .transform(parseTags)
  .pipe(z.array(z.string().max(TAG_MOST, `A tag holds at most ${TAG_MOST} characters.`)).max(TAGS_MOST, `At most ${TAGS_MOST} tags.`))

/** Addresses of the pictures shown to people, by width in pixels. */
export const previewUrls = z.object({ 320: z.string(), 640: z.string(), 1200: z.string() })

/** The same pictures as AVIF, where that is clearly smaller: any width may be missing. */
export const avifUrls = previewUrls.partial()

/** A file as the public sees it: never the original's place. `file_url` is a preview too. */
export const assetFile = z.object({
  id: z.uuid(),
  format: fileFormat,
  resolution: z.string().nullable(),
  size_in_kb: z.int(),
  file_url: z.string().nullable(),
  preview_urls: previewUrls.nullable(),
  avif_urls: avifUrls,
  blur: z.string().nullable().meta({ description: 'The picture in some 16 pixels, as a data: address' })
})

/** Whom open-licensed art is by, and under which licence. */
export const credit = z.object({
  author_name: z.string().nullable(),
  author_url: z.string().nullable(),
  licence_title: z.string().nullable(),
  licence_url: z.string().nullable(),
  asks: z
    .enum(LICENCE_ASKS)
    .meta({ description: 'Of those who show the artwork: a credit, or also that works made from it carry the same licence' }),
  source: z.string().nullable()
})

export const assetCard = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  category,
  tags: z.array(z.string()),
  employee_name: z.string(),
  is_free: z.boolean(),
  is_currently_free: z.boolean(),
  free_state: freeState,
  free_starts_at: instant.nullable(),
  free_ends_at: instant.nullable(),
  dominant_color: z.string().nullable(),
  colors: z.array(z.enum(COLORS)).meta({ description: 'Families of colour in the picture, most first' }),
  files: z.array(assetFile)
})
export type AssetCard = z.output<typeof assetCard>
export type AssetFile = z.output<typeof assetFile>

export const assetDetail = assetCard.extend({
  status: assetStatus,
  created_at: instant,
  approved_at: instant.nullable(),
  credit: credit.nullable(),
  /** With the watermark; its address holds as long as the asset is on sale. */
  shared_picture: z.object({ url: z.string(), width: z.int().nullable(), height: z.int().nullable() }).nullable(),
  /** For the owner and admins only. */
  reject_reason: z.string().nullable().optional(),
  reject_reason_codes: z.array(z.string()).optional()
})
export type AssetDetail = z.output<typeof assetDetail>

/** An empty choice in a form is no choice. */
const optional = <Choice extends z.ZodType>(choice: Choice) =>
  z.preprocess((value) => (value === '' || value === 'all' ? undefined : value), choice.optional())

export const listAssets = endpoint({
  method: 'GET',
  path: '/assets',
  access: 'anyone',
  summary: 'Approved assets: best match first when searching, else newest first. X-Total-Count and Link carry the paging.',
  query: z.object({
    search: z.string().trim().max(SEARCH_MOST).default(''),
    category: optional(category),
    free: optional(freeFilter),
    /** A family of colour that its picture holds. */
    color: optional(z.enum(COLORS)),
    /** It is downloaded in this format: uploaded so, or made so. */
    format: optional(fileFormat),
    /** Best match first when searching, else newest first, unless told. */
    sort: optional(z.enum(SORTS)),
    ...paging(PAGE_SIZE)
  }),
  response: z.array(assetCard)
})

export const getAsset = endpoint({
  method: 'GET',
  path: '/assets/:id',
  access: 'anyone',
  summary: 'One asset. Approved ones for everyone, in any status for its owner and admins.',
  params: z.object({ id: z.uuid() }),
  response: assetDetail
})

export const similarAssets = endpoint({
  method: 'GET',
  path: '/assets/:id/similar',
  access: 'anyone',
  summary: 'Up to 12 approved assets like this one by words, category, colours and looks, the most alike first.',
  params: z.object({ id: z.uuid() }),
  response: z.array(assetCard)
})

export const listSitemap = endpoint({
  method: 'GET',
  path: '/assets/sitemap',
  access: 'anyone',
  summary: 'Ids of approved assets and the moment of their approval, the oldest first, for /sitemap.xml.',
  query: z.object(paging(1000, 50_000)),
  response: z.array(z.object({ id: z.uuid(), title: z.string(), approved_at: instant, picture_url: z.string().nullable() }))
})

export const listSitemapParts = endpoint({
  method: 'GET',
  path: '/assets/sitemap/parts',
  access: 'anyone',
  summary: 'In how many parts the sitemap comes, and when the newest asset of each was approved, where that is known.',
  query: z.object({ page_size: paging(1000, 50_000).page_size }),
  response: z.array(z.object({ part: z.int(), approved_at: instant.nullable() }))
})

export const no = refusals({
  asset_not_found: { status: 404, message: 'This asset is not available.' },
  bytes_taken: { status: 409, message: 'This file already belongs to another asset.' },
  takes_too_long: { status: 422, message: 'This picture takes too long to draw. Please simplify it, or upload a smaller one.' },
  not_a_picture: { status: 415, message: 'This file is not a picture that can be read.' },
  too_many_pixels: { status: 413, message: 'This picture has too many pixels.' }
})
