import { z } from 'zod'
import { assetStatus, category } from '#catalogue/contract.ts'
import { endpoint, instant, pageOf, paging, requiredText } from '#platform/contract/index.ts'
import { claimMessage, claimState, strikes } from './contract.ts'
import { CLAIM_KINDS, CLAIM_MAX, CLAIM_STATES, CLAIMANT_ROLES, DECISIONS, MESSAGES } from './rules.ts'

/* What admins do with claims. */

const listed = z.object({
  id: z.uuid(),
  claim_number: z.string(),
  state: claimState,
  kind: z.enum(CLAIM_KINDS),
  asset_id: z.uuid(),
  asset_title: z.string(),
  name: z.string(),
  received_at: instant,
  restores_on: z.iso.date().nullable()
})
export type ListedClaim = z.output<typeof listed>

export const listClaims = endpoint({
  method: 'GET',
  path: '/admin/claims',
  access: ['admin'],
  grant: 'support',
  summary: 'All claims, newest first. The search covers number, title of the asset, name, and email.',
  query: z.object({
    q: z.string().trim().max(200).default(''),
    state: z
      .enum(CLAIM_STATES)
      .or(z.literal('').transform(() => undefined))
      .optional(),
    ...paging(20)
  }),
  /** `counts` cover all claims that the search finds, in each state. */
  response: pageOf(listed).extend({ counts: z.record(z.enum(CLAIM_STATES), z.int()) })
})

const reference = z.object({ id: z.uuid(), claim_number: z.string(), state: claimState })

export const deskClaim = listed.extend({
  email: z.string(),
  address: z.string(),
  role: z.enum(CLAIMANT_ROLES),
  work: z.string(),
  work_url: z.string().nullable(),
  signature: z.string(),
  good_faith: z.literal(true),
  accuracy: z.literal(true),
  decided_at: instant.nullable(),
  decided_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  ended_at: instant.nullable().meta({ description: 'When it was rejected, withdrawn, or restored' }),
  counter: z.object({ name: z.string(), address: z.string(), signature: z.string(), received_at: instant }).nullable(),
  suit: z.object({ note: z.string(), recorded_at: instant }).nullable(),
  asset: z.object({
    id: z.uuid(),
    title: z.string(),
    category,
    status: assetStatus,
    created_at: instant,
    withheld_at: instant.nullable(),
    owner_id: z.uuid(),
    employee_name: z.string(),
    file_url: z.string().nullable()
  }),
  near_duplicates: z.array(z.uuid()).meta({ description: 'Assets with nearly the same picture, most similar first' }),
  other_claims: z.array(reference).meta({ description: 'Other claims about works of the same artist, newest first' }),
  strikes,
  licensees: z.int().meta({ description: 'People who hold an active license for the asset' }),
  messages: z.array(claimMessage)
})
export type DeskClaim = z.output<typeof deskClaim>

const params = z.object({ id: z.uuid() })

export const showClaim = endpoint({
  method: 'GET',
  path: '/admin/claims/:id',
  access: ['admin'],
  grant: 'support',
  summary: 'A claim with its asset, near duplicates, and the other claims about the same artist.',
  params,
  response: deskClaim
})

const decision = z.object({
  decision: z.enum(DECISIONS, 'Choose uphold, reject, or ask.'),
  message: requiredText(MESSAGES.message, CLAIM_MAX.message)
})

export const decideClaim = endpoint({
  method: 'POST',
  path: '/admin/claims/:id/decide',
  access: ['admin'],
  grant: 'support',
  summary: 'Upholds an open claim, which withholds the asset and mails artist, claimant, and licensees; rejects it; or asks the claimant.',
  params,
  body: decision,
  response: deskClaim
})

export const previewDecision = endpoint({
  method: 'POST',
  path: '/admin/claims/:id/preview',
  access: ['admin'],
  grant: 'support',
  summary: 'The emails that a decision would send, without deciding.',
  params,
  body: decision,
  response: z.object({ mails: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })) })
})
export type MailPreview = z.output<typeof previewDecision.response>['mails'][number]

export const recordSuit = endpoint({
  method: 'POST',
  path: '/admin/claims/:id/suit',
  access: ['admin'],
  grant: 'support',
  summary: 'Records that the claimant filed suit, so that the asset is not restored.',
  params,
  body: z.object({ note: requiredText(MESSAGES.note, CLAIM_MAX.note) }),
  response: deskClaim
})

export const resumeUploads = endpoint({
  method: 'POST',
  path: '/admin/users/:id/resume-uploads',
  access: ['admin'],
  grant: 'support',
  summary: 'Lets an artist whose uploads are paused by strikes upload again, with a reason.',
  params,
  body: z.object({ reason: requiredText(MESSAGES.reason, CLAIM_MAX.reason) }),
  response: strikes
})
