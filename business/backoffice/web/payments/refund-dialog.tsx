import { useEffect, useId, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { PaymentDetail } from '#payments/admin.contract.ts'
import { ENDS_WITH_REFUND, REASON_MAX } from '#payments/rules.ts'
import { showDollars } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { TextArea } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import css from './payments-page.module.css'

const LINES_END = 'The chosen licenses end immediately: their downloads and links stop working. The client keeps the others.'

export type RefundOutcome = { done?: string; fields?: Record<string, string> }

/** Asks for a reason and says what will happen. Stays open until the refund is done, and shows errors. */
export function RefundDialog({ payment, onClose }: { payment: PaymentDetail; onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly string[]>([])
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
  const lines = payment.lines.filter(({ line_id, status }) => chosen.includes(line_id) && status === 'captured')
  const cents = lines.length > 0 ? lines.reduce((sum, { total_cents }) => sum + total_cents, 0) : payment.left_cents
  const amount = showDollars(cents)
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
          {payment.lines.length > 1 && <LineChoice lines={payment.lines} chosen={chosen} onChoose={setChosen} />}
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
            <li>{lines.length > 0 ? LINES_END : ENDS_WITH_REFUND[payment.purpose]}</li>
            <li>{amount} is booked as negative income, with today’s date.</li>
            {payment.client_email && <li>{payment.client_name} gets an email.</li>}
            <li>This cannot be undone.</li>
          </ul>
        </Stack>
      </fetcher.Form>
    </Dialog>
  )
}

type LineChoiceProps = { lines: PaymentDetail['lines']; chosen: readonly string[]; onChoose: (chosen: readonly string[]) => void }

/** The licenses of an order that can be refunded alone. None chosen means everything that is left. */
function LineChoice({ lines, chosen, onChoose }: LineChoiceProps) {
  const toggle = (id: string, isOn: boolean) => onChoose(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <fieldset className={css['lines']}>
      <legend>Only these licenses (none chosen: everything that is left)</legend>
      {lines.map(({ line_id, asset_title, license_type, total_cents, status }) => (
        <Checkbox
          key={line_id}
          name="line_ids"
          value={line_id}
          disabled={status !== 'captured' || total_cents === 0}
          onChange={(event) => toggle(line_id, event.currentTarget.checked)}
          label={`${asset_title}, ${license_type} license, ${showDollars(total_cents)}${status === 'refunded' ? ' (refunded)' : ''}`}
        />
      ))}
    </fieldset>
  )
}
