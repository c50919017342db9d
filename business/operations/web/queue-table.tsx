import { showNumber } from '#platform/web/show.ts'
import { Table } from '#platform/web/ui/table.tsx'
import type { Queue } from '../contract.ts'
import { durationText, queueTitle } from '../rules.ts'
import css from './operations-page.module.css'
import { QueueName } from './queue-name.tsx'

type QueueTableProps = { queues: readonly Queue[]; readAt: string }

const isIdle = ({ waiting, running, failed }: Queue): boolean => waiting + running + failed === 0

/** Queues with jobs come first; the others are in a disclosure. */
export function QueueTable({ queues, readAt }: QueueTableProps) {
  const sorted = queues.toSorted((a, b) => queueTitle(a.name).localeCompare(queueTitle(b.name), 'en'))
  const idle = sorted.filter(isIdle)
  return (
    <>
      <Rows
        caption="Queues with jobs"
        queues={sorted.filter((queue) => !isIdle(queue))}
        readAt={readAt}
        empty="No queue has jobs at the moment."
      />
      {idle.length > 0 && (
        <details className={css['idle']}>
          <summary>
            {showNumber(idle.length)} {idle.length === 1 ? 'queue is' : 'queues are'} empty
          </summary>
          <Rows caption="Empty queues" queues={idle} readAt={readAt} empty="" />
        </details>
      )}
    </>
  )
}

function Rows({ caption, queues, readAt, empty }: QueueTableProps & { caption: string; empty: string }) {
  return (
    <Table
      caption={caption}
      rows={queues}
      rowKey={({ name }) => name}
      columns={[
        { head: 'Queue', kind: 'title', cell: ({ name }) => <QueueName name={name} /> },
        { head: 'Waiting', kind: 'number', cell: ({ waiting }) => <Count value={waiting} /> },
        { head: 'Oldest', kind: 'number', cell: ({ oldest }) => <Oldest since={oldest} readAt={readAt} /> },
        { head: 'Running', kind: 'number', cell: ({ running }) => <Count value={running} /> },
        { head: 'Failed', kind: 'number', cell: ({ failed }) => <Count value={failed} bad /> }
      ]}
      empty={<p className={css['none']}>{empty}</p>}
    />
  )
}

function Count({ value, bad }: { value: number; bad?: boolean }) {
  return <span className={value === 0 ? css['zero'] : bad ? css['bad'] : undefined}>{showNumber(value)}</span>
}

function Oldest({ since, readAt }: { since: string | null; readAt: string }) {
  if (since === null) return <span className={css['zero']}>–</span>
  const ms = Date.parse(readAt) - Date.parse(since)
  return <time dateTime={since}>{ms < 60_000 ? 'just now' : durationText(ms)}</time>
}
