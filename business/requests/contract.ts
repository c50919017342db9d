import { z } from 'zod'
import {
  cents,
  day,
  defineRefusals,
  dollarAmount,
  dollarsTyped,
  endpoint,
  instant,
  pageOf,
  paging,
  requiredText,
  wholeNumberTyped
} from '#platform/contract/index.ts'
import {
  ATTACHMENT_MAX_MB,
  REQUEST_CATEGORIES,
  REQUEST_DESCRIPTION_MAX,
  REQUEST_STATES,
  REQUEST_TITLE_MAX,
  REQUESTS_PAGE_SIZE,
  TIMELINE_KINDS
} from './rules.ts'

export const requestId = z.object({ id: z.uuid() })

/** Who can open a request. The server also checks that it is theirs. */
export const participants = ['client', 'employee', 'admin'] as const

export const customRequest = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  category: z.enum(REQUEST_CATEGORIES),
  /** US dollars. */
  budget: dollarAmount.nullable(),
  budget_cents: cents.nullable(),
  due_date: day.nullable(),
  status: z.enum(REQUEST_STATES),
  created_at: instant,
  updated_at: instant,
  client_id: z.uuid(),
  /** Null for employees, who contact the client through the conversation. */
  client_email: z.string().nullable(),
  client_name: z.string(),
  assigned_employee_id: z.uuid().nullable(),
  assigned_employee_name: z.string().nullable(),
  /** Messages from others that the reader has not seen. */
  unread: z.int(),
  messages: z.int()
})
export type CustomRequest = z.output<typeof customRequest>

const fields = {
  title: requiredText('Please enter a title.', REQUEST_TITLE_MAX),
  description: requiredText('Please describe what you need.', REQUEST_DESCRIPTION_MAX),
  category: z.enum(REQUEST_CATEGORIES, 'Please choose a category.'),
  budget: z.union([z.literal('').transform(() => null), z.null(), dollarsTyped('Enter a budget such as 250 or 99.50.')]).optional(),
  /** Today in California, or later. */
  due_date: z.union([z.literal('').transform(() => null), z.null(), day]).optional()
}

/** One stored status, or several separated by commas, such as 'accepted,in_progress', which pages show as in progress. */
export const statuses = z
  .string()
  .max(100)
  .optional()
  .transform((typed = '') => typed.split(',').filter(Boolean))
  .pipe(z.array(z.enum(REQUEST_STATES)))

export const listRequests = endpoint({
  method: 'GET',
  path: '/custom-requests',
  access: ['client'],
  summary: "List the caller's requests, newest first",
  query: z.object({ search: z.string().trim().max(200).optional(), status: statuses, ...paging(REQUESTS_PAGE_SIZE) }),
  response: pageOf(customRequest)
})

export const createRequest = endpoint({
  method: 'POST',
  path: '/custom-requests',
  access: ['client'],
  summary: 'Submit a custom request',
  body: z.object(fields),
  response: customRequest,
  status: 201
})

export const readRequest = endpoint({
  method: 'GET',
  path: '/custom-requests/:id',
  access: participants,
  grant: 'support',
  summary: 'Get a request. Its client, its assignee, and admins can read it',
  params: requestId,
  response: customRequest
})

export const editRequest = endpoint({
  method: 'PATCH',
  path: '/custom-requests/:id',
  access: ['client'],
  summary: 'Change the given fields while the request is pending or in progress',
  params: requestId,
  body: z.object(fields).partial(),
  response: customRequest
})

export const cancelRequest = endpoint({
  method: 'POST',
  path: '/custom-requests/:id/cancel',
  access: ['client'],
  summary: 'Cancel a request while it is pending or in progress',
  params: requestId,
  response: customRequest
})

export const deleteRequest = endpoint({
  method: 'DELETE',
  path: '/custom-requests/:id',
  access: ['client'],
  summary: 'Delete a request with its messages and attachments',
  params: requestId,
  response: z.unknown(),
  status: 204
})

export const timelineItem = z.object({
  id: z.string(),
  /** In the order of messages too. */
  position: z.int(),
  kind: z.enum(TIMELINE_KINDS),
  /** The request's status from then on. */
  status: z.enum(REQUEST_STATES).nullable(),
  actor_name: z.string(),
  /** The employee of an assignment. */
  employee_name: z.string().nullable(),
  happened_at: instant
})

export type TimelineItem = z.output<typeof timelineItem>

export const readTimeline = endpoint({
  method: 'GET',
  path: '/custom-requests/:id/timeline',
  access: participants,
  grant: 'support',
  summary: 'List the newest events of a request, oldest first. `before` pages back',
  params: requestId,
  query: z.object({ before: wholeNumberTyped().optional() }),
  response: z.object({
    items: z.array(timelineItem),
    /** There are earlier events. */
    more: z.boolean()
  })
})
export type Timeline = z.output<typeof readTimeline.response>

export const refusals = defineRefusals({
  request_not_found: { status: 404, message: 'This request does not exist.' },
  not_editable: { status: 409, message: 'This request can no longer be changed.' },
  request_cancelled: { status: 409, message: 'The client canceled this request.' },
  due_date_past: { status: 422, message: 'Please choose today or a later date.' },
  too_many_requests: { status: 429, message: 'You have sent many requests in the last hour. Please try again later.' },
  too_many_edits: { status: 429, message: 'You have changed your requests many times in the last hour. Please try again later.' },
  too_many_messages: { status: 429, message: 'You are sending too many messages. Please wait a moment.' },
  too_many_messages_today: { status: 429, message: 'You have sent many messages today. Please try again tomorrow.' },
  too_many_files: { status: 429, message: 'You have uploaded many files. Please send some of them first or try again later.' },
  too_many_streams: { status: 429, message: 'This conversation is open in too many windows.' },
  employee_not_found: { status: 404, message: 'This employee does not exist.' },
  message_empty: { status: 422, message: 'Please write a message or add a file.' },
  attachment_not_found: { status: 404, message: 'This file does not exist.' },
  attachment_kind: { status: 415, message: 'Please choose an image, a PDF, or a ZIP file.' },
  attachment_unreadable: { status: 422, message: 'This image could not be read.' },
  attachment_too_large: { status: 413, message: `The file is larger than ${ATTACHMENT_MAX_MB} MB.` },
  attachment_infected: { status: 422, message: 'Blocked: the virus scanner found malware.' },
  attachment_waiting: { status: 409, message: 'This file was not scanned for viruses yet. Please try again later.' },
  file_missing: { status: 422, message: 'Please select a file.' }
})
