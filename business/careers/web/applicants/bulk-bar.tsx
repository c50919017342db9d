import { type FormEvent, useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { useDoneToast } from '#platform/web/use-done-toast.ts'
import type { Applicant } from '../../contract.ts'
import { APPLICANT_STATES, type ApplicantState, STATE_LABELS } from '../../rules.ts'
import { BULK_FORM } from './applicant-table.tsx'
import css from './applicants-page.module.css'
import { type Message, StatusDialog } from './status-dialog.tsx'
import { messageFields, type Outcome, stateIn } from './use-applicant-action.ts'

type BulkBarProps = { applicants: readonly Applicant[]; ticked: ReadonlySet<string>; onTickAll: () => void; onClear: () => void }

/** Sets the status of the selected applicants. The checkboxes in the table belong to this form; without JavaScript it posts directly. */
export function BulkBar({ applicants, ticked, onTickAll, onClear }: BulkBarProps) {
  const fetcher = useFetcher<Outcome>({ key: 'applicants in bulk' })
  const busy = fetcher.state !== 'idle'
  const outcome = fetcher.state === 'submitting' ? undefined : fetcher.data
  const [status, setStatus] = useState<ApplicantState>()
  useDoneToast(outcome)
  const done = busy ? undefined : outcome?.done
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per answer
  useEffect(() => {
    if (!done) return
    onClear()
    setStatus(undefined)
  }, [done, fetcher.data])
  const failure = Object.values(outcome?.fields ?? {})[0]
  const all = applicants.length > 0 && applicants.every(({ id }) => ticked.has(id))
  const openDialog = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    if (!busy && submitter instanceof HTMLButtonElement) setStatus(stateIn(submitter.value))
  }
  const save = (message?: Message) => {
    const fields = Object.entries({ intent: 'mark', status: status ?? '', ...messageFields(message) })
    const form = new FormData()
    for (const [name, value] of [...fields, ...[...ticked].map((id) => ['ids', id] as const)]) form.append(name, value)
    void fetcher.submit(form, { method: 'post', preventScrollReset: true })
  }
  return (
    <>
      <fetcher.Form method="post" id={BULK_FORM} className={css['bulk']} aria-label="Selected applicants" onSubmit={openDialog}>
        <input type="hidden" name="intent" value="mark" />
        <label className={css['all']}>
          <input type="checkbox" checked={all} onChange={all ? onClear : onTickAll} />
          Select all
        </label>
        <span className={css['note']} role="status">
          {ticked.size} selected
        </span>
        {APPLICANT_STATES.map((state) => (
          <Button key={state} type="submit" small name="status" value={state} disabled={busy || ticked.size === 0}>
            Mark {STATE_LABELS[state]}
          </Button>
        ))}
      </fetcher.Form>
      {failure && !status && <Notice tone="bad">{failure}</Notice>}
      {status && (
        <StatusDialog
          key={status}
          status={status}
          who={ticked.size === 1 ? '1 applicant' : `${ticked.size} applicants`}
          busy={busy}
          failure={failure}
          onSave={save}
          onClose={() => setStatus(undefined)}
        />
      )}
    </>
  )
}
