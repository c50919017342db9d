import { z } from 'zod'
import { defineRefusals, endpoint, instant, pageOf, paging, requiredText } from '#platform/contract/index.ts'
import { ANNOUNCEMENT_STATES, BODY_MAX, CONSENT_SOURCES, SUBJECT_MAX, TEXTS } from './rules.ts'

const token = z.object({ token: z.string().max(200) })

export const showPreferences = endpoint({
  method: 'GET',
  path: '/marketing/preferences/:token',
  access: 'anyone',
  summary: 'Get whether the address of an emailed link gets news. It changes nothing.',
  params: token,
  response: z.object({ email: z.string(), is_subscribed: z.boolean() })
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/marketing/preferences/:token/unsubscribe',
  access: 'anyone',
  summary: 'Withdraw the consent to news with the emailed link, without an account. Twice is once.',
  params: token,
  response: z.object({ message: z.string() })
})

const consent = z.object({
  email: z.string(),
  agreed_at: instant,
  /** The words that the person agreed to. */
  text: z.string(),
  source: z.enum(CONSENT_SOURCES),
  unsubscribe_url: z.string()
})
export type ListedConsent = z.output<typeof consent>

export const listConsents = endpoint({
  method: 'GET',
  path: '/admin/marketing',
  access: ['admin'],
  grant: 'support',
  summary: 'List the addresses that agreed to news, newest first. Each address counts once.',
  query: z.object({ q: z.string().trim().max(200).optional(), ...paging(20) }),
  response: pageOf(consent)
})

export const consentsCsv = endpoint({
  method: 'GET',
  path: '/admin/marketing.csv',
  access: ['admin'],
  grant: 'support',
  summary: 'Download the addresses that agreed to news as a CSV file. Each download is recorded in the audit log.',
  response: z.unknown(),
  kind: 'file'
})

const announcement = z.object({
  id: z.uuid(),
  subject: z.string(),
  body: z.string(),
  state: z.enum(ANNOUNCEMENT_STATES),
  created_at: instant,
  started_at: instant.nullable(),
  ended_at: instant.nullable(),
  /** Addresses that it was sent to. */
  sent_count: z.int(),
  /** Addresses that it would still be sent to. */
  left_count: z.int()
})
export type Announcement = z.output<typeof announcement>

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/admin/marketing/announcements',
  access: ['admin'],
  grant: 'support',
  summary: 'List the newest announcements with their progress.',
  response: z.object({ items: z.array(announcement) })
})

const written = z.object({ subject: requiredText(TEXTS.subject, SUBJECT_MAX), body: requiredText(TEXTS.body, BODY_MAX) })

export const writeAnnouncement = endpoint({
  method: 'POST',
  path: '/admin/marketing/announcements',
  access: ['admin'],
  grant: 'support',
  summary: 'Write a draft of an announcement to those who agreed to news.',
  status: 201,
  body: written,
  response: announcement
})

const params = z.object({ id: z.uuid() })

export const changeAnnouncement = endpoint({
  method: 'PATCH',
  path: '/admin/marketing/announcements/:id',
  access: ['admin'],
  grant: 'support',
  summary: 'Change a draft.',
  params,
  body: written.partial(),
  response: announcement
})

export const testAnnouncement = endpoint({
  method: 'POST',
  path: '/admin/marketing/announcements/:id/test',
  access: ['admin'],
  grant: 'support',
  summary: 'Send an announcement to the caller alone.',
  params,
  status: 202,
  response: z.object({ message: z.string() })
})

export const sendAnnouncement = endpoint({
  method: 'POST',
  path: '/admin/marketing/announcements/:id/send',
  access: ['admin'],
  grant: 'support',
  summary: 'Send a draft, or go on with a stopped announcement. It goes out some each minute, after all other email.',
  params,
  response: announcement
})

export const stopAnnouncement = endpoint({
  method: 'POST',
  path: '/admin/marketing/announcements/:id/stop',
  access: ['admin'],
  grant: 'support',
  summary: 'Stop an announcement that is being sent.',
  params,
  response: announcement
})

export const refusals = defineRefusals({
  link_not_found: { status: 404, message: 'This link is not valid. Please use the link in our email.' },
  announcement_not_found: { status: 404, message: 'This announcement does not exist.' },
  not_a_draft: { status: 409, message: 'This announcement was sent already and cannot be changed.' },
  not_sendable: { status: 409, message: 'This announcement was sent already.' },
  not_sending: { status: 409, message: 'This announcement is not being sent.' },
  other_sending: { status: 409, message: 'Another announcement is being sent. Please wait until it is done, or stop it.' },
  nobody_agreed: { status: 409, message: 'Nobody is left who agreed to news and has not got it.' }
})
