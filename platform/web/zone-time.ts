import { BUSINESS_ZONE } from '#platform/contract/zone.ts'

/** A zone that does not exist is the business zone. */
function clockIn(timeZone: string): Intl.DateTimeFormat {
  const style = { dateStyle: 'short', timeStyle: 'medium' } as const
  try {
    return new Intl.DateTimeFormat('sv-SE', { ...style, timeZone })
  } catch {
    return new Intl.DateTimeFormat('sv-SE', { ...style, timeZone: BUSINESS_ZONE })
  }
}

/** A moment as a clock shows it: '2026-11-21T09:00:00'. */
const shownBy = (clock: Intl.DateTimeFormat, ms: number): string => clock.format(ms).replace(' ', 'T')

/** What a datetime-local field holds of a moment, by the clock in a zone. */
export const typedMoment = (iso: string | null, zone: string = BUSINESS_ZONE): string =>
  iso ? shownBy(clockIn(zone), Date.parse(iso)).slice(0, 16) : ''

const TYPED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/

/** The moment typed by the clock in a zone, or nothing where none was. A time that comes twice in autumn is its first, one that spring skips is an hour earlier. */
export function momentTyped(typed: string, zone: string = BUSINESS_ZONE): string | undefined {
  const clock = clockIn(zone)
  const wall = TYPED.test(typed) ? Date.parse(`${typed}Z`) : Number.NaN
  if (Number.isNaN(wall)) return undefined
  const aheadOfUtc = (ms: number) => Date.parse(`${shownBy(clock, ms)}Z`) - ms
  const near = wall - aheadOfUtc(wall)
  return new Date(wall - aheadOfUtc(near)).toISOString()
}
