import { useEffect, useRef, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { TextArea } from '#platform/web/ui/text-field.tsx'
import type { Applicant } from '../contract.ts'
import { NOTES_MAX } from '../rules.ts'
import { type Asked, type Deed, nameOf, useDeed } from './applicant-deeds.ts'

type DialogProps = { applicant: Applicant; onClose: () => void }

/** Notes of one applicant, or the question whether to delete it; open until it is done, and says what failed. */
export function ApplicantDialogs({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  if (!asked) return null
  const Shown = asked.what === 'notes' ? NotesDialog : DeleteDialog
  return <Shown key={asked.applicant.id} applicant={asked.applicant} onClose={onClose} />
}

/** What a dialog's one deed came to; it closes when that is done. */
function useDialogDeed({ id }: Applicant, onClose: () => void) {
  const { busy, outcome, run } = useDeed(id)
  const before = useRef(outcome)
  const answered = outcome !== before.current ? outcome : undefined
  const is_done = answered?.done !== undefined && !busy
  useEffect(() => {
    if (is_done) onClose()
  }, [is_done, onClose])
  return { busy, failure: Object.values(answered?.fields ?? {})[0], run: (deed: Deed) => run(deed) }
}

function NotesDialog({ applicant, onClose }: DialogProps) {
  const { busy, failure, run } = useDialogDeed(applicant, onClose)
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
            hint="Seen by admins only."
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
  const { busy, failure, run } = useDialogDeed(applicant, onClose)
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
