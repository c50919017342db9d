import { sql } from 'kysely'
import { diceOf } from '#tests/faults/dice.ts'
import { problemsOfBooks } from './oracles/books.ts'
import { problemsOfStore } from './oracles/stored-files.ts'
import { findDead } from './queues.ts'
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
  say(line: string): void
}
export type Failure = { seed: number; problems: string[]; report: string }
export type ChaosResult = { played: number; failures: Failure[]; promises: number; faults: Map<string, number> }

/** Plays schedules until one fails, and checks everything after each of them. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const rig = await openRig()
  try {
    return await playAll(rig, options)
  } finally {
    await rig.close()
  }
}

async function playAll(rig: Rig, { seeds, max_ms, say }: ChaosOptions): Promise<ChaosResult> {
  const until = Date.now() + max_ms
  const shop = await openShop(rig, diceOf(0))
  const promises: Promised[] = []
  const faults = new Map<string, number>()
  const end = (played: number, failures: Failure[] = []): ChaosResult => ({ played, failures, promises: promises.length, faults })
  for (const [at, seed] of seeds.entries()) {
    if (at > 0 && Date.now() > until) return end(at, await brokenSince(rig, promises, seed))
    const { story, failure, steps } = await playOne(shop, seed)
    promises.push(...story.promises)
    for (const name of faultsOf(steps)) faults.set(name, 1 + (faults.get(name) ?? 0))
    const took = `${Date.now() - story.started} ms, ${story.promises.length} promises`
    say(`schedule ${seed}: ${failure ? 'FAILED' : 'passed'}, ${took}, ${faultsOf(steps).join(', ')}`)
    if (failure) return end(at + 1, [failure])
  }
  return end(seeds.length, await brokenSince(rig, promises, seeds.at(-1) ?? 0))
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
  try {
    await heal(rig)
    problems.push(...(await settle(rig)))
    problems.push(...(await findProblems(shop, story)))
  } catch (error) {
    problems.push(`The product could not be checked: ${error instanceof Error ? error.stack : String(error)}`)
  }
  return problems.length === 0 ? { story, steps } : { story, steps, failure: { seed, problems, report: reportOf(rig, steps, story) } }
}

const faultsOf = (steps: readonly Step[]): string[] => steps.flatMap((step) => ('fault' in step ? [step.fault.name] : []))

async function findProblems({ rig, clients }: Shop, { promises, started }: Story): Promise<string[]> {
  const dead = await findDead(rig.db)
  const surprises = Object.values(rig.children).flatMap((child) => child.surprises)
  return [
    ...(await brokenPromises(rig, promises)),
    ...(await problemsOfBooks(
      rig,
      clients.map(({ id }) => id)
    )),
    ...(await problemsOfStore(rig, started)),
    ...(await openTransactions(rig)),
    ...dead.map((job) => `a job is dead: ${job}`),
    ...surprises
  ]
}

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
