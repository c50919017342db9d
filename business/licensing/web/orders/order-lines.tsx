import { Link } from 'react-router'
import { UNTITLED } from '#catalogue/rules.ts'
import { showDollars } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { type Column, Table } from '#platform/web/ui/table.tsx'
import type { Order } from '../../orders.contract.ts'
import { ORDER_STATE_NAMES } from '../../orders.rules.ts'
import { findLicenseType, LICENSE_NAMES } from '../../rules.ts'
import { ORDER_TONES } from './order-words.ts'

type Line = Order['lines'][number]

const licenseName = (text: string): string => {
  const type = findLicenseType(text)
  return type ? LICENSE_NAMES[type] : text
}

const COLUMNS: readonly Column<Line>[] = [
  { head: 'Asset', kind: 'title', cell: ({ asset_id, asset_title }) => <Link to={`/assets/${asset_id}`}>{asset_title || UNTITLED}</Link> },
  { head: 'License', cell: ({ license_type }) => licenseName(license_type) },
  { head: 'Status', cell: ({ status }) => <Badge tone={ORDER_TONES[status]}>{ORDER_STATE_NAMES[status]}</Badge> },
  { head: 'Price', kind: 'number', cell: ({ price_cents }) => showDollars(price_cents) }
]
const DISCOUNT: Column<Line> = {
  head: 'Discount',
  kind: 'number',
  cell: ({ discount_cents }) => (discount_cents > 0 ? `−${showDollars(discount_cents)}` : '–')
}
const TAX: Column<Line> = { head: 'Tax', kind: 'number', cell: ({ tax_cents }) => showDollars(tax_cents) }
const TOTAL: Column<Line> = { head: 'Total', kind: 'number', cell: ({ total_cents }) => showDollars(total_cents) }
const FILES: Column<Line> = { head: 'Files', cell: (line) => <Files {...line} /> }

function Files({ license_id, status, asset_title }: Line) {
  if (!license_id || status !== 'captured') return '–'
  return (
    <Link to={`/client/licenses/${license_id}/download`} aria-label={`Download ${asset_title || UNTITLED}`}>
      Download
    </Link>
  )
}

/** The lines of an order. Columns that would be empty are left out. */
export function OrderLines({ lines }: { lines: readonly Line[] }) {
  const has = {
    discount: lines.some(({ discount_cents }) => discount_cents > 0),
    tax: lines.some(({ tax_cents }) => tax_cents > 0),
    files: lines.some(({ license_id }) => license_id !== null)
  }
  const columns = [
    ...COLUMNS,
    ...(has.discount ? [DISCOUNT] : []),
    ...(has.tax ? [TAX] : []),
    ...(has.discount || has.tax ? [TOTAL] : []),
    ...(has.files ? [FILES] : [])
  ]
  return <Table caption="Lines of this order" columns={columns} rows={lines} rowKey={({ line_id }) => line_id} />
}
