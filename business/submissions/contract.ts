import { z } from 'zod'
import { assetDescription, assetStatus, assetTags, assetTitle, category, fileFormat, previewUrls } from '#catalogue/contract.ts'
import { dollarAmount, endpoint, instant, paging, refusals } from '#platform/contract/index.ts'

export const searchText = z.string().trim().max(200).default('')
/** An empty choice in a form is no choice. */
export const chosen = <Choice extends z.ZodType>(choice: Choice) =>
  z.preprocess((value) => (value === '' || value === 'all' ? undefined : value), choice.optional())

export const createAsset = endpoint({
  method: 'POST',
  path: '/assets',
  access: ['employee'],
  summary: 'Creates an asset of the artist who calls; it is pending and has no files yet.',
  body: z.object({ title: assetTitle, description: assetDescription.default(''), category, tags: assetTags.default([]) }),
  response: z.object({ asset_id: z.uuid() })
})

export const ownedFile = z.object({
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
    'Uploads a file of an asset of one’s own that is not approved. What it is, its size and its resolution are measured; what the form says of them is a hint.',
  files: ['file'],
  body: z.object({
    asset_id: z.uuid(),
    format: z.string().optional(),
    resolution: z.string().optional(),
    size_in_kb: z.union([z.number(), z.string()]).optional()
  }),
  response: ownedFile.extend({ asset_id: z.uuid() })
})

export const uploadNewAsset = endpoint({
  method: 'POST',
  path: '/uploads/new-asset',
  access: ['employee'],
  summary:
    'Creates an asset together with its first file: one that is refused leaves no asset. The caller chooses the id, so that a repeated call makes nothing twice; further files of the asset may come the same way.',
  files: ['file'],
  body: z.object({
    asset_id: z.uuid(),
    title: assetTitle,
    description: assetDescription.default(''),
    category,
    tags: assetTags.default([])
  }),
  response: ownedFile.extend({ asset_id: z.uuid() })
})

export const uploadLimits = endpoint({
  method: 'GET',
  path: '/uploads/limits',
  access: ['employee'],
  summary: 'What is taken here at most.',
  response: z.object({ max_upload_mb: z.int(), most_files: z.int().meta({ description: 'Of one asset' }) })
})

export const uploadProgress = endpoint({
  method: 'GET',
  path: '/uploads/:file_id/progress',
  access: ['employee', 'admin'],
  summary: 'How far the processing of an uploaded file is.',
  params: z.object({ file_id: z.uuid() }),
  response: ownedFile
})

export const retryFile = endpoint({
  method: 'POST',
  path: '/uploads/:file_id/retry',
  access: ['employee'],
  summary: 'Starts the processing of a failed file of one’s own again, while its asset is not approved.',
  params: z.object({ file_id: z.uuid() }),
  response: ownedFile
})

export const deleteFile = endpoint({
  method: 'DELETE',
  path: '/uploads/:file_id',
  access: ['employee'],
  summary: 'Takes a file out of an asset of one’s own that is not approved.',
  params: z.object({ file_id: z.uuid() }),
  response: z.null(),
  status: 204
})

const rejection = z.object({
  reason: z.string().nullable(),
  reason_codes: z.array(z.string()),
  decided_at: instant,
  resubmitted_at: instant
})

export const ownedAsset = z.object({
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
  /** Taken up again by its artist: its files may change. */
  is_mending: z.boolean(),
  earlier_rejections: z.array(rejection).meta({ description: 'Those after which it was sent again, oldest first' }),
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

/** A field that is not sent stays as it is. */
export const assetChange = z.object({
  title: assetTitle.optional(),
  description: assetDescription.optional(),
  category: category.optional(),
  tags: assetTags.optional()
})

export const editOwnAsset = endpoint({
  method: 'PATCH',
  path: '/assets/:id',
  access: ['employee'],
  summary: 'Changes the words of an asset of one’s own that is not approved.',
  params: z.object({ id: z.uuid() }),
  body: assetChange,
  response: ownedAsset
})

export const takeUpAsset = endpoint({
  method: 'POST',
  path: '/assets/:id/mend',
  access: ['employee'],
  summary: 'Takes a rejected asset of one’s own up again: its files may change until it is sent again.',
  params: z.object({ id: z.uuid() }),
  response: ownedAsset
})

export const resubmitAsset = endpoint({
  method: 'POST',
  path: '/assets/:id/resubmit',
  access: ['employee'],
  summary: 'Sends a rejected asset of one’s own to review again; why it was rejected stays known.',
  params: z.object({ id: z.uuid() }),
  response: ownedAsset
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
    current_balance: dollarAmount,
    /** From sending to the decision, as half of those decided in the last 30 days needed at most. */
    review_hours: z.number().nullable()
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
        wage: dollarAmount.nullable(),
        /** Whole days since the approval, while the wage is not fully paid: payouts pay the oldest first. */
        unpaid_days: z.int().nullable()
      })
    ),
    total: z.int(),
    page: z.int(),
    page_size: z.int()
  })
})

export const earningsOfMonth = endpoint({
  method: 'GET',
  path: '/assets/employee/earnings.csv',
  access: ['employee', 'admin'],
  summary: 'The wages of a month in California as a CSV file. An artist gets its own only.',
  query: z.object({
    employee_id: chosen(z.uuid()),
    month: z.string().regex(/^(20|21)\d\d-(0[1-9]|1[0-2])$/, 'Give a month such as 2026-03.')
  }),
  response: z.unknown(),
  kind: 'file'
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
  svg_too_heavy: { status: 422, message: 'This SVG takes too long to draw. Please simplify it: fewer filters, patterns and dashes.' },
  pdf_locked: { status: 422, message: 'This PDF is locked with a password. Please save it without one and upload it again.' },
  eps_unreadable: { status: 422, message: 'This EPS could not be drawn: it is damaged, or asks for what is not allowed here.' },
  page_too_heavy: { status: 422, message: 'This file takes too long to draw. Please simplify it: fewer effects, smaller pictures.' },
  bytes_taken: { status: 409, message: 'This file already belongs to another asset.' },
  asset_not_found: { status: 404, message: 'This asset does not exist.' },
  file_not_found: { status: 404, message: 'This file does not exist.' },
  employee_not_found: { status: 404, message: 'This employee does not exist.' },
  files_are_final: { status: 409, message: 'This asset is decided: its files can no longer change.' },
  words_are_final: { status: 409, message: 'This asset is approved: only an admin can change it.' },
  too_many_files: { status: 409, message: 'An asset holds at most 20 files.' },
  not_rejected: { status: 409, message: 'Only rejected assets can be deleted.' },
  not_resubmittable: { status: 409, message: 'Only rejected assets can be changed and sent again.' },
  free_ends_first: { status: 422, message: 'The end must be after the start.' },
  already_decided: { status: 409, message: 'This asset is already decided.' },
  no_files: { status: 409, message: 'This asset has no files.' },
  no_picture: { status: 409, message: 'This asset has no files that can be shown. Ask for a JPG, PNG, WEBP, SVG or PDF beside the EPS.' }
})
