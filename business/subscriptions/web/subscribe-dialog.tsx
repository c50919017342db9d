import { type FormEvent, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { showDollars } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/checkbox.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { ShownPlan } from '../contract.ts'
import { type PlanId, renewalConsent } from '../rules.ts'
import { PayPalSubscribe } from './paypal-subscribe.tsx'
import { PlanLines } from './plan-lines.tsx'
import css from './receipt.module.css'
import { type Opened, useSubscribe } from './use-subscribe.ts'

interface SubscribeDialogProps {
  plan: ShownPlan
  isSignedIn: boolean
  onClose: () => void
  /** Nobody is signed in: whoever opened the dialog keeps what was wanted and leads to the sign-in. */
  onSignedOut: (plan_id: PlanId) => Promise<void>
}

/** What, how much, how often, consent; then PayPal's own buttons, and always the plain way. Mount it to open it. */
export function SubscribeDialog({ plan, isSignedIn, onClose, onSignedOut }: SubscribeDialogProps) {
  const form = useId()
  const { consents, setConsents, busy, error, opened, proceed } = useSubscribe(plan.id, isSignedIn, onSignedOut)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void proceed()
  }
  return (
    <Dialog
      open
      title={`Subscribe to ${plan.name}`}
      busy={busy}
      onClose={onClose}
      footer={
        !opened && (
          <Button type="submit" kind="main" form={form} busy={busy} disabled={!consents}>
            Continue
          </Button>
        )
      }
    >
      <div className={css['steps']}>
        <PlanLines plan={plan} />
        {error && <Notice tone="bad">{error}</Notice>}
        {opened ? (
          <Approve opened={opened} />
        ) : (
          <form id={form} onSubmit={submit} className={css['steps']}>
            <Checkbox
              name="renewal_consent"
              label={renewalConsent(plan)}
              checked={consents}
              onChange={({ currentTarget }) => setConsents(currentTarget.checked)}
            />
            <p className={css['note']}>
              You agree to the payment at PayPal, by card or wallet, in the next step. By continuing you agree to the{' '}
              <Link to="/subscription-terms" target="_blank">
                subscription terms
              </Link>
              .
            </p>
          </form>
        )}
      </div>
    </Dialog>
  )
}

function Approve({ opened: { page, checkout } }: { opened: Opened }) {
  const link = useRef<HTMLAnchorElement>(null)
  // The button that was pressed is gone; its focus goes on to the one thing to do.
  useEffect(() => link.current?.focus(), [])
  const { approve_url, provider_client_id, provider_subscription_id } = checkout
  return (
    <div className={css['steps']}>
      {provider_client_id && provider_subscription_id && (
        <PayPalSubscribe client_id={provider_client_id} subscription_id={provider_subscription_id} page={page} />
      )}
      <a className={css['pay']} href={approve_url ?? page} ref={link}>
        Subscribe with PayPal
      </a>
      <p className={css['note']}>
        You agree at PayPal and come back here. You are charged {showDollars(checkout.plan.price_cents)} now, and each month from then on.
      </p>
    </div>
  )
}
