import { setTimeout as wait } from 'node:timers/promises'
import { repeat } from './people.ts'
import { endPauses, findWaiting, releaseOrphans, sendScheduled } from './queues.ts'
import type { Rig } from './rig.ts'

const HOUR_MS = 3_600_000
/** PayPal drops orders that nobody approved after three days. */
const DAYS_MS = 4 * 24 * HOUR_MS
/** Then a payment is checked again. */
const AGAIN_MS = HOUR_MS
const WEBHOOKS_MS = 20_000
const DRAIN_MS = 120_000
const POLL_MS = 50
/** Few jobs take this long. On a busy machine they do, so it doubles each time. */
const ORPHANED_MS = 2500

/** Ends every fault that may still last, and starts again what is not running. */
export async function heal(rig: Rig): Promise<void> {
  if (!rig.database.cluster.isRunning()) await rig.database.start()
  await rig.mail.set('none')
  for (const child of Object.values(rig.children)) if (!child.isUp) await child.start()
  await rig.setStore('none')
  // The answer to this call may be one of those that get lost.
  await repeat(
    () => fetch(`${rig.sandbox_url}/sandbox/faults`, { method: 'DELETE' }),
    ({ ok }) => ok
  )
}

/** Lets the healed product finish: webhooks arrive, every queue drains, days pass, and every scheduled job runs. Returns what does not end. */
export async function settle(rig: Rig): Promise<string[]> {
  const problems = await webhooksArrive(rig)
  problems.push(...(await drain(rig)))
  await rig.pass(DAYS_MS)
  await sendScheduled(rig)
  problems.push(...(await drain(rig)))
  await rig.pass(AGAIN_MS)
  await sendScheduled(rig, 'payments.%')
  return [...problems, ...(await webhooksArrive(rig)), ...(await drain(rig))]
}

async function webhooksArrive({ store }: Rig): Promise<string[]> {
  for (const until = Date.now() + WEBHOOKS_MS; Date.now() < until; await wait(POLL_MS)) if (!store.firstPending()) return []
  return [`the product does not accept a webhook: ${JSON.stringify(store.firstPending())}`]
}

/** Jobs that stay active belong to a worker, or to a connection, that is gone: they are given to a new worker. */
async function drain(rig: Rig): Promise<string[]> {
  const { db, children } = rig
  const until = Date.now() + DRAIN_MS
  let orphaned_ms = ORPHANED_MS
  for (let active_since = Date.now(); ; await wait(POLL_MS)) {
    await endPauses(db)
    const waiting = await findWaiting(db)
    if (waiting.length === 0) return []
    if (waiting.some(({ state }) => state !== 'active')) active_since = Date.now()
    if (Date.now() - active_since > orphaned_ms) {
      orphaned_ms *= 2
      await children.worker.kill()
      await releaseOrphans(rig)
      await children.worker.start()
      active_since = Date.now()
    }
    if (Date.now() > until)
      return waiting.map(({ name, state, count, said }) => `${count} jobs of ${name} are still ${state}: ${said ?? 'no output'}`)
  }
}
