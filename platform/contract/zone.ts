/** The time zone in which days are counted. Separate from time.ts, so that the browser can import it without zod. */
export const BUSINESS_ZONE = 'America/Los_Angeles'
