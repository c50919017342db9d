import { addressWith, choiceIn, pageIn, searchIn } from '#platform/web/list-address.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDay, showDollars, showNumber } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { DeskTable } from '#platform/web/ui/desk-table/desk-table.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import type { Column } from '#platform/web/ui/table.tsx'
import { type AnyInvoice, listInvoices } from '../../admin.contract.ts'
import { dayOf } from '../../calendar.ts'
import { DOCUMENT_KINDS, KIND_NAMES } from '../../rules.ts'
import { Files, InvoiceNumber, kindOf, signedTotal } from '../invoices/invoice-words.tsx'
import type { Route } from './+types/invoices-page.ts'
import css from './desk.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Invoices' }]

const KINDS = [{ value: '', label: 'Everything' }, ...DOCUMENT_KINDS.map((value) => ({ value, label: `${KIND_NAMES[value]}s` }))]

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const filter = { q: searchIn(params), kind: choiceIn(params, 'kind', DOCUMENT_KINDS) }
  const page = pageIn(params)
  const { items, total, page_size } = await context.get(apiContext)(listInvoices, { query: { ...filter, page } })
  return { items, total, page, pages: Math.ceil(total / page_size), filter, today: dayOf(new Date()) }
}

const addressOf = (filter: Route.ComponentProps['loaderData']['filter'], page?: number) =>
  addressWith('/admin/invoices', { ...filter, page })

const COLUMNS: readonly Column<AnyInvoice>[] = [
  { head: 'Number', kind: 'title', cell: (invoice) => <InvoiceNumber {...invoice} /> },
  { head: 'Kind', cell: kindOf },
  { head: 'Buyer', cell: ({ buyer }) => buyer },
  { head: 'Client', cell: ({ client_name, client_email }) => client_email ?? client_name },
  { head: 'Date', kind: 'date', cell: ({ issued_at }) => showDay(issued_at) },
  { head: 'Tax', kind: 'number', cell: ({ tax_cents }) => showDollars(tax_cents) },
  { head: 'Total', kind: 'number', cell: signedTotal },
  { head: 'Files', cell: (invoice) => <Files {...invoice} /> }
]

export default function InvoicesPage({ loaderData: { items, total, page, pages, filter, today } }: Route.ComponentProps) {
  const isFiltered = Boolean(filter.q || filter.kind)
  return (
    <Page
      title="Invoices"
      intro="Every invoice and credit note, as it was issued. Dates are in California time."
      actions={<LinkButton to="/admin/tax-rates">Tax rates</LinkButton>}
    >
      <FilterForm className={css['filters']} value={filter.q} placeholder="Number, buyer, or email" clear={isFiltered && '/admin/invoices'}>
        {({ chosen }) => <Select label="Kind" name="kind" options={KINDS} defaultValue={filter.kind ?? ''} onChange={chosen} />}
      </FilterForm>
      <Exports today={today} />
      {items.length === 0 && total > 0 ? (
        <PastLast of="invoices" to={addressOf(filter)} />
      ) : (
        <DeskTable
          name="invoices"
          caption="Invoices and credit notes"
          columns={COLUMNS}
          rows={items}
          rowKey={({ number }) => number}
          empty={<NoInvoices isFiltered={isFiltered} />}
        />
      )}
      {total > 0 && (
        <Pagination
          label="Pages of invoices"
          page={page}
          pages={pages}
          to={(to) => addressOf(filter, to)}
          note={` • ${showNumber(total)} total`}
        />
      )}
    </Page>
  )
}

/** For accountants. Plain forms, because their answers are files. */
function Exports({ today }: { today: string }) {
  return (
    <div className={css['exports']}>
      <form action="/api/admin/invoices.csv" className={css['export']}>
        <TextField label="From" name="start" type="date" required defaultValue={`${today.slice(0, 7)}-01`} />
        <TextField label="Before" name="end" type="date" />
        <Button type="submit">Download CSV</Button>
      </form>
      <form action="/api/admin/invoices.zip" className={css['export']}>
        <TextField
          label="Month"
          name="month"
          type="month"
          required
          pattern="\d{4}-\d{2}"
          placeholder="2026-01"
          defaultValue={today.slice(0, 7)}
        />
        <Button type="submit">Download ZIP of PDFs</Button>
      </form>
    </div>
  )
}

const NoInvoices = ({ isFiltered }: { isFiltered: boolean }) => (
  <EmptyState
    drawing="wallet"
    title="No invoices found."
    action={isFiltered ? <LinkButton to="/admin/invoices">Show all invoices</LinkButton> : undefined}
  >
    {isFiltered ? 'Try other words or fewer filters.' : 'An invoice appears here as soon as a client has paid.'}
  </EmptyState>
)

export function ErrorBoundary() {
  return <LoadFailed page="Invoices" title="Failed to load invoices." />
}
