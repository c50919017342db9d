import { BUSINESS_ZONE, type Period } from '#platform/contract/index.ts'
import { type Ctx, Refusal } from '#platform/server/index.ts'
import { monthOf } from '../rules.ts'

export type Range = { start?: string | undefined; end?: string | undefined }

const dayThere = new Intl.DateTimeFormat('en-CA', { timeZone: BUSINESS_ZONE })

/** California's day of a moment. */
export const dayOf = (moment: Date | string): string => dayThere.format(new Date(moment))

/** What is left out is of California's current month. */
export function periodOf({ now }: Ctx, { start, end }: Range): Period {
  const month = monthOf(dayOf(now))
  const period = { start: start ?? month.start, end: end ?? month.end }
  if (period.start < period.end) return period
  const message = 'End must be after start.'
  throw new Refusal('invalid_fields', 422, message, { fields: { end: message } })
}
