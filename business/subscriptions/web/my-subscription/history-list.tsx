import { showDollars } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { Table } from '#platform/web/ui/table.tsx'
import type { HistoryItem } from '../../contract.ts'
import css from './my-subscription.module.css'

/** The history of the owner's plans, newest first. Each payment links to its numbered receipt. */
export function HistoryList({ items }: { items: readonly HistoryItem[] }) {
  return (
    <section className={css['history']} aria-labelledby="history">
      <h2 id="history">History</h2>
      <Table
        caption="History of your subscriptions"
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          { head: 'Event', kind: 'title', cell: ({ description }) => description },
          { head: 'Date', kind: 'date', cell: ({ happened_at }) => <Moment iso={happened_at} day /> },
          { head: 'Amount', kind: 'number', cell: ({ amount_cents }) => (amount_cents === null ? '–' : showDollars(amount_cents)) },
          { head: 'Receipt', cell: (item) => <Receipt item={item} /> }
        ]}
        empty={
          <EmptyState title="No events yet." action={<LinkButton to="/pricing">See plans</LinkButton>}>
            Payments and changes of your plan appear here, with their receipts.
          </EmptyState>
        }
      />
    </section>
  )
}

function Receipt({ item: { receipt_number, receipt_url } }: { item: HistoryItem }) {
  if (!receipt_number || !receipt_url) return '–'
  return (
    <a href={receipt_url} download>
      {receipt_number}
    </a>
  )
}
