import { type FormEvent, useEffect, useId, useRef } from 'react'
import { showDollars } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import type { AdminSubscription } from '#subscriptions/contract.ts'
import { TYPE_OPTIONS } from './subscription-words.ts'
import { type Asked, useSubscriptionDeed } from './use-subscription-deed.ts'

/** Asks before what cannot be taken back, or for what is to be changed; it stays open until it is done, and says what failed. */
export function SubscriptionDialog({ asked: { subscription, intent }, onClose }: { asked: Asked; onClose: () => void }) {
  const { busy, outcome, run } = useSubscriptionDeed(subscription)
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
    run(intent, Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>)
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
        hint={`Price and downloads become that type’s usual ones; free has none.${auto_renew ? ' The renewal at PayPal ends.' : ''}`}
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
        hint="Written on the subscription; nothing is charged."
      />
    )
  return (
    <p>
      Access ends at once, for everyone on its seats{source === 'paypal' && ', and PayPal stops charging'}. A refund is made apart from
      this.
    </p>
  )
}
