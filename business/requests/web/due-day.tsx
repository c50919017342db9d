import { useSyncExternalStore } from 'react'
import { showDay } from '#platform/web/show.ts'

const never = () => () => {}

/** A calendar day, the same in every time zone, in the reader's own format after hydration. */
export function DueDay({ day }: { day: string | null }) {
  const shown = useSyncExternalStore(
    never,
    () => day && new Date(day).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' }),
    () => day && showDay(day)
  )
  return day ? <time dateTime={day}>{shown}</time> : '—'
}
