import { showWaiting } from '#backoffice/waiting.rules.ts'
import { VisuallyHidden } from '#platform/web/ui/feedback/spinner.tsx'
import css from './waiting-count.module.css'

/** Beside a link, not in it: the link's name stays the page's name. */
export function WaitingCount({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null
  return (
    <span className={css['count']}>
      {showWaiting(count)}
      <VisuallyHidden> waiting</VisuallyHidden>
    </span>
  )
}
