import { useEffect, useId, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { PaymentDetail } from '#payments/admin.contract.ts'
import { ENDS_WITH_REFUND, isPurpose, REASON_MOST } from '#payments/rules.ts'
import { showDollars } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { TextArea } from '#platform/web/ui/text-field.tsx'
import { toast } from '#platform/web/ui/toaster.tsx'
import css from './payments-page.module.css'

export type RefundOutcome = { done?: string; fields?: Record<string, string> }

/** Asks for a reason and says what will happen; it stays open until it is done, and says what failed. */
export function RefundDialog({ payment, onClose }: { payment: PaymentDetail; onClose: () => void }) {
  const fetcher = useFetcher<RefundOutcome>()
  const form = useId()
  const busy = fetcher.state !== 'idle'
  const { done, fields } = fetcher.data ?? {}
  const said = useRef(false)
  useEffect(() => {
    if (!done || busy || said.current) return
    said.current = true
    toast(done)
    onClose()
  }, [done, busy, onClose])
  const amount = showDollars(payment.left_cents)
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={`Refund ${amount}?`}
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={form} kind="danger" busy={busy}>
            Refund {amount}
          </Button>
        </>
      }
    >
      <fetcher.Form method="post" id={form}>
        <Stack gap={4}>
          {fields && !busy && !fields['reason'] && <Notice tone="bad">{Object.values(fields)[0]}</Notice>}
          <input type="hidden" name="id" value={payment.id} />
          <TextArea
            label="Reason"
            name="reason"
            rows={3}
            maxLength={REASON_MOST}
            hint="For the books. Only admins see it."
            error={fields?.['reason']}
            check={(typed) => (typed.trim() === '' ? 'Please give a reason.' : undefined)}
          />
          <ul className={css['will']}>
            <li>
              {amount} goes back to {payment.client_name} through PayPal.{' '}
              {payment.fee_cents ? `PayPal usually keeps its fee of ${showDollars(payment.fee_cents)}.` : ''}
            </li>
            {isPurpose(payment.purpose) && <li>{ENDS_WITH_REFUND[payment.purpose]}</li>}
            <li>The books get negative income of {amount}, today.</li>
            {payment.client_email && <li>{payment.client_name} is told by mail.</li>}
            <li>This cannot be undone.</li>
          </ul>
        </Stack>
      </fetcher.Form>
    </Dialog>
  )
}
