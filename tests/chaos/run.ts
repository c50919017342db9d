import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { diceOf } from '#tests/faults/dice.ts'
import { planDisagreements } from '#tests/faults/plans-held-to.ts'
import { type S3Server, startS3Server } from '#tests/support/servers/s3-server.ts'
import { bundleServer } from './bundle.ts'
import { problemsOfBooks } from './oracles/books.ts'
import { problemsOfStore } from './oracles/stored-files.ts'
import type { Person } from './people.ts'
import { findDead, restPayments } from './queues.ts'
import { openRig, type Rig } from './rig.ts'
import { drawSchedule, namesOf, play, type Step } from './schedule.ts'
import { heal, settle } from './settle.ts'
import { openShop, type Shop, welcome } from './shop.ts'
import { newStory, type Promised, type Story } from './story.ts'

export type ChaosOptions = {
  /** One for each schedule. */
  seeds: readonly number[]
  /** No schedule starts after this long. */
  max_ms: number
  /** How many schedules run at the same time, each on a product of its own. 1 unless set. */
  lanes?: number
  /** 's3' needs Ceph; its server is shared, so there is one lane. */
  store?: 'folder' | 's3'
  say(line: string): void
}
export type Failure = { seed: number; problems: string[]; report: string }
export type ChaosResult = { played: number; failures: Failure[]; promises: number; faults: Map<string, number> }

/** After so many schedules a new product starts, because clocks only go forward and tables only grow. */
const SCHEDULES_EACH = 40

/** Plays schedules until one fails, and checks everything after each of them. */
export async function runChaos({ seeds, max_ms, lanes = 1, store = 'folder', say }: ChaosOptions): Promise<ChaosResult> {
  await using closing = new AsyncDisposableStack()
  const bundle = await bundleServer()
  closing.defer(() => rmSync(dirname(bundle), { recursive: true, force: true }))
  const s3 = store === 's3' ? await startS3Server() : undefined
  closing.defer(async () => s3?.stop())
  const result: ChaosResult = { played: 0, failures: [], promises: 0, faults: new Map() }
  const run: Run = { bundle, s3, seeds: [...seeds], until: Date.now() + max_ms, result, say }
  await Promise.all(Array.from({ length: s3 ? 1 : lanes }, () => playLane(run)))
  return result
}

type Run = {
  bundle: string
  s3: S3Server | undefined
  /** Not played yet. */
  seeds: number[]
  until: number
  result: ChaosResult
  say(line: string): void
}

/** Whether another schedule may start. The first one always does. */
const goesOn = ({ seeds, until, result: { played, failures } }: Run): boolean =>
  seeds.length > 0 && failures.length === 0 && (played === 0 || Date.now() < until)

async function playLane(run: Run): Promise<void> {
  while (goesOn(run)) {
    const rig = await openRig(run)
    try {
      await playAll(rig, run)
    } finally {
      await rig.close()
    }
  }
}

async function playAll(rig: Rig, run: Run): Promise<void> {
  const { result, seeds, say } = run
  const shop = await openShop(rig, diceOf(0))
  const promises: Promised[] = []
  let last = 0
  for (let count = 0; count < SCHEDULES_EACH && goesOn(run); count += 1) {
    const seed = seeds.shift()
    if (seed === undefined) break
    last = seed
    const { story, failure, steps } = await playOne(shop, seed)
    promises.push(...story.promises)
    result.played += 1
    result.promises += story.promises.length
    for (const name of faultsOf(steps)) result.faults.set(name, 1 + (result.faults.get(name) ?? 0))
    const took = `${Date.now() - story.started} ms (${story.played_ms} played), ${story.promises.length} promises`
    say(`schedule ${seed}: ${failure ? 'FAILED' : 'passed'}, ${took}, ${faultsOf(steps).join(', ')}`)
    if (failure) return void result.failures.push(failure)
    await restPayments(rig.db)
  }
  result.failures.push(...(await brokenSince(rig, promises, last)))
}

/** What one schedule promised must be true after all others, too. */
async function brokenSince(rig: Rig, promises: readonly Promised[], seed: number): Promise<Failure[]> {
  const problems = await brokenPromises(
    rig,
    promises.filter(({ is_temporary }) => !is_temporary)
  )
  return problems.length === 0 ? [] : [{ seed, problems, report: 'True after its own schedule, and not at the end.' }]
}

async function playOne(shop: Shop, seed: number): Promise<{ story: Story; steps: Step[]; failure?: Failure }> {
  const { rig } = shop
  await welcome(shop, seed)
  const story = newStory()
  const steps = drawSchedule(seed)
  const problems = await play(shop, story, steps)
  story.played_ms = Date.now() - story.started
  try {
    await heal(rig)
    problems.push(...(await settle(rig, diceOf(seed).apart(-1))))
    problems.push(...(await findProblems(shop, story)))
  } catch (error) {
    problems.push(`The product could not be checked: ${error instanceof Error ? error.stack : String(error)}`)
  }
  return problems.length === 0 ? { story, steps } : { story, steps, failure: { seed, problems, report: reportOf(rig, steps, story) } }
}

const faultsOf = (steps: readonly Step[]): string[] => steps.flatMap((step) => ('fault' in step ? [step.fault.name] : []))

async function findProblems({ rig, clients, subscribers }: Shop, { promises, started }: Story): Promise<string[]> {
  const dead = await findDead(rig.db)
  const surprises = Object.values(rig.children).flatMap((child) => child.surprises)
  return [
    ...(await brokenPromises(rig, promises)),
    ...(await problemsOfBooks(rig, idsOf(clients))),
    ...(await planDisagreements(rig, idsOf(subscribers))),
    ...(await problemsOfStore(rig, started)),
    ...(await openTransactions(rig)),
    ...dead.map((job) => `a job is dead: ${job}`),
    ...surprises
  ]
}

const idsOf = (people: readonly Person[]): string[] => people.map(({ id }) => id)

async function brokenPromises(rig: Rig, promises: readonly Promised[]): Promise<string[]> {
  const found: string[] = []
  for (const { what, broken } of promises) {
    const why = await broken(rig)
    if (why) found.push(`Promised, but lost: ${what}: ${why}`)
  }
  return found
}

/** Transactions that no one continues. */
async function openTransactions({ db }: Rig): Promise<string[]> {
  const { rows } = await sql<{ query: string }>`
    select query from pg_stat_activity where state like 'idle in transaction%' and state_change < clock_timestamp() - interval '2 seconds'`.execute(
    db
  )
  return rows.map(({ query }) => `a transaction stays open after: ${query}`)
}

function reportOf({ children }: Rig, steps: readonly Step[], { lines }: Story): string {
  const outputs = Object.entries(children).map(([name, child]) => `Output of the ${name}:\n${child.output.slice(-4000)}`)
  return [`Steps: ${namesOf(steps).join(', ')}`, ...lines, ...outputs].join('\n')
}
