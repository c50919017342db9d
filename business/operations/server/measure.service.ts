import { findLastVerification } from '#ledger/server/index.ts'
import { countUnprocessedEvents, findUnprocessedEvents } from '#payments/server/index.ts'
import { type Ctx, countQueues, countRetriedJobs, findDeadJobs, inTime, type Log, MAIL_QUEUES } from '#platform/server/index.ts'
import { findProblems, type Problem } from '../rules.ts'
import * as queries from './queries.ts'

/** A store that does not answer within this time counts as unreachable. */
const STORE_MS = 5000

export type Measures = Awaited<ReturnType<typeof measure>>

/** Reads everything that the page shows and the alerts are decided from, except the lists. */
export async function measure({ db, ports, now, log }: Ctx) {
  const [queues, mails, [newest], [oldestEvent], unprocessed, disk, store_is_reachable, ledger, backup, watched_since] = await Promise.all([
    countQueues(db),
    countRetriedJobs(db, MAIL_QUEUES),
    findDeadJobs(db, { limit: 1, withContent: true }),
    findUnprocessedEvents(db, { now, limit: 1 }),
    countUnprocessedEvents(db, now),
    readDisk(ports.disk, log),
    isReachable(ports.files, log),
    findLastVerification(db),
    queries.findLastBackup(db),
    queries.findWatchStart(db)
  ])
  const problems: Problem[] = findProblems(
    {
      queues: queues.map(({ oldest_waiting_at, ...queue }) => ({ ...queue, oldest: oldest_waiting_at })),
      mails,
      last_failed_at: newest?.failed_at ?? null,
      oldest_event_at: oldestEvent?.received_at ?? null,
      unprocessed_events: unprocessed,
      disk_is_low: disk?.is_low ?? false,
      store_is_reachable,
      ledger: { checked_at: ledger?.verified_at ?? null, broken: ledger?.broken ?? null },
      last_backup_at: backup?.at ?? null,
      watched_since
    },
    now
  )
  return { problems, queues, mails, unprocessed, disk, store_is_reachable, ledger, backup }
}

async function readDisk(disk: Ctx['ports']['disk'], log: Log) {
  try {
    const [{ free_bytes, total_bytes }, is_low] = await Promise.all([disk.space(), disk.isLow()])
    return { free_bytes, total_bytes, is_low }
  } catch (err) {
    log.error({ err }, 'the room on the disk could not be read')
    return undefined
  }
}

async function isReachable(files: Ctx['ports']['files'], log: Log): Promise<boolean> {
  try {
    return await inTime(files.isReachable(), STORE_MS)
  } catch (err) {
    log.error({ err }, 'the file store does not answer')
    return false
  }
}
