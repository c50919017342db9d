import { listAllPayments, readAnyPayment, refundPayment } from '#payments/admin.contract.ts'
import { failed } from '#platform/web/action.ts'
import { ApiError } from '#platform/web/api.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { textFields } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDollars, showNumber } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import type { Route } from './+types/payments-page.ts'
import { addressOf, csvAddressOf, filterIn } from './payment-filter.ts'
import { PaymentFilters } from './payment-filters.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { PaymentTable } from './payment-table.tsx'
import css from './payments-page.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Payments' }]

/** If the address names a payment that does not exist, only the list is shown. */
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

const FAILED = 'The refund could not be sent. Please try again: a payment is never refunded twice.'

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const { id = '', reason = '' } = textFields(form)
  const line_ids = form.getAll('line_ids').map(String)
  try {
    const body = { reason, ...(line_ids.length > 0 && { line_ids }) }
    const payment = await context.get(apiContext)(refundPayment, { params: { id }, body })
    if (payment.refund_status) return { done: 'The refund was requested. PayPal has not finished it yet.' }
    return { done: `${showDollars(payment.refunded_cents)} was refunded to ${payment.client_name}.` }
  } catch (error) {
    return failed(error, FAILED)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

export default function PaymentsPage({ loaderData: { items, total, pages, page, filter, open } }: Route.ComponentProps) {
  return (
    <Page
      title="Payments"
      intro="Client payments with their refunds and ledger entries. Dates are in California time."
      actions={
        <>
          <LinkButton to={csvAddressOf(filter)} reloadDocument download aria-label="Download these payments as CSV">
            <IconDownload size={18} aria-hidden="true" />
            CSV
          </LinkButton>
          <LinkButton to="/admin/reports">Reports</LinkButton>
        </>
      }
    >
      <PaymentFilters filter={filter} />
      <div className={open ? css['beside'] : undefined}>
        <div className={css['list']}>
          {items.length === 0 && total > 0 ? (
            <PastLast of="payments" to={addressOf(filter)} />
          ) : items.length === 0 ? (
            <NoPayments isFiltered={Object.values(filter).some(Boolean)} />
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

const NoPayments = ({ isFiltered }: { isFiltered: boolean }) => (
  <EmptyState
    drawing="wallet"
    title="No payments found."
    action={isFiltered ? <LinkButton to="/admin/payments">Show all payments</LinkButton> : <LinkButton to="/">Open the shop</LinkButton>}
  >
    {isFiltered ? 'Try other words or fewer filters.' : 'A payment appears here as soon as a client starts to pay.'}
  </EmptyState>
)

export function ErrorBoundary() {
  return <LoadFailed page="Payments" title="Failed to load payments." />
}
