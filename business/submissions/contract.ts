import { z } from 'zod'
import { answeredAssetFields, assetChange, assetFields, assetStatus, fileFormat, previewUrls } from '#catalogue/contract.ts'
import { finding } from '#catalogue/findings.contract.ts'
import { CHECKED } from '#catalogue/findings.rules.ts'
import { ownClaim } from '#claims/contract.ts'
import { defineRefusals, endpoint, instant, MAX_INTEGER, paging } from '#platform/contract/index.ts'
import { ownAppeal } from './appeals.contract.ts'
import { pin, rejection } from './rejection.contract.ts'
import { MESSAGES } from './rules.ts'

export const searchText = z.string().trim().max(200).default('')
/** Makes a choice optional; '' and 'all', as a form sends them, mean no choice. */
export const chosen = <Choice extends z.ZodType>(choice: Choice) =>
  z.preprocess((value) => (value === '' || value === 'all' ? undefined : value), choice.optional())

export const createAsset = endpoint({
  method: 'POST',
  path: '/assets',
  access: ['employee'],
  summary:
    'Create an asset. It belongs to the caller, is pending, and has no files yet. Without an origin, it is unknown where the picture comes from.',
  body: assetFields,
  response: z.object({ asset_id: z.uuid() })
})

export const ownedFile = z.object({
  id: z.uuid(),
  filename: z.string(),
  format: fileFormat,
  resolution: z.string().nullable(),
  size_in_kb: z.int(),
  status: z.enum(['processing', 'ready', 'failed']),
  progress: z.int().meta({ description: 'Processing progress in percent' }),
  failure: z.string().nullable().meta({ description: 'Why the file could not be processed' }),
  file_url: z.string().nullable(),
  preview_urls: previewUrls.nullable(),
  is_published: z.boolean().meta({
    description: 'Whether the file was approved. A file that became ready after the approval of its asset waits for one of its own.'
  })
})
export type OwnedFile = z.output<typeof ownedFile>

export const uploadFile = endpoint({
  method: 'POST',
  path: '/uploads/upload-file',
  access: ['employee'],
  summary:
    'Upload a file of one of your own assets that is not approved. Format, size, and resolution are measured from the file; the form’s values are hints. A truncated or corrupt JPG, PNG, or WEBP is refused.',
  files: ['file'],
  body: z.object({
    asset_id: z.uuid(),
    format: z.string().optional(),
    resolution: z.string().optional(),
    size_in_kb: z.union([z.number().min(0).max(MAX_INTEGER), z.string()]).optional()
  }),
  response: ownedFile.extend({ asset_id: z.uuid() })
})

export const uploadNewAsset = endpoint({
  method: 'POST',
  path: '/uploads/new-asset',
  access: ['employee'],
  summary:
    'Create an asset together with its first file. A refused file creates no asset. The caller chooses the id, so repeating the call is safe; more files of the same asset can be uploaded the same way.',
  files: ['file'],
  body: assetFields.extend({ asset_id: z.uuid() }),
  response: ownedFile.extend({ asset_id: z.uuid() })
})

export const uploadLimits = endpoint({
  method: 'GET',
  path: '/uploads/limits',
  access: ['employee'],
  summary: 'The limits for uploads.',
  response: z.object({ max_upload_mb: z.int(), max_files: z.int().meta({ description: 'Per asset' }) })
})

export const uploadProgress = endpoint({
  method: 'GET',
  path: '/uploads/:file_id/progress',
  access: ['employee', 'admin'],
  grant: 'any',
  summary: 'The processing progress of an uploaded file.',
  params: z.object({ file_id: z.uuid() }),
  response: ownedFile
})

export const retryFile = endpoint({
  method: 'POST',
  path: '/uploads/:file_id/retry',
  access: ['employee'],
  summary: 'Process one of your own failed files again, while its asset is not approved.',
  params: z.object({ file_id: z.uuid() }),
  response: ownedFile
})

