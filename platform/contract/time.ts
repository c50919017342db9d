import { z } from 'zod'

export { BUSINESS_ZONE } from './zone.ts'
/** A point in time: ISO 8601 with an offset in JSON, timestamptz in the database. */
export const instant = z.iso.datetime({ offset: true })
/** A calendar day in the business zone, YYYY-MM-DD. Never a Date. */
export const day = z.iso.date()
/** Half-open: start included, end excluded. */
export const period = z
  .object({ start: day, end: day })
  .refine(({ start, end }) => start < end, { error: 'End must be after start.', path: ['end'] })
export type Period = z.output<typeof period>
