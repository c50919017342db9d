import { useSyncExternalStore } from 'react'
import { showDay, showMoment } from '../show.ts'

const never = () => () => {}

/** Shows an instant, or only its `day`, in the reader's language, format, and time zone; before hydration, in the product's. */
export function Moment({ iso, day }: { iso: string; day?: boolean }) {
  const shown = useSyncExternalStore(
    never,
    () => new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', ...(day ? {} : { timeStyle: 'short' }) }),
    () => (day ? showDay(iso) : showMoment(iso))
  )
  return <time dateTime={iso}>{shown}</time>
}
