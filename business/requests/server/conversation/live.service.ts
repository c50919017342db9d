import type { Ctx, StreamEvent } from '#platform/server/index.ts'
import type { TimelineKind } from '../../rules.ts'
import { presentEvent } from '../present.ts'
import * as events from './events.queries.ts'
import { findMessagesAt } from './messages.queries.ts'
import { withAttachments } from './messages.service.ts'

export const EVENTS_PER_QUERY = 100

/** Event names that browsers listen for. */
const EVENT_NAMES = {
  submitted: 'status',
  status: 'status',
  cancelled: 'status',
  assigned: 'assignment',
  unassigned: 'assignment',
  edited: 'edited'
} as const satisfies Record<TimelineKind, string>

type Query = events.Viewer & { after: number; now: Date }

/** Returns the events after a position, at most EVENTS_PER_QUERY. Returns 'no_access' if the viewer may no longer read the request or it was deleted. */
export async function eventsSince(db: Ctx['db'], query: Query): Promise<StreamEvent[] | 'no_access'> {
  const rows = await events.findEventsFor(db, { ...query, most: EVENTS_PER_QUERY })
  if (rows.length === 0) return (await events.findWithAccess(db, [query], query.now)).size > 0 ? [] : 'no_access'
  const positions = rows.filter(({ kind }) => kind === 'message').map(({ position }) => position)
  const written = await withAttachments({ db }, await findMessagesAt(db, query.request_id, positions))
  const messages = new Map(written.map((message) => [message.position, message]))
  return rows.map((row) => {
    const id = row.position
    if (row.kind === 'message') return { id, event: 'message', data: messages.get(id) }
    return { id, event: EVENT_NAMES[row.kind], data: presentEvent(row) }
  })
}
