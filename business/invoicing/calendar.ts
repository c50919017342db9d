import { BUSINESS_ZONE } from '#platform/contract/zone.ts'

const yearIn = new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone: BUSINESS_ZONE })
export const yearOf = (moment: Date): number => Number(yearIn.format(moment))

const dayIn = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: BUSINESS_ZONE })
/** The day of a moment in California, YYYY-MM-DD. */
export const dayOf = (moment: Date): string => dayIn.format(moment)
