import { Link } from 'react-router'
import type { ListedPayment } from '#payments/admin.contract.ts'
import { showDay, showDollars, showMoment } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { DeskTable } from '#platform/web/ui/desk-table/desk-table.tsx'
import { statusOf } from './payment-words.ts'
import css from './payments-page.module.css'

type PaymentTableProps = { payments: readonly ListedPayment[]; open: string | undefined; to: (id: string) => string }

export function PaymentTable({ payments, open, to }: PaymentTableProps) {
  return (
    <DeskTable
      name="payments"
      caption="Payments"
      rows={payments}
      rowKey={({ id }) => id}
      selected={({ id }) => id === open}
      columns={[
        { head: 'Payment', kind: 'title', cell: (payment) => <What payment={payment} to={to(payment.id)} open={payment.id === open} /> },
        { head: 'Client', cell: (payment) => <Who {...payment} /> },
        { head: 'Status', cell: (payment) => <PaymentBadge payment={payment} /> },
        { head: 'Date', kind: 'date', cell: ({ created_at }) => <When at={created_at} /> },
        { head: 'Amount', kind: 'number', cell: (payment) => <Amount {...payment} /> }
      ]}
    />
  )
}

function What({ payment: { description }, to, open }: { payment: ListedPayment; to: string; open: boolean }) {
  return (
    <Link to={to} className={css['what']} preventScrollReset aria-current={open || undefined}>
      {description}
    </Link>
  )
}

export function Who({ client_name, client_email }: Pick<ListedPayment, 'client_name' | 'client_email'>) {
  return (
    <span className={css['who']}>
      {client_name}
      {client_email && <span className={css['quiet']}>{client_email}</span>}
    </span>
  )
}

export function PaymentBadge({ payment }: { payment: ListedPayment }) {
  const { tone, name } = statusOf(payment)
  return <Badge tone={tone}>{name}</Badge>
}

const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={showMoment(at)}>
    {showDay(at)}
  </time>
)

/** Shows refunds, and what is left after them, below the amount. */
function Amount({ amount_cents, refunded_cents, refunding_cents, left_cents }: ListedPayment) {
  return (
    <span className={css['amount']}>
      {showDollars(amount_cents)}
      {refunded_cents > 0 && <span className={css['quiet']}>−{showDollars(refunded_cents)} refunded</span>}
      {refunding_cents !== null && <span className={css['quiet']}>−{showDollars(refunding_cents)} in progress</span>}
      {refunded_cents > 0 && left_cents > 0 && <span className={css['quiet']}>{showDollars(left_cents)} left</span>}
    </span>
  )
}
