export const AVAILABILITIES = ['part_time', 'full_time', 'project_based', 'flexible'] as const
export type Availability = (typeof AVAILABILITIES)[number]
export const AVAILABILITY_LABELS: Readonly<Record<Availability, string>> = {
  part_time: 'Part-time',
  full_time: 'Full-time',
  project_based: 'Project-based',
  flexible: 'Flexible'
}

export const WORK_AUTHS = ['yes', 'no', 'need_sponsorship'] as const
export type WorkAuth = (typeof WORK_AUTHS)[number]
export const WORK_AUTH_LABELS: Readonly<Record<WorkAuth, string>> = { yes: 'Yes', no: 'No', need_sponsorship: 'Need sponsorship' }

export const APPLICANT_STATES = ['submitted', 'in_review', 'shortlisted', 'rejected', 'hired'] as const
export type ApplicantState = (typeof APPLICANT_STATES)[number]
export const STATE_LABELS: Readonly<Record<ApplicantState, string>> = {
  submitted: 'Submitted',
  in_review: 'In Review',
  shortlisted: 'Shortlisted',
  rejected: 'Rejected',
  hired: 'Hired'
}
export const STATE_TONES = { submitted: 'quiet', in_review: 'info', shortlisted: 'warn', rejected: 'bad', hired: 'good' } as const

export const FILE_KINDS = ['resume', 'gov_id'] as const
export type FileKind = (typeof FILE_KINDS)[number]

export const APPLICANTS_PAGE_SIZE = 20
export const APPLICANT_SORTS = ['newest', 'oldest', 'name'] as const
export type ApplicantSort = (typeof APPLICANT_SORTS)[number]
export const RESUME_MAX_MB = 5
export const GOV_ID_MAX_MB = 10
const MB = 1024 * 1024
export const MAX_BYTES: Readonly<Record<FileKind, number>> = { resume: RESUME_MAX_MB * MB, gov_id: GOV_ID_MAX_MB * MB }
/** The `accept` of the file input. */
export const ACCEPTED: Readonly<Record<FileKind, string>> = { resume: '.pdf,.doc,.docx', gov_id: '.pdf,.png,.jpg,.jpeg,.webp' }

export const APPLY_MAX = {
  first_name: 100,
  last_name: 100,
  phone: 40,
  location: 160,
  portfolio_url: 500,
  skills: 1000,
  years_experience: 80
} as const
export const NOTES_MAX = 4000
/** Characters of an email to an applicant. */
export const MESSAGE_MAX = { subject: 160, body: 4000 } as const
/** Maximum number of applicants in one bulk change: the longest page. */
export const BULK_MAX = 100
/** Maximum number of rows in a CSV file. */
export const CSV_MAX = 20_000

/** How long the temporary address of an opened file works. */
export const BLOB_SECONDS = 60
/** A rejected application is deleted this many days after the rejection. */
export const REJECTED_RETENTION_DAYS = 180
/** An undecided application is deleted this many days after it was sent. */
export const UNDECIDED_RETENTION_DAYS = 365
/** The government ID of a hired applicant is deleted this many days after the hiring, and the rest of the application later. */
export const HIRED_GOV_ID_DAYS = 30
export const HIRED_RETENTION_DAYS = 365

type StatusMessage = { subject: string; body: string }

/** The suggested email for each status. The mail itself adds the greeting. */
export const STATUS_MESSAGES: Readonly<Record<ApplicantState, StatusMessage>> = {
  submitted: {
    subject: 'We received your application',
    body: 'Thank you for applying. We received your application and will review it.'
  },
  in_review: {
    subject: 'We are reviewing your application',
    body: 'Thank you for applying. We are reviewing your application and will email you when we have made a decision.'
  },
  shortlisted: {
    subject: 'You are on our shortlist',
    body: 'We liked your application and put you on our shortlist. We will contact you about the next steps.'
  },
  rejected: {
    subject: 'Our decision on your application',
    body: `Thank you for applying and for the time you spent on it. We have decided not to go ahead with your application.

We delete it, with its files, within ${REJECTED_RETENTION_DAYS} days. We wish you all the best.`
  },
  hired: {
    subject: 'Welcome to the team',
    body: 'Good news: we accepted your application. Please create an account with this email address if you do not have one yet. We will set it up for you as an artist and email you the next steps.'
  }
}

