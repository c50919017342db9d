/**
 * npm run deploy:drill -- [FOLDER] [--port FIRST]
 *
 * Breaks a running reference deployment, or one that it starts, while visitors read and clients buy. docs/operations.md, "Drill".
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { listAssets } from '#catalogue/contract.ts'
import { connect } from '#platform/database/connect.ts'
import { databaseUrls, FIRST_PORT, type Plan, planOf } from '../reference/plan.ts'
import { processesOf } from '../reference/processes.ts'
import { type Buyer, createPeople, startBuying } from './buyers.ts'
import { problemsOfDownloads } from './downloads.ts'
import { type Event, eventsOf, waitUntilWhole } from './events.ts'
import { type Load, startLoad } from './load.ts'
import { type Row, showTable } from './report.ts'
import { lostPurchases, problemOfBooks, unknownCaptures } from './verdict.ts'
import { startWriting, type Writes } from './writes.ts'

const BUYERS = 8
/** Until the processes have compiled what they run, and the connections are open. */
const WARM_UP_MS = 15_000
const CALM_MS = 15_000
/** Of load without an event, before and after each one. */
const AROUND_MS = 5000

const say = (line: string) => console.log(line)

type Running = { load: Load; writes: Writes; buying: ReturnType<typeof startBuying> }
type Window = Omit<Row, 'purchases' | 'retried' | 'given_up' | 'lost'> & { from: number; to: number }

/** Counts what happens while `work` runs. */
async function watch(event: string, { load, writes }: Running, work: () => Promise<void>): Promise<Window> {
  const [from, asked, failed, before] = [Date.now(), load.asked(), load.failed(), load.reasons()]
  await work()
  const to = Date.now()
  const counted = { asked: load.asked() - asked, failed: load.failed() - failed }
  for (const [reason, count] of load.reasons())
    if (count > (before.get(reason) ?? 0)) say(`    ${count - (before.get(reason) ?? 0)} × ${reason}`)
  return { event, from, to, without_writes_ms: writes.longestGapMs(from, to), ...counted }
}

async function happen(event: Event): Promise<void> {
  await wait(AROUND_MS)
  await event.strike()
  await wait(event.away_ms)
  await event.repair?.()
  await waitUntilWhole(event)
  await wait(AROUND_MS)
}

async function run(plan: Plan): Promise<number> {
  const db = connect(databaseUrls(plan).session, 4)
  try {
    const staff = await Promise.all((['employee', 'admin', 'client'] as const).map((role) => createPeople(plan, db, role, 1)))
    const [[artist], [admin], [client]] = staff as [[Buyer], [Buyer], [Buyer]]
    const problems = await problemsOfDownloads(plan, { artist, admin, client })
    say(problems.length === 0 ? 'Downloads: nginx sends exactly the stored bytes, the app none.' : problems.join('\n'))
    const running = await startAll(plan, db)
    const windows: Window[] = []
    await wait(WARM_UP_MS)
    say('  nothing happens')
    windows.push(await watch('nothing', running, () => wait(CALM_MS)))
    for (const event of eventsOf(plan)) {
      say(`  ${event.name}`)
      windows.push(await watch(event.name, running, () => happen(event)))
    }
    await running.load.stop()
    await running.buying.stop()
    await running.writes.stop()
    return await judge(plan, db, { windows, purchases: running.buying.purchases, problems })
  } finally {
    await db.destroy()
  }
}

type Db = ReturnType<typeof connect>

async function startAll(plan: Plan, db: Db): Promise<Running> {
  const buyers = await createPeople(plan, db, 'client', BUYERS)
  const asset_ids: string[] = []
  for (let page = 1; page <= 3; page += 1) {
    const assets = await buyers[0]!.api(listAssets, { query: { page, page_size: 50 } })
    asset_ids.push(...assets.filter(({ is_currently_free }) => !is_currently_free).map(({ id }) => id))
  }
  const load = await startLoad(plan)
  return { load, writes: startWriting(databaseUrls(plan).pooled), buying: startBuying(plan, buyers, asset_ids) }
}

type Outcome = { windows: readonly Window[]; purchases: Running['buying']['purchases']; problems: readonly string[] }

/** Compares what people were told with the database and with PayPal. Returns the exit code. */
async function judge(plan: Plan, db: Db, { windows, purchases, problems }: Outcome): Promise<number> {
  const lost = new Set(await lostPurchases(db, purchases))
  const unknown = await unknownCaptures(plan, db)
  const broken = problemOfBooks(plan)
  const rows = windows.map(({ from, to, ...counted }): Row => {
    const started = purchases.filter((one) => one.started >= from && one.started < to)
    return {
      ...counted,
      purchases: started.length,
      retried: started.filter(({ retries }) => retries > 0).length,
      given_up: started.filter(({ license_id }) => !license_id).length,
      lost: started.filter((one) => lost.has(one)).length
    }
  })
  const done = purchases.filter(({ license_id }) => license_id).length
  const refusals = purchases.flatMap(({ refusal }) => refusal ?? [])
  const lines = [
    showTable(rows),
    '',
    `Purchases: ${purchases.length} started, ${done} done, ${lost.size} lost. Captured at PayPal and unknown here: ${unknown.length}.`,
    ...(refusals.length > 0 ? [`Given up: ${[...new Set(refusals)].join(', ')}.`] : []),
    `The books ${broken ? `do not balance: ${broken}` : 'balance'}.`,
    ...problems
  ]
  say(`\n${lines.join('\n')}`)
  writeFileSync(join(plan.folder, 'drill.md'), `${lines.join('\n')}\n`)
  return lost.size + unknown.length + problems.length > 0 || broken ? 1 : 0
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { port: { type: 'string', default: String(FIRST_PORT) } } })
const plan = planOf(positionals[0] ?? 'data/reference', Number(values.port))
const deploy = (action: string) =>
  spawnSync(process.execPath, ['deploy/reference/main.ts', action, plan.folder, '--port', values.port], { stdio: 'inherit' }).status
const wasRunning = processesOf(plan).size > 0
if (!wasRunning && deploy('start') !== 0) process.exit(1)
process.exitCode = await run(plan)
if (!wasRunning) deploy('stop')
