import { useEffect, useRef } from 'react'
import { Form, Link, useNavigation, useSubmit } from 'react-router'
import { UNTITLED } from '#catalogue/rules.ts'
import { CouponForm } from '#coupons/web/index.ts'
import type { PaymentAnswer } from '#payments/contract.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import css from '#platform/web/ui/receipt.module.css'
import { wantedFirst } from '../../rules.ts'
import { failureWords, needsSupport } from '../failure-words.ts'
import { DownloadForm } from '../licenses/download-form.tsx'
import { type Licensed, Paid, Substitute } from './paid.tsx'
import { PayPalButtons } from './paypal-buttons.tsx'
import { type ReceiptLine, ReceiptLines } from './receipt-lines.tsx'
import { UsedCoupon } from './used-coupon.tsx'

type State = {
  payment: PaymentAnswer
  /** The coupon that the discount comes from. */
  coupon_code: string | null
  /** The formats of the license, and that of its best file. Undefined until there is a license. */
  file: { formats: string[]; best: string | null } | undefined
  /** Back from PayPal with the payer's approval. */
  returned: boolean
  cancelled: boolean
  /** Paid just now: the download starts automatically. */
  paid: boolean
  /** The last attempt to complete the payment was refused. */
  hasProblem: boolean
}

/** One payment, in any state. */
export function PaymentReceipt({
  picture,
  couponProblem,
  typedCoupon,
  ...state
}: State & { picture: string | undefined; couponProblem?: string | undefined; typedCoupon?: string | undefined }) {
  const { payment, coupon_code } = state
  const { id, amount_cents, subtotal_cents, discount_cents, tax_cents } = payment
  const mayChange = !state.returned && !payment.pending && (payment.status === 'created' || payment.status === 'approved')
  return (
    <section className={css['receipt']} aria-label="Your payment">
      <ReceiptLines
        picture={picture}
        lines={linesOf(payment)}
        sums={{ subtotal_cents, discount_cents, tax_cents, coupon_code }}
        amount_cents={amount_cents}
        reference={id}
      />
      {mayChange && <CouponForm purchase_id={id} coupon_code={coupon_code} problem={couponProblem} typed={typedCoupon} />}
      <Status {...state} />
    </section>
  )
}

const linesOf = ({ lines }: PaymentAnswer): ReceiptLine[] =>
  lines.map(({ line_id, asset_id, asset_title, license_type, price_cents }) => ({
    ...{ key: line_id, asset_id, amount_cents: price_cents },
    item: `${asset_title || UNTITLED}, ${license_type} license`
  }))

function Status({ payment, coupon_code, file, returned, cancelled, paid, hasProblem }: State) {
  const { status, failure, license_id, pending, file_format } = payment
  const license = license_id && file ? { license_id, asset_id: payment.asset_id, chosen: file_format, ...file } : undefined
  if (status === 'captured') return <Captured payment={payment} license={license} starts={paid} />
  if (status === 'refunded') return <Notice>This payment was refunded.</Notice>
  if (status === 'failed' && failure === 'held_already' && license) return <AlreadyOwned {...license} />
  if (status === 'failed') return <Failed payment={payment} coupon_code={coupon_code} />
  if (pending) return <Notice title="PayPal is reviewing this payment.">You get the license and a receipt by email once it is done.</Notice>
  return (
    <>
      {returned && <Confirming payment={payment} />}
      {(!returned || hasProblem) && <ToPay payment={payment} cancelled={cancelled} />}
    </>
  )
}

function OrderPaid({ payment: { order_id, lines } }: { payment: PaymentAnswer }) {
  const granted = lines.filter((line) => line.status === 'captured').length
  if (granted === 0) return <NoLicense />
  return (
    <>
      <Notice tone="good" title={`Thank you. ${granted === 1 ? 'The license is' : `The ${granted} licenses are`} yours.`}>
        We are emailing you one receipt for all of them.
      </Notice>
      <LinkButton to={`/orders/${order_id}`} kind="main" wide>
        Your order
      </LinkButton>
      <LinkButton to="/client/licenses" wide>
        My Licenses
      </LinkButton>
    </>
  )
}

