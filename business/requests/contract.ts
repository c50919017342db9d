import { z } from 'zod'
import {
  cents,
  day,
  dollarAmount,
  dollarsTyped,
  endpoint,
  instant,
  pageOf,
  paging,
  refusals,
  requiredText
} from '#platform/contract/index.ts'
import {
  ADMIN_STATES,
  ATTACHMENTS_MOST,
  MESSAGE_MAX,
  REQUEST_CATEGORIES,
  REQUEST_DESCRIPTION_MAX,
  REQUEST_STATES,
  REQUEST_TITLE_MAX,
  REQUESTS_PAGE_SIZE,
  TIMELINE_KINDS
} from './rules.ts'

const id = z.object({ id: z.uuid() })

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
  /** Null for an employee, who writes to the client in the conversation. */
  client_email: z.string().nullable(),
  client_name: z.string(),
  assigned_employee_id: z.uuid().nullable(),
  assigned_employee_name: z.string().nullable(),
  /** Messages of others that the reader has not seen. */
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

/** An empty choice in a form is no choice. */
const chosen = <Choice extends z.ZodType>(choice: Choice) => choice.or(z.literal('').transform(() => undefined)).optional()

/** One stored status, or several with commas: 'accepted,in_progress' is what shows as in progress. */
const statuses = z
  .string()
  .max(100)
  .optional()
  .transform((typed = '') => typed.split(',').filter(Boolean))
  .pipe(z.array(z.enum(REQUEST_STATES)))

export const listRequests = endpoint({
  method: 'GET',
  path: '/custom-requests',
  access: ['client'],
  summary: "One's own requests, newest first",
  query: z.object({ search: z.string().trim().max(200).optional(), status: statuses, ...paging(REQUESTS_PAGE_SIZE) }),
  response: pageOf(customRequest)
})

export const createRequest = endpoint({
  method: 'POST',
  path: '/custom-requests',
  access: ['client'],
  summary: 'Submits a custom request',
  body: z.object(fields),
  response: customRequest,
  status: 201
})

export const readRequest = endpoint({
  method: 'GET',
  path: '/custom-requests/:id',
  access: ['client', 'employee', 'admin'],
  summary: 'A request, to its client, its assignee and admins',
  params: id,
  response: customRequest
})

export const editRequest = endpoint({
  method: 'PATCH',
  path: '/custom-requests/:id',
  access: ['client'],
  summary: 'Changes what is named, while it is pending or in progress',
  params: id,
  body: z.object(fields).partial(),
  response: customRequest
})

export const cancelRequest = endpoint({
  method: 'POST',
  path: '/custom-requests/:id/cancel',
  access: ['client'],
  summary: 'Takes a request back, while it is pending or in progress',
  params: id,
  response: customRequest
})

export const deleteRequest = endpoint({
  method: 'DELETE',
  path: '/custom-requests/:id',
  access: ['client'],
  summary: 'Deletes a request with its messages and attachments',
  params: id,
  response: z.unknown(),
  status: 204
})

export const attachment = z.object({
  id: z.uuid(),
  filename: z.string(),
  content_type: z.string(),
  size_in_kb: z.number(),
  /** A small picture of it, where it is one. */
  has_preview: z.boolean(),
  url: z.string()
})

export const message = z.object({
  id: z.uuid(),
  /** Grows with time within a request: what `Last-Event-ID` of the events holds. */
  position: z.int(),
  author_id: z.uuid().nullable(),
  author_name: z.string(),
  author_role: z.enum(['client', 'employee', 'admin']).nullable(),
  /** Text, or empty where only files were sent. */
  body: z.string(),
  /** What its sender named it by, so that its own window knows it when it comes back. */
  client_key: z.uuid().nullable(),
  attachments: z.array(attachment),
  created_at: instant
})
export type Message = z.output<typeof message>
export type Attachment = z.output<typeof attachment>

const inside = ['client', 'employee', 'admin'] as const

export const listMessages = endpoint({
  method: 'GET',
  path: '/custom-requests/:id/messages',
  access: inside,
  summary: 'The conversation, oldest first; `before` pages back, `after` gives what came since. Reading marks it read',
  params: id,
  query: z.object({ before: z.coerce.number().int().optional(), after: z.coerce.number().int().optional() }),
  response: z.object({
    items: z.array(message),
    /** There are further ones in the direction asked for. */
    more: z.boolean(),
    /** The newest event of the request: the events go on from here with `after`. */
    position: z.int()
  })
})

export const markRead = endpoint({
  method: 'POST',
  path: '/custom-requests/:id/read',
  access: inside,
  summary: 'Says that one has seen the conversation up to a position, as when a message of the events is shown',
  params: id,
  body: z.object({ position: z.int().min(0) }),
  response: z.unknown(),
  status: 204
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/custom-requests/:id/messages',
  access: inside,
  summary: 'Sends a message; attachments are uploaded before and named. The same `client_key` sends it once',
  params: id,
  body: z.object({
    body: z.string().max(MESSAGE_MAX, `At most ${MESSAGE_MAX} characters.`).default(''),
    attachment_ids: z.array(z.uuid()).max(ATTACHMENTS_MOST, `At most ${ATTACHMENTS_MOST} files.`).default([]),
    client_key: z.uuid().optional()
  }),
  response: message,
  status: 201
})

