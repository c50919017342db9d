import { useEffect, useId } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { useDoneToast } from '#platform/web/use-done-toast.ts'
import { TYPE_OPTIONS } from './subscription-words.ts'
import type { Outcome } from './use-subscription-action.ts'

/** Creates a plan without PayPal for the client with this address. */
export function NewSubscriptionDialog({ onClose }: { onClose: () => void }) {
  const fetcher = useFetcher<Outcome>()
  const form = useId()
  const busy = fetcher.state !== 'idle'
  const { done, fields = {} } = fetcher.data ?? {}
  useDoneToast(fetcher.data)
  useEffect(() => {
    if (done && !busy) onClose()
  }, [done, busy, onClose])
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title="New Subscription"
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            Close
          </Button>
          <Button type="submit" form={form} kind="main" busy={busy}>
            Create
          </Button>
        </>
      }
    >
      <fetcher.Form id={form} method="post">
        <input type="hidden" name="intent" value="create" />
        <Stack gap={4}>
          {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
          <TextField label="Client’s email" name="user_email" type="email" autoComplete="off" required error={fields['user_email']} />
          <Select label="Plan type" name="plan_type" options={TYPE_OPTIONS} defaultValue="monthly" error={fields['plan_type']} />
          <TextField
            label="Price (USD)"
            name="price"
            inputMode="decimal"
            optional
            numeric
            error={fields['price']}
            hint="Stored on the subscription only. Nothing is charged."
          />
          <TextField label="Plan name" name="plan_name" maxLength={80} optional error={fields['plan_name']} />
          <p>The subscription is inactive until you activate it, and it books no income.</p>
        </Stack>
      </fetcher.Form>
    </Dialog>
  )
}
