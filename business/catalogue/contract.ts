import { z } from 'zod'
import { defineRefusals, endpoint, instant, paging, requiredText } from '#platform/contract/index.ts'
import { ORIGINS, STATED_ORIGINS } from './origin.rules.ts'
import {
  ASSET_STATUSES,
  CATEGORIES,
  COLORS,
  DESCRIPTION_MAX,
  FILE_FORMATS,
  FREE_FILTERS,
  FREE_STATES,
  LICENSE_ASKS,
  MESSAGES,
  PAGE_SIZE,
  parseTags,
  SEARCH_MAX,
  SITEMAP_PAGE_MAX,
  SITEMAP_PART_MAX,
  SITEMAP_PART_MIN,
  SORTS,
  TAG_MAX,
  TAGS_MAX,
  TITLE_MAX
} from './rules.ts'

export const category = z.enum(CATEGORIES, 'Please select a category.')
export const assetStatus = z.enum(ASSET_STATUSES)
export const fileFormat = z.enum(FILE_FORMATS)
export const freeFilter = z.enum(FREE_FILTERS)
export const freeState = z.enum(FREE_STATES)
export const origin = z.enum(ORIGINS)

/** An origin as an artist states it (specification 3, call 42): 'unknown' cannot be stated. A form without a choice sends ''. */
const statedOrigin = z
  .string(MESSAGES.origin_required)
  .meta({ enum: [...STATED_ORIGINS] })
  .pipe(z.enum(STATED_ORIGINS, MESSAGES.origin_required))

/** The fields of an asset that artists and admins write. */
export const assetTitle = requiredText(MESSAGES.title_required, TITLE_MAX)
export const assetDescription = z.string().trim().max(DESCRIPTION_MAX, MESSAGES.description_too_long)
export const assetTags = z
  .union([z.string(), z.array(z.string())])
  .transform(parseTags)
  .pipe(z.array(z.string().max(TAG_MAX, `A tag can have at most ${TAG_MAX} characters.`)).max(TAGS_MAX, `At most ${TAGS_MAX} tags.`))

const sentFields = { title: assetTitle, description: assetDescription, category, tags: assetTags, origin: statedOrigin }
/** The fields that an artist fills in, for a new asset. Without an origin, it is unknown. */
export const assetFields = z.object({
  ...sentFields,
  description: assetDescription.default(''),
  tags: assetTags.default([]),
  origin: statedOrigin.optional()
})
/** The same fields in a change. Fields that are not sent stay unchanged. */
export const assetChange = z.object(sentFields).partial()
/** The same fields in an answer. */
export const answeredAssetFields = { title: z.string(), description: z.string(), category, tags: z.array(z.string()), origin }

/** URLs of the previews, by width in pixels. */
export const previewUrls = z.object({ 320: z.string(), 640: z.string(), 1200: z.string() })

/** The same previews as AVIF, if that is clearly smaller: any width may be missing. */
export const avifUrls = previewUrls.partial()

/** The public view of a file. It never reveals the original's location; `file_url` is a preview too. */
export const assetFile = z.object({
  id: z.uuid(),
  format: fileFormat,
  resolution: z.string().nullable(),
  size_in_kb: z.int(),
  file_url: z.string().nullable(),
  preview_urls: previewUrls.nullable(),
  avif_urls: avifUrls,
  blur: z.string().nullable().meta({ description: 'A blurred placeholder of up to 16 pixels, as a data: URL' })
})

/** The author and the license of open-licensed artwork. */
export const credit = z.object({
  author_name: z.string().nullable(),
  author_url: z.string().nullable(),
  license_title: z.string().nullable(),
  license_url: z.string().nullable(),
  asks: z
    .enum(LICENSE_ASKS)
    .meta({ description: 'What the license requires: nothing, a credit, or a credit and the same license for derived works' }),
  source: z.string().nullable()
})

export const assetCard = z.object({
  id: z.uuid(),
  ...answeredAssetFields,
  employee_name: z.string(),
  is_free: z.boolean(),
  is_currently_free: z.boolean(),
  free_state: freeState,
  free_starts_at: instant.nullable(),
  free_ends_at: instant.nullable(),
  dominant_color: z.string().nullable(),
  colors: z.array(z.enum(COLORS)).meta({ description: 'Color families in the picture, largest share first' }),
  files: z.array(assetFile)
})
export type AssetCard = z.output<typeof assetCard>
export type AssetFile = z.output<typeof assetFile>

