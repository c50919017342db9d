import { createHash } from 'node:crypto'
import type { PgBoss } from 'pg-boss'
import type { Listener } from '../http/listener.ts'
import { SCHEMA } from './boss.ts'

/** pg-boss announces a sent job on this channel, with the name of its queue. */
export const CHANNEL = `pgboss_${createHash('sha224').update(SCHEMA).digest('hex').slice(0, 24)}`
const CHECK_MS = 1000
/** The check takes at most this part of the time, however many jobs are planned for later. */
const MAX_SHARE = 1 / 20

const DUE = `
  select name from unnest($1::text[]) as queue (name)
  where exists (
    select from ${SCHEMA}.job where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
  )`

type Watched = {
  boss: PgBoss
  queues: readonly string[]
  listener: Listener
  wake(queue: string): void
  onError(error: unknown): void
}

/**
 * Wakes the workers of a queue as soon as a job is sent to it, by a notification. Once per second, one query finds the queues with a job
 * whose time has come, a retry, or a job whose notification was lost, for example behind a pooler that does not support them.
 */
export function watchQueues({ boss, queues, listener, wake, onError }: Watched): { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isFailing = false

  async function check(): Promise<void> {
    const start = performance.now()
    try {
      const { rows } = await boss.getDb().executeSql(DUE, [queues])
      for (const { name } of rows) wake(name)
      isFailing = false
    } catch (error) {
      if (!isFailing && !isStopped) onError(error)
      isFailing = true
    }
    if (!isStopped) timer = setTimeout(() => void check(), Math.max(CHECK_MS, (performance.now() - start) / MAX_SHARE))
  }

  const unlisten = listener.listen(CHANNEL, { notified: wake, resumed: () => {} })
  void check()
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      unlisten()
    }
  }
}
