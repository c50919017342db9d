/** The words next to the box that people tick. They are stored with the consent. */
export const CONSENT_WORDS = 'Tell me about new free assets'

export const CONSENT_SOURCES = ['free_download', 'profile'] as const
export type ConsentSource = (typeof CONSENT_SOURCES)[number]
export const SOURCE_LABELS: Readonly<Record<ConsentSource, string>> = { free_download: 'Free download', profile: 'Profile' }

export const ANNOUNCEMENT_STATES = ['draft', 'sending', 'stopped', 'sent'] as const
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number]
export const STATE_LABELS: Readonly<Record<AnnouncementState, string>> = {
  draft: 'Draft',
  sending: 'Sending',
  stopped: 'Stopped',
  sent: 'Sent'
}

export const SUBJECT_MAX = 120
export const BODY_MAX = 5000
/** Emails of an announcement in a minute: all other email goes first, and mail servers accept this many from a new sender. */
export const PER_MINUTE = 60

export const TEXTS = {
  subject: 'Please enter a subject.',
  body: 'Please write the announcement.',
  withdrawn: 'You will get no more news from us.'
} as const

export const pathToUnsubscribe = (token: string): string => `/unsubscribe/${token}`

/** Splits a text into paragraphs at empty lines. */
export const paragraphsOf = (body: string): string[] =>
  body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

export const mayEdit = (state: AnnouncementState): boolean => state === 'draft'
export const maySend = (state: AnnouncementState): boolean => state === 'draft' || state === 'stopped'
export const mayStop = (state: AnnouncementState): boolean => state === 'sending'
