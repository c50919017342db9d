import { BUSINESS_ZONE } from '#platform/contract/time.ts'

const moment = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'longGeneric',
  timeZone: BUSINESS_ZONE
})

/** Returns, for example, 'Thursday, March 5, 2026 at 2:14 PM Pacific Time'. */
export const showMoment = (at: Date): string => moment.format(at)
