/** Where the business counts its days. Apart from time.ts, so that the browser can take it without zod. */
export const BUSINESS_ZONE = 'America/Los_Angeles'
