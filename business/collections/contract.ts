import { z } from 'zod'
import { assetCard } from '#catalogue/contract.ts'
import { assetPicture } from '#catalogue/featured.contract.ts'
import { handOverQuery } from '#licensing/contract.ts'
import { handOverChoice, handOverState, preparedHandOver } from '#licensing/hand-over.contract.ts'
import { LICENSE_TYPES } from '#licensing/rules.ts'
import { defineRefusals, endpoint, instant, pageOf, paging, requiredText } from '#platform/contract/index.ts'
import {
  HEARTS_ASKED_MAX,
  ITEMS_MAX,
  LINK_DAYS_MAX,
  LINK_DAYS_MIN,
  MESSAGES,
  NAME_MAX,
  NOTE_MAX,
  PROJECT_MAX,
  VISIBILITIES
} from './rules.ts'

const id = z.uuid().toLowerCase()
const params = z.object({ id })
const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .transform((text) => text || null)
    .nullable()

const name = requiredText(MESSAGES.name_required, NAME_MAX)
const project = optionalText(PROJECT_MAX)

export const collection = z.object({
  id: z.uuid(),
  name: z.string(),
  project: z.string().nullable(),
  visibility: z.enum(VISIBILITIES),
  item_count: z.int().meta({ description: 'How many of its works are on sale' }),
  share_url: z.string().nullable().meta({ description: 'For the owner alone; null unless it is shared by a link' }),
  share_ends_at: instant.nullable(),
  is_own: z.boolean(),
  owner_name: z.string(),
  used_at: instant.meta({ description: 'When it or its works last changed' })
})
export type Collection = z.output<typeof collection>

const listedCollection = collection.extend({ covers: z.array(assetPicture).meta({ description: 'Its first works, up to 4' }) })
export type ListedCollection = z.output<typeof listedCollection>

const sharedItem = z.object({
  asset_id: z.uuid(),
  note: z.string().nullable(),
  position: z.int().meta({ description: 'Counts from 0. Works that are not for sale now keep theirs.' }),
  asset: assetCard
})
export type SharedItem = z.output<typeof sharedItem>

const item = sharedItem.extend({
  licenses: z.array(z.enum(LICENSE_TYPES)).meta({ description: 'The types of active licenses that the caller has for it' })
})
export type CollectionItem = z.output<typeof item>

const collectionWithItems = collection.extend({
  items: z.array(item),
  unavailable_count: z.int().meta({ description: 'Works that are not for sale now and not in `items`' }),
  licensed_count: z.int().meta({ description: 'Works that the caller has an active license for, on sale or not' }),
  hand_over: handOverState.nullable().meta({ description: 'Null without a license' })
})
export type CollectionWithItems = z.output<typeof collectionWithItems>

export const listCollections = endpoint({
  method: 'GET',
  path: '/collections',
  access: ['client'],
  summary: "The caller's collections and those shared with their team, the one used last first",
  query: z.object(paging(20)),
  response: pageOf(listedCollection)
})

export const createCollection = endpoint({
  method: 'POST',
  path: '/collections',
  access: ['client'],
  summary: 'Create a private collection.',
  body: z.object({
    name,
    project: project.optional(),
    asset_ids: z
      .array(id)
      .max(ITEMS_MAX, `At most ${ITEMS_MAX}.`)
      .optional()
      .meta({ description: 'Its first works. Those that are not on sale are left out.' })
  }),
  response: collection,
  status: 201
})

export const readCollection = endpoint({
  method: 'GET',
  path: '/collections/:id',
  access: ['client'],
  summary: "One of the caller's own collections, or one shared with their team, with its works in order",
  params,
  response: collectionWithItems
})

export const changeCollection = endpoint({
  method: 'PATCH',
  path: '/collections/:id',
  access: ['client'],
  summary:
    'Change the name, the project (null removes it), or who sees a collection. Fields that are not sent stay unchanged. A link needs `link_days`; a collection that is private again gets a new link the next time.',
  params,
  body: z
    .object({
      name: name.optional(),
      project: project.optional(),
      visibility: z.enum(VISIBILITIES).optional(),
      link_days: z
        .int(MESSAGES.link_days)
        .min(LINK_DAYS_MIN, MESSAGES.link_days)
        .max(LINK_DAYS_MAX, MESSAGES.link_days)
        .optional()
        .meta({ description: 'How many days the link works from now' })
    })
    .refine(({ visibility, link_days }) => visibility !== 'link' || link_days !== undefined, {
      path: ['link_days'],
      error: MESSAGES.link_days
    }),
  response: collection
})

