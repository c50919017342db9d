import { type FormEvent, useEffect, useId, useRef } from 'react'
import { textFields } from '#platform/web/form.ts'
import { showDollars } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import type { AdminSubscription } from '#subscriptions/admin.contract.ts'
import { TYPE_OPTIONS } from './subscription-words.ts'
import { type Asked, useSubscriptionAction } from './use-subscription-action.ts'

/** Confirms an action or asks for its input. Stays open until the call succeeds, and shows why it failed. */
export function SubscriptionDialog({ asked: { subscription, intent }, onClose }: { asked: Asked; onClose: () => void }) {
  const { busy, outcome, run } = useSubscriptionAction(subscription)
  const form = useId()
  const before = useRef(outcome)
  const answered = outcome !== before.current ? outcome : undefined
  const isDone = answered?.done !== undefined && !busy
  useEffect(() => {
    if (isDone) onClose()
  }, [isDone, onClose])
  const { title, yes, no, kind } = QUESTIONS[intent]
  const failure = Object.values(answered?.fields ?? {})[0]
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    run(intent, textFields(new FormData(event.currentTarget)))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={title}
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            {no}
          </Button>
          <Button type="submit" form={form} kind={kind} busy={busy}>
            {yes}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Stack gap={4}>
          {failure && <Notice tone="bad">{failure}</Notice>}
          <p>
            <strong>{subscription.plan_name}</strong> of {subscription.user_name} ({subscription.user_email})
          </p>
          <What subscription={subscription} intent={intent} />
        </Stack>
      </form>
    </Dialog>
  )
}

const QUESTIONS = {
  cancel: { title: 'Cancel this subscription?', yes: 'Cancel subscription', no: 'Keep it', kind: 'danger' },
  convert: { title: 'Convert subscription', yes: 'Convert', no: 'Close', kind: 'main' },
  price: { title: 'Change the price', yes: 'Save price', no: 'Close', kind: 'main' }
} as const

function What({ subscription, intent }: { subscription: AdminSubscription; intent: Asked['intent'] }) {
  const { plan_type, price_cents, source, auto_renew } = subscription
  if (intent === 'convert')
    return (
      <Select
        label="Plan type"
        name="plan_type"
        options={TYPE_OPTIONS}
        defaultValue={plan_type}
        hint={`Sets the usual price and downloads of that type. Free has no downloads.${auto_renew ? ' The renewal at PayPal ends.' : ''}`}
      />
    )
  if (intent === 'price')
    return (
      <TextField
        label="Price (USD)"
        name="price"
        inputMode="decimal"
        required
        numeric
        defaultValue={showDollars(price_cents).replace(/[$,]/g, '')}
        hint={
          source === 'paypal'
            ? 'Applies from the next period, once the client approves it at PayPal. We email them the link.'
            : 'Stored on the subscription only. Nothing is charged.'
        }
      />
    )
  return (
    <p>
      Access ends immediately for the owner and all members{source === 'paypal' && ', and PayPal stops charging'}. This does not refund any
      payment.
    </p>
  )
}
