import { Notice } from '#platform/web/ui/notice.tsx'
import { WORDS } from '#submissions/rules.ts'
import type { Undecided as Left } from './use-decisions.ts'

/** What was not decided, and why; the rest was. */
export function Undecided({ undecided, refusal }: { undecided: readonly Left[]; refusal: string | undefined }) {
  if (undecided.length === 0 && refusal === undefined) return null
  return (
    <Notice tone="bad" title={WORDS.status_failed}>
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
