import { useSyncExternalStore } from 'react'
import { showDay } from '#platform/web/show.ts'

const never = () => () => {}

/** A day of the calendar, the same in every time zone, in the reader's own form; until the page is alive in the product's. */
export function DueDay({ day }: { day: string | null }) {
  const shown = useSyncExternalStore(
    never,
    () => day && new Date(day).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' }),
    () => day && showDay(day)
  )
  return day ? <time dateTime={day}>{shown}</time> : '—'
}