function Captured({ payment, license, starts }: { payment: PaymentAnswer; license: Licensed | undefined; starts: boolean }) {
  if (payment.lines.length > 1) return <OrderPaid payment={payment} />
  return license ? <Paid {...license} starts={starts} /> : <NoLicense />
}

/** The asset was withheld while the client paid, or the license was revoked since. */
function NoLicense() {
  return (
    <Notice tone="warn" title="This payment has no active license.">
      If the asset became unavailable while you were paying, your payment is refunded, and you get an email. A license that was revoked is
      still listed in <Link to="/client/licenses">My Licenses</Link>.
    </Notice>
  )
}

function AlreadyOwned({ license_id, chosen, formats, best }: Licensed) {
  return (
    <>
      <Notice title="You already own this license.">You have not been charged again.</Notice>
      <Substitute chosen={chosen} formats={formats} best={best} />
      <DownloadForm license_id={license_id} formats={wantedFirst(formats, chosen)} wide />
    </>
  )
}

const ENDED = 'This payment has ended. You have not been charged.'

type FailedProps = Pick<State, 'payment' | 'coupon_code'>

function Failed({ payment, coupon_code }: FailedProps) {
  const { failure, asset_id, license_type, file_format } = payment
  if (payment.lines.length > 1) return <OrderFailed payment={payment} coupon_code={coupon_code} />
  const again = new URLSearchParams({
    type: 'license',
    ...(asset_id && { asset_id }),
    ...(license_type && { license_type }),
    ...(file_format && { format: file_format }),
    ...(coupon_code && { coupon: coupon_code })
  })
  return (
    <>
      <Notice tone="bad">{failureWords(failure, ENDED)}</Notice>
      {needsSupport(failure) ? (
        <LinkButton to="/contact" wide>
          Contact us
        </LinkButton>
      ) : (
        <LinkButton to={`/pay/checkout?${again}`} kind="main" wide>
          Try again
        </LinkButton>
      )}
    </>
  )
}

function OrderFailed({ payment: { id, failure }, coupon_code }: FailedProps) {
  const busy = useNavigation().state !== 'idle'
  const isHeld = failure === 'held_already'
  return (
    <>
      <Notice tone="bad">
        {isHeld
          ? 'You already own one of these licenses, so this payment was not made. You have not been charged.'
          : failureWords(failure, ENDED)}
      </Notice>
      {needsSupport(failure) ? (
        <LinkButton to="/contact" wide>
          Contact us
        </LinkButton>
      ) : (
        <Form method="post" className={css['steps']}>
          <input type="hidden" name="again" value={id} />
          <UsedCoupon code={coupon_code} />
          <Button type="submit" kind="main" wide busy={busy}>
            {isHeld ? 'Buy the others' : 'Try again'}
          </Button>
        </Form>
      )}
      <LinkButton to="/orders" wide>
        Your orders
      </LinkButton>
    </>
  )
}

/** Submits itself once. The button is for pages without JavaScript, and for another attempt after a refusal. */
function Confirming({ payment: { id } }: { payment: PaymentAnswer }) {
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef(false)
  const submit = useSubmit()
  const busy = useNavigation().state !== 'idle'
  useEffect(() => {
    if (sent.current) return
    sent.current = true
    void submit(form.current, { replace: true })
  }, [submit])
  return (
    <Form method="post" replace ref={form} className={css['steps']}>
      <input type="hidden" name="payment_id" value={id} />
      <Button type="submit" kind="main" wide busy={busy}>
        {busy ? 'Completing the payment…' : 'Complete the payment'}
      </Button>
    </Form>
  )
}

function ToPay({ payment, cancelled }: Pick<State, 'payment' | 'cancelled'>) {
  const { approve_url, provider_client_id, provider_order_id, id, currency } = payment
  return (
    <>
      {cancelled && <Notice title="You left PayPal before paying.">You have not been charged. You can try again.</Notice>}
      {provider_client_id && provider_order_id && (
        <PayPalButtons client_id={provider_client_id} currency={currency} order_id={provider_order_id} payment_id={id} />
      )}
      {approve_url && (
        <a className={css['pay']} href={approve_url}>
          {cancelled ? 'Try again with PayPal' : 'Pay with PayPal'}
        </a>
      )}
      <p className={css['note']}>You approve the payment at PayPal and come back here. You are charged once, the amount shown above.</p>
    </>
  )
}
