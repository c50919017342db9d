import { z } from 'zod'
import { defineRefusals, endpoint, instant, pageOf, paging, requiredText } from '#platform/contract/index.ts'
import { comparable, FINDING_CODES, SEVERITIES, TRADEMARK_MAX, TRADEMARK_MESSAGES, TRADEMARKS_PAGE_SIZE } from './findings.rules.ts'
import { SEARCH_MAX } from './rules.ts'

/* Specification 3 §3, "Pre-flight": what the checks of an asset's files found, and the list of trademarks that admins edit. */

const fraction = z.number().min(0).max(1)

export const finding = z.object({
  file_id: z.uuid(),
  code: z.enum(FINDING_CODES),
  severity: z.enum(SEVERITIES),
  message: z.string(),
  place: z
    .object({ x: fraction, y: fraction, width: fraction, height: fraction })
    .optional()
    .meta({ description: 'Where in the picture, as fractions of its width and height' })
})
export type Finding = z.output<typeof finding>

export const assetFindings = endpoint({
  method: 'GET',
  path: '/assets/:id/findings',
  access: ['employee', 'admin'],
  grant: 'any',
  summary:
    'List what the checks of an asset’s files found, warnings first. Artists see only their own assets. Findings about the words of the asset name its first ready file.',
  params: z.object({ id: z.uuid() }),
  response: z.array(finding)
})

export const trademark = z.object({ id: z.uuid(), word: z.string(), added_at: instant })
export type ListedTrademark = z.output<typeof trademark>

export const listTrademarks = endpoint({
  method: 'GET',
  path: '/admin/trademarks',
  access: ['admin'],
  grant: 'catalogue',
  summary: 'List the trademarks that are looked for in assets, in alphabetical order.',
  query: z.object({ q: z.string().trim().max(SEARCH_MAX).default(''), ...paging(TRADEMARKS_PAGE_SIZE) }),
  response: pageOf(trademark)
})

export const addTrademark = endpoint({
  method: 'POST',
  path: '/admin/trademarks',
  access: ['admin'],
  grant: 'catalogue',
  summary: 'Add a word or name to the list of trademarks. It applies to every asset at once.',
  body: z.object({
    word: requiredText(TRADEMARK_MESSAGES.required, TRADEMARK_MAX)
      .transform((word) => word.replace(/\s+/g, ' '))
      .refine((word) => comparable(word) !== '', TRADEMARK_MESSAGES.required)
  }),
  response: trademark,
  status: 201
})

export const deleteTrademark = endpoint({
  method: 'DELETE',
  path: '/admin/trademarks/:id',
  access: ['admin'],
  grant: 'catalogue',
  summary: 'Remove a word from the list of trademarks.',
  params: z.object({ id: z.uuid() }),
  response: z.null(),
  status: 204
})

export const refusals = defineRefusals({
  asset_not_found: { status: 404, message: 'This asset is not available.' },
  trademark_taken: { status: 409, message: TRADEMARK_MESSAGES.taken },
  trademarks_full: { status: 409, message: TRADEMARK_MESSAGES.full },
  trademark_not_found: { status: 404, message: 'This word is not on the list.' }
})
