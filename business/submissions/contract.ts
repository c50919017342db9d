import { z } from 'zod'
import { assetDescription, assetStatus, assetTags, assetTitle, category, fileFormat, freeFilter, previewUrls } from '#catalogue/contract.ts'
import { dollarAmount, endpoint, instant, paging, refusals } from '#platform/contract/index.ts'
import { REJECT_REASON_CODES } from './rules.ts'

const searchText = z.string().trim().max(200).default('')
/** An empty choice in a form is no choice. */
const chosen = <Choice extends z.ZodType>(choice: Choice) =>
  z.preprocess((value) => (value === '' || value === 'all' ? undefined : value), choice.optional())

export const createAsset = endpoint({
  method: 'POST',
  path: '/assets',
  access: ['employee'],
  summary: 'Creates an asset of the artist who calls; it is pending and has no files yet.',
  body: z.object({ title: assetTitle, description: assetDescription.default(''), category, tags: assetTags.default([]) }),
  response: z.object({ asset_id: z.uuid() })
})

const ownedFile = z.object({
  id: z.uuid(),
  filename: z.string(),
  format: fileFormat,
  resolution: z.string().nullable(),
  size_in_kb: z.int(),
  status: z.enum(['processing', 'ready', 'failed']),
  progress: z.int().meta({ description: 'Percent of the processing that is done' }),
  failure: z.string().nullable().meta({ description: 'Why the file could not be processed' }),
  file_url: z.string().nullable(),
  preview_urls: previewUrls.nullable()
})
export type OwnedFile = z.output<typeof ownedFile>

export const uploadFile = endpoint({
  method: 'POST',
  path: '/uploads/upload-file',
  access: ['employee'],
  summary:
    'Uploads a file of a pending asset of one’s own. What it is, its size and its resolution are measured; what the form says of them is a hint.',
  files: ['file'],
  body: z.object({
    asset_id: z.uuid(),
    format: z.string().optional(),
    resolution: z.string().optional(),
    size_in_kb: z.union([z.number(), z.string()]).optional()
  }),
  response: ownedFile.extend({ asset_id: z.uuid() })
})

export const uploadProgress = endpoint({
  method: 'GET',
  path: '/uploads/:file_id/progress',
  access: ['employee', 'admin'],
  summary: 'How far the processing of an uploaded file is.',
  params: z.object({ file_id: z.uuid() }),
  response: ownedFile
})

const ownedAsset = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  category,
  tags: z.array(z.string()),
  status: assetStatus,
  created_at: instant,
  approved_at: instant.nullable(),
  reject_reason: z.string().nullable(),
  reject_reason_codes: z.array(z.string()),
  asset_files: z.array(ownedFile)
})
export type OwnedAsset = z.output<typeof ownedAsset>

export const myAssets = endpoint({
  method: 'GET',
  path: '/assets/my-assets',
  access: ['employee', 'admin'],
  summary: 'The assets of an artist in any status, newest first. An artist sees its own only.',
  query: z.object({ employee_id: chosen(z.uuid()), search: searchText, ...paging(12) }),
  response: z.array(ownedAsset)
})

export const ownAsset = endpoint({
  method: 'GET',
  path: '/assets/my-assets/:asset_id',
  access: ['employee'],
  summary: 'One asset of one’s own in any status, with the progress of its files.',
  params: z.object({ asset_id: z.uuid() }),
  response: ownedAsset.extend({ max_upload_mb: z.int().meta({ description: 'The largest file taken here' }) })
})

export const deleteAsset = endpoint({
  method: 'DELETE',
  path: '/assets/:id',
  access: ['employee', 'admin'],
  summary: 'Deletes a rejected asset and its files. An artist deletes its own only.',
  params: z.object({ id: z.uuid() }),
  query: z.object({ employee_id: chosen(z.uuid()) }),
  response: z.null(),
  status: 204
})

export const reviewedAsset = ownedAsset.extend({
  owner_id: z.uuid(),
  employee_name: z.string(),
  is_free: z.boolean(),
  free_starts_at: instant.nullable(),
  free_ends_at: instant.nullable(),
  file_url: z.string().nullable().meta({ description: 'The preview of the first file that has one' }),
  files: z.array(ownedFile)
})
export type ReviewedAsset = z.output<typeof reviewedAsset>

