export const SUPPORT_HOURS = 'Monday to Friday, 9am to 5pm Pacific Time'

/** The minimum age for an account. */
export const MIN_AGE = 13
/** The minimum age for a purchase without the consent of a parent or guardian. */
export const ADULT_AGE = 18
/** Business days in which the receipt of a CCPA request is confirmed. */
export const CCPA_CONFIRM_DAYS = 10
/** Days in which a CCPA request is answered. */
export const CCPA_ANSWER_DAYS = 45
/** Days before a renewal by which subscribers are notified of a reduced plan. */
export const PLAN_NOTICE_DAYS = 30
/** Months of payments that limit our total liability. */
export const LIABILITY_MONTHS = 12

/** The category buttons of the FAQ. 'All' shows every question. */
export const FAQ_CATEGORIES = [
  'All',
  'Clients',
  'Employees',
  'Admins',
  'Accounts & Security',
  'Uploads & Files',
  'Licensing & Usage',
  'Subscriptions & Billing',
  'Custom Requests',
  'Troubleshooting',
  'Legal & Compliance'
] as const
export type FaqCategory = (typeof FAQ_CATEGORIES)[number]
export type FaqTopic = Exclude<FaqCategory, 'All'>

export type Question = { topic: FaqTopic; question: string; answer: string }

export const NO_QUESTIONS = 'No questions match your filters.'

/** Returns the category named in the page's address, or All if there is none. */
export const faqCategory = (name: string | null): FaqCategory => FAQ_CATEGORIES.find((category) => category === name) ?? 'All'

/** Returns the questions of a category whose question or answer contains the search text, ignoring case. */
export function matchingQuestions(questions: readonly Question[], category: FaqCategory, search: string): Question[] {
  const text = normalize(search)
  return questions
    .filter(({ topic }) => category === 'All' || topic === category)
    .filter(({ question, answer }) => normalize(question).includes(text) || normalize(withoutLinks(answer)).includes(text))
}

const normalize = (text: string): string => text.trim().replace(/\s+/g, ' ').replaceAll('’', "'").toLowerCase()

/** An inline link: [label](address). */
export const LINK = /\[([^\]]+)\]\(([^)]+)\)/g

/** Replaces each link with its label. */
export const withoutLinks = (text: string): string => text.replace(LINK, '$1')

export const countLabel = (count: number): string => `${count} ${count === 1 ? 'question' : 'questions'}`

export const CONTACT_MAX = { name: 100, subject: 160, message: 5000 } as const
/** A form submitted sooner was not filled in by a person. */
export const CONTACT_MIN_SECONDS = 3
export const CONTACT_THANKS = `Thank you for your message. We will reply by email. Support hours are ${SUPPORT_HOURS}.`
/** Days until contact messages are deleted. */
export const CONTACT_RETENTION_DAYS = { spam: 30, others: 730 } as const

export const CONTACT_STATES = ['open', 'done', 'spam'] as const
export type ContactState = (typeof CONTACT_STATES)[number]

type ContactSignals = {
  /** A field that is hidden from people. */
  website: string
  message: string
  /** Seconds the form was open; 'unknown' without a form token, 'forged' with an invalid one. */
  open_seconds: number | 'unknown' | 'forged'
}

const LINKS_MAX = 5

/** Detects messages sent by programs. They get the same answer as any other message. */
export function isSpam({ website, message, open_seconds }: ContactSignals): boolean {
  const links = message.match(/https?:\/\/|\bwww\./gi)?.length ?? 0
  if (website.trim() !== '' || open_seconds === 'forged' || links > LINKS_MAX) return true
  return open_seconds === 'unknown' ? links > 0 : open_seconds < CONTACT_MIN_SECONDS
}
