import { type FormEvent, useEffect } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { useDoneToast } from '#platform/web/use-done-toast.ts'
import type { Applicant } from '../contract.ts'
import { APPLICANT_STATES, STATE_WORDS } from '../rules.ts'
import type { Outcome } from './applicant-deeds.ts'
import { BULK_FORM } from './applicant-table.tsx'
import css from './applicants-page.module.css'

type BulkBarProps = { applicants: readonly Applicant[]; ticked: ReadonlySet<string>; onTickAll: () => void; onClear: () => void }

/** Marks what is ticked; the ticks in the table belong to this form. */
export function BulkBar({ applicants, ticked, onTickAll, onClear }: BulkBarProps) {
  const fetcher = useFetcher<Outcome>({ key: 'applicants in bulk' })
  const busy = fetcher.state !== 'idle'
  const outcome = fetcher.state === 'submitting' ? undefined : fetcher.data
  useDoneToast(outcome)
  const done = busy ? undefined : outcome?.done
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer, not for each drawing
  useEffect(() => {
    if (done) onClear()
  }, [done, fetcher.data])
  const failure = Object.values(outcome?.fields ?? {})[0]
  const all = applicants.length > 0 && applicants.every(({ id }) => ticked.has(id))
  const send = (event: FormEvent<HTMLFormElement>) => {
    if (busy) event.preventDefault()
  }
  return (
    <>
      <fetcher.Form method="post" id={BULK_FORM} className={css['bulk']} aria-label="For several at once" onSubmit={send}>
        <input type="hidden" name="intent" value="mark" />
        <label className={css['all']}>
          <input type="checkbox" checked={all} onChange={all ? onClear : onTickAll} />
          Select all
        </label>
        <span className={css['note']} role="status">
          {ticked.size} selected
        </span>
        {APPLICANT_STATES.map((status) => (
          <Button key={status} type="submit" small name="status" value={status} disabled={busy || ticked.size === 0}>
            Mark {STATE_WORDS[status]}
          </Button>
        ))}
      </fetcher.Form>
      {failure && <Notice tone="bad">{failure}</Notice>}
    </>
  )
}