export const deleteFile = endpoint({
  method: 'DELETE',
  path: '/uploads/:file_id',
  access: ['employee'],
  summary: 'Delete a file from one of your own assets that is not approved.',
  params: z.object({ file_id: z.uuid() }),
  response: z.null(),
  status: 204
})

export const ownedAsset = z.object({
  id: z.uuid(),
  ...answeredAssetFields,
  status: assetStatus,
  created_at: instant,
  approved_at: instant.nullable(),
  iconify_name: z.string().nullable(),
  /** Since when the approved asset is not for sale. */
  withheld_at: instant.nullable(),
  reject_reason: z.string().nullable(),
  reject_reason_codes: z.array(z.string()),
  pins: z.array(pin).meta({ description: 'Of a rejected asset: places in its pictures, each with what is wrong there' }),
  duplicate_of: z.uuid().nullable().meta({ description: 'Of a rejected asset: the asset of which it is a duplicate' }),
  duplicate_title: z.string().nullable().meta({ description: 'Null unless that asset is on sale or by the same artist' }),
  /** The artist is revising a rejected asset, so its files may change. */
  is_revising: z.boolean(),
  earlier_rejections: z.array(rejection).meta({ description: 'Rejections before the last resubmission, oldest first' }),
  asset_files: z.array(ownedFile),
  findings: z.array(finding).meta({ description: 'What the checks of its ready files found, warnings first' }),
  checked: z.enum(CHECKED).meta({ description: '`partly` if a check of one of its files failed or took too long' })
})
export type OwnedAsset = z.output<typeof ownedAsset>

/** An artist’s own asset in the list, with the claims about it that were upheld, and its appeal. */
const listedOwn = ownedAsset.extend({
  claims: z.array(ownClaim),
  appeal: ownAppeal.nullable().meta({ description: 'The appeal against the present rejection, or the last one that was decided' })
})
export type ListedOwn = z.output<typeof listedOwn>

export const myAssets = endpoint({
  method: 'GET',
  path: '/assets/my-assets',
  access: ['employee', 'admin'],
  grant: 'any',
  summary:
    'An artist’s assets, newest first, in every status or in one. Artists see only their own. The X-Total-Count and Link headers hold the total and the neighboring pages.',
  query: z.object({ employee_id: chosen(z.uuid()), search: searchText, status: chosen(assetStatus), ...paging(12) }),
  response: z.array(listedOwn)
})

export const myAssetCounts = endpoint({
  method: 'GET',
  path: '/assets/my-assets/counts',
  access: ['employee', 'admin'],
  grant: 'any',
  summary: 'How many of an artist’s assets match a search, in total and by status. Artists see only their own.',
  query: z.object({ employee_id: chosen(z.uuid()), search: searchText }),
  response: z.object({ total: z.int(), pending: z.int(), approved: z.int(), rejected: z.int() })
})

export const ownAsset = endpoint({
  method: 'GET',
  path: '/assets/my-assets/:asset_id',
  access: ['employee'],
  summary: 'One of your own assets in any status, with the progress of its files.',
  params: z.object({ asset_id: z.uuid() }),
  response: ownedAsset.extend({ appeal: ownAppeal.nullable(), max_upload_mb: z.int().meta({ description: 'Maximum size of a file' }) })
})

export const deleteAsset = endpoint({
  method: 'DELETE',
  path: '/assets/:id',
  access: ['employee', 'admin'],
  grant: 'catalogue',
  summary: 'Delete a rejected asset and its files. Artists can delete only their own.',
  params: z.object({ id: z.uuid() }),
  query: z.object({ employee_id: chosen(z.uuid()) }),
  response: z.null(),
  status: 204
})

export const editOwnAsset = endpoint({
  method: 'PATCH',
  path: '/assets/:id',
  access: ['employee'],
  summary: 'Change title, description, category, tags, or origin of one of your own assets that is not approved.',
  params: z.object({ id: z.uuid() }),
  body: assetChange,
  response: ownedAsset
})

