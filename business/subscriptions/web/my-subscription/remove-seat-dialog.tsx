import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import type { Seat } from '../../seats.contract.ts'

type Outcome = { done?: string; fields?: Record<string, string> }

/** Stays open until the call succeeds, and shows why it failed. */
export function RemoveSeatDialog({ seat, own, onClose }: { seat: Seat; own: boolean; onClose: () => void }) {
  const fetcher = useFetcher<Outcome>()
  const busy = fetcher.state !== 'idle'
  const done = busy ? undefined : fetcher.data?.done
  useEffect(() => {
    if (!done) return
    toast(done)
    onClose()
  }, [done, onClose])
  const who = seat.name ?? seat.email
  const failure = Object.values(fetcher.data?.fields ?? {})[0]
  const remove = () => void fetcher.submit({ intent: own ? 'leave' : 'remove', id: seat.id }, { method: 'post', preventScrollReset: true })
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={own ? 'Leave this plan?' : `Remove ${who}?`}
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            {own ? 'Stay' : 'Keep the seat'}
          </Button>
          <Button type="button" kind="danger" busy={busy} onClick={remove}>
            {own ? 'Leave' : 'Remove'}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {failure && !busy && <Notice tone="bad">{failure}</Notice>}
        <p>
          {own
            ? 'Your access through this plan ends immediately. The owner can invite you again.'
            : seat.status === 'invited'
              ? 'The invitation and any access through it end, and the seat becomes available.'
              : 'Their access through this plan ends immediately, and the seat becomes available.'}
        </p>
      </Stack>
    </Dialog>
  )
}
