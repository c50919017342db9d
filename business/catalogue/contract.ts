import { z } from 'zod'
import { endpoint, instant, paging, refusals, requiredText } from '#platform/contract/index.ts'
import {
  ASSET_STATUSES,
  CATEGORIES,
  DESCRIPTION_MOST,
  FILE_FORMATS,
  FREE_FILTERS,
  FREE_STATES,
  PAGE_SIZE,
  parseTags,
  SEARCH_MOST,
  TAG_MOST,
  TAGS_MOST,
  TITLE_MOST,
  WORDS
} from './rules.ts'

export const category = z.enum(CATEGORIES, 'Please select a category.')
export const assetStatus = z.enum(ASSET_STATUSES)
export const fileFormat = z.enum(FILE_FORMATS)
export const freeFilter = z.enum(FREE_FILTERS)

/** What an artist or an admin may write about an asset. */
export const assetTitle = requiredText(WORDS.title_required, TITLE_MOST)
export const assetDescription = z.string().trim().max(DESCRIPTION_MOST, WORDS.description_too_long)
export const assetTags = z
  .union([z.string(), z.array(z.string())])
  .transform(parseTags)
  .pipe(z.array(z.string().max(TAG_MOST, `A tag holds at most ${TAG_MOST} characters.`)).max(TAGS_MOST, `At most ${TAGS_MOST} tags.`))

/** Addresses of the pictures shown to people, by width in pixels. */
export const previewUrls = z.object({ 320: z.string(), 640: z.string(), 1200: z.string() })

/** A file as the public sees it: never the original's place. `file_url` is a preview too. */
export const assetFile = z.object({
  id: z.uuid(),
  format: fileFormat,
  resolution: z.string().nullable(),
  size_in_kb: z.int(),
  file_url: z.string().nullable(),
  preview_urls: previewUrls.nullable()
})

/** Whom open-licensed art is by, and under which licence. */
export const credit = z.object({
  author_name: z.string().nullable(),
  author_url: z.string().nullable(),
  licence_title: z.string().nullable(),
  licence_url: z.string().nullable(),
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
  free_state: z.enum(FREE_STATES),
  free_starts_at: instant.nullable(),
  free_ends_at: instant.nullable(),
  dominant_color: z.string().nullable(),
  files: z.array(assetFile)
})
export type AssetCard = z.output<typeof assetCard>
export type AssetFile = z.output<typeof assetFile>

export const assetDetail = assetCard.extend({
  status: assetStatus,
  created_at: instant,
  approved_at: instant.nullable(),
  credit: credit.nullable(),
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

export const listSitemap = endpoint({
  method: 'GET',
  path: '/assets/sitemap',
  access: 'anyone',
  summary: 'Ids of approved assets and the day of their approval, for /sitemap.xml.',
  query: z.object(paging(1000, 50_000)),
  response: z.array(z.object({ id: z.uuid(), approved_at: instant }))
})

export const no = refusals({
  asset_not_found: { status: 404, message: 'This asset is not available.' },
  bytes_taken: { status: 409, message: 'This file already belongs to another asset.' },
  not_a_picture: { status: 415, message: 'This file is not a picture that can be read.' },
  too_many_pixels: { status: 413, message: 'This picture has too many pixels.' }
})