export const reviseAsset = endpoint({
  method: 'POST',
  path: '/assets/:id/mend',
  access: ['employee'],
  summary: 'Start revising one of your own rejected assets: its files may change until you resubmit it.',
  params: z.object({ id: z.uuid() }),
  response: ownedAsset
})

export const resubmitAsset = endpoint({
  method: 'POST',
  path: '/assets/:id/resubmit',
  access: ['employee'],
  summary:
    'Resubmit one of your own rejected assets for review. The reasons for the rejection stay in its history. An open appeal is withdrawn.',
  params: z.object({ id: z.uuid() }),
  response: ownedAsset
})

export const refusals = defineRefusals({
  no_file: { status: 422, message: 'Please select a file.' },
  file_empty: { status: 422, message: 'This file is empty.' },
  file_too_large: { status: 413, message: 'This file is too large.' },
  wrong_kind: { status: 415, message: 'This kind of file is not accepted. Please choose a JPG, PNG, WEBP, SVG, PDF, or EPS file.' },
  unreadable: { status: 422, message: 'This file is damaged or incomplete and cannot be read.' },
  too_many_pixels: { status: 422, message: 'This picture has too many pixels.' },
  svg_malformed: { status: 422, message: 'This SVG is not well-formed.' },
  svg_empty: { status: 422, message: 'This SVG has nothing to show.' },
  svg_too_heavy: {
    status: 422,
    message: 'This SVG takes too long to draw. Please simplify it by using fewer filters, patterns, and dashes.'
  },
  pdf_locked: { status: 422, message: 'This PDF is locked with a password. Please save it without a password and upload it again.' },
  eps_unreadable: { status: 422, message: 'This EPS could not be drawn. It is damaged or uses features that are not allowed here.' },
  page_too_heavy: {
    status: 422,
    message: 'This file takes too long to draw. Please simplify it by using fewer effects or smaller pictures.'
  },
  file_infected: { status: 422, message: 'Blocked: the virus scanner found malware.' },
  bytes_taken: { status: 409, message: 'This file already belongs to another asset.' },
  asset_not_found: { status: 404, message: 'This asset does not exist.' },
  file_not_found: { status: 404, message: 'This file does not exist.' },
  employee_not_found: { status: 404, message: 'This employee does not exist.' },
  files_are_final: { status: 409, message: 'This asset has been reviewed, so its files can no longer change.' },
  words_are_final: { status: 409, message: 'This asset is approved. Only an admin can change it.' },
  too_many_files: { status: 409, message: 'An asset can have at most 20 files.' },
  not_rejected: { status: 409, message: 'Only rejected assets can be deleted.' },
  not_resubmittable: { status: 409, message: 'Only rejected assets can be revised and resubmitted.' },
  free_ends_first: { status: 422, message: 'The end must be after the start.' },
  already_decided: { status: 409, message: 'This asset has already been reviewed.' },
  changed_meanwhile: { status: 409, message: 'This asset has changed since you opened it. Please look at it again.' },
  own_work: { status: 409, message: 'This is your own work. Another admin has to review it.' },
  not_approved: { status: 409, message: 'Only approved assets can be withheld.' },
  withheld_already: { status: 409, message: 'This asset is already withheld.' },
  not_withheld: { status: 409, message: 'This asset is not withheld.' },
  duplicate_unnamed: { status: 422, message: MESSAGES.duplicate },
  duplicate_unknown: { status: 422, message: 'The asset of which this is a duplicate must be another one that exists.' },
  pin_astray: { status: 422, message: 'A pin is on a file that this asset does not have.' },
  no_files: { status: 409, message: 'This asset has no files.' },
  no_picture: {
    status: 409,
    message: 'This asset has no file that can be shown. Ask the artist to add a JPG, PNG, WEBP, SVG or PDF to the EPS.'
  }
})
