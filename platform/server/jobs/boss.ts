import { PgBoss } from 'pg-boss'
import { DEAD_LETTERS, type QueueOf, type Retries } from './jobs.ts'

/** The schema of pg-boss in the product's database. */
export const SCHEMA = 'jobs'

const HOUR = 3600
const DAY = 24 * HOUR
const EXPIRES_AFTER_SECONDS = HOUR / 4

/** Each pause is twice as long as the last, and up to twice that at random, until it reaches `retryDelayMax` seconds. */
const RETRIES: Readonly<Record<Retries, { retryLimit: number; retryDelay: number; retryDelayMax: number }>> = {
  minutes: { retryLimit: 5, retryDelay: 2, retryDelayMax: HOUR },
  day: { retryLimit: 22, retryDelay: 5, retryDelayMax: 2 * HOUR },
  days: { retryLimit: 27, retryDelay: 15, retryDelayMax: 4 * HOUR }
}

/** After this many seconds without a heartbeat, the process counts as dead and another one gets the job. */
const HEARTBEAT_SECONDS = 30
/** The same error is reported at most this often. */
const QUIET_MS = 60_000

type BossOptions = {
  /** Neither schedules nor repairs: for tests and commands. */
  quiet?: boolean
  onError(error: unknown): void
}

/** Starts pg-boss in its own schema of the product's database. */
export async function startBoss(connectionString: string, { quiet = false, onError }: BossOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString,
    schema: SCHEMA,
    max: 5,
    cronMonitorIntervalSeconds: 10,
    // No job depends on another one.
    flowIntervalSeconds: HOUR,
    ...(quiet ? { supervise: false, schedule: false } : {})
  })
  boss.on('error', onceAMinute(onError))
  await boss.start()
  return boss
}

/** While the database is away, every worker meets the same error. */
function onceAMinute(report: (error: unknown) => void): (error: Error) => void {
  const reportedAt = new Map<string, number>()
  return (error) => {
    const now = Date.now()
    // pg-boss adds the worker, which differs.
    const [what = ''] = error.message.split(' (Queue: ')
    if (now - (reportedAt.get(what) ?? 0) < QUIET_MS) return
    reportedAt.set(what, now)
    report(error)
  }
}

/** Creates the missing queues and updates the others. */
export async function createQueues(boss: PgBoss, queues: readonly QueueOf[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const keep = async (name: string, options: Record<string, string | number | boolean>) => {
    const queue = known.get(name)
    if (!queue) await boss.createQueue(name)
    const isCurrent = queue && Object.entries(options).every(([key, value]) => queue[key as keyof typeof queue] === value)
    if (!isCurrent) await boss.updateQueue(name, options)
  }
  // The retention rule deletes dead jobs; pg-boss must not do it earlier.
  await keep(DEAD_LETTERS, { retentionSeconds: 365 * DAY })
  for (const { name, cron, retries = cron ? 'minutes' : 'day', expires_after_seconds = EXPIRES_AFTER_SECONDS } of queues)
    await keep(name, {
      ...RETRIES[retries],
      retryBackoff: true,
      expireInSeconds: expires_after_seconds,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deadLetter: DEAD_LETTERS,
      notify: true
    })
}
