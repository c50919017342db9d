import { showNumber } from '#platform/web/show.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { type Column, Table } from '#platform/web/ui/table.tsx'
import type { Reviewer } from '#submissions/appeals.contract.ts'
import css from './reviewers.module.css'

const COLUMNS: readonly Column<Reviewer>[] = [
  { head: 'Reviewer', kind: 'title', cell: ({ name }) => name },
  { head: 'Decided', kind: 'number', cell: ({ decided }) => showNumber(decided) },
  { head: 'Median time', kind: 'number', cell: ({ median_hours }) => showHours(median_hours) },
  { head: 'Overturned', kind: 'number', cell: ({ overturned }) => showNumber(overturned) }
]

/** What each reviewer decided, how long it took from the submission, and how many rejections an appeal overturned. */
export function Reviewers({ reviewers }: { reviewers: readonly Reviewer[] }) {
  return (
    <section aria-labelledby="reviewers" className={css['reviewers']}>
      <h2 id="reviewers">Reviewers</h2>
      <Card flush>
        <Table caption="Decisions by reviewer" columns={COLUMNS} rows={reviewers} rowKey={({ id }) => id} />
      </Card>
    </section>
  )
}

const MINUTES = 60
const DAY_HOURS = 24

/** Shows hours as minutes, hours, or days, whichever reads best. */
export function showHours(hours: number | null): string {
  if (hours === null) return '–'
  if (hours < 1) return `${Math.round(hours * MINUTES)} min`
  if (hours < 2 * DAY_HOURS) return `${showNumber(Math.round(hours))} h`
  return `${showNumber(Math.round(hours / DAY_HOURS))} days`
}
