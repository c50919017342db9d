import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '../button.tsx'
import { TextArea } from '../form/text-field.tsx'
import { Stack } from '../page.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'
import { toast } from './toaster.tsx'

type ReasonAnswer = { fields: Record<string, string>; done?: true }

type ReasonDialogProps = {
  /** The question. */
  title: string
  /** The button. */
  verb: string
  /** `danger` for what takes something away. */
  kind: 'danger' | 'main'
  /** Who reads the reason. */
  hint: string
  reason_max: number
  /** The fields that the page's action gets in addition to `reason`. */
  sent: Readonly<Record<string, string>>
  /** The page whose action gets them; by default the current one. */
  action?: string
  done: string
  failed: string
  onClose: () => void
  /** What will happen, and further fields. */
  children: ReactNode
}

/** Asks for a required reason before something is done. Stays open until it is done, and shows errors. */
export function ReasonDialog({ title, verb, kind, hint, reason_max, sent, action, done, failed, onClose, children }: ReasonDialogProps) {
  const fetcher = useFetcher<ReasonAnswer>()
  const form = useId()
  const busy = fetcher.state !== 'idle'
  const { fields = {} } = fetcher.data ?? {}
  const other = Object.entries(fields).find(([name]) => name !== 'reason')?.[1]
  useFinish(fetcher.data, () => {
    toast(done)
    onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={title}
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={form} kind={kind} busy={busy}>
            {verb}
          </Button>
        </>
      }
    >
      <fetcher.Form method="post" id={form} {...(action && { action })} noValidate>
        <Stack gap={4}>
          {other && !busy && (
            <Notice tone="bad" title={failed}>
              {other === failed ? undefined : other}
            </Notice>
          )}
          {Object.entries(sent).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {children}
          <TextArea
            label="Reason"
            name="reason"
            rows={3}
            maxLength={reason_max}
            hint={hint}
            error={fields['reason']}
            check={(typed) => (typed.trim() === '' ? 'Please enter a reason.' : undefined)}
          />
        </Stack>
      </fetcher.Form>
    </Dialog>
  )
}

/** Runs once when the answer says that it is done. */
function useFinish(answer: ReasonAnswer | undefined, finish: () => void): void {
  const seen = useRef(answer)
  const run = useEffectEvent(finish)
  useEffect(() => {
    if (answer === seen.current) return
    seen.current = answer
    if (answer?.done) run()
  }, [answer])
}
