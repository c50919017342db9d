import { listAllPayments, readAnyPayment, refundPayment } from '#payments/admin.contract.ts'
import { failed } from '#platform/web/action.ts'
import { ApiError } from '#platform/web/api.ts'
import { answered } from '#platform/web/client-action.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDollars, showNumber } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { PastLast } from '#platform/web/ui/past-last.tsx'
import type { Route } from './+types/payments-page.ts'
import { addressOf, filterIn } from './payment-filter.ts'
import { PaymentFilters } from './payment-filters.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { PaymentTable } from './payment-table.tsx'
import css from './payments-page.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Payments' }]

/** A payment in the address that does not exist leaves the list alone. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { filter, page, payment } = filterIn(new URL(request.url).searchParams)
  const [{ items, total, page_size }, open] = await Promise.all([
    api(listAllPayments, { query: { ...filter, page } }),
    payment === undefined ? undefined : api(readAnyPayment, { params: { id: payment } }).catch(nothingFound)
  ])
  return { items, total, pages: Math.ceil(total / page_size), page, filter, open }
}

function nothingFound(error: unknown): undefined {
  const status = error instanceof ApiError || error instanceof Response ? error.status : 0
  if (status !== 404 && status !== 422 && status !== 400) throw error
}

const FAILED = 'The refund could not be sent. Please try again: it never happens twice.'

export async function action({ request, context }: Route.ActionArgs) {
  const { id = '', reason = '' } = Object.fromEntries(await request.formData()) as Record<string, string>
  try {
    const payment = await context.get(apiContext)(refundPayment, { params: { id }, body: { reason } })
    if (payment.refund_status) return { done: 'The refund is asked for. PayPal has not finished it yet.' }
    return { done: `${showDollars(payment.refunded_cents)} went back to ${payment.client_name}.` }
  } catch (error) {
    return failed(error, FAILED)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => answered(sent, { failed: FAILED })

export default function PaymentsPage({ loaderData: { items, total, pages, page, filter, open } }: Route.ComponentProps) {
  return (
    <Page
      title="Payments"
      intro="What clients paid, what went back, and how the books hold it. Days are California’s."
      actions={<LinkButton to="/admin/reports">Reports</LinkButton>}
    >
      <PaymentFilters filter={filter} />
      <div className={open ? css['beside'] : undefined}>
        <div className={css['list']}>
          {items.length === 0 && total > 0 ? (
            <PastLast of="payments" to={addressOf(filter)} />
          ) : items.length === 0 ? (
            <EmptyState title="No payments found.">
              {Object.values(filter).some(Boolean)
                ? 'Try another word, or fewer filters.'
                : 'Each appears here as soon as a client begins to pay.'}
            </EmptyState>
          ) : (
            <PaymentTable payments={items} open={open?.id} to={(id) => addressOf(filter, { page, payment: id })} />
          )}
          {total > 0 && (
            <Pagination
              label="Pages of payments"
              page={page}
              pages={pages}
              to={(to) => addressOf(filter, { page: to })}
              note={` • ${showNumber(total)} total`}
            />
          )}
        </div>
        {open && <PaymentPanel payment={open} closed={addressOf(filter, { page })} />}
      </div>
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Payments" title="Failed to load payments." />
}
