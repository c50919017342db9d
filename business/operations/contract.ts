import { z } from 'zod'
import { defineRefusals, endpoint, instant } from '#platform/contract/index.ts'

const queue = z.object({
  name: z.string(),
  /** Due jobs that no process runs yet. */
  waiting: z.int(),
  running: z.int(),
  /** Jobs that failed for good. */
  failed: z.int(),
  /** Since when the oldest waiting job is due. */
  oldest: instant.nullable()
})
export type Queue = z.output<typeof queue>

const failedJob = z.object({
  id: z.uuid(),
  queue: z.string(),
  sent_at: instant,
  failed_at: instant,
  /** Without personal text and secrets, as every reason here. */
  reason: z.string(),
  can_run_again: z.boolean()
})
export type FailedJob = z.output<typeof failedJob>

const webhookEvent = z.object({
  id: z.string(),
  event_type: z.string(),
  received_at: instant,
  attempts: z.int(),
  reason: z.string().nullable()
})
export type WebhookEvent = z.output<typeof webhookEvent>

const replica = z.object({
  /** Host, port, and database. */
  name: z.string(),
  /** Whether public reads go there, as the process that answers this call sees it. `away`: it does not answer. */
  state: z.enum(['in_use', 'behind', 'away']),
  /** How far it may be behind. Null when that is unknown. */
  lag_ms: z.int().nullable(),
  /** False for a server that does not follow the primary, for example because it was promoted. It counts as without lag. */
  is_standby: z.boolean()
})
export type ReplicaState = z.output<typeof replica>

export const readOperations = endpoint({
  method: 'GET',
  path: '/admin/operations',
  access: ['admin'],
  grant: 'any',
  summary: 'Queues, failed jobs, email, events of PayPal, storage, replicas, backup, ledger, and versions.',
  query: z.object({
    /** `failed_jobs.next` of the page before. */
    before: z.string().max(100).optional()
  }),
  response: z.object({
    read_at: instant,
    /** What waits longer than it should or is broken, the worst first. */
    problems: z.array(z.object({ id: z.string(), title: z.string(), advice: z.string() })),
    queues: z.array(queue),
    /** The newest first. */
    failed_jobs: z.object({ items: z.array(failedJob), next: z.string().nullable() }),
    /** Emails that are tried again, emails that failed for good, and why the newest of the former failed. */
    mail_failures: z.object({ retrying: z.int(), failed: z.int(), reason: z.string().nullable() }),
    webhook_events: z.object({ unprocessed: z.int(), items: z.array(webhookEvent) }),
    /** Null when it cannot be read. */
    disk: z.object({ free_bytes: z.int(), total_bytes: z.int(), is_low: z.boolean() }).nullable(),
    store: z.object({ is_reachable: z.boolean() }),
    /** The databases of DATABASE_READ_URL. */
    replicas: z.array(replica),
    /** `at` is null when there was never a good one. */
    last_backup: z.object({ at: instant.nullable(), bytes: z.int().nullable(), files: z.int().nullable() }),
    ledger_seal: z.object({
      state: z.enum(['intact', 'broken', 'unchecked']),
      checked_at: instant.nullable(),
      /** The position of the last seal that was checked. */
      position: z.int().nullable(),
      broken: z.string().nullable()
    }),
    versions: z.object({ program: z.string(), schema: z.string(), postgresql: z.string(), node: z.string() })
  })
})
export type Operations = z.output<typeof readOperations.response>

const jobId = z.object({ id: z.uuid() })

export const runJobAgain = endpoint({
  method: 'POST',
  path: '/admin/operations/jobs/:id/run-again',
  access: ['admin'],
  grant: ['finance', 'people'],
  summary: 'Runs a failed job again.',
  params: jobId,
  response: z.object({ queue: z.string() })
})

export const deleteFailedJob = endpoint({
  method: 'DELETE',
  path: '/admin/operations/jobs/:id',
  access: ['admin'],
  grant: ['finance', 'people'],
  summary: 'Deletes a failed job. Its work is not done.',
  params: jobId,
  response: z.object({ queue: z.string() })
})

export const processEventAgain = endpoint({
  method: 'POST',
  path: '/admin/operations/webhook-events/:id/process-again',
  access: ['admin'],
  grant: ['finance', 'people'],
  summary: 'Processes an event of PayPal again that is not processed yet.',
  params: z.object({ id: z.string().min(1).max(200) }),
  response: z.object({ event_type: z.string() })
})

export const refusals = defineRefusals({
  job_not_found: { status: 404, message: 'This job is no longer in the list. It was run again or deleted.' },
  job_not_repeatable: { status: 409, message: 'This job cannot run again, because its secret content was removed. You can delete it.' },
  event_not_found: { status: 404, message: 'This event is no longer in the list. It was processed.' }
})
