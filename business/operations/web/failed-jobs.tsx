import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { showNumber } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { DeleteDialog } from '#platform/web/ui/feedback/delete-dialog.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { Table } from '#platform/web/ui/table.tsx'
import type { FailedJob, Operations } from '../contract.ts'
import { queueTitle } from '../rules.ts'
import css from './operations-page.module.css'
import { QueueName } from './queue-name.tsx'

interface FailedJobsProps {
  jobs: Operations['failed_jobs']
  /** The list shows the jobs that failed before this moment. */
  before: string | undefined
  /** The job that the address asks to delete. */
  asked: FailedJob | undefined
  /** The id of the job or event whose form is on its way. */
  busy: string | undefined
  /** Whether a job was just run again or deleted. */
  isDone: boolean
}

export function FailedJobs({ jobs: { items, next }, before, asked, busy, isDone }: FailedJobsProps) {
  const [toDelete, setToDelete] = useState<FailedJob>()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button that was pressed is gone with its row.
    if (isDone && !busy && document.activeElement === document.body) title.current?.focus({ preventScroll: true })
  }, [isDone, busy])
  return (
    <section className={css['section']} aria-labelledby="failed-jobs">
      <h2 id="failed-jobs" ref={title} tabIndex={-1}>
        Failed jobs
      </h2>
      {asked && <DeleteQuestion job={asked} />}
      <Table
        caption="Failed jobs"
        rows={items}
        rowKey={({ id }) => id}
        selected={({ id }) => id === asked?.id}
        columns={[
          { head: 'Job', kind: 'title', cell: ({ queue }) => <QueueName name={queue} /> },
          { head: 'Failed', kind: 'date', cell: ({ failed_at }) => <Moment iso={failed_at} /> },
          { head: 'Reason', cell: ({ reason }) => <Reason text={reason} /> },
          {
            head: '',
            kind: 'actions',
            cell: (job) => <RowActions job={job} before={before} busy={busy === job.id} onDelete={setToDelete} />
          }
        ]}
        empty={
          <p className={css['none']}>
            {before ? 'No older job failed.' : 'No failed jobs. A job that fails for good appears here with its reason.'}
          </p>
        }
      />
      {(before || next) && (
        <Stack row gap={2}>
          {before && <LinkButton to="/admin/operations#failed-jobs">Newest</LinkButton>}
          {next && (
            <LinkButton to={`?${new URLSearchParams({ before: next })}#failed-jobs`}>
              Older than these {showNumber(items.length)}
            </LinkButton>
          )}
        </Stack>
      )}
      <DeleteDialog title="Delete this job?" sent={toDelete && { id: toDelete.id }} onClose={() => setToDelete(undefined)}>
        {consequence(toDelete)}
      </DeleteDialog>
    </section>
  )
}

const consequence = (job: FailedJob | undefined) =>
  job && `The work of “${queueTitle(job.queue)}” is not done, and the job cannot be brought back.`

export const Reason = ({ text }: { text: string | null }) => <span className={css['reason']}>{text ?? 'Not recorded'}</span>

type RowActionsProps = { job: FailedJob; before: string | undefined; busy: boolean; onDelete: (job: FailedJob) => void }

function RowActions({ job, before, busy, onDelete }: RowActionsProps) {
  const name = queueTitle(job.queue)
  return (
    <div className={css['actions']}>
      {job.can_run_again && (
        <Form method="post" action="/admin/operations" preventScrollReset>
          <input type="hidden" name="intent" value="run-again" />
          <input type="hidden" name="id" value={job.id} />
          <Button type="submit" small busy={busy} aria-label={`Run again: ${name}`}>
            Run again
          </Button>
        </Form>
      )}
      <LinkButton
        to={`?${new URLSearchParams({ ...(before && { before }), delete: job.id })}#failed-jobs`}
        small
        kind="danger"
        aria-label={`Delete: ${name}`}
        aria-haspopup="dialog"
        onClick={(event) => {
          event.preventDefault()
          onDelete(job)
        }}
      >
        Delete
      </LinkButton>
    </div>
  )
}

/** Asks in the page, for readers without JavaScript. */
function DeleteQuestion({ job }: { job: FailedJob }) {
  return (
    <Card aria-labelledby="delete-question">
      <Stack gap={3}>
        <h3 id="delete-question">Delete this job?</h3>
        <p>{consequence(job)}</p>
        <Form method="post" action="/admin/operations">
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="id" value={job.id} />
          <Stack row gap={2}>
            <LinkButton to="/admin/operations#failed-jobs">Keep it</LinkButton>
            <Button type="submit" kind="danger">
              Delete
            </Button>
          </Stack>
        </Form>
      </Stack>
    </Card>
  )
}