export const deleteCollection = endpoint({
  method: 'DELETE',
  path: '/collections/:id',
  access: ['client'],
  summary: "Delete one of the caller's collections. Its works stay in the catalogue.",
  params,
  response: z.null(),
  status: 204
})

const itemParams = z.object({ id, asset_id: id })

export const putItem = endpoint({
  method: 'PUT',
  path: '/collections/:id/items/:asset_id',
  access: ['client'],
  summary: `Add a work to a collection of at most ${ITEMS_MAX}, at the end unless \`position\` says where, or change its note or place.`,
  params: itemParams,
  body: z.object({
    note: optionalText(NOTE_MAX).optional(),
    position: z.int().min(0).max(ITEMS_MAX).optional()
  }),
  response: z.object({ asset_id: z.uuid(), note: z.string().nullable(), position: z.int(), is_new: z.boolean() })
})

export const removeItem = endpoint({
  method: 'DELETE',
  path: '/collections/:id/items/:asset_id',
  access: ['client'],
  summary: 'Remove a work from a collection.',
  params: itemParams,
  response: z.null(),
  status: 204
})

export const handOverCollection = endpoint({
  method: 'GET',
  path: '/collections/:id/hand-over',
  access: ['client'],
  summary:
    "A ZIP of the caller's licenses of a collection's works: a file and a certificate for each, the license terms, and manifest.csv. Written while it is sent.",
  params,
  query: handOverQuery,
  response: z.unknown(),
  kind: 'file'
})

export const prepareCollectionHandOver = endpoint({
  method: 'POST',
  path: '/collections/:id/hand-overs',
  access: ['client'],
  summary:
    'Prepare the hand-over ZIP of a collection in the background, and email a link to it. Asking again while it is prepared changes nothing.',
  params,
  body: handOverChoice,
  response: preparedHandOver,
  status: 202
})

export const readSharedCollection = endpoint({
  method: 'GET',
  path: '/collections/shared/:token',
  access: 'anyone',
  summary: 'A collection that its owner shares by a link, as long as the link works',
  params: z.object({ token: z.string().max(100) }),
  response: z.object({
    name: z.string(),
    project: z.string().nullable(),
    shared_by: z.string(),
    share_ends_at: instant,
    item_count: z.int(),
    items: z.array(sharedItem)
  })
})
export type SharedCollection = z.output<typeof readSharedCollection.response>

const place = z.object({ id: z.uuid(), name: z.string() })

export const listHearts = endpoint({
  method: 'GET',
  path: '/hearts',
  access: ['client'],
  summary: "Which of these assets are in one of the caller's own collections",
  query: z.object({
    /** Separated by commas. */
    asset_ids: z
      .string()
      .default('')
      .transform((text) => text.split(',').filter(Boolean))
      .pipe(z.array(id).max(HEARTS_ASKED_MAX, `At most ${HEARTS_ASKED_MAX}.`))
  }),
  response: z.object({ asset_ids: z.array(z.uuid()) })
})

export const addHearts = endpoint({
  method: 'POST',
  path: '/hearts',
  access: ['client'],
  summary:
    'Add assets to the collection that the caller used last, or to a new one if there is none with room. Assets that are not on sale, or in it already, are left out.',
  body: z.object({ asset_ids: z.array(id).min(1).max(ITEMS_MAX, `At most ${ITEMS_MAX}.`) }),
  response: z.object({ collection: place, added: z.array(z.uuid()) })
})

export const removeHeart = endpoint({
  method: 'DELETE',
  path: '/hearts/:asset_id',
  access: ['client'],
  summary: 'Remove an asset from the collection that the caller used last of those that contain it.',
  params: z.object({ asset_id: id }),
  response: z.object({
    /** Null if no collection contained it. With the note and place, `PUT …/items/{asset_id}` brings it back. */
    removed_from: place.extend({ note: z.string().nullable(), position: z.int() }).nullable(),
    is_hearted: z.boolean().meta({ description: 'Whether another collection still contains it' })
  })
})

export const refusals = defineRefusals({
  collection_not_found: { status: 404, message: MESSAGES.not_found },
  link_ended: { status: 410, message: MESSAGES.link_ended },
  asset_not_found: { status: 404, message: 'This asset is not available.' },
  not_the_owner: { status: 409, message: MESSAGES.not_the_owner },
  collection_full: { status: 409, message: MESSAGES.full },
  too_many_collections: { status: 409, message: MESSAGES.too_many },
  no_team_plan: { status: 402, message: MESSAGES.no_team }
})
