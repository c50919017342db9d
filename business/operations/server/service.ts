import { audit } from '#accounts/server/index.ts'
import { findUnprocessedEvents, PROCESS_EVENT } from '#payments/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import {
  type Ctx,
  type DeadJob,
  deleteDeadJob,
  findDeadJobs,
  inTransaction,
  lockDeadJob,
  MAIL_QUEUES,
  refuse,
  runAgain,
  signedIn,
  type Tx
} from '#platform/server/index.ts'
import { withoutPrivateText } from '#platform/server/jobs/reason.ts'
import {
  type deleteFailedJob,
  type processEventAgain as processEvent,
  type readOperations,
  refusals,
  type runJobAgain as runJob
} from '../contract.ts'
import { queueTitle } from '../rules.ts'
import * as events from './events.queries.ts'
import { type Measures, measure } from './measure.service.ts'
import * as queries from './queries.ts'

const LISTED_JOBS = 25
const LISTED_EVENTS = 50

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z),([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Reads a cursor of the failed jobs. Undefined: the first page. */
function cursorIn(text: string | undefined): { failed_at: Date; id: string } | undefined {
  const [, at = '', id] = CURSOR.exec(text ?? '') ?? []
  const failed_at = new Date(at)
  return id === undefined || Number.isNaN(failed_at.getTime()) ? undefined : { failed_at, id }
}

const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null
const cleaned = (reason: string | null): string | null => reason && withoutPrivateText(reason)

export async function read(ctx: Ctx, { before }: Received<typeof readOperations>['query']): Promise<Answer<typeof readOperations>> {
  const { db, now, ports } = ctx
  const after = cursorIn(before)
  const [measures, dead, unprocessed, versions] = await Promise.all([
    measure(ctx),
    findDeadJobs(db, { limit: LISTED_JOBS + 1, ...(after && { before: after }) }),
    findUnprocessedEvents(db, { now, limit: LISTED_EVENTS }),
    queries.findVersions(db)
  ])
  const { problems, queues, mails, disk, store_is_reachable, backup } = measures
  return {
    read_at: now.toISOString(),
    problems,
    queues: queues.map(({ oldest_waiting_at, failing_since: _since, ...queue }) => ({ ...queue, oldest: iso(oldest_waiting_at) })),
    failed_jobs: presentJobs(dead),
    mail_failures: { retrying: mails.retrying, failed: failedMails(queues), reason: cleaned(mails.reason) },
    webhook_events: { unprocessed: measures.unprocessed, items: unprocessed.map(presentEvent) },
    disk: disk ?? null,
    store: { is_reachable: store_is_reachable },
    replicas: [...(ports.replicas?.() ?? [])],
    last_backup: { at: iso(backup?.at), bytes: backup?.bytes ?? null, files: backup?.files ?? null },
    ledger_seal: presentLedger(measures),
    versions: { program: ports.program.version, node: process.versions.node, ...versions }
  }
}

const MAILS: ReadonlySet<string> = new Set(MAIL_QUEUES)
const failedMails = (queues: Measures['queues']): number =>
  queues.reduce((sum, { name, failed }) => (MAILS.has(name) ? sum + failed : sum), 0)

function presentJobs(dead: readonly DeadJob[]): Answer<typeof readOperations>['failed_jobs'] {
  const items = dead.slice(0, LISTED_JOBS).map((job) => ({
    ...job,
    sent_at: job.sent_at.toISOString(),
    failed_at: job.failed_at.toISOString()
  }))
  const last = items.at(-1)
  return { items, next: last && dead.length > LISTED_JOBS ? `${last.failed_at},${last.id}` : null }
}

const presentEvent = (event: Awaited<ReturnType<typeof findUnprocessedEvents>>[number]) => ({
  ...event,
  received_at: event.received_at.toISOString(),
  reason: cleaned(event.reason)
})

function presentLedger({ ledger }: Measures): Answer<typeof readOperations>['ledger_seal'] {
  if (!ledger) return { state: 'unchecked', checked_at: null, position: null, broken: null }
  const { verified_at, position, broken } = ledger
  return { state: broken === null ? 'intact' : 'broken', checked_at: verified_at.toISOString(), position, broken }
}

/** Runs a failed job again, with its tries from the start. */
export async function runJobAgain(ctx: Ctx, id: string): Promise<Answer<typeof runJob>> {
  return inTransaction(ctx, async ({ db, ports }) => {
    const queue = await requireJob(db, id)
    if ((await runAgain(db, ports.jobs, id)) !== 'sent') throw refuse(refusals, 'job_not_repeatable')
    await auditJob(ctx, db, 'job.run_again', { id, queue })
    return { queue }
  })
}

export async function deleteJob(ctx: Ctx, id: string): Promise<Answer<typeof deleteFailedJob>> {
  return inTransaction(ctx, async ({ db }) => {
    const queue = await requireJob(db, id)
    await deleteDeadJob(db, id)
    await auditJob(ctx, db, 'job.deleted', { id, queue })
    return { queue }
  })
}

async function requireJob(tx: Tx, id: string): Promise<string> {
  const queue = await lockDeadJob(tx, id)
  if (queue === undefined) throw refuse(refusals, 'job_not_found')
  return queue
}

async function auditJob(ctx: Ctx, tx: Tx, action: string, { id, queue }: { id: string; queue: string }): Promise<void> {
  const details = { title: queueTitle(queue), queue }
  await audit(tx, { actor_id: signedIn(ctx).id, action, subject_kind: 'job', subject: id, details })
}

/** Sends the event's job. Processing an event twice changes nothing. */
export async function processEventAgain(ctx: Ctx, id: string): Promise<Answer<typeof processEvent>> {
  return inTransaction(ctx, async ({ db, ports }) => {
    const event = await events.findUnprocessedEvent(db, id)
    if (!event) throw refuse(refusals, 'event_not_found')
    await ports.jobs.send(db, PROCESS_EVENT, { event_id: id })
    const details = { title: event.event_type }
    await audit(db, {
      actor_id: signedIn(ctx).id,
      action: 'webhook_event.processed_again',
      subject_kind: 'webhook_event',
      subject: id,
      details
    })
    return event
  })
}
