import { z } from 'zod'
import { defineRefusals, endpoint, instant, pageOf, paging, requiredText } from '#platform/contract/index.ts'
import { assetCard } from './contract.ts'
import {
  FEATURED_ASSETS_MAX,
  FEATURED_MAX,
  FEATURED_MESSAGES,
  FEATURED_PAGE_SIZE,
  FEATURED_SUMMARY_MAX,
  FEATURED_TITLE_MAX,
  NEW_DAYS
} from './featured.rules.ts'

/** What a small picture of an asset needs. `files` has at most one file, the one to show. */
export const assetPicture = assetCard
  .pick({ title: true, category: true, dominant_color: true, files: true })
  .extend({ asset_id: z.uuid() })
export type AssetPicture = z.output<typeof assetPicture>

export const featuredCollection = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  covers: z.array(assetPicture).meta({ description: 'Up to 4 pictures, the chosen cover first' }),
  item_count: z.int().meta({ description: 'How many of its works are on sale' }),
  updated_at: instant
})
export type FeaturedCollection = z.output<typeof featuredCollection>

export const listFeaturedCollections = endpoint({
  method: 'GET',
  path: '/featured-collections',
  access: 'anyone',
  reads: 'replica',
  is_shared: true,
  summary: 'List the published collections that the editors chose, in their order; with `asset_id`, only those that contain this asset.',
  query: z.object({ asset_id: z.uuid().optional() }),
  response: z.object({ items: z.array(featuredCollection) })
})

export const getFeaturedCollection = endpoint({
  method: 'GET',
  path: '/featured-collections/:slug',
  access: 'anyone',
  reads: 'replica',
  is_shared: true,
  summary: 'Get a published collection with a page of its assets on sale, in the order of the editors.',
  params: z.object({ slug: z.string().max(80) }),
  query: z.object(paging(FEATURED_PAGE_SIZE)),
  response: featuredCollection.omit({ covers: true, item_count: true }).extend(pageOf(assetCard).shape)
})

/** A small picture that links to its asset. */
export const thumbnail = z.object({
  asset_id: z.uuid(),
  title: z.string(),
  color: z.string().nullable().meta({ description: 'Its dominant color' }),
  fills: z.boolean().meta({ description: 'Whether the picture fills its frame edge to edge' }),
  url: z.string().nullable(),
  avif_url: z.string().nullable()
})
export type Thumbnail = z.output<typeof thumbnail>

export const listHighlights = endpoint({
  method: 'GET',
  path: '/assets/highlights',
  access: 'anyone',
  reads: 'replica',
  is_shared: true,
  summary: `Get what the home page shows above the list: featured collections, assets approved within the last ${NEW_DAYS} days that follow the first page of the list, and the newest free assets.`,
  response: z.object({
    collections: z.array(featuredCollection.pick({ slug: true, title: true, item_count: true }).extend({ covers: z.array(thumbnail) })),
    new_assets: z.array(thumbnail),
    free_assets: z.array(thumbnail)
  })
})
export type Highlights = z.output<typeof listHighlights.response>

/** A collection as admins see it, published or not. */
export const editedCollection = featuredCollection.extend({
  is_published: z.boolean(),
  cover_asset_id: z.uuid().nullable(),
  work_count: z.int().meta({ description: 'How many works it has, on sale or not' }),
  version: z.int().meta({ description: 'Changes with its works. Send it with the next choice of works.' })
})
export type EditedCollection = z.output<typeof editedCollection>

export const featuredWork = assetPicture.extend({ is_on_sale: z.boolean() })
export type FeaturedWork = z.output<typeof featuredWork>

const collectionWithWorks = editedCollection.extend({ works: z.array(featuredWork) })
export type CollectionWithWorks = z.output<typeof collectionWithWorks>

const title = requiredText(FEATURED_MESSAGES.title_required, FEATURED_TITLE_MAX)
const summary = requiredText(FEATURED_MESSAGES.summary_required, FEATURED_SUMMARY_MAX)
const params = z.object({ id: z.uuid().toLowerCase() })
const ids = (max: number) => z.array(z.uuid().toLowerCase()).max(max, `At most ${max}.`)

export const listEditedCollections = endpoint({
  method: 'GET',
  path: '/admin/featured-collections',
  access: ['admin'],
  grant: 'catalogue',
  summary: 'List all collections that the editors chose, published or not, in their order.',
  response: z.object({ items: z.array(editedCollection) })
})

export const getEditedCollection = endpoint({
  method: 'GET',
  path: '/admin/featured-collections/:id',
  access: ['admin'],
  grant: 'catalogue',
  summary: 'Get a collection with all its works, also those that are not on sale.',
  params,
  response: collectionWithWorks
})

export const addCollection = endpoint({
  method: 'POST',
  path: '/admin/featured-collections',
  access: ['admin'],
  grant: 'catalogue',
  summary: 'Add a collection at the end of the list. It is not published, and has no works yet.',
  body: z.object({ title, summary }),
  response: editedCollection,
  status: 201
})

export const editCollection = endpoint({
  method: 'PATCH',
  path: '/admin/featured-collections/:id',
  access: ['admin'],
  grant: 'catalogue',
  summary:
    'Change the title, summary, or cover of a collection, or publish it or not. Fields that are not sent stay unchanged. Its address stays.',
  params,
  body: z.object({ title, summary, cover_asset_id: z.uuid().toLowerCase().nullable(), is_published: z.boolean() }).partial(),
  response: editedCollection
})

export const chooseWorks = endpoint({
  method: 'PUT',
  path: '/admin/featured-collections/:id/works',
  access: ['admin'],
  grant: 'catalogue',
  summary: 'Set the works of a collection and their order.',
  params,
  body: z.object({ asset_ids: ids(FEATURED_ASSETS_MAX), version: z.int().min(1).max(2_000_000_000) }),
  response: editedCollection
})

export const orderCollections = endpoint({
  method: 'PUT',
  path: '/admin/featured-collections/order',
  access: ['admin'],
  grant: 'catalogue',
  summary: 'Set the order of all collections.',
  body: z.object({ ids: ids(FEATURED_MAX) }),
  response: z.object({ items: z.array(editedCollection) })
})

export const deleteCollection = endpoint({
  method: 'DELETE',
  path: '/admin/featured-collections/:id',
  access: ['admin'],
  grant: 'catalogue',
  summary: 'Delete a collection. Its works stay in the catalogue.',
  params,
  response: z.object({ deleted: z.literal(true) })
})

export const refusals = defineRefusals({
  collection_not_found: { status: 404, message: FEATURED_MESSAGES.not_found },
  collection_without_works: { status: 409, message: FEATURED_MESSAGES.without_works },
  works_not_approved: { status: 409, message: FEATURED_MESSAGES.works_not_approved },
  changed_meanwhile: { status: 409, message: FEATURED_MESSAGES.changed_meanwhile },
  too_many_collections: { status: 409, message: FEATURED_MESSAGES.too_many }
})
