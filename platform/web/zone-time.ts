import { BUSINESS_ZONE } from '#platform/contract/zone.ts'

/** Returns the zone, or the business zone if it does not exist. */
function clockIn(timeZone: string): Intl.DateTimeFormat {
  const style = { dateStyle: 'short', timeStyle: 'medium' } as const
  try {
    return new Intl.DateTimeFormat('sv-SE', { ...style, timeZone })
  } catch {
    return new Intl.DateTimeFormat('sv-SE', { ...style, timeZone: BUSINESS_ZONE })
  }
}

/** Returns an instant as local clock time: '2026-11-21T09:00:00'. */
const shownBy = (clock: Intl.DateTimeFormat, ms: number): string => clock.format(ms).replace(' ', 'T')

/** Returns the value of a datetime-local field for an instant, in a zone. */
export const typedMoment = (iso: string | null, zone: string = BUSINESS_ZONE): string =>
  iso ? shownBy(clockIn(zone), Date.parse(iso)).slice(0, 16) : ''

const TYPED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/

/** Returns the instant for a local time in a zone, or undefined if it is invalid. A time that occurs twice means the first one; a skipped time becomes an hour earlier. */
export function momentTyped(typed: string, zone: string = BUSINESS_ZONE): string | undefined {
  const clock = clockIn(zone)
  const wall = TYPED.test(typed) ? Date.parse(`${typed}Z`) : Number.NaN
  if (Number.isNaN(wall)) return undefined
  const aheadOfUtc = (ms: number) => Date.parse(`${shownBy(clock, ms)}Z`) - ms
  const near = wall - aheadOfUtc(wall)
  return new Date(wall - aheadOfUtc(near)).toISOString()
}
