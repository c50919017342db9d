import { z } from 'zod'
import { assetStatus, category, freeFilter, freeState } from '#catalogue/contract.ts'
import { dollarAmount, endpoint, instant, paging } from '#platform/contract/index.ts'
import { assetChange, chosen, ownedAsset, ownedFile, searchText } from './contract.ts'
import { BATCH_MOST, BATCH_OUTCOMES, REJECT_REASON_CODES } from './rules.ts'

/* What admins do with assets in any status: look, decide, edit, set free. */

export const reviewedAsset = ownedAsset.extend({
  owner_id: z.uuid(),
  employee_name: z.string(),
  is_free: z.boolean(),
  free_starts_at: instant.nullable(),
  free_ends_at: instant.nullable(),
  free_state: freeState,
  dominant_color: z.string().nullable(),
  file_url: z.string().nullable().meta({ description: 'The preview of the first file that has one' }),
  files: z.array(ownedFile),
  near_duplicates: z.array(z.uuid()).meta({ description: 'Of a pending asset: others whose pictures look nearly the same, nearest first' })
})
export type ReviewedAsset = z.output<typeof reviewedAsset>

/** Ids with commas between; one that is no id names no asset. */
const assetIds = z
  .string()
  .transform((text) => text.split(',').filter((id) => z.uuid().safeParse(id).success))
  .pipe(z.array(z.string()).max(100, 'At most 100 ids.'))
  .optional()

export const adminAssets = endpoint({
  method: 'GET',
  path: '/admin/assets',
  access: ['admin'],
  summary: 'Every asset in every status. X-Total-Count and Link carry the paging.',
  query: z.object({
    ids: assetIds,
    q: searchText,
    status: chosen(assetStatus),
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
  summary: 'Changes title, description, category or tags of any asset; what is not sent stays.',
  params: z.object({ id: z.uuid() }),
  body: assetChange,
  response: reviewedAsset
})

export const setFree = endpoint({
  method: 'PATCH',
  path: '/admin/assets/:id/free',
  access: ['admin'],
  summary: 'Makes an asset free now, free from a start until an end, or not free; what is not sent stays.',
  params: z.object({ id: z.uuid() }),
  body: z.object({
    is_free: z.boolean().optional(),
    free_starts_at: instant.nullable().optional(),
    free_ends_at: instant.nullable().optional()
  }),
  response: reviewedAsset
})

const decision = z.object({
  status: z.enum(['approved', 'rejected'], 'Choose approved or rejected.'),
  reason: z.string().trim().max(1000, 'At most 1000 characters.').default(''),
  reason_codes: z.array(z.enum(REJECT_REASON_CODES)).max(REJECT_REASON_CODES.length).default([])
})

export const decideAsset = endpoint({
  method: 'PUT',
  path: '/admin/assets/:id/status',
  access: ['admin'],
  summary: 'Approves a pending asset, which books its wage once, or rejects it with a reason that the artist sees.',
  params: z.object({ id: z.uuid() }),
  body: decision,
  response: z.object({ id: z.uuid(), status: assetStatus, wage: dollarAmount.nullable() })
})

export const decideAssets = endpoint({
  method: 'POST',
  path: '/admin/assets/batch-status',
  access: ['admin'],
  summary: 'Decides many pending assets alike and answers for each what happened; those that cannot be decided stay as they are.',
  body: decision.extend({ ids: z.array(z.uuid()).min(1, 'Choose at least one asset.').max(BATCH_MOST, `At most ${BATCH_MOST} assets.`) }),
  response: z.object({
    items: z.array(z.object({ id: z.uuid(), outcome: z.enum(BATCH_OUTCOMES), error: z.string().nullable(), wage: dollarAmount.nullable() }))
  })
})
export type Decided = z.output<typeof decideAssets.response>['items'][number]
