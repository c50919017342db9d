import type { BusinessEvent, Events } from '#platform/server/events.ts'
import type { Ctx, Tx } from '#platform/server/index.ts'
import { PER_PERSON } from './deliver.queries.ts'
import { DELIVER } from './job-names.ts'
import { insertDeliveries } from './publish.queries.ts'
import './ports.ts'

/** Statements stay of a bounded size, however many events one act makes. */
const AT_ONCE = 1000

/** One delivery for each event and active webhook of its person that asked for it. Without such a webhook, one statement finds none. */
async function publish(work: Ctx<Tx>, events: readonly BusinessEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += AT_ONCE) await publishSome(work, events.slice(from, from + AT_ONCE))
}

async function publishSome({ db, now, ports }: Ctx<Tx>, events: readonly BusinessEvent[]): Promise<void> {
  const timestamp = now.toISOString()
  const rows = events.map(({ type, to, data }) => ({ type, to, body: JSON.stringify({ type, timestamp, data }) }))
  const people = await insertDeliveries(db, rows, now)
  const counts = Map.groupBy(people, (user_id) => user_id)
  // Each job makes one attempt and sends the next: more jobs than attempts at the same time would find nothing to do.
  for (const [user_id, { length }] of counts)
    for (let index = 0; index < Math.min(length, PER_PERSON); index += 1) await ports.jobs.send(db, DELIVER, { user_id })
}

/** The port through which other parts say what happened. */
export const events: Events = { publish }