export const adminAssets = endpoint({
  method: 'GET',
  path: '/admin/assets',
  access: ['admin'],
  summary: 'Every asset in every status. X-Total-Count and Link carry the paging.',
  query: z.object({
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

export const decideAsset = endpoint({
  method: 'PUT',
  path: '/admin/assets/:id/status',
  access: ['admin'],
  summary: 'Approves a pending asset, which books its wage once, or rejects it with a reason that the artist sees.',
  params: z.object({ id: z.uuid() }),
  body: z.object({
    status: z.enum(['approved', 'rejected'], 'Choose approved or rejected.'),
    reason: z.string().trim().max(1000, 'At most 1000 characters.').default(''),
    reason_codes: z.array(z.enum(REJECT_REASON_CODES)).max(REJECT_REASON_CODES.length).default([])
  }),
  response: z.object({ id: z.uuid(), status: assetStatus, wage: dollarAmount.nullable() })
})

export const employeeDashboard = endpoint({
  method: 'GET',
  path: '/employee/dashboard',
  access: ['employee'],
  summary: 'An artist’s assets by status and what they earned.',
  response: z.object({
    total_assets: z.int(),
    pending_assets: z.int(),
    approved_assets: z.int(),
    total_earned: dollarAmount,
    total_paid: dollarAmount,
    current_balance: dollarAmount
  })
})

export const earnings = endpoint({
  method: 'GET',
  path: '/assets/employee/earnings',
  access: ['employee', 'admin'],
  summary: 'What an artist earned, was paid and is owed, and the assets behind it. An artist sees its own only.',
  query: z.object({ employee_id: chosen(z.uuid()), ...paging(20) }),
  response: z.object({
    total_earned: dollarAmount,
    total_paid: dollarAmount,
    current_balance: dollarAmount,
    assets: z.array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        category,
        status: assetStatus,
        approved_at: instant.nullable(),
        wage: dollarAmount.nullable()
      })
    ),
    total: z.int(),
    page: z.int(),
    page_size: z.int()
  })
})

export const no = refusals({
  no_file: { status: 422, message: 'Please select a file.' },
  file_empty: { status: 422, message: 'This file is empty.' },
  file_too_large: { status: 413, message: 'This file is too large.' },
  wrong_kind: { status: 415, message: 'This kind of file is not accepted. Please choose a JPG, PNG, WEBP, SVG, PDF or EPS file.' },
  unreadable: { status: 422, message: 'This file is damaged or incomplete: it could not be read.' },
  too_many_pixels: { status: 422, message: 'This picture has too many pixels.' },
  svg_malformed: { status: 422, message: 'This SVG is not well-formed.' },
  svg_empty: { status: 422, message: 'This SVG holds nothing that can be shown.' },
  not_multipart: { status: 400, message: 'Please send the file as multipart form data.' },
  malformed_upload: { status: 400, message: 'The upload broke off or is not well-formed.' },
  svg_too_heavy: { status: 422, message: 'This SVG takes too long to draw. Please simplify it: fewer filters, patterns and dashes.' },
  bytes_taken: { status: 409, message: 'This file already belongs to another asset.' },
  asset_not_found: { status: 404, message: 'This asset does not exist.' },
  file_not_found: { status: 404, message: 'This file does not exist.' },
  employee_not_found: { status: 404, message: 'This employee does not exist.' },
  files_are_final: { status: 409, message: 'This asset is decided: its files can no longer change.' },
  too_many_files: { status: 409, message: 'An asset holds at most 20 files.' },
  not_rejected: { status: 409, message: 'Only rejected assets can be deleted.' },
  already_decided: { status: 409, message: 'This asset is already decided.' },
  no_files: { status: 409, message: 'This asset has no files.' },
  no_picture: { status: 409, message: 'This asset has no files that can be shown. Ask for a JPG, PNG, WEBP or SVG beside the PDF or EPS.' }
})
