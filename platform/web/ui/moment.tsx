import { useSyncExternalStore } from 'react'
import { showDay, showMoment } from '../show.ts'

const never = () => () => {}

/** A moment, or its `day` alone, in the reader's own language, form and time zone; until the page is alive in the product's. */
export function Moment({ iso, day }: { iso: string; day?: boolean }) {
  const shown = useSyncExternalStore(
    never,
    () => new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', ...(day ? {} : { timeStyle: 'short' }) }),
    () => (day ? showDay(iso) : showMoment(iso))
  )
  return <time dateTime={iso}>{shown}</time>
}
