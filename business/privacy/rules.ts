export const REQUEST_KINDS = ['export', 'delete'] as const
/** What a person without an account can ask for. */
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** How long the link to a copy of a person's data works, and how long the copy is stored. */
export const EXPORT_HOURS = 48
/** How long the link that confirms a request without an account works. */
export const REQUEST_HOURS = 48
/** Copies that one person may ask for in a day. */
export const EXPORTS_PER_DAY = 5
/** A copy that could not be made in this time may be asked for again. */
export const EXPORT_RETRY_MINUTES = 60

/** How long making a copy may take. */
export const EXPORT_JOB_HOURS = 12

export const EXPORT_ASKED = 'We are preparing a copy of your data. We will email you a link that works for 48 hours.'
/** The same for every address. */
export const REQUEST_ASKED = 'If we can act on this request, an email with the next step is on its way. Check your inbox and spam folder.'
export const ERASED = 'Your data has been deleted.'

/** Pages where people ask. */
export const REQUESTS_PATH = '/privacy/requests'
