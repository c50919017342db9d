export const SUPPORT_HOURS = 'Monday to Friday, 9am to 5pm Pacific Time'

/** The buttons of the FAQ; 'All' shows the questions of every other one. */
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

/** A category from an address; one that does not exist is All. */
export const faqCategory = (typed: string | null): FaqCategory => FAQ_CATEGORIES.find((category) => category === typed) ?? 'All'

/** The questions of a category whose question or answer holds what was typed. */
export function matchingQuestions(questions: readonly Question[], category: FaqCategory, typed: string): Question[] {
  const wanted = plain(typed)
  return questions
    .filter(({ topic }) => category === 'All' || topic === category)
    .filter(({ question, answer }) => plain(question).includes(wanted) || plain(shownText(answer)).includes(wanted))
}

const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').replaceAll('’', "'").toLowerCase()

/** An inline link: [what is read](where it leads). */
export const LINK = /\[([^\]]+)\]\(([^)]+)\)/g

/** A text as it is read, without where its links lead. */
export const shownText = (text: string): string => text.replace(LINK, '$1')

export const countLabel = (count: number): string => `${count} ${count === 1 ? 'question' : 'questions'}`

export const CONTACT_MAX = { name: 100, subject: 160, message: 5000 } as const
/** Whoever sends a form sooner has not typed it. */
export const CONTACT_LEAST_SECONDS = 3
export const CONTACT_THANKS = `Thank you for your message. We answer by e-mail. Support hours are ${SUPPORT_HOURS}.`
/** How long messages are kept. */
export const CONTACT_KEPT_DAYS = { spam: 30, others: 730 } as const

export const CONTACT_STATES = ['open', 'done', 'spam'] as const
export type ContactState = (typeof CONTACT_STATES)[number]

type ContactSigns = {
  /** A field that people do not see. */
  website: string
  message: string
  /** How long the form was open; 'unknown' where the caller does not say, 'forged' where what it says is not ours. */
  open_seconds: number | 'unknown' | 'forged'
}

const MANY_LINKS = 5

/** What only programs do. It is kept apart, and answered like any other message. */
export function looksLikeSpam({ website, message, open_seconds }: ContactSigns): boolean {
  const links = message.match(/https?:\/\/|\bwww\./gi)?.length ?? 0
  if (website.trim() !== '' || open_seconds === 'forged' || links > MANY_LINKS) return true
  return open_seconds === 'unknown' ? links > 0 : open_seconds < CONTACT_LEAST_SECONDS
}
