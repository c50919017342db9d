import type { Ctx, Db } from '#platform/server/index.ts'
import * as queries from '../webhooks/webhooks.queries.ts'
import { process } from '../webhooks/webhooks.service.ts'

/** Until then, an event's own job may still be processing it. */
const PATIENCE_MS = 5 * 60_000
const MAX_PER_RUN = 200
/** When PayPal is slow, the rest waits for the next run. */
const MAX_RUN_MS = 5 * 60_000

const longAgo = (now: Date): Date => new Date(now.getTime() - PATIENCE_MS)

/** Tries events again that were received but not processed, oldest first. One that fails does not stop the others; all errors are thrown at the end. */
export async function processWaitingEvents(ctx: Ctx, stopping?: AbortSignal): Promise<void> {
  const { db, now } = ctx
  const due = await queries.findDueEvents(db, { now, received_before: longAgo(now), limit: MAX_PER_RUN })
  const errors: unknown[] = []
  const end = performance.now() + MAX_RUN_MS
  for (const { id } of due) {
    if (performance.now() > end || stopping?.aborted) break
    await process(ctx, id).catch((cause: unknown) => errors.push(new Error(`The event ${id} failed.`, { cause })))
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${due.length} waiting PayPal events failed.`)
}

export type UnprocessedEvent = { id: string; event_type: string; received_at: Date; attempts: number; reason: string | null }

/** Finds the events that are not processed yet although they were received more than five minutes ago, oldest first. */
export const findUnprocessedEvents = (db: Db, { now, limit }: { now: Date; limit: number }): Promise<UnprocessedEvent[]> =>
  queries.findUnprocessed(db, { received_before: longAgo(now), limit })

export const countUnprocessedEvents = (db: Db, now: Date): Promise<number> => queries.countUnprocessed(db, longAgo(now))
