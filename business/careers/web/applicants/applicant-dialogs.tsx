import { useEffect, useRef, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { TextArea } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import type { Applicant } from '../../contract.ts'
import { type ApplicantState, NOTES_MAX } from '../../rules.ts'
import { StatusDialog } from './status-dialog.tsx'
import { type Action, nameOf, type OpenDialog, useApplicantAction } from './use-applicant-action.ts'

type DialogProps = { applicant: Applicant; onClose: () => void }

/** The dialog of one applicant: status, notes or delete. It stays open until the action succeeds. */
export function ApplicantDialogs({ open, onClose }: { open: OpenDialog | undefined; onClose: () => void }) {
  if (!open) return null
  const { applicant } = open
  const key = `${applicant.id} ${open.kind}`
  const props = { applicant, onClose }
  if (open.kind === 'status') return <OneStatusDialog {...props} key={key} status={open.status} />
  return open.kind === 'notes' ? <NotesDialog {...props} key={key} /> : <DeleteDialog {...props} key={key} />
}

function OneStatusDialog({ applicant, status, onClose }: DialogProps & { status: ApplicantState }) {
  const { busy, failure, run } = useDialogAction(applicant, onClose)
  return (
    <StatusDialog
      status={status}
      who={nameOf(applicant)}
      busy={busy}
      failure={failure}
      onSave={(message) => run({ intent: 'status', status, message })}
      onClose={onClose}
    />
  )
}

/** Runs a dialog's action and closes the dialog when it succeeds. */
function useDialogAction({ id }: Applicant, onClose: () => void) {
  const { busy, outcome, run } = useApplicantAction(id)
  const before = useRef(outcome)
  const answered = outcome !== before.current ? outcome : undefined
  const is_done = answered?.done !== undefined && !busy
  useEffect(() => {
    if (is_done) onClose()
  }, [is_done, onClose])
  return { busy, failure: Object.values(answered?.fields ?? {})[0], run: (action: Action) => run(action) }
}

function NotesDialog({ applicant, onClose }: DialogProps) {
  const { busy, failure, run } = useDialogAction(applicant, onClose)
  const [notes, setNotes] = useState(applicant.notes)
  const form = `notes-${applicant.id}`
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={`Notes on ${nameOf(applicant)}`}
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" kind="main" form={form} busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault()
          run({ intent: 'notes', notes })
        }}
      >
        <Stack gap={3}>
          {failure && <Notice tone="bad">{failure}</Notice>}
          <TextArea
            label="Notes"
            hint="Only admins can see these notes."
            rows={8}
            maxLength={NOTES_MAX}
            value={notes}
            onChange={({ currentTarget }) => setNotes(currentTarget.value)}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

function DeleteDialog({ applicant, onClose }: DialogProps) {
  const { busy, failure, run } = useDialogAction(applicant, onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={`Delete ${nameOf(applicant)}?`}
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="button" kind="danger" busy={busy} onClick={() => run({ intent: 'delete' })}>
            Delete
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {failure && <Notice tone="bad">{failure}</Notice>}
        <p>The application, its notes, the resume and the government ID are deleted. This cannot be undone.</p>
      </Stack>
    </Dialog>
  )
}
