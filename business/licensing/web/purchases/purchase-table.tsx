import { Link } from 'react-router'
import { UNTITLED } from '#catalogue/rules.ts'
import type { MyPayment } from '#payments/contract.ts'
import { showDay, showDollars } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { type Column, Table } from '#platform/web/ui/table.tsx'
import { findLicenseType, LICENSE_NAMES } from '../../rules.ts'

const COLUMNS: readonly Column<MyPayment>[] = [
  { head: 'Asset', kind: 'title', cell: (purchase) => <Asset {...purchase} /> },
  { head: 'License', cell: ({ license_type }) => licenseName(license_type) },
  { head: 'Date', kind: 'date', cell: ({ paid_at }) => showDay(paid_at) },
  { head: 'Status', cell: (purchase) => <Status {...purchase} /> },
  { head: 'Amount', kind: 'number', cell: ({ amount_cents }) => showDollars(amount_cents) },
  { head: 'Receipt', cell: (purchase) => <Receipt {...purchase} /> }
]

export function PurchaseTable({ purchases }: { purchases: readonly MyPayment[] }) {
  return <Table caption="Your purchases" columns={COLUMNS} rows={purchases} rowKey={({ id }) => id} />
}

function licenseName(text: string | null): string {
  const type = findLicenseType(text)
  return type ? LICENSE_NAMES[type] : '–'
}

/** The description ends with the license type, which has its own column. */
const titleOf = ({ description, license_type }: MyPayment): string => description.replace(`, ${license_type} license`, '') || UNTITLED

const Asset = (purchase: MyPayment) =>
  purchase.asset_id ? (
    <Link to={`/assets/${purchase.asset_id}`} viewTransition>
      {titleOf(purchase)}
    </Link>
  ) : purchase.order_id ? (
    <Link to={`/orders/${purchase.order_id}`}>{titleOf(purchase)}</Link>
  ) : (
    titleOf(purchase)
  )

function Status({ status, refunded_cents, refunded_at }: MyPayment) {
  if (status === 'refunded') return <Badge tone="warn">{refunded_at ? `Refunded on ${showDay(refunded_at)}` : 'Refunded'}</Badge>
  return <Badge tone="good">{refunded_cents > 0 ? `Paid, ${showDollars(refunded_cents)} refunded` : 'Paid'}</Badge>
}

const Receipt = (purchase: MyPayment) => (
  <a
    href={purchase.receipt_url}
    download={`receipt-${purchase.id}.pdf`}
    aria-label={`Receipt (PDF) for ${titleOf(purchase)}, ${showDay(purchase.paid_at)}`}
  >
    Receipt (PDF)
  </a>
)
