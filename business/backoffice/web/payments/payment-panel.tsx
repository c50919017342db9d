import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { PaymentDetail } from '#payments/admin.contract.ts'
import { showDollars, showMoment } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { IconDownload, IconX } from '#platform/web/ui/icons.ts'
import { PaymentLedger } from './payment-ledger.tsx'
import { PaymentBadge, Who } from './payment-table.tsx'
import { disputeText, failureText, refundFailureText } from './payment-words.ts'
import css from './payments-page.module.css'
import { RefundDialog } from './refund-dialog.tsx'

/** One payment next to the list; on a phone it replaces the list. It is part of the URL, so it opens and closes without JavaScript. */
export function PaymentPanel({ payment, closed }: { payment: PaymentDetail; closed: string }) {
  const [isRefunding, setRefunding] = useState(false)
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
        {showDollars(payment.amount_cents)} <PaymentBadge payment={payment} />
      </p>
      <Details payment={payment} />
      <OrderLines lines={payment.lines} />
      <RefundInProgress payment={payment} />
      {payment.status === 'captured' && !payment.refund_status && (
        <Button type="button" kind="danger" className={css['refund']} onClick={() => setRefunding(true)}>
          Refund {showDollars(payment.left_cents)}
        </Button>
      )}
      {payment.captured_at && (
        <LinkButton to={`/api/admin/payments/${payment.id}/receipt`} reloadDocument download={`receipt-${payment.id}.pdf`}>
          <IconDownload size={18} aria-hidden="true" />
          Receipt (PDF)
        </LinkButton>
      )}
      <Refunds refunds={payment.refunds} />
      <PaymentLedger payment={payment} />
      {isRefunding && <RefundDialog payment={payment} onClose={() => setRefunding(false)} />}
    </Card>
  )
}

function Details({ payment }: { payment: PaymentDetail }) {
  const details: [string, React.ReactNode][] = [['Client', <Who key="who" {...payment} />]]
  if (payment.asset_id)
    details.push([
      'Asset',
      <Link key="asset" to={`/assets/${payment.asset_id}`}>
        Show the asset
      </Link>
    ])
  details.push(['Started', showMoment(payment.created_at)])
  if (payment.captured_at) details.push(['Paid', showMoment(payment.captured_at)])
  if (payment.refunded_at) details.push(['Refunded', showMoment(payment.refunded_at)])
  if (payment.refunded_cents > 0 && payment.left_cents > 0)
    details.push(['Partly refunded', `${showDollars(payment.refunded_cents)}, ${showDollars(payment.left_cents)} is left`])
  for (const dispute of payment.disputes)
    details.push(['Dispute', `${dispute.dispute_id}: ${disputeText(dispute.outcome)} (${showMoment(dispute.noticed_at)})`])
  if (payment.failure) details.push(['Failed', failureText(payment.failure)])
  details.push(['Payment', payment.id])
  if (payment.provider_order_id) details.push(['PayPal order', payment.provider_order_id])
  if (payment.provider_capture_id) details.push(['PayPal transaction', payment.provider_capture_id])
  return (
    <dl className={css['details']}>
      {details.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** One license stands in the title. */
function OrderLines({ lines }: Pick<PaymentDetail, 'lines'>) {
  if (lines.length < 2) return null
  return (
    <details className={css['part']}>
      <summary>{lines.length} licenses</summary>
      <ul className={css['refunds']}>
        {lines.map(({ line_id, asset_id, asset_title, license_type, total_cents, status }) => (
          <li key={line_id}>
            <span>
              <Link to={`/assets/${asset_id}`}>{asset_title}</Link>, {license_type} license, {showDollars(total_cents)}
              {status === 'refunded' && ', refunded'}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function RefundInProgress({ payment: { refund_status } }: { payment: PaymentDetail }) {
  if (!refund_status) return null
  return (
    <Notice tone="info">
      {refund_status === 'asked'
        ? 'The refund was requested, but PayPal has not answered yet. We ask again every few minutes. The payment is never refunded twice.'
        : 'PayPal is processing the refund. The license or plan stays active until the refund is complete.'}
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
              {refund.amount_cents === null ? 'Requested' : showDollars(refund.amount_cents)} by {refund.asked_by ?? 'someone at PayPal'},{' '}
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
