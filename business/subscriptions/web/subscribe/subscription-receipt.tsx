import { useEffect, useRef } from 'react'
import { Form, Link, useNavigation, useSubmit } from 'react-router'
import { CouponForm } from '#coupons/web/index.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import css from '#platform/web/ui/receipt.module.css'
import { type Checkout, chargesOf } from './charges.ts'
import { ConsentField } from './consent-field.tsx'
import { PayPalSubscribe } from './paypal-subscribe.tsx'
import { CheckoutLines } from './plan-lines.tsx'

type ReceiptProps = {
  checkout: Checkout
  /** The name of the country whose tax is added. */
  country: string | undefined
  /** The client returned from PayPal after approving. */
  returned: boolean
  cancelled: boolean
  /** The error of the consent checkbox. */
  error: string | undefined
  /** The last confirm call failed. */
  hasProblem: boolean
  isPending: boolean
  couponProblem: string | undefined
  /** The code that was refused. */
  typedCoupon: string | undefined
}

/** The payment page of one subscription, in every state. */
export function SubscriptionReceipt(props: ReceiptProps) {
  const { checkout, country, returned, isPending, couponProblem, typedCoupon } = props
  const { sub_id, state, coupon_code, credit_cents, tax_percent } = checkout
  const mayChange = state === 'created' && !returned && !isPending
  return (
    <section className={css['receipt']} aria-label="Your subscription">
      <CheckoutLines checkout={checkout} country={country} />
      {mayChange && tax_percent > 0 && (
        <p className={css['note']}>
          The tax follows from your <Link to="/user/billing">billing details</Link>.
        </p>
      )}
      {mayChange && credit_cents === 0 && (
        <CouponForm purchase_id={sub_id} coupon_code={coupon_code} problem={couponProblem} typed={typedCoupon} />
      )}
      <State {...props} />
    </section>
  )
}

function State({ checkout, returned, cancelled, error, hasProblem, isPending }: ReceiptProps) {
  const { state, is_active, consented_at } = checkout
  if (is_active) return <Open name={checkout.plan.name} />
  if (state === 'inactive') return <Notice>This plan is not active yet. Our team will activate it.</Notice>
  if (state === 'ended') return <Ended plan_id={checkout.plan.id} />
  if (isPending) return <Checking checkout={checkout} />
  if (!consented_at) return <Consent checkout={checkout} error={error} />
  return (
    <>
      {returned && <Confirming checkout={checkout} />}
      {(!returned || hasProblem) && <ToApprove checkout={checkout} cancelled={cancelled} />}
    </>
  )
}

function Open({ name }: { name: string }) {
  return (
    <>
      <Notice tone="good" title={`Your ${name} plan is active.`}>
        To use your plan, choose Subscription when you get an asset.
      </Notice>
      <LinkButton to="/" kind="main" wide>
        Explore assets
      </LinkButton>
      <LinkButton to="/client/subscriptions" wide>
        My Subscription
      </LinkButton>
    </>
  )
}

function Ended({ plan_id }: { plan_id: string }) {
  return (
    <>
      <Notice>This subscription has ended. You are not charged for it.</Notice>
      <LinkButton to={`/pay/subscribe?${new URLSearchParams({ plan_id })}`} kind="main" wide>
        Subscribe again
      </LinkButton>
    </>
  )
}

/** The payment is pending at PayPal. Checking again is safe. */
function Checking({ checkout }: { checkout: Checkout }) {
  return (
    <>
      <ConfirmForm checkout={checkout} label="Check again" />
      <LinkButton to="/client/subscriptions" wide>
        My Subscription
      </LinkButton>
    </>
  )
}

/** Asks for consent if the checkout started without it, for example when a purchase resumes after sign-in. */
function Consent({ checkout: { sub_id, plan }, error }: Pick<ReceiptProps, 'checkout' | 'error'>) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" replace className={css['steps']}>
      <input type="hidden" name="intent" value="consent" />
      <input type="hidden" name="sub_id" value={sub_id} />
      <ConsentField plan={plan} error={error} />
      <Button type="submit" kind="main" wide busy={busy}>
        Continue
      </Button>
      <p className={css['note']}>In the next step you approve the payment at PayPal.</p>
    </Form>
  )
}

/** Sends the form once, automatically. The button is for pages without JavaScript and for retries. */
function Confirming({ checkout }: { checkout: Checkout }) {
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef(false)
  const submit = useSubmit()
  useEffect(() => {
    if (sent.current) return
    sent.current = true
    void submit(form.current, { replace: true })
  }, [submit])
  return <ConfirmForm checkout={checkout} label="Activate my plan" form={form} />
}

type ConfirmProps = { checkout: Checkout; label: string; form?: React.RefObject<HTMLFormElement | null> }

function ConfirmForm({ checkout: { sub_id }, label, form }: ConfirmProps) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" replace ref={form ?? null} className={css['steps']}>
      <input type="hidden" name="intent" value="confirm" />
      <input type="hidden" name="sub_id" value={sub_id} />
      <Button type="submit" kind="main" wide busy={busy}>
        {busy ? 'Activating your plan…' : label}
      </Button>
    </Form>
  )
}

function ToApprove({ checkout, cancelled }: Pick<ReceiptProps, 'checkout' | 'cancelled'>) {
  const { sub_id, approve_url, provider_client_id, provider_subscription_id } = checkout
  const page = `/pay/subscribe?${new URLSearchParams({ sub_id })}`
  return (
    <>
      {cancelled && <Notice title="Your plan was not started.">You have not been charged. You can try again.</Notice>}
      {provider_client_id && provider_subscription_id && (
        <PayPalSubscribe client_id={provider_client_id} subscription_id={provider_subscription_id} page={page} />
      )}
      {approve_url ? (
        <a className={css['pay']} href={approve_url}>
          {cancelled ? 'Try again with PayPal' : 'Subscribe with PayPal'}
        </a>
      ) : (
        <Notice tone="bad">PayPal cannot be reached right now. Please try again in a moment.</Notice>
      )}
      <p className={css['note']}>
        You approve the payment at PayPal and then return here. You are charged {chargesOf(checkout)} until you cancel.
      </p>
    </>
  )
}
