import { setTimeout as wait } from 'node:timers/promises'
import type { Fault as PayPalFault } from '#sandbox/paypal/faults.ts'
import type { Dice } from '#tests/faults/dice.ts'
import type { S3Server } from '#tests/support/servers/s3-server.ts'
import { freeKeys } from './calls.ts'
import { releaseOrphans } from './queues.ts'
import { passDays } from './renewing.ts'
import type { Rig, Target } from './rig.ts'
import { type Story, tell } from './story.ts'

const DAY_MS = 86_400_000
/** Until something that was killed is started again. */
const DOWN_MS = 400
const AWAY_MS = 1500

/** One thing that goes wrong. It is over when the promise resolves, or when the schedule is healed. */
export type Fault = { name: string; weight: number; strike(rig: Rig, dice: Dice): Promise<void> }

const killed = (target: Target): Fault['strike'] => {
  return async (rig, dice) => {
    const { children, db } = rig
    const pause = dice.below(DOWN_MS)
    await children[target].kill()
    await wait(pause)
    if (target === 'app') await forget(freeKeys(db))
    await children[target].start()
    if (target === 'worker') await releaseJobs(rig)
  }
}

/** Lets the half minute pass after which a dead worker's jobs are given to another one. Without a database, they wait until the schedule is healed. */
async function releaseJobs(rig: Rig): Promise<void> {
  await forget(releaseOrphans(rig, rig.children.worker.launched_at))
}

/** The database may be away because of another fault. What could not be done now is done when the schedule is healed. */
const forget = (doing: Promise<void>): Promise<void> => doing.catch(() => {})

/** Until calls that lost their connection have ended. */
const ENDED_MS = 300

const storeIs = (fault: 'full' | 'away' | 'slow'): Fault['strike'] => {
  return async (rig, dice) => {
    const [duration, isKilled] = [dice.below(AWAY_MS), dice.chance(0.5)]
    const { s3 } = rig.place
    if (fault === 'away' && s3) return isKilled ? restarted(s3, duration) : silent(s3, duration)
    await rig.setStore(fault)
    await wait(duration)
    await rig.setStore('none')
  }
}

/** The S3 server dies and comes back. */
async function restarted(s3: S3Server, duration: number): Promise<void> {
  await s3.killGateway()
  await wait(duration)
  await s3.startGateway()
}

/** The S3 server accepts connections and answers nothing. */
async function silent(s3: S3Server, duration: number): Promise<void> {
  s3.pauseGateway()
  await wait(duration)
  s3.resumeGateway()
}

const mailIs = (fault: 'away' | 'slow' | 'lost'): Fault['strike'] => {
  return async ({ mail }, dice) => {
    const duration = dice.below(2 * AWAY_MS)
    await mail.set(fault)
    await wait(duration)
    await mail.set('none')
  }
}

const payPalIs = (faultOf: (dice: Dice) => PayPalFault): Fault['strike'] => {
  return async ({ sandbox_url }, dice) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(faultOf(dice))
    // PayPal may be away because of another fault.
    await fetch(`${sandbox_url}/sandbox/faults`, { method: 'POST', headers, body, signal: AbortSignal.timeout(2000) }).catch(() => {})
  }
}

const cut: Fault['strike'] = async ({ proxy, database, db }) => {
  proxy.cut()
  database.shake()
  await wait(ENDED_MS)
  await forget(freeKeys(db))
}

const FAULTS: readonly Fault[] = [
  { name: 'kill the app', weight: 4, strike: killed('app') },
  { name: 'kill the worker', weight: 4, strike: killed('worker') },
  { name: 'kill PayPal', weight: 2, strike: killed('sandbox') },
  {
    name: 'kill the database',
    weight: 3,
    strike: async ({ database, db }, dice) => {
      const pause = dice.below(DOWN_MS)
      database.kill()
      await wait(pause)
      await database.start()
      await wait(ENDED_MS)
      await forget(freeKeys(db))
    }
  },
  { name: 'cut the connections to the database', weight: 2, strike: cut },
  { name: 'the disk is full', weight: 2, strike: storeIs('full') },
  { name: 'the file store is away', weight: 2, strike: storeIs('away') },
  { name: 'the file store is slow', weight: 1, strike: storeIs('slow') },
  { name: 'the mail server is away', weight: 2, strike: mailIs('away') },
  { name: 'the mail server is slow', weight: 1, strike: mailIs('slow') },
  { name: 'answers of the mail server get lost', weight: 1, strike: mailIs('lost') },
  {
    name: 'PayPal answers 500',
    weight: 2,
    strike: payPalIs((dice) => ({ times: 1 + dice.below(6), effect: { kind: 'error', status: 500 } }))
  },
  { name: 'answers of PayPal get lost', weight: 3, strike: payPalIs((dice) => ({ times: 1 + dice.below(4), effect: { kind: 'reset' } })) },
  {
    name: 'PayPal is slow',
    weight: 2,
    strike: payPalIs((dice) => ({ times: 1 + dice.below(6), effect: { kind: 'slow', delay_ms: 100 + dice.below(900) } }))
  },
  {
    name: 'webhooks come twice',
    weight: 1,
    strike: payPalIs((dice) => ({ times: 1 + dice.below(4), effect: { kind: 'webhook_duplicate' } }))
  },
  { name: 'the clocks go 30 days ahead', weight: 1, strike: (rig, dice) => passDays(rig, 30 * DAY_MS, dice) }
]

const BY_WEIGHT = FAULTS.flatMap((fault) => Array.from({ length: fault.weight }, () => fault)) as [Fault, ...Fault[]]

export const chooseFault = (dice: Dice): Fault => dice.one(BY_WEIGHT)

export async function strike(rig: Rig, story: Story, { name, strike: run }: Fault, dice: Dice): Promise<void> {
  tell(story, `--- ${name}`)
  await run(rig, dice)
  tell(story, `--- over: ${name}`)
}
