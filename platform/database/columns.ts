import { type RawBuilder, sql } from 'kysely'

/** Returns the start of a day (YYYY-MM-DD) in a zone, as timestamptz. */
export const startOfDay = (day: string, zone: string): RawBuilder<Date> => sql<Date>`${day}::date::timestamp at time zone ${sql.lit(zone)}`

export const totalCents = (column: string): RawBuilder<number> => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::bigint`

/** Escapes text so that it matches literally in a LIKE pattern. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
