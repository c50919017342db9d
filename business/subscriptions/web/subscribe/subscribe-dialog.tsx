import { type FormEvent, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import css from '#platform/web/ui/receipt.module.css'
import type { ShownPlan } from '../../contract.ts'
import { type PlanId, renewalConsent } from '../../rules.ts'
import { chargesOf } from './charges.ts'
import { PayPalSubscribe } from './paypal-subscribe.tsx'
import { CheckoutLines, PlanLines } from './plan-lines.tsx'
import { type Opened, useSubscribe } from './use-subscribe.ts'

interface SubscribeDialogProps {
  plan: ShownPlan
  isSignedIn: boolean
  onClose: () => void
  /** Called when no user is signed in. The caller saves the purchase intent and opens the sign-in page. */
  onSignedOut: (plan_id: PlanId) => Promise<void>
}

/** Shows the plan and asks for consent, then shows PayPal's buttons and a plain link. Mount it to open it. */
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
        {opened ? <CheckoutLines checkout={opened.checkout} country={undefined} /> : <PlanLines plan={plan} />}
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
              In the next step you approve the payment at PayPal, by card or wallet. By continuing you agree to the{' '}
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
  // The pressed button is gone, so the focus moves to the link.
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
        You approve the payment at PayPal and then return here. You are charged {chargesOf(checkout)} until you cancel.
      </p>
      <LinkButton to={page} kind="quiet" wide>
        Use a coupon
      </LinkButton>
    </div>
  )
}
