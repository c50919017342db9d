import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { TextArea } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { REJECT_REASONS } from '#submissions/rules.ts'

type RejectDialogProps = {
  question: string
  open: boolean
  busy: boolean
  onClose: () => void
  onReject: (reason: string, codes: string[]) => void
}

/** Asks why assets are rejected. All fields are optional, and the artist reads them. */
export function RejectDialog({ question, open, busy, onClose, onReject }: RejectDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={busy}
      title={question}
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form="reject-asset" kind="danger" busy={busy}>
            Reject
          </Button>
        </>
      }
    >
      <form
        id="reject-asset"
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          onReject(String(form.get('reason') ?? ''), form.getAll('reason_codes').map(String))
        }}
      >
        <Stack gap={3}>
          <p>The artist sees the reasons you choose and what you write.</p>
          {Object.entries(REJECT_REASONS).map(([code, label]) => (
            <Checkbox key={code} label={label} name="reason_codes" value={code} />
          ))}
          <TextArea label="Reason" name="reason" rows={3} maxLength={1000} optional />
        </Stack>
      </form>
    </Dialog>
  )
}
