import { z } from 'zod'
import { defineRefusals, endpoint, instant, pageOf, paging } from '#platform/contract/index.ts'
import { DELIVERY_STATES, EVENT_TYPES, FAILURES, type Failure, MESSAGES, ROTATION_HOURS, URL_MAX } from './webhooks.rules.ts'

const access = ['client', 'employee'] as const
const id = z.uuid().toLowerCase()
const params = z.object({ id })

const url = z
  .string(MESSAGES.url)
  .trim()
  .min(1, MESSAGES.url)
  .max(URL_MAX, `At most ${URL_MAX} characters.`)
  .meta({ description: 'http or https, without credentials, of a public address' })
const events = z
  .array(z.enum(EVENT_TYPES))
  .min(1, MESSAGES.events)
  .max(2 * EVENT_TYPES.length)
  .transform((all) => EVENT_TYPES.filter((type) => all.includes(type)))

const webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  is_active: z.boolean().meta({ description: 'False after ten failed attempts in a row, or when its owner turns it off' }),
  failures: z.int().meta({ description: 'Failed attempts since the last success' }),
  created_at: instant
})
export type Webhook = z.output<typeof webhook>

const secret = z.string().meta({ description: `Starts with whsec_. Shown this once. It verifies the header webhook-signature.` })

const delivery = z.object({
  id: z.uuid().meta({ description: 'Sent as the header webhook-id at every attempt' }),
  type: z.enum(EVENT_TYPES),
  status: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  response_status: z.int().nullable().meta({ description: 'Of the last attempt; null if there was no answer' }),
  failure: z.enum(Object.keys(FAILURES) as [Failure, ...Failure[]]).nullable(),
  created_at: instant,
  attempted_at: instant.nullable(),
  next_attempt_at: instant.nullable()
})
export type Delivery = z.output<typeof delivery>

export const createWebhook = endpoint({
  method: 'POST',
  path: '/developers/webhooks',
  access,
  summary:
    'Create a webhook: an address of yours that is told of events by Standard Webhooks. The answer alone contains the secret that verifies them.',
  body: z.object({ url, events }),
  response: webhook.extend({ secret }),
  status: 201
})

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/developers/webhooks',
  access,
  summary: "The caller's webhooks, oldest first, without their secrets",
  response: z.object({ items: z.array(webhook) })
})

export const readWebhook = endpoint({
  method: 'GET',
  path: '/developers/webhooks/:id',
  access,
  summary: "One of the caller's webhooks",
  params,
  response: webhook
})

export const changeWebhook = endpoint({
  method: 'PATCH',
  path: '/developers/webhooks/:id',
  access,
  summary:
    'Change the address, the events, or whether a webhook is on. Fields that are not sent stay unchanged. Turning it on sends what waits, and counts failures from 0.',
  params,
  body: z.object({ url: url.optional(), events: events.optional(), is_active: z.boolean().optional() }),
  response: webhook
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/developers/webhooks/:id',
  access,
  summary: 'Delete a webhook with its log. What waits is not sent.',
  params,
  response: z.null(),
  status: 204
})

export const rotateSecret = endpoint({
  method: 'POST',
  path: '/developers/webhooks/:id/rotate-secret',
  access,
  summary: `Give a webhook a new secret. For ${ROTATION_HOURS} hours, deliveries are signed with it and with the one before. Rotating again ends the oldest at once.`,
  params,
  response: z.object({ secret })
})

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/developers/webhooks/:id/deliveries',
  access,
  summary: 'What was sent to a webhook in the last 30 days, newest first',
  params,
  query: z.object(paging(20)),
  response: pageOf(delivery)
})

export const sendAgain = endpoint({
  method: 'POST',
  path: '/developers/webhooks/:id/deliveries/:delivery_id/send-again',
  access,
  summary: 'Send a delivery again now, with the same id and body, even if the webhook is off',
  params: z.object({ id, delivery_id: id }),
  response: delivery
})

export const refusals = defineRefusals({
  webhook_not_found: { status: 404, message: MESSAGES.not_found },
  delivery_not_found: { status: 404, message: MESSAGES.delivery_not_found },
  too_many_webhooks: { status: 409, message: MESSAGES.too_many },
  bad_url: { status: 422, message: MESSAGES.url }
})
