import { z } from 'zod'
import { defineRefusals, emailAddress, endpoint, instant, pageOf, paging, requiredText } from '#platform/contract/index.ts'
import { CONTACT_MAX, CONTACT_STATES } from './rules.ts'

export const openContactForm = endpoint({
  method: 'GET',
  path: '/contact/form',
  access: 'anyone',
  summary: 'Returns the form_token to submit with the contact form: the signed time the form was opened',
  response: z.object({ form_token: z.string() })
})

export const sendContact = endpoint({
  method: 'POST',
  path: '/contact',
  access: 'anyone',
  summary: 'Sends a message to support. The answer is always the same.',
  body: z.object({
    name: requiredText('Please enter your name.', CONTACT_MAX.name),
    email: emailAddress(),
    subject: requiredText('Please enter a subject.', CONTACT_MAX.subject),
    message: requiredText('Please write a message.', CONTACT_MAX.message),
    /** Hidden from people; only programs fill it in. */
    website: z.string().max(1000).default(''),
    form_token: z.string().max(200).optional()
  }),
  response: z.object({ message: z.string() }),
  status: 201
})

export const contactMessage = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  received_at: instant,
  state: z.enum(CONTACT_STATES),
  done_at: instant.nullable(),
  /** The name of the admin who marked it done. */
  done_by_name: z.string().nullable()
})
export type ContactMessage = z.output<typeof contactMessage>

const count = z.int()

export const listContactMessages = endpoint({
  method: 'GET',
  path: '/admin/contact-messages',
  access: ['admin'],
  grant: 'support',
  summary: 'Lists messages to support, newest first. Spam is included only if requested by state.',
  query: z.object({
    q: z.string().trim().max(200).optional(),
    state: z
      .enum(CONTACT_STATES)
      .or(z.literal('').transform(() => undefined))
      .optional(),
    ...paging(20)
  }),
  /** `counts` cover all messages, regardless of the search. */
  response: pageOf(contactMessage).extend({ counts: z.object({ open: count, done: count, spam: count }) })
})

export const markContactMessage = endpoint({
  method: 'PATCH',
  path: '/admin/contact-messages/:id',
  access: ['admin'],
  grant: 'support',
  summary: 'Marks a message as done or open, or as spam or not spam',
  params: z.object({ id: z.uuid() }),
  body: z.object({ done: z.boolean().optional(), spam: z.boolean().optional() }),
  response: contactMessage
})

export const refusals = defineRefusals({
  contact_message_not_found: { status: 404, message: 'This message does not exist.' },
  too_many_messages: { status: 429, message: 'You have already sent several messages. Please try again later or send us an email.' }
})
