import { BUSINESS_ZONE, type Period } from '#platform/contract/index.ts'
import { type Ctx, Refusal } from '#platform/server/index.ts'
import { monthOf } from '../rules.ts'

export type Range = { start?: string | undefined; end?: string | undefined }

const businessDay = new Intl.DateTimeFormat('en-CA', { timeZone: BUSINESS_ZONE })

/** Returns the day of an instant in the business zone, as YYYY-MM-DD. */
export const dayOf = (instant: Date | string): string => businessDay.format(new Date(instant))

/** Fills in a missing start or end from the current month in the business zone. Refuses an empty range. */
export function periodOf({ now }: Ctx, { start, end }: Range): Period {
  const month = monthOf(dayOf(now))
  const period = { start: start ?? month.start, end: end ?? month.end }
  if (period.start < period.end) return period
  const message = 'End must be after start.'
  throw new Refusal('invalid_fields', 422, message, { fields: { end: message } })
}
