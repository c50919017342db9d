import { z } from 'zod'
import { assetStatus } from '#catalogue/contract.ts'
import { defineRefusals, endpoint, instant, pageOf, paging, requiredText } from '#platform/contract/index.ts'
import { APPEAL_DECISIONS, APPEAL_MAX, APPEAL_MESSAGES, APPEAL_STATES } from './appeal.rules.ts'

/* Specification 3 section 3: an artist appeals a rejection once, and another admin decides it where there is one. */

export const ownAppeal = z.object({
  id: z.uuid(),
  message: z.string(),
  state: z.enum(APPEAL_STATES),
  made_at: instant,
  rejected_at: instant,
  ended_at: instant.nullable(),
  answer: z.string().nullable().meta({ description: 'What the admin who decided wrote' })
})
export type OwnAppeal = z.output<typeof ownAppeal>

export const makeAppeal = endpoint({
  method: 'POST',
  path: '/assets/:id/appeal',
  access: ['employee'],
  summary: 'Appeal against the rejection of one of your own assets, once for each rejection. Another admin decides it.',
  params: z.object({ id: z.uuid() }),
  body: z.object({ message: requiredText(APPEAL_MESSAGES.message, APPEAL_MAX) }),
  response: ownAppeal,
  status: 201
})

const person = z.object({ id: z.uuid(), name: z.string() })

export const appeal = ownAppeal.extend({
  asset_id: z.uuid(),
  asset_title: z.string(),
  asset_status: assetStatus,
  artist: person,
  rejected_by: person.nullable(),
  reason: z.string().nullable(),
  reason_codes: z.array(z.string()),
  decided_by: person.nullable(),
  is_own_decision: z.boolean().meta({ description: 'Whether the caller rejected the asset and another reviewer can decide instead' })
})
export type Appeal = z.output<typeof appeal>

export const listAppeals = endpoint({
  method: 'GET',
  path: '/admin/appeals',
  access: ['admin'],
  grant: 'review',
  summary: 'Appeals against rejections: the open ones first, oldest first, then the others, newest first.',
  query: z.object({
    state: z
      .enum(APPEAL_STATES)
      .or(z.literal('').transform(() => undefined))
      .optional(),
    ...paging(20)
  }),
  /** `counts` cover all appeals, in each state. */
  response: pageOf(appeal).extend({ counts: z.record(z.enum(APPEAL_STATES), z.int()) })
})

export const decideAppeal = endpoint({
  method: 'POST',
  path: '/admin/appeals/:id/decide',
  access: ['admin'],
  grant: 'review',
  summary:
    'Decide an open appeal. Overturning approves the asset, which books its wage once, or puts it back in the review queue if it is not what was rejected or has no file that can be published. The artist is mailed.',
  params: z.object({ id: z.uuid() }),
  body: z.object({
    decision: z.enum(APPEAL_DECISIONS, APPEAL_MESSAGES.decision),
    message: requiredText(APPEAL_MESSAGES.answer, APPEAL_MAX),
    version: z.string().max(100).optional().meta({ description: 'The `version` of the asset that the reviewer saw' })
  }),
  response: appeal
})

export const listReviewers = endpoint({
  method: 'GET',
  path: '/admin/reviewers',
  access: ['admin'],
  grant: 'review',
  summary:
    'What each reviewer decided: how many assets, the median hours from submission to decision, and how many rejections were overturned.',
  response: z.object({
    items: z.array(person.extend({ decided: z.int(), median_hours: z.number().nullable(), overturned: z.int() }))
  })
})
export type Reviewer = z.output<typeof listReviewers.response>['items'][number]

export const appealRefusals = defineRefusals({
  appeal_not_found: { status: 404, message: 'This appeal does not exist.' },
  not_appealable: { status: 409, message: 'Only a rejected asset can be appealed.' },
  already_appealed: { status: 409, message: 'You have already appealed this rejection.' },
  already_decided: { status: 409, message: 'This appeal has already been decided or withdrawn.' },
  own_decision: { status: 409, message: 'You rejected this asset. Another admin has to decide the appeal.' }
})
