import type { CouponDetail } from '#coupons/admin.contract.ts'
import { showDay, showDollars, showNumber } from '#platform/web/show.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { type Column, Table } from '#platform/web/ui/table.tsx'
import css from './coupons-page.module.css'

type Day = CouponDetail['uses_by_day'][number]

const COLUMNS: readonly Column<Day>[] = [
  { head: 'Day', kind: 'title', cell: ({ day }) => showDay(day) },
  { head: 'Uses', kind: 'number', cell: ({ uses }) => showNumber(uses) },
  { head: 'Taken off', kind: 'number', cell: ({ discount_cents }) => showDollars(discount_cents) }
]

/** The uses by day as bars, and as a table for everyone who wants the numbers. */
export function UsesOverTime({ days }: { days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(({ uses }) => uses))
  const [first, last] = [days[0], days.at(-1)]
  return (
    <Card aria-labelledby="uses">
      <Stack gap={3}>
        <h2 id="uses">Uses over time</h2>
        {!first || !last ? (
          <p>Nobody has used this coupon yet.</p>
        ) : (
          <>
            <div className={css['bars']} aria-hidden="true">
              {days.map(({ day, uses }) => (
                <span key={day} style={{ height: `${(100 * uses) / most}%` }} />
              ))}
            </div>
            <p className={css['ends']} aria-hidden="true">
              <span>{showDay(first.day)}</span>
              <span>{showDay(last.day)}</span>
            </p>
            <details>
              <summary>Show the numbers</summary>
              <Table caption="Uses by day, California time" columns={COLUMNS} rows={days.toReversed()} rowKey={({ day }) => day} />
            </details>
          </>
        )}
      </Stack>
    </Card>
  )
}
