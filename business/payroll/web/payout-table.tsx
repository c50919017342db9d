import { useMayChange } from '#platform/web/grants.tsx'
import { showDay, showDollars } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { DeskTable } from '#platform/web/ui/desk-table/desk-table.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import type { Column } from '#platform/web/ui/table.tsx'
import type { Payout } from '../payouts.contract.ts'
import { isReversible, METHOD_NAMES } from '../rules.ts'

const COLUMNS: readonly Column<Payout>[] = [
  { head: 'Paid on', kind: 'date', cell: ({ paid_at }) => showDay(paid_at) },
  { head: 'Method', cell: ({ payment_method }) => METHOD_NAMES[payment_method] },
  { head: 'Reference', cell: ({ reference_number }) => reference_number ?? '–' },
  { head: 'Notes', cell: ({ notes }) => notes ?? '–' },
  { head: 'Amount', kind: 'number', cell: ({ amount_cents }) => showDollars(amount_cents) }
]

const RECORDER: Column<Payout> = { head: 'Recorded by', cell: ({ recorded_by }) => recorded_by ?? '–' }

const reversalColumn = (to: (payout: Payout) => string): Column<Payout> => ({
  head: '',
  kind: 'actions',
  cell: (payout) => {
    if (payout.reversed_by !== null) return <Badge tone="quiet">Reversed</Badge>
    if (!isReversible(payout)) return <Badge tone="warn">Reversal</Badge>
    return (
      <LinkButton to={to(payout)} kind="quiet" small aria-label={`Reverse the payout of ${showDollars(payout.amount_cents)}`}>
        Reverse
      </LinkButton>
    )
  }
})

type PayoutTableProps = {
  list: { items: Payout[]; total: number; page: number; page_size: number }
  /** The URL of a page. */
  to: (page: number) => string
  /** For admins: the URL at which a payout can be reversed. */
  reverseTo?: (payout: Payout) => string
}

/** The payouts of one artist. Only admins see who recorded them. */
export function PayoutTable({ list: { items, total, page, page_size }, to, reverseTo }: PayoutTableProps) {
  const isForAdmins = items.some(({ recorded_by }) => recorded_by !== null)
  const mayChange = useMayChange()
  const columns = isForAdmins ? COLUMNS.toSpliced(4, 0, RECORDER) : [...COLUMNS]
  if (reverseTo && mayChange('finance')) columns.push(reversalColumn(reverseTo))
  return (
    <>
      <DeskTable
        name="payouts"
        caption="Payouts"
        rows={items}
        rowKey={({ id }) => id}
        columns={columns}
        empty={
          total > 0 ? (
            <PastLast of="payouts" to={to(1)} />
          ) : (
            <EmptyState
              drawing="wallet"
              title="No payouts yet."
              action={<LinkButton to="/admin/employee-payouts">Show what is owed</LinkButton>}
            />
          )
        }
      />
      {total > page_size && <Pagination label="Pages of payouts" page={page} pages={Math.ceil(total / page_size)} to={to} />}
    </>
  )
}
