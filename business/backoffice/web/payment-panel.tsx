import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { PaymentDetail } from '#payments/admin.contract.ts'
import { showDollars, showMoment } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { IconX } from '#platform/web/ui/icons.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PaymentLedger } from './payment-ledger.tsx'
import { Standing, Who } from './payment-table.tsx'
import { disputeText, failureText, refundFailureText } from './payment-words.ts'
import css from './payments-page.module.css'
import { RefundDialog } from './refund-dialog.tsx'

/** One payment beside the list; on a phone it stands in the list's place. It is part of the address, so it opens and closes without JavaScript too. */
export function PaymentPanel({ payment, closed }: { payment: PaymentDetail; closed: string }) {
  const [isAsking, setAsking] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (shown.current !== payment.id) title.current?.focus({ preventScroll: true })
    shown.current = payment.id
  }, [payment.id])
  return (
    <Card className={css['panel']} aria-labelledby="payment-title">
      <div className={css['panelHead']}>
        <h2 id="payment-title" ref={title} tabIndex={-1}>
          {payment.description}
        </h2>
        <LinkButton to={closed} kind="quiet" square aria-label="Close" preventScrollReset>
          <IconX size={20} aria-hidden="true" />
        </LinkButton>
      </div>
      <p className={css['sum']}>
        {showDollars(payment.amount_cents)} <Standing payment={payment} />
      </p>
      <Facts payment={payment} />
      <UnderWay payment={payment} />
      {payment.status === 'captured' && !payment.refund_status && (
        <Button type="button" kind="danger" className={css['refund']} onClick={() => setAsking(true)}>
          Refund {showDollars(payment.left_cents)}
        </Button>
      )}
      <Refunds refunds={payment.refunds} />
      <PaymentLedger payment={payment} />
      {isAsking && <RefundDialog payment={payment} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function Facts({ payment }: { payment: PaymentDetail }) {
  const facts: [string, React.ReactNode][] = [['Client', <Who key="who" {...payment} />]]
  if (payment.asset_id)
    facts.push([
      'Asset',
      <Link key="asset" to={`/assets/${payment.asset_id}`}>
        Show the asset
      </Link>
    ])
  facts.push(['Begun', showMoment(payment.created_at)])
  if (payment.captured_at) facts.push(['Paid', showMoment(payment.captured_at)])
  if (payment.refunded_at) facts.push(['Refunded', showMoment(payment.refunded_at)])
  if (payment.refunded_cents > 0 && payment.left_cents > 0)
    facts.push(['Partly refunded', `${showDollars(payment.refunded_cents)}, ${showDollars(payment.left_cents)} is left`])
  for (const dispute of payment.disputes)
    facts.push(['Dispute', `${dispute.dispute_id}: ${disputeText(dispute.outcome)} (${showMoment(dispute.noticed_at)})`])
  if (payment.failure) facts.push(['Failed', failureText(payment.failure)])
  facts.push(['Payment', payment.id])
  if (payment.provider_order_id) facts.push(['PayPal order', payment.provider_order_id])
  if (payment.provider_capture_id) facts.push(['PayPal transaction', payment.provider_capture_id])
  return (
    <dl className={css['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function UnderWay({ payment: { refund_status } }: { payment: PaymentDetail }) {
  if (!refund_status) return null
  return (
    <Notice tone="info">
      {refund_status === 'asked'
        ? 'The refund was asked for, and PayPal has not answered yet. It is asked again every few minutes, and never refunds twice.'
        : 'PayPal works on the refund. Nothing has ended until it is done.'}
    </Notice>
  )
}

function Refunds({ refunds }: Pick<PaymentDetail, 'refunds'>) {
  if (refunds.length === 0) return null
  return (
    <section className={css['part']}>
      <h3>Refunds</h3>
      <ul className={css['refunds']}>
        {refunds.map((refund) => (
          <li key={refund.id}>
            <span>
              {refund.amount_cents === null ? 'Asked for' : showDollars(refund.amount_cents)} by {refund.asked_by ?? 'someone at PayPal'},{' '}
              {showMoment(refund.completed_at ?? refund.asked_at)}
            </span>
            {refund.reason && <q>{refund.reason}</q>}
            {refund.failure && <span className={css['bad']}>{refundFailureText(refund.failure)}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
