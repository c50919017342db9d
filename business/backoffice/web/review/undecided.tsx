import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { MESSAGES } from '#submissions/rules.ts'
import type { Undecided as Left } from './use-decisions.ts'

/** Lists the assets that could not be decided, and why. The others were decided. */
export function Undecided({ undecided, refusal }: { undecided: readonly Left[]; refusal: string | undefined }) {
  if (undecided.length === 0 && refusal === undefined) return null
  return (
    <Notice tone="bad" title={MESSAGES.status_failed}>
      {refusal ||
        (undecided.length > 0 && (
          <ul>
            {undecided.map(({ id, title, error }) => (
              <li key={id}>
                {title}: {error}
              </li>
            ))}
          </ul>
        ))}
    </Notice>
  )
}
