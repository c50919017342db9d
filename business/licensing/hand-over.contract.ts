import { z } from 'zod'
import { defineRefusals, endpoint, instant } from '#platform/contract/index.ts'
import { HAND_OVER_DAYS, HAND_OVER_FORMATS, HAND_OVER_SOURCES, HAND_OVER_STATES } from './hand-over.rules.ts'
import { MAX_WIDTH, MIN_WIDTH } from './rules.ts'

const params = z.object({ id: z.uuid().toLowerCase() })

/** What a hand-over contains. */
export const handOverChoice = z.object({
  format: z.enum(HAND_OVER_FORMATS, 'Please choose a format.').default('original'),
  width: z
    .int()
    .min(MIN_WIDTH, `Enter a width from ${MIN_WIDTH} to ${MAX_WIDTH} pixels.`)
    .max(MAX_WIDTH, `Enter a width from ${MIN_WIDTH} to ${MAX_WIDTH} pixels.`)
    .nullish()
    .meta({ description: 'In pixels, as near as a picture allows' })
})

export const preparedHandOver = z.object({
  id: z.uuid(),
  name: z.string(),
  source: z.enum(HAND_OVER_SOURCES),
  source_id: z.uuid(),
  state: z.enum(HAND_OVER_STATES),
  format: z.enum(HAND_OVER_FORMATS),
  width: z.int().nullable(),
  license_count: z.int(),
  done_count: z.int().meta({ description: 'How many licenses are in the ZIP so far' }),
  bytes: z.int().nullable(),
  asked_at: instant,
  ends_at: instant.nullable().meta({ description: 'When the ZIP is deleted; null until it is ready' })
})
export type PreparedHandOver = z.output<typeof preparedHandOver>

/** What the page of a collection or an order knows about its hand-over. */
export const handOverState = z.object({
  license_count: z.int(),
  is_large: z.boolean().meta({ description: 'Whether a job should prepare it instead of the browser waiting for it' }),
  prepared: preparedHandOver.nullable().meta({ description: 'The one that the caller asked for last' })
})
export type HandOverState = z.output<typeof handOverState>

export const prepareOrderHandOver = endpoint({
  method: 'POST',
  path: '/orders/:id/hand-overs',
  access: ['client'],
  summary:
    "Prepare the hand-over ZIP of one of the caller's orders in the background, and email a link to it. Asking again while it is prepared changes nothing.",
  params,
  body: handOverChoice,
  response: preparedHandOver,
  status: 202
})

export const readPreparedHandOver = endpoint({
  method: 'GET',
  path: '/hand-overs/:id',
  access: ['client'],
  summary: 'How far a hand-over is that the caller asked for',
  params,
  response: preparedHandOver
})

export const downloadPreparedHandOver = endpoint({
  method: 'GET',
  path: '/hand-overs/:id/file',
  access: ['client'],
  summary: `The ZIP of a hand-over that is ready, for ${HAND_OVER_DAYS} days, while all of its licenses are active. Supports range requests.`,
  params,
  response: z.unknown(),
  kind: 'file'
})

export const refusals = defineRefusals({
  hand_over_not_found: { status: 404, message: 'This ZIP does not exist any more. Please ask for a new one.' },
  hand_over_not_ready: { status: 409, message: 'This ZIP is not ready yet. We will email you when it is.' },
  hand_over_ended: { status: 410, message: `This ZIP was deleted after ${HAND_OVER_DAYS} days. Please ask for a new one.` },
  license_ended: { status: 410, message: 'A license in this ZIP is no longer active. Please ask for a new one.' },
  other_choice_waits: {
    status: 409,
    message: 'A ZIP of these works in another format or width is being prepared. Please wait until it is ready.'
  },
  too_many_bytes: { status: 429, message: 'Your ZIPs of today are as large as one day allows. Please try again tomorrow.' },
  too_many_hand_overs: { status: 429, message: 'You have already asked for several large ZIPs today. Please try again tomorrow.' }
})
