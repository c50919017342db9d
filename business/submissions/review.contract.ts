import { z } from 'zod'
import {
  answeredAssetFields,
  assetChange,
  assetStatus,
  category,
  fileFormat,
  freeFilter,
  freeState,
  previewUrls
} from '#catalogue/contract.ts'
import { WITHHOLD_REASON_MAX } from '#catalogue/rules.ts'
import { dollarAmount, endpoint, instant, paging, requiredText } from '#platform/contract/index.ts'
import { chosen, ownedAsset, ownedFile, searchText } from './contract.ts'
import { pin } from './rejection.contract.ts'
import { BATCH_MAX, BATCH_OUTCOMES, MESSAGES, PIN_NOTE_MAX, PINS_MAX, REJECT_REASON_CODES } from './rules.ts'

/* What admins do with assets in any status: list, review, edit, make free, and withhold. */

const previous = z.object({
  ...answeredAssetFields,
  files: z.array(z.object({ id: z.uuid(), filename: z.string(), format: fileFormat, preview_urls: previewUrls.nullable() })),
  pins: z.array(pin)
})
export type Previous = z.output<typeof previous>

const codes = z.array(z.string())

export const reviewedAsset = ownedAsset.extend({
  owner_id: z.uuid(),
  employee_name: z.string(),
  is_free: z.boolean(),
  free_starts_at: instant.nullable(),
  free_ends_at: instant.nullable(),
  free_state: freeState,
  withheld_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  withheld_reason: z.string().nullable(),
  version: z
    .string()
    .meta({ description: 'Changes with the title, description, category, tags, origin, and ready files. Send it with the decision.' }),
  dominant_color: z.string().nullable(),
  file_url: z.string().nullable().meta({ description: 'The preview of the first file that has a preview' }),
  files: z.array(ownedFile),
  previous: previous.nullable().meta({ description: 'For a resubmitted asset: what it was when it was rejected' }),
  findings_changed: z
    .object({ added: codes, fixed: codes })
    .nullable()
    .meta({ description: 'For a resubmitted asset: findings that it did not have when it was rejected, and those that it has no more' }),
  is_as_rejected: z.boolean().meta({
    description: 'For a rejected asset: whether it still has the words and the ready files that were rejected, and is not being revised'
  }),
  near_duplicates: z.array(z.uuid()).meta({ description: 'For a pending asset: assets with nearly the same picture, most similar first' })
})
export type ReviewedAsset = z.output<typeof reviewedAsset>

/** A comma-separated list of ids. Invalid ids are ignored. */
const assetIds = z
  .string()
  .transform((text) => text.split(',').filter((id) => z.uuid().safeParse(id).success))
  .pipe(z.array(z.string()).max(100, 'At most 100 ids.'))
  .optional()

export const adminAssets = endpoint({
  method: 'GET',
  path: '/admin/assets',
  access: ['admin'],
  grant: 'any',
  summary: 'List assets in every status. The X-Total-Count and Link headers hold the total and the neighboring pages.',
  query: z.object({
    ids: assetIds,
    q: searchText,
    status: chosen(assetStatus),
    withheld: chosen(z.enum(['yes', 'no'])),
    new_files: chosen(z.enum(['yes'])).meta({ description: 'Only approved assets with files that wait for an approval of their own' }),
    category: chosen(category),
    free: chosen(freeFilter),
    tag: z.string().trim().max(50).default(''),
    sort: z.enum(['newest', 'oldest', 'title']).default('newest'),
    ...paging(12)
  }),
  response: z.array(reviewedAsset)
})

export const editAsset = endpoint({
  method: 'PATCH',
  path: '/admin/assets/:id',
  access: ['admin'],
  grant: 'catalogue',
  summary: 'Change title, description, category, tags, or origin of any asset. Fields that are not sent stay unchanged.',
  params: z.object({ id: z.uuid() }),
  body: assetChange,
  response: reviewedAsset
})

