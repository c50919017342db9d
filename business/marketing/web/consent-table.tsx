import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { type Column, Table } from '#platform/web/ui/table.tsx'
import type { ListedConsent } from '../contract.ts'
import { SOURCE_LABELS } from '../rules.ts'
import css from './marketing-page.module.css'

const COLUMNS: readonly Column<ListedConsent>[] = [
  { head: 'Email', kind: 'title', cell: ({ email }) => email },
  { head: 'Agreed', kind: 'date', cell: ({ agreed_at }) => <Moment iso={agreed_at} /> },
  { head: 'To these words', cell: ({ text }) => `“${text}”` },
  { head: 'Where', cell: ({ source }) => SOURCE_LABELS[source] }
]

export function ConsentTable({ consents, q }: { consents: readonly ListedConsent[]; q: string }) {
  return (
    <>
      <div className={css['bar']}>
        <FilterForm label="Search addresses" value={q} clear={q !== '' && '/admin/marketing'} />
        <LinkButton to="/api/admin/marketing.csv" reloadDocument download aria-label="Download all addresses as CSV">
          CSV
        </LinkButton>
      </div>
      <Table
        caption="Addresses that agreed to news"
        columns={COLUMNS}
        rows={consents}
        rowKey={({ email }) => email}
        empty={
          <EmptyState drawing="mail" title={q ? 'No addresses found.' : 'Nobody has agreed yet.'}>
            {q ? 'Try another part of the address.' : 'People agree when they download a free asset, or on their profile.'}
          </EmptyState>
        }
      />
    </>
  )
}
