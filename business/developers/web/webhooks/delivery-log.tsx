import { Form, useNavigation } from 'react-router'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { VisuallyHidden } from '#platform/web/ui/feedback/spinner.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { type Column, Table } from '#platform/web/ui/table.tsx'
import type { Delivery } from '../../webhooks.contract.ts'
import { DELIVERY_DAYS, type DeliveryState, FAILURES } from '../../webhooks.rules.ts'
import css from './webhooks.module.css'

const STATES: Record<DeliveryState, { tone: 'good' | 'warn' | 'bad'; words: string }> = {
  pending: { tone: 'warn', words: 'Waiting' },
  delivered: { tone: 'good', words: 'Delivered' },
  failed: { tone: 'bad', words: 'Failed' }
}

const COLUMNS: readonly Column<Delivery>[] = [
  { head: 'Event', kind: 'title', cell: ({ type }) => <code>{type}</code> },
  { head: 'Status', cell: (delivery) => <State {...delivery} /> },
  { head: 'Attempts', kind: 'number', cell: ({ attempts }) => attempts },
  { head: 'Answer', cell: ({ response_status, failure }) => response_status ?? (failure ? 'None' : '–') },
  { head: 'Time', kind: 'date', cell: ({ created_at }) => <Moment iso={created_at} /> },
  { head: '', kind: 'actions', cell: (delivery) => <SendAgain {...delivery} /> }
]

function State({ status, failure }: Delivery) {
  const { tone, words } = STATES[status]
  return (
    <>
      <Badge tone={tone}>{words}</Badge>
      {failure && <span className={css['failure']}>{FAILURES[failure]}</span>}
    </>
  )
}

function SendAgain({ id, type }: Delivery) {
  const busy = useNavigation().formData?.get('delivery_id') === id
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="send-again" />
      <input type="hidden" name="delivery_id" value={id} />
      <Button type="submit" small busy={busy}>
        Send again
        <VisuallyHidden> {type}</VisuallyHidden>
      </Button>
    </Form>
  )
}

type Props = { deliveries: readonly Delivery[]; page: number; pages: number; to: (page: number) => string }

/** What was sent to a webhook, newest first. */
export function DeliveryLog({ deliveries, page, pages, to }: Props) {
  const empty = (
    <EmptyState title="Nothing was sent yet.">Events that happen from now on appear here, and stay for {DELIVERY_DAYS} days.</EmptyState>
  )
  return (
    <>
      <Table caption="Deliveries" columns={COLUMNS} rows={deliveries} rowKey={({ id }) => id} empty={empty} />
      {pages > 1 && <Pagination label="Pages of deliveries" page={page} pages={pages} to={to} />}
    </>
  )
}