export const setFree = endpoint({
  method: 'PATCH',
  path: '/admin/assets/:id/free',
  access: ['admin'],
  grant: 'catalogue',
  summary: 'Make an asset free now, free for a period, or not free. Fields that are not sent stay unchanged.',
  params: z.object({ id: z.uuid() }),
  body: z.object({
    is_free: z.boolean().optional(),
    free_starts_at: instant.nullable().optional(),
    free_ends_at: instant.nullable().optional()
  }),
  response: reviewedAsset
})

const reason = z.object({ reason: requiredText(MESSAGES.reason_required, WITHHOLD_REASON_MAX) })

export const withholdAsset = endpoint({
  method: 'POST',
  path: '/admin/assets/:id/withhold',
  access: ['admin'],
  grant: 'catalogue',
  summary: 'Take an approved asset off sale, with a reason. Its licensees keep their licenses and downloads.',
  params: z.object({ id: z.uuid() }),
  body: reason,
  response: reviewedAsset
})

export const releaseAsset = endpoint({
  method: 'POST',
  path: '/admin/assets/:id/release',
  access: ['admin'],
  grant: 'catalogue',
  summary: 'Put a withheld asset back on sale, with a reason.',
  params: z.object({ id: z.uuid() }),
  body: reason,
  response: reviewedAsset
})

const version = z.string().max(100)

const decision = z.object({
  status: z.enum(['approved', 'rejected'], 'Choose approved or rejected.'),
  reason: z.string().trim().max(1000, 'At most 1000 characters.').default(''),
  reason_codes: z.array(z.enum(REJECT_REASON_CODES)).max(REJECT_REASON_CODES.length).default([]),
  duplicate_of: z.uuid().nullish().meta({ description: 'Another asset. Required for the reason `duplicate`' })
})

const fraction = z.number().min(0, 'At least 0.').max(1, 'At most 1.')

const placedPin = z.object({
  file_id: z.uuid().meta({ description: 'A file of the asset' }),
  x: fraction,
  y: fraction,
  code: z.enum(REJECT_REASON_CODES),
  note: z.string().trim().max(PIN_NOTE_MAX, `At most ${PIN_NOTE_MAX} characters.`).default('')
})
export type PlacedPin = z.output<typeof placedPin>

export const decideAsset = endpoint({
  method: 'PUT',
  path: '/admin/assets/:id/status',
  access: ['admin'],
  grant: 'review',
  summary:
    'Approve a pending asset, which books its wage once, or reject it with reasons that the artist sees. Approving an approved asset publishes the files that became ready since, without a wage.',
  params: z.object({ id: z.uuid() }),
  body: decision.extend({
    version: version.optional(),
    pins: z.array(placedPin).max(PINS_MAX, `At most ${PINS_MAX} pins.`).default([]).meta({ description: 'For a rejection' })
  }),
  response: z.object({ id: z.uuid(), status: assetStatus, wage: dollarAmount.nullable(), wage_cents: z.int().nullable() })
})

export const decideAssets = endpoint({
  method: 'POST',
  path: '/admin/assets/batch-status',
  access: ['admin'],
  grant: 'review',
  summary: 'Approve or reject several pending assets and return the outcome for each. Assets that cannot be decided stay unchanged.',
  body: decision.extend({
    ids: z.array(z.uuid()).min(1, 'Choose at least one asset.').max(BATCH_MAX, `At most ${BATCH_MAX} assets.`),
    versions: z.record(z.uuid(), version).optional().meta({ description: 'The `version` of each asset, by id' })
  }),
  response: z.object({
    items: z.array(
      z.object({
        id: z.uuid(),
        outcome: z.enum(BATCH_OUTCOMES),
        error: z.string().nullable(),
        wage: dollarAmount.nullable(),
        wage_cents: z.int().nullable()
      })
    )
  })
})
export type Decided = z.output<typeof decideAssets.response>['items'][number]
