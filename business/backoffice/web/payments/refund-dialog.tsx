import { useEffect, useId, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { PaymentDetail } from '#payments/admin.contract.ts'
import { ENDS_WITH_REFUND, REASON_MAX } from '#payments/rules.ts'
import { showDollars } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import { TextArea } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import css from './payments-page.module.css'

export type RefundOutcome = { done?: string; fields?: Record<string, string> }

/** Asks for a reason and says what will happen. Stays open until the refund is done, and shows errors. */
export function RefundDialog({ payment, onClose }: { payment: PaymentDetail; onClose: () => void }) {
  const fetcher = useFetcher<RefundOutcome>()
  const form = useId()
  const busy = fetcher.state !== 'idle'
  const { done, fields } = fetcher.data ?? {}
  const announced = useRef(false)
  useEffect(() => {
    if (!done || busy || announced.current) return
    announced.current = true
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
            maxLength={REASON_MAX}
            hint="For our records. Only admins see it."
            error={fields?.['reason']}
            check={(typed) => (typed.trim() === '' ? 'Please give a reason.' : undefined)}
          />
          <ul className={css['will']}>
            <li>
              {amount} is refunded to {payment.client_name} through PayPal.{' '}
              {payment.fee_cents ? `PayPal usually keeps its fee of ${showDollars(payment.fee_cents)}.` : ''}
            </li>
            <li>{ENDS_WITH_REFUND[payment.purpose]}</li>
            <li>{amount} is booked as negative income, with today’s date.</li>
            {payment.client_email && <li>{payment.client_name} gets an email.</li>}
            <li>This cannot be undone.</li>
          </ul>
        </Stack>
      </fetcher.Form>
    </Dialog>
  )
}
