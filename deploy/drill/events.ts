import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Plan } from '../reference/plan.ts'
import { processesOf } from '../reference/processes.ts'
import { answers, until } from '../reference/wait.ts'

export type Event = {
  name: string
  /** Breaks something. */
  strike(): Promise<void>
  /** Brings back, after `away_ms`, what does not come back by itself. */
  repair?(): Promise<void>
  away_ms: number
  isWhole(): Promise<boolean>
}

const url = (port: number, path: string) => `http://127.0.0.1:${port}${path}`
const isUp = (port: number, path: string) => answers(url(port, path))().catch(() => false)

function pidOf(plan: Plan, name: string): number {
  const pid = processesOf(plan).get(name)
  if (!pid) throw new Error(`${name} does not run`)
  return pid
}

/** The reference deployment's own processes only: their ids are in its pid file, or in a file that they wrote into its folder. */
function signal(plan: Plan, name: string, which: NodeJS.Signals): void {
  process.kill(pidOf(plan, name), which)
}

const hasReplica = async ({ ports }: Plan): Promise<boolean> =>
  (await Promise.all([ports.patroni_1, ports.patroni_2].map((port) => isUp(port, '/synchronous')))).includes(true)

async function primaryOf({ ports }: Plan): Promise<string> {
  let found = ''
  await until('there is a primary', async () => {
    if (await isUp(ports.patroni_1, '/primary')) found = 'database-1'
    else if (await isUp(ports.patroni_2, '/primary')) found = 'database-2'
    return found !== ''
  })
  return found
}

/** The machine of the primary is gone: PostgreSQL and Patroni end at the same moment, and nothing starts them again for a while. */
function primaryIsGone(plan: Plan): Event {
  let gone = ''
  return {
    name: 'the primary is gone (kill -9 of PostgreSQL and Patroni)',
    away_ms: 40_000,
    strike: async () => {
      gone = await primaryOf(plan)
      const postmaster = join(plan.folder, gone, 'data', 'postmaster.pid')
      const pid = existsSync(postmaster) ? Number(readFileSync(postmaster, 'utf8').split('\n')[0]) : 0
      writeFileSync(join(plan.folder, 'hold', gone), '')
      signal(plan, gone, 'SIGKILL')
      if (pid > 1) process.kill(pid, 'SIGKILL')
    },
    repair: async () => rmSync(join(plan.folder, 'hold', gone), { force: true }),
    isWhole: () => hasReplica(plan)
  }
}

const isReady = (plan: Plan, name: 'app_1' | 'app_2' | 'app_3') => isUp(plan.ports[name], '/health/ready')

export const eventsOf = (plan: Plan): Event[] => [
  primaryIsGone(plan),
  {
    name: 'an app process ends (kill -9)',
    away_ms: 0,
    strike: async () => signal(plan, 'app-1', 'SIGKILL'),
    isWhole: () => isReady(plan, 'app_1')
  },
  {
    name: 'PgBouncer ends (kill -9)',
    away_ms: 0,
    strike: async () => signal(plan, 'pgbouncer', 'SIGKILL'),
    isWhole: async () => (await Promise.all([isReady(plan, 'app_1'), isReady(plan, 'app_2'), isReady(plan, 'app_3')])).every(Boolean)
  },
  {
    name: "nginx's upstream hangs (SIGSTOP of an app process, 20 seconds)",
    away_ms: 20_000,
    strike: async () => signal(plan, 'app-2', 'SIGSTOP'),
    repair: async () => {
      signal(plan, 'app-2', 'SIGCONT')
    },
    isWhole: () => isReady(plan, 'app_2')
  }
]

export async function waitUntilWhole(event: Event): Promise<void> {
  await until(`after "${event.name}", everything is back`, event.isWhole, { within: 180_000, every: 500 })
  await wait(1000)
}