export const addAttachment = endpoint({
  method: 'POST',
  path: '/custom-requests/:id/attachments',
  access: inside,
  summary: 'Uploads a picture, PDF or ZIP, to be sent with a message',
  params: id,
  files: ['file'],
  response: attachment,
  status: 201
})

export const readAttachment = endpoint({
  method: 'GET',
  path: '/custom-requests/:id/attachments/:attachment_id',
  access: inside,
  summary: 'The file, or with `preview` a small picture of it',
  params: z.object({ id: z.uuid(), attachment_id: z.uuid() }),
  query: z.object({ preview: z.string().optional() }),
  response: z.unknown(),
  kind: 'file'
})

export const removeAttachment = endpoint({
  method: 'DELETE',
  path: '/custom-requests/:id/attachments/:attachment_id',
  access: inside,
  summary: 'Takes back a file that one has uploaded and not sent',
  params: z.object({ id: z.uuid(), attachment_id: z.uuid() }),
  response: z.unknown(),
  status: 204
})

/** What `data` of an event holds: a message of `message`; a timeline item of `status`, `assignment` and `edited`. */
export const readEvents = endpoint({
  method: 'GET',
  path: '/custom-requests/:id/events',
  access: inside,
  summary:
    'Server-sent events: message, status, assignment, edited. `Last-Event-ID`, or `after` at first, continues without loss; neither starts now',
  params: id,
  query: z.object({ after: z.coerce.number().int().min(0).optional() }),
  response: z.unknown(),
  kind: 'file'
})

export const timelineItem = z.object({
  id: z.string(),
  /** In the order of messages too. */
  position: z.int(),
  kind: z.enum(TIMELINE_KINDS),
  /** The request's own, from then on. */
  status: z.enum(REQUEST_STATES).nullable(),
  actor_name: z.string(),
  /** Of an assignment. */
  employee_name: z.string().nullable(),
  happened_at: instant
})

export type TimelineItem = z.output<typeof timelineItem>

export const readTimeline = endpoint({
  method: 'GET',
  path: '/custom-requests/:id/timeline',
  access: inside,
  summary: 'Who did what with a request, oldest first',
  params: id,
  response: z.object({ items: z.array(timelineItem) })
})

export const listAllRequests = endpoint({
  method: 'GET',
  path: '/admin/custom-requests',
  access: ['admin'],
  summary: 'Every request, newest first; `assigned` none, any, or an employee’s id',
  query: z.object({
    q: z.string().trim().max(200).optional(),
    status: statuses,
    assigned: chosen(z.union([z.enum(['none', 'any']), z.uuid()])),
    ...paging(REQUESTS_PAGE_SIZE)
  }),
  response: pageOf(customRequest)
})

export const decideRequest = endpoint({
  method: 'PATCH',
  path: '/admin/custom-requests/:id',
  access: ['admin'],
  summary: 'Sets the status, assigns an employee, or clears it (null)',
  params: id,
  body: z.object({ status: z.enum(ADMIN_STATES, 'Please choose a status.').optional(), assigned_employee_id: z.uuid().nullish() }),
  response: customRequest
})

export const listAssignedRequests = endpoint({
  method: 'GET',
  path: '/employee/custom-requests',
  access: ['employee'],
  summary: 'The requests assigned to oneself, those to do first',
  query: z.object({ ...paging(REQUESTS_PAGE_SIZE) }),
  response: pageOf(customRequest)
})

export const no = refusals({
  request_not_found: { status: 404, message: 'This request does not exist.' },
  not_editable: { status: 409, message: 'This request can no longer be changed.' },
  request_cancelled: { status: 409, message: 'This request was cancelled by the client.' },
  due_date_past: { status: 422, message: 'Please choose today or a later day.' },
  too_many_requests: { status: 429, message: 'You have sent many requests in this hour. Please go on later.' },
  too_many_messages: { status: 429, message: 'You are sending very many messages. Please wait a moment.' },
  too_many_files: { status: 429, message: 'You have uploaded many files. Please send some of them first, or go on later.' },
  too_many_streams: { status: 429, message: 'This conversation is open in too many windows.' },
  employee_not_found: { status: 404, message: 'This employee does not exist.' },
  message_empty: { status: 422, message: 'Please write a message or add a file.' },
  attachment_not_found: { status: 404, message: 'This file does not exist.' },
  attachment_kind: { status: 415, message: 'Please choose a picture, a PDF or a ZIP file.' },
  attachment_unreadable: { status: 422, message: 'This picture could not be read.' },
  attachment_too_large: { status: 413, message: 'The file is larger than 20 MB.' },
  file_missing: { status: 422, message: 'Please select a file.' }
})