export const MESSAGES = {
  first_name: 'Please enter your first name.',
  last_name: 'Please enter your last name.',
  phone: 'Please enter your phone number.',
  email: 'Please enter a valid email.',
  years: `Enter a number from 0 to ${APPLY_MAX.years_experience}.`,
  portfolio: 'Enter a web address, for example https://example.com/portfolio',
  resume: 'Please choose your resume.',
  gov_id: 'Please choose a government ID.',
  legal: 'Please confirm this to apply.',
  message_subject: 'Please enter a subject.',
  message_body: 'Please enter a message.',
  gov_id_large: `Government ID exceeds ${GOV_ID_MAX_MB}MB.`,
  resume_large: `Resume exceeds ${RESUME_MAX_MB}MB.`,
  wages_failed: 'Failed to load wage rules',
  apply_failed: 'Application failed',
  applied: 'Application Submitted',
  wrong: 'Something went wrong',
  gov_id_unopened: 'Could not open Government ID',
  resume_unopened: 'Could not open resume',
  unverified: 'Could not update ID verification'
} as const

/** Whether the text is a web address that is safe to link to. */
export function isWebAddress(typed: string): boolean {
  if (!/^https?:\/\//i.test(typed) || !URL.canParse(typed)) return false
  const { hostname, username, password } = new URL(typed)
  return hostname !== '' && username === '' && password === ''
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export type Typed = Partial<Record<'first_name' | 'last_name' | 'phone' | 'email' | 'years_experience' | 'portfolio_url', string>>

/** Returns what is wrong with a typed field, if anything. */
export const CHECKS = {
  first_name: (value: string) => (value.trim() ? undefined : MESSAGES.first_name),
  last_name: (value: string) => (value.trim() ? undefined : MESSAGES.last_name),
  phone: (value: string) => (value.trim() ? undefined : MESSAGES.phone),
  email: (value: string) => (EMAIL.test(value.trim()) ? undefined : MESSAGES.email),
  years_experience: (value: string) => (value.trim() === '' || isYears(Number(value)) ? undefined : MESSAGES.years),
  portfolio_url: (value: string) => (value.trim() === '' || isWebAddress(value.trim()) ? undefined : MESSAGES.portfolio)
} as const satisfies Record<keyof Typed, (value: string) => string | undefined>

export const isYears = (years: number): boolean => Number.isFinite(years) && years >= 0 && years <= APPLY_MAX.years_experience

/** Returns an error if a chosen file is too large. The server checks the file's type by its bytes. */
export function fileTooLarge(kind: FileKind, bytes: number): string | undefined {
  if (bytes <= MAX_BYTES[kind]) return undefined
  return kind === 'gov_id' ? MESSAGES.gov_id_large : MESSAGES.resume_large
}

export type Filled = Typed & { resume: boolean; gov_id: boolean; legal_notice_ack: boolean; ip_ack: boolean }

/** Whether the form may be sent: every required field is filled and every typed value is valid. */
export function mayApply({ resume, gov_id, legal_notice_ack, ip_ack, ...typed }: Filled): boolean {
  const fields = Object.entries(CHECKS) as [keyof Typed, (value: string) => string | undefined][]
  return resume && gov_id && legal_notice_ack && ip_ack && fields.every(([name, check]) => check(typed[name] ?? '') === undefined)
}

/** Splits the typed, comma-separated skills. */
export const skillList = (skills: string): string[] =>
  skills
    .split(',')
    .map((skill) => skill.trim())
    .filter(Boolean)
