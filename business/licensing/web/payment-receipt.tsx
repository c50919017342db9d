import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import type { PaymentAnswer } from '#payments/contract.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { wantedFirst } from '../rules.ts'
import { DownloadForm } from './download-form.tsx'
import { PayPalButtons } from './paypal-buttons.tsx'
import css from './receipt.module.css'
import { ReceiptLines } from './receipt-lines.tsx'
import { useWantedFormat } from './wanted-format.ts'

type Shown = {
  payment: PaymentAnswer
  /** What the license gives; empty when the asset is no longer on sale. */
  formats: readonly string[]
  /** Back from PayPal with the payer's consent. */
  returned: boolean
  cancelled: boolean
  /** Just now: the download starts by itself. */
  paid: boolean
  /** Completing it was refused just now. */
  hasProblem: boolean
}

/** One payment, in whatever state it is. */
export function PaymentReceipt({ picture, ...shown }: Shown & { picture: string | undefined }) {
  const { id, subject, description, amount_cents } = shown.payment
  const [asset_id = ''] = subject.split('/')
  return (
    <section className={css['receipt']} aria-label="Your payment">
      <ReceiptLines asset_id={asset_id} picture={picture} what={description} amount_cents={amount_cents} reference={id} />
      <State {...shown} />
    </section>
  )
}

function State({ payment, formats, returned, cancelled, paid, hasProblem }: Shown) {
  const { status, failure, license_id, pending } = payment
  if (status === 'captured' && license_id) return <Paid license_id={license_id} subject={payment.subject} formats={formats} starts={paid} />
  if (status === 'refunded') return <Notice>This payment was refunded.</Notice>
  if (status === 'failed' && failure === 'held_already' && license_id) return <HeldAlready license_id={license_id} />
  if (status === 'failed') return <Failed payment={payment} />
  if (pending) return <Notice title="PayPal is checking this payment.">You get the license and a receipt by email once it is done.</Notice>
  return (
    <>
      {returned && <Confirming payment={payment} />}
      {(!returned || hasProblem) && <ToPay payment={payment} cancelled={cancelled} />}
    </>
  )
}

type PaidProps = { license_id: string; subject: string; formats: readonly string[]; starts: boolean }

function Paid({ license_id, subject, formats, starts }: PaidProps) {
  const wanted = useWantedFormat(subject.split('/')[0] ?? '')
  const isStarting = useFirstDownload(license_id, starts)
  return (
    <>
      <Notice tone="good" title="Thank you. The license is yours.">
        {isStarting && 'Your download starts now. '}A receipt with your license number is on its way by email.
      </Notice>
      <DownloadForm key={wanted} license_id={license_id} formats={wantedFirst(formats, wanted)} wide />
      <LinkButton to={`/client/licenses/${license_id}/download`} wide>
        Formats and sizes
      </LinkButton>
      <LinkButton to="/client/licenses" wide>
        My Licenses
      </LinkButton>
    </>
  )
}

/** True once it has: once after the payment, and not when the page is loaded again. The address answers with a file to keep, so the page stays. */
function useFirstDownload(license_id: string, starts: boolean): boolean {
  const [started, setStarted] = useState(false)
  useEffect(() => {
    if (!starts || started) return
    setStarted(true)
    const here = new URL(location.href)
    here.searchParams.delete('paid')
    history.replaceState(history.state, '', here)
    location.assign(`/client/licenses/${license_id}/download?file=original`)
  }, [license_id, starts, started])
  return started
}

function HeldAlready({ license_id }: { license_id: string }) {
  return (
    <>
      <Notice title="You hold this license already.">You have not been charged again.</Notice>
      <DownloadForm license_id={license_id} wide />
    </>
  )
}

const FAILURES: Record<string, string> = {
  declined: 'The payment was declined. You have not been charged.',
  other_amount: 'PayPal reported another amount than the one agreed, so nothing was delivered. Please write to us: your money is safe.'
}

function Failed({ payment: { failure, subject } }: { payment: PaymentAnswer }) {
  const [asset_id = '', license_type = ''] = subject.split('/')
  const again = new URLSearchParams({ type: 'license', asset_id, license_type })
  return (
    <>
      <Notice tone="bad">{FAILURES[failure ?? ''] ?? 'This payment has ended. You have not been charged.'}</Notice>
      {failure === 'other_amount' ? (
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

/** Sent at once and once; by the button where there is no JavaScript, or when it was refused. */
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
    <Form method="post" replace ref={form} className={css['actions']}>
      <input type="hidden" name="payment_id" value={id} />
      <Button type="submit" kind="main" wide busy={busy}>
        {busy ? 'Completing the payment…' : 'Complete the payment'}
      </Button>
    </Form>
  )
}

function ToPay({ payment, cancelled }: Pick<Shown, 'payment' | 'cancelled'>) {
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
      <p className={css['note']}>You agree at PayPal and come back here. You are charged once, the amount shown above.</p>
    </>
  )
}
