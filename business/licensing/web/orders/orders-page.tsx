import { Link, redirect } from 'react-router'
import { addressWith, pageIn } from '#platform/web/list-address.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDay, showDollars, showNumber } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { type Column, Table } from '#platform/web/ui/table.tsx'
import { listOrders, type Order } from '../../orders.contract.ts'
import { LibraryTabs } from '../library-tabs.tsx'
import type { Route } from './+types/orders-page.ts'
import { ORDER_TONES, stateOf, titleOf } from './order-words.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Orders' }]

const addressOf = (page: number): string => addressWith('/orders', { page })

/** A checkout that was given up, also for another one with a coupon, is no purchase. Its page stays. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageIn(new URL(request.url).searchParams)
  const list = await context.get(apiContext)(listOrders, { query: { page, without: 'failed' } })
  const pages = Math.max(1, Math.ceil(list.total / list.page_size))
  if (page > pages) throw redirect(addressOf(pages))
  return { ...list, pages }
}

const COLUMNS: readonly Column<Order>[] = [
  { head: 'Order', kind: 'title', cell: (order) => <Link to={`/orders/${order.order_id}`}>{titleOf(order)}</Link> },
  { head: 'Date', kind: 'date', cell: ({ created_at }) => showDay(created_at) },
  { head: 'Licenses', kind: 'number', cell: ({ lines }) => showNumber(lines.length) },
  { head: 'Status', cell: (order) => <Badge tone={ORDER_TONES[order.status]}>{stateOf(order)}</Badge> },
  { head: 'Total', kind: 'number', cell: ({ total_cents }) => showDollars(total_cents) },
  { head: 'Payment', cell: (order) => <Receipt {...order} /> }
]

function Receipt(order: Order) {
  if (order.checkout_url) return <Link to={order.checkout_url}>Pay now</Link>
  if (!order.receipt_url) return '–'
  return (
    <a href={order.receipt_url} download={`receipt-${order.payment_id}.pdf`} aria-label={`Receipt (PDF) for ${titleOf(order)}`}>
      Receipt (PDF)
    </a>
  )
}

export default function OrdersPage({ loaderData: { items, page, pages } }: Route.ComponentProps) {
  return (
    <Page title="Orders" intro="What you bought together, line by line, with receipts.">
      <LibraryTabs current="/orders" />
      {items.length === 0 ? (
        <EmptyState drawing="wallet" title="No orders yet." action={<LinkButton to="/">Explore assets</LinkButton>}>
          Each purchase of licenses appears here, with its lines and its receipt.
        </EmptyState>
      ) : (
        <Table caption="Your orders" columns={COLUMNS} rows={items} rowKey={({ order_id }) => order_id} />
      )}
      {pages > 1 && <Pagination label="Pages of orders" page={page} pages={pages} to={addressOf} />}
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Orders" title="Failed to load your orders." />
}
