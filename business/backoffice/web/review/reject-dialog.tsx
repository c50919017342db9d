import { useRef, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { TextArea } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { MESSAGES, REJECT_REASON_CODES, REJECT_REASONS, saysDuplicate } from '#submissions/rules.ts'
import { DuplicateField } from './duplicates/duplicate-field.tsx'
import { EMPTY_DRAFT, type RejectDraft } from './pins/pin-draft.ts'
import { PinEditor } from './pins/pin-editor.tsx'
import css from './reject-dialog.module.css'

type RejectDialogProps = {
  question: string
  open: boolean
  busy: boolean
  /** Pins can be placed on one asset only. */
  assets: readonly ReviewedAsset[]
  near: readonly ReviewedAsset[]
  onClose: () => void
  onReject: (draft: RejectDraft) => void
}

/** Asks why assets are rejected. Nothing is required but the other asset of a duplicate, and the artist sees all of it. */
export function RejectDialog({ question, open, busy, onClose, ...form }: RejectDialogProps) {
  const [only] = form.assets.length === 1 ? form.assets : []
  // What was entered stays if the dialog is closed or the rejection does not succeed.
  const drafts = useRef(new Map<string, RejectDraft>())
  const key = form.assets.map(({ id }) => id).join()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={busy}
      title={question}
      shape={only?.files.some(({ preview_urls }) => preview_urls) ? 'wide' : 'plain'}
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} kind="danger" busy={busy}>
            Reject
          </Button>
        </>
      }
    >
      <RejectForm {...form} entered={() => drafts.current.get(key)} onDraft={(draft) => drafts.current.set(key, draft)} />
    </Dialog>
  )
}

const FORM = 'reject-asset'

type RejectFormProps = Pick<RejectDialogProps, 'assets' | 'near' | 'onReject'> & {
  entered: () => RejectDraft | undefined
  onDraft: (draft: RejectDraft) => void
}

function RejectForm({ assets, near, entered, onDraft, onReject }: RejectFormProps) {
  const [draft, setDraft] = useState(() => entered() ?? EMPTY_DRAFT)
  const [isSent, setSent] = useState(false)
  const [only] = assets.length === 1 ? assets : []
  const change = (changed: Partial<RejectDraft>) => {
    const next = { ...draft, ...changed }
    setDraft(next)
    onDraft(next)
  }
  const isDuplicate = saysDuplicate({ reason_codes: draft.codes, pins: draft.pins })
  const isMissing = isDuplicate && draft.duplicate === undefined
  return (
    <form
      id={FORM}
      onSubmit={(event) => {
        event.preventDefault()
        setSent(true)
        if (!isMissing) onReject(isDuplicate ? draft : { ...draft, duplicate: undefined })
      }}
    >
      <Stack gap={3}>
        <p>The artist sees the reasons you choose, what you write, and the pins.</p>
        <div className={css['sides']}>
          {only && <PinEditor asset={only} pins={draft.pins} onPins={(pins) => change({ pins })} />}
          <Stack gap={3}>
            {REJECT_REASON_CODES.map((code) => (
              <Checkbox
                key={code}
                label={REJECT_REASONS[code]}
                name="reason_codes"
                value={code}
                checked={draft.codes.includes(code)}
                onChange={({ currentTarget: { checked } }) =>
                  change({ codes: checked ? [...draft.codes, code] : draft.codes.filter((one) => one !== code) })
                }
              />
            ))}
            {isDuplicate && (
              <DuplicateField
                near={near}
                rejected={assets.map(({ id }) => id)}
                chosen={draft.duplicate}
                error={isSent && isMissing ? MESSAGES.duplicate : undefined}
                onChoose={(duplicate) => change({ duplicate })}
              />
            )}
            <TextArea
              {...{ label: 'Reason', name: 'reason', rows: 3, maxLength: 1000, optional: true, value: draft.reason }}
              onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
            />
          </Stack>
        </div>
      </Stack>
    </form>
  )
}
