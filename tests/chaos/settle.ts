import { setTimeout as wait } from 'node:timers/promises'
import type { Dice } from '#tests/faults/dice.ts'
import { callsEnd } from './calls.ts'
import { repeat } from './people.ts'
import { endPauses, findWaiting, releaseOrphans, sendScheduled, type Waiting } from './queues.ts'
import { passDays } from './renewing.ts'
import type { Rig } from './rig.ts'

const HOUR_MS = 3_600_000
/** PayPal drops orders that nobody approved after three days. */
const DAYS_MS = 4 * 24 * HOUR_MS
/** Until plans renew. */
const MONTH_MS = 33 * 24 * HOUR_MS
const WITH_RENEWALS = 0.5
/** Then a payment is checked again. A plan whose grace has ended meanwhile ends. */
const AGAIN_MS = HOUR_MS
const WEBHOOKS_MS = 20_000
const DRAIN_MS = 120_000
const POLL_MS = 30
/** Few jobs take this long. On a busy machine they do, so it doubles each time. */
const ORPHANED_MS = 2500
/** Jobs that were active when the database was killed probably are. */
const SHAKEN_MS = 500

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
export async function settle(rig: Rig, dice: Dice): Promise<string[]> {
  const problems = await callsEnd(rig.db)
  problems.push(...(await webhooksArrive(rig)))
  problems.push(...(await drain(rig)))
  await passDays(rig, dice.chance(WITH_RENEWALS) ? MONTH_MS : DAYS_MS, dice)
  problems.push(...(await webhooksArrive(rig)))
  await sendScheduled(rig)
  problems.push(...(await drain(rig)))
  await rig.pass(AGAIN_MS)
  await sendScheduled(rig, '^(payments|subscriptions)')
  return [...problems, ...(await webhooksArrive(rig)), ...(await drain(rig))]
}

async function webhooksArrive({ store }: Rig): Promise<string[]> {
  for (const until = Date.now() + WEBHOOKS_MS; Date.now() < until; await wait(POLL_MS)) if (!store.firstPending()) return []
  return [`the product does not accept a webhook: ${JSON.stringify(store.firstPending())}`]
}

/** Waits until no job is left. Jobs that stay active belong to a connection that is gone: they are given to a new worker. */
async function drain(rig: Rig): Promise<string[]> {
  const until = Date.now() + DRAIN_MS
  let orphaned_ms = ORPHANED_MS
  let active_since = Date.now()
  for (let waiting = await hurry(rig); waiting.length > 0; waiting = await hurry(rig)) {
    if (waiting.some(({ state }) => state !== 'active')) active_since = Date.now()
    const patience_ms = waiting.every((one) => isShaken(rig, one)) ? SHAKEN_MS : orphaned_ms
    if (Date.now() - active_since > patience_ms) {
      orphaned_ms *= 2
      await replaceWorker(rig)
      active_since = Date.now()
    }
    if (Date.now() > until) return waiting.map(showWaiting)
    await wait(POLL_MS)
  }
  return []
}

/** Makes every job due that can run, and returns those that have not ended. */
async function hurry(rig: Rig): Promise<Waiting[]> {
  const { db, children } = rig
  await endPauses(db)
  if (children.worker.isUp) await releaseOrphans(rig, children.worker.launched_at)
  return findWaiting(db)
}

const isShaken = ({ database }: Rig, { last_started_at }: Waiting): boolean =>
  last_started_at !== null && last_started_at < database.shaken_at

async function replaceWorker(rig: Rig): Promise<void> {
  const { worker } = rig.children
  await worker.kill()
  await Promise.all([releaseOrphans(rig, new Date()), worker.start()])
}

const showWaiting = ({ name, state, count, said }: Waiting): string => `${count} jobs of ${name} are still ${state}: ${said ?? 'no output'}`