export const assetDetail = assetCard.extend({
  status: assetStatus,
  created_at: instant,
  approved_at: instant.nullable(),
  credit: credit.nullable(),
  /** Of the public page of its artist. Null after the artist's account was deleted. */
  artist_id: z.uuid().nullable(),
  /** Of an icon with an SVG. It never changes. */
  iconify_name: z.string().nullable().meta({ description: 'For the Iconify-compatible API: prefix:name' }),
  picture_colors: z.array(z.string()).meta({ description: 'Colors of the picture as #rrggbb, largest share first' }),
  palette: z
    .array(z.object({ color: z.string(), share: z.number() }))
    .nullable()
    .meta({
      description: 'The colors of a drawing as #rrggbb with their shares of the drawn area, largest first. Null without a drawing.'
    }),
  /** Watermarked. The URL is valid as long as the asset is on sale. */
  shared_picture: z.object({ url: z.string(), width: z.int().nullable(), height: z.int().nullable() }).nullable(),
  /** With the title, for previews of links. Valid as long as the asset is on sale. */
  link_picture: z.object({ url: z.string(), width: z.int(), height: z.int() }).nullable(),
  /** Since when it is not for sale although approved. Visible to its owner, its licensees and admins, who alone can still open it. */
  withheld_at: instant.nullable(),
  /** For admins only, as is the reason. */
  withheld_by: z.object({ id: z.uuid(), name: z.string() }).nullable().optional(),
  withheld_reason: z.string().nullable().optional(),
  /** For the owner and admins only. */
  reject_reason: z.string().nullable().optional(),
  reject_reason_codes: z.array(z.string()).optional()
})
export type AssetDetail = z.output<typeof assetDetail>

/** An empty choice in a form means no filter. */
const optional = <Choice extends z.ZodType>(choice: Choice) =>
  z.preprocess((value) => (value === '' || value === 'all' ? undefined : value), choice.optional())

export const listAssets = endpoint({
  method: 'GET',
  path: '/assets',
  access: 'anyone',
  key_scope: 'catalogue',
  reads: 'replica',
  is_shared: true,
  summary:
    'List approved assets: best match first when searching, otherwise newest first. Paging is in the X-Total-Count and Link headers.',
  query: z.object({
    search: z.string().trim().max(SEARCH_MAX).default(''),
    category: optional(category),
    free: optional(freeFilter),
    /** A color family in the picture. */
    color: optional(z.enum(COLORS)),
    /** A format the asset can be downloaded in. */
    format: optional(fileFormat),
    /** Where the picture comes from. */
    origin: optional(origin),
    /** Default: best match first when searching, otherwise newest first. */
    sort: optional(z.enum(SORTS)),
    ...paging(PAGE_SIZE)
  }),
  response: z.array(assetCard)
})

export const getAsset = endpoint({
  method: 'GET',
  path: '/assets/:id',
  access: 'anyone',
  key_scope: 'catalogue',
  reads: 'replica',
  is_shared: true,
  summary:
    'Get an asset. Everyone can see approved assets; the owner and admins can see any status. A withheld asset is 410, except for its owner, its licensees and admins.',
  params: z.object({ id: z.uuid() }),
  response: assetDetail
})

export const similarAssets = endpoint({
  method: 'GET',
  path: '/assets/:id/similar',
  access: 'anyone',
  key_scope: 'catalogue',
  reads: 'replica',
  is_shared: true,
  summary: 'List up to 12 approved assets with similar words, category, colors and appearance, most similar first.',
  params: z.object({ id: z.uuid() }),
  response: z.array(assetCard)
})

export const listSitemap = endpoint({
  method: 'GET',
  path: '/assets/sitemap',
  access: 'anyone',
  reads: 'replica',
  summary: 'List the ids and approval times of approved assets, oldest first, for /sitemap.xml.',
  query: z.object(paging(1000, SITEMAP_PAGE_MAX)),
  response: z.array(z.object({ id: z.uuid(), title: z.string(), approved_at: instant, picture_url: z.string().nullable() }))
})

export const listSitemapParts = endpoint({
  method: 'GET',
  path: '/assets/sitemap/parts',
  access: 'anyone',
  reads: 'replica',
  is_shared: true,
  summary:
    'List the parts of the sitemap with the approval time of the newest asset in each. If parts have fewer than 4,000 assets, only the last has a time.',
  query: z.object({ page_size: z.coerce.number().int().min(SITEMAP_PART_MIN).max(SITEMAP_PART_MAX).default(1000) }),
  response: z.array(z.object({ part: z.int(), approved_at: instant.nullable() }))
})

export const refusals = defineRefusals({
  asset_not_found: { status: 404, message: 'This asset is not available.' },
  asset_withheld: { status: 410, message: MESSAGES.withheld },
  bytes_taken: { status: 409, message: 'This file already belongs to another asset.' },
  takes_too_long: { status: 422, message: 'This picture takes too long to draw. Please simplify it, or upload a smaller one.' },
  not_a_picture: { status: 415, message: 'This file cannot be read as a picture.' },
  too_many_pixels: { status: 413, message: 'This picture has too many pixels.' }
})
