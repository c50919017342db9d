import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { TextArea, TextField } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { type ApplicantState, MESSAGE_MAX, STATE_LABELS, STATUS_MESSAGES } from '../../rules.ts'

export type Message = { subject: string; body: string }

type StatusDialogProps = {
  status: ApplicantState
  /** The applicants in the title, such as 'Ada Lovelace' or '3 applicants'. */
  who: string
  busy: boolean
  failure: string | undefined
  /** `message` is absent unless the admin chose to send an email. */
  onSave: (message?: Message) => void
  onClose: () => void
}

/** Confirms a new status and offers to email the applicants, with a suggested text that can be edited. */
export function StatusDialog({ status, who, busy, failure, onSave, onClose }: StatusDialogProps) {
  const [emails, setEmails] = useState(false)
  const [message, setMessage] = useState<Message>(STATUS_MESSAGES[status])
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={`Mark ${who} as ${STATE_LABELS[status]}`}
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" kind="main" form="applicant-status" busy={busy}>
            {emails ? 'Save and send' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        id="applicant-status"
        onSubmit={(event) => {
          event.preventDefault()
          onSave(emails ? message : undefined)
        }}
      >
        <Stack gap={3}>
          {failure && <Notice tone="bad">{failure}</Notice>}
          <Checkbox
            label="Email the applicant"
            hint="The email starts with a greeting. It is sent only if the status changes."
            checked={emails}
            onChange={({ currentTarget }) => setEmails(currentTarget.checked)}
          />
          {emails && <MessageFields message={message} onChange={setMessage} />}
        </Stack>
      </form>
    </Dialog>
  )
}

function MessageFields({ message, onChange }: { message: Message; onChange: (message: Message) => void }) {
  return (
    <>
      <TextField
        label="Subject"
        required
        maxLength={MESSAGE_MAX.subject}
        value={message.subject}
        onChange={({ currentTarget }) => onChange({ ...message, subject: currentTarget.value })}
      />
      <TextArea
        label="Message"
        required
        rows={8}
        maxLength={MESSAGE_MAX.body}
        value={message.body}
        onChange={({ currentTarget }) => onChange({ ...message, body: currentTarget.value })}
      />
    </>
  )
}
