import { z } from 'zod'
import { endpoint, instant, wholeNumber, wholeNumberTyped } from '#platform/contract/index.ts'
import { participants, requestId } from './contract.ts'
import { ATTACHMENTS_MAX, MESSAGE_MAX } from './rules.ts'

export const attachment = z.object({
  id: z.uuid(),
  filename: z.string(),
  content_type: z.string(),
  size_in_kb: z.number(),
  /** Whether it is an image with a small preview. */
  has_preview: z.boolean(),
  /** Why the file cannot be downloaded, such as 'Blocked: the virus scanner found …'. Null if it can. */
  notice: z.string().nullable(),
  url: z.string()
})

export const message = z.object({
  id: z.uuid(),
  /** Increases with time within a request. `Last-Event-ID` of the event stream holds it. */
  position: z.int(),
  author_id: z.uuid().nullable(),
  author_name: z.string(),
  author_role: z.enum(['client', 'employee', 'admin']).nullable(),
  /** Empty if only files were sent. */
  body: z.string(),
  /** The sender's own key, so that the sender's window recognizes the message in the event stream. */
  client_key: z.uuid().nullable(),
  attachments: z.array(attachment),
  created_at: instant
})
/** An infected file. It is kept aside and cannot be downloaded. */
const blockedFile = z.object({ id: z.uuid(), filename: z.string(), uploader_name: z.string(), notice: z.string(), created_at: instant })
export type BlockedFile = z.output<typeof blockedFile>
export type Message = z.output<typeof message>
export type Attachment = z.output<typeof attachment>

export const listMessages = endpoint({
  method: 'GET',
  path: '/custom-requests/:id/messages',
  access: participants,
  grant: 'support',
  summary: 'List messages, oldest first. `before` pages back, and `after` returns newer ones. Listing marks them as read',
  params: requestId,
  query: z.object({ before: wholeNumberTyped().optional(), after: wholeNumberTyped().optional() }),
  response: z.object({
    items: z.array(message),
    /** There are more messages in the requested direction. */
    more: z.boolean(),
    /** The newest event of the request. The event stream continues from here with `after`. */
    position: z.int(),
    /** For admins: files that were refused because the virus scanner found something. */
    blocked: z.array(blockedFile)
  })
})

export const markRead = endpoint({
  method: 'POST',
  path: '/custom-requests/:id/read',
  access: participants,
  grant: 'support',
  summary: 'Mark the conversation as read up to a position',
  params: requestId,
  body: z.object({ position: wholeNumber() }),
  response: z.unknown(),
  status: 204
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/custom-requests/:id/messages',
  access: participants,
  grant: 'support',
  summary: 'Send a message with attachments that were uploaded before. The same `client_key` sends it only once',
  params: requestId,
  body: z.object({
    body: z.string().max(MESSAGE_MAX, `At most ${MESSAGE_MAX} characters.`).default(''),
    attachment_ids: z.array(z.uuid()).max(ATTACHMENTS_MAX, `At most ${ATTACHMENTS_MAX} files.`).default([]),
    client_key: z.uuid().optional()
  }),
  response: message,
  status: 201
})

export const addAttachment = endpoint({
  method: 'POST',
  path: '/custom-requests/:id/attachments',
  access: participants,
  grant: 'support',
  summary: 'Upload an image, PDF, or ZIP to send with a message',
  params: requestId,
  files: ['file'],
  response: attachment,
  status: 201
})

export const readAttachment = endpoint({
  method: 'GET',
  path: '/custom-requests/:id/attachments/:attachment_id',
  access: participants,
  grant: 'support',
  summary: 'Get the file, or a small image of it with `preview`',
  params: z.object({ id: z.uuid(), attachment_id: z.uuid() }),
  query: z.object({ preview: z.string().optional() }),
  response: z.unknown(),
  kind: 'file'
})

export const removeAttachment = endpoint({
  method: 'DELETE',
  path: '/custom-requests/:id/attachments/:attachment_id',
  access: participants,
  grant: 'support',
  summary: 'Delete an uploaded file that was not sent yet',
  params: z.object({ id: z.uuid(), attachment_id: z.uuid() }),
  response: z.unknown(),
  status: 204
})

/** The event data is a message for `message`, and a timeline item for `status`, `assignment`, and `edited`. */
export const readEvents = endpoint({
  method: 'GET',
  path: '/custom-requests/:id/events',
  access: participants,
  grant: 'support',
  summary:
    'Server-sent events: message, status, assignment, edited. Continues after `Last-Event-ID`, or after `after`; without both it starts now',
  params: requestId,
  query: z.object({ after: wholeNumberTyped().optional() }),
  response: z.unknown(),
  kind: 'file'
})
