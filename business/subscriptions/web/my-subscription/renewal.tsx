import { type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { showDollars } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import type { MySubscription } from '../../contract.ts'
import { intervalOf } from '../../rules.ts'
import css from './my-subscription.module.css'

const useBusy = (intent: string): boolean => useNavigation().formData?.get('intent') === intent

/** Asks once before the renewal is canceled. Without JavaScript the form is sent directly. */
export function CancelRenewal({ plan: { expires_at } }: { plan: MySubscription }) {
  const form = useId()
  const busy = useBusy('cancel')
  const [isAsking, setAsking] = useState(false)
  const wasBusy = useRef(false)
  // A failed call closes the dialog too, so that the page's error message can be read.
  useEffect(() => {
    if (wasBusy.current && !busy) setAsking(false)
    wasBusy.current = busy
  }, [busy])
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    setAsking(true)
  }
  return (
    <Form id={form} method="post" preventScrollReset className={css['buttons']}>
      <input type="hidden" name="intent" value="cancel" />
      <Button type="submit" onClick={ask}>
        Cancel Renewal
      </Button>
      {isAsking && (
        <Dialog
          open
          onClose={() => setAsking(false)}
          busy={busy}
          title="Cancel the renewal?"
          footer={
            <>
              <Button type="button" onClick={() => setAsking(false)} disabled={busy}>
                Keep the renewal
              </Button>
              <Button type="submit" form={form} kind="danger" busy={busy}>
                Cancel Renewal
              </Button>
            </>
          }
        >
          <p>
            {expires_at ? (
              <>
                You keep access until <Moment iso={expires_at} day /> and will not be charged again. You can undo this until then.
              </>
            ) : (
              'You will not be charged again.'
            )}
          </p>
        </Dialog>
      )}
    </Form>
  )
}

/** A plan that ends with its period. The owner can undo a canceled renewal until then. */
export function NotRenewing({ plan }: { plan: MySubscription }) {
  const { expires_at, can_resume } = plan
  return (
    <>
      <Notice title="This plan does not renew.">
        {expires_at ? (
          <>
            You keep access until <Moment iso={expires_at} day /> and will not be charged again.
          </>
        ) : (
          'You will not be charged again.'
        )}
      </Notice>
      {can_resume ? (
        <ResumeRenewal plan={plan} />
      ) : (
        <div className={css['buttons']}>
          <LinkButton to="/pricing">See plans</LinkButton>
        </div>
      )}
    </>
  )
}

function ResumeRenewal({ plan: { expires_at, price_cents, tax_cents, plan_type, next_charge_cents } }: { plan: MySubscription }) {
  const busy = useBusy('resume')
  return (
    <Form method="post" preventScrollReset className={css['section']}>
      <input type="hidden" name="intent" value="resume" />
      {expires_at && next_charge_cents !== null && (
        <p className={css['quiet']}>
          If you keep your plan, it renews on <Moment iso={expires_at} day />, and you are charged {showDollars(next_charge_cents)}
          {next_charge_cents === (price_cents ?? 0) + (tax_cents ?? 0)
            ? ` a ${intervalOf(plan_type ?? 'monthly')} until you cancel the renewal.`
            : ' then. It renews until you cancel the renewal.'}
        </p>
      )}
      <div className={css['buttons']}>
        <Button type="submit" busy={busy}>
          Keep my plan
        </Button>
      </div>
    </Form>
  )
}
