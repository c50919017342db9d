import { Form } from 'react-router'
import { showNumber } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { Table } from '#platform/web/ui/table.tsx'
import type { Operations, WebhookEvent } from '../contract.ts'
import { Reason } from './failed-jobs.tsx'
import css from './operations-page.module.css'

type WebhookEventsProps = { events: Operations['webhook_events']; busy: string | undefined }

export function WebhookEvents({ events: { unprocessed, items }, busy }: WebhookEventsProps) {
  return (
    <section className={css['section']} aria-labelledby="events">
      <h2 id="events">PayPal’s events that are not processed</h2>
      <Table
        caption="PayPal’s events that are not processed"
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          { head: 'Event', kind: 'title', cell: (event) => <EventName event={event} /> },
          { head: 'Received', kind: 'date', cell: ({ received_at }) => <Moment iso={received_at} /> },
          { head: 'Tries', kind: 'number', cell: ({ attempts }) => showNumber(attempts) },
          { head: 'Reason', cell: ({ reason }) => <Reason text={reason} /> },
          { head: '', kind: 'actions', cell: (event) => <ProcessAgain event={event} busy={busy === event.id} /> }
        ]}
        empty={<p className={css['none']}>Every event is processed. One that waits or fails appears here.</p>}
      />
      {unprocessed > items.length && (
        <p className={css['none']}>
          The oldest {showNumber(items.length)} of {showNumber(unprocessed)} are shown.
        </p>
      )}
    </section>
  )
}

const EventName = ({ event: { id, event_type } }: { event: WebhookEvent }) => (
  <span className={css['name']}>
    {event_type}
    <code>{id}</code>
  </span>
)

function ProcessAgain({ event: { id, event_type }, busy }: { event: WebhookEvent; busy: boolean }) {
  return (
    <Form method="post" action="/admin/operations" preventScrollReset>
      <input type="hidden" name="intent" value="process-again" />
      <input type="hidden" name="id" value={id} />
      <Button type="submit" small busy={busy} aria-label={`Process again: ${event_type} ${id}`}>
        Process again
      </Button>
    </Form>
  )
}
