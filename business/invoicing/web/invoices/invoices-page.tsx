import { Link, redirect, useSearchParams } from 'react-router'
import { addressWith, pageIn } from '#platform/web/list-address.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDay, showDollars } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { type Column, Table } from '#platform/web/ui/table.tsx'
import { type ListedInvoice, listMyInvoices } from '../../contract.ts'
import type { Route } from './+types/invoices-page.ts'
import { Files, InvoiceNumber, kindOf, signedTotal } from './invoice-words.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Invoices' }]

const addressOf = (page: number): string => addressWith('/invoices', { page })

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageIn(new URL(request.url).searchParams)
  const list = await context.get(apiContext)(listMyInvoices, { query: { page } })
  const pages = Math.max(1, Math.ceil(list.total / list.page_size))
  if (page > pages) throw redirect(addressOf(pages))
  return { ...list, pages }
}

const COLUMNS: readonly Column<ListedInvoice>[] = [
  { head: 'Number', kind: 'title', cell: (invoice) => <InvoiceNumber {...invoice} /> },
  { head: 'Kind', cell: kindOf },
  { head: 'For', cell: ({ description }) => description },
  { head: 'Date', kind: 'date', cell: ({ issued_at }) => showDay(issued_at) },
  { head: 'Tax', kind: 'number', cell: ({ tax_cents }) => showDollars(tax_cents) },
  { head: 'Total', kind: 'number', cell: signedTotal },
  { head: 'Files', cell: (invoice) => <Files {...invoice} /> },
  { head: '', kind: 'actions', cell: (invoice) => <Correct {...invoice} /> }
]

const Correct = ({ number, correctable_until }: ListedInvoice) =>
  correctable_until && (
    <Link to={`/invoices/${number}/correct`} aria-label={`Correct the billing details of ${number}`}>
      Correct
    </Link>
  )

export default function InvoicesPage({ loaderData: { items, page, pages } }: Route.ComponentProps) {
  const corrected = useSearchParams()[0].get('corrected')
  return (
    <Page
      title="Invoices"
      intro="An invoice for each payment, and a credit note for each refund. Each PDF holds the invoice as data, too."
      actions={<LinkButton to="/user/billing">Billing details</LinkButton>}
    >
      <Stack gap={4}>
        {corrected && <Notice tone="good">The corrected invoice is {corrected}. The first one was credited.</Notice>}
        {items.length === 0 ? (
          <EmptyState drawing="wallet" title="No invoices yet." action={<LinkButton to="/">Explore assets</LinkButton>}>
            What you pay for appears here with its invoice.
          </EmptyState>
        ) : (
          <Table caption="Your invoices" columns={COLUMNS} rows={items} rowKey={({ number }) => number} />
        )}
        {pages > 1 && <Pagination label="Pages of invoices" page={page} pages={pages} to={addressOf} />}
      </Stack>
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Invoices" title="Failed to load your invoices." />
}
