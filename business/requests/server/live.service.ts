import type { Ctx, StreamEvent } from '#platform/server/index.ts'
import type { TimelineKind } from '../rules.ts'
import * as events from './events.queries.ts'
import { findMessagesAt } from './messages.queries.ts'
import { withAttachments } from './messages.service.ts'
import { presentEvent } from './present.ts'

export const EVENTS_AT_ONCE = 100

/** What a browser listens for. */
const NAMES = {
  submitted: 'status',
  status: 'status',
  cancelled: 'status',
  assigned: 'assignment',
  unassigned: 'assignment',
  edited: 'edited'
} as const satisfies Record<TimelineKind, string>

type Asked = events.Viewer & { after: number; now: Date }

/** What came after a position, at most EVENTS_AT_ONCE; 'shut out' for a viewer who may read no more, or of a request that is gone. */
export async function eventsSince(db: Ctx['db'], asked: Asked): Promise<StreamEvent[] | 'shut out'> {
  const rows = await events.findEventsFor(db, { ...asked, most: EVENTS_AT_ONCE })
  if (rows.length === 0) return (await events.findLetIn(db, [asked], asked.now)).size > 0 ? [] : 'shut out'
  const positions = rows.filter(({ kind }) => kind === 'message').map(({ position }) => position)
  const written = await withAttachments({ db }, await findMessagesAt(db, asked.request_id, positions))
  const messages = new Map(written.map((message) => [message.position, message]))
  return rows.map((row) => {
    const id = row.position
    if (row.kind === 'message') return { id, event: 'message', data: messages.get(id) }
    return { id, event: NAMES[row.kind], data: presentEvent(row) }
  })
}
