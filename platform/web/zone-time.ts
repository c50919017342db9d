import { BUSINESS_ZONE } from '#platform/contract/zone.ts'

const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: BUSINESS_ZONE })

/** A moment as the clock shows it in the business zone: '2026-11-21T09:00:00'. */
const shownAt = (ms: number): string => clock.format(ms).replace(' ', 'T')

/** What a datetime-local field holds of a moment, by the clock in the business zone. */
export const typedMoment = (iso: string | null): string => (iso ? shownAt(Date.parse(iso)).slice(0, 16) : '')

const TYPED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/

/** The moment typed by the clock in the business zone, or nothing where none was. A time that comes twice in autumn is its first, one that spring skips is an hour earlier. */
export function momentTyped(typed: string): string | undefined {
  const wall = TYPED.test(typed) ? Date.parse(`${typed}Z`) : Number.NaN
  if (Number.isNaN(wall)) return undefined
  const aheadOfUtc = (ms: number) => Date.parse(`${shownAt(ms)}Z`) - ms
  const near = wall - aheadOfUtc(wall)
  return new Date(wall - aheadOfUtc(near)).toISOString()
}
