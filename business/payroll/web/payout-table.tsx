import { showDay, showDollars } from '#platform/web/show.ts'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { type Column, Table } from '#platform/web/ui/table.tsx'
import type { Payout } from '../payouts.contract.ts'
import { METHOD_NAMES } from '../rules.ts'

const COLUMNS: readonly Column<Payout>[] = [
  { head: 'Paid on', kind: 'date', cell: ({ paid_at }) => showDay(paid_at) },
  { head: 'Method', cell: ({ payment_method }) => METHOD_NAMES[payment_method] },
  { head: 'Reference', cell: ({ reference_number }) => reference_number ?? '–' },
  { head: 'Notes', cell: ({ notes }) => notes ?? '–' },
  { head: 'Amount', kind: 'number', cell: ({ amount_cents }) => showDollars(amount_cents) }
]

const RECORDER: Column<Payout> = { head: 'Recorded by', cell: ({ recorded_by }) => recorded_by ?? '–' }

/** The payouts of one artist, newest first; who recorded them is for admins. */
export function PayoutTable({ payouts }: { payouts: Payout[] }) {
  const isAdmins = payouts.some(({ recorded_by }) => recorded_by !== null)
  return (
    <Table
      caption="Payouts"
      rows={payouts}
      rowKey={({ id }) => id}
      columns={isAdmins ? COLUMNS.toSpliced(4, 0, RECORDER) : COLUMNS}
      empty={<EmptyState title="No payouts yet." />}
    />
  )
}
