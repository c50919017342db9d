import { z } from 'zod'
import { defineRefusals, endpoint, instant } from '#platform/contract/index.ts'
import { assetCard, assetStatus } from './contract.ts'
import { PICTURE_MAX_MB, PICTURE_MESSAGES, PICTURE_SEARCHES } from './picture-search.rules.ts'

const score = z.number().min(0).max(1).meta({ description: 'How much the work is like the picture: 1 for equal bytes' })

const foundAsset = assetCard.extend({ score })
export type FoundAsset = z.output<typeof foundAsset>

/** Each list has the best first, and an asset is in one list only. */
const listsOf = <Found extends z.ZodType>(found: Found) =>
  z.object({
    same: z.array(found).meta({ description: 'Equal bytes' }),
    near: z.array(found).meta({ description: 'Looks nearly the same' }),
    similar: z.array(found).meta({ description: 'Similar colors and shape' })
  })

export const searchByPicture = endpoint({
  method: 'POST',
  path: '/assets/search-by-picture',
  access: 'anyone',
  summary: `Find works on sale by a picture (PNG, JPG, WEBP, AVIF, SVG, or GIF, at most ${PICTURE_MAX_MB} MB). Nothing of the picture is stored. At most ${PICTURE_SEARCHES.most} searches an hour from one network address.`,
  files: ['file'],
  response: listsOf(foundAsset)
})
export type PictureResults = z.output<typeof searchByPicture.response>

const staffFoundAsset = foundAsset.extend({ status: assetStatus, withheld_at: instant.nullable() })

export const searchAllByPicture = endpoint({
  method: 'POST',
  path: '/admin/assets/search-by-picture',
  access: ['admin'],
  grant: ['review', 'support'],
  summary: 'Find works in any status by a picture, for claims and reviews. Nothing of the picture is stored.',
  files: ['file'],
  response: listsOf(staffFoundAsset)
})
export type StaffPictureResults = z.output<typeof searchAllByPicture.response>

export const refusals = defineRefusals({
  picture_missing: { status: 422, message: PICTURE_MESSAGES.missing },
  picture_kind: { status: 415, message: PICTURE_MESSAGES.wrong_kind },
  picture_too_large: { status: 413, message: PICTURE_MESSAGES.too_large },
  too_many_searches: { status: 429, message: PICTURE_MESSAGES.too_many }
})
