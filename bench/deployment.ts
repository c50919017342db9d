/**
 * npm run bench:deployment -- [--assets 1000000] [--per-second 1000] [--folder data/bench-deployment] [--port 8540]
 *
 * Sends visitors' requests at a fixed rate through the reference deployment, once for each step, and prints the table of docs/from-one-to-many.md.
 */
import { spawnSync } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { databaseUrls, type Plan, planOf } from '#deploy/reference/plan.ts'
import { connect } from '#platform/database/connect.ts'
import { addressesOf, type LoadFigures, sendAtRate } from './deployment-load.ts'
import { multiplyAssets } from './multiply.ts'
import { type Usage, usageOf } from './usage.ts'

const {
  assets,
  'per-second': perSecond,
  folder,
  port
} = parseArgs({
  options: {
    assets: { type: 'string', default: '1000000' },
    'per-second': { type: 'string', default: '1000' },
    folder: { type: 'string', default: 'data/bench-deployment' },
    port: { type: 'string', default: '8540' }
  }
}).values
const SECONDS = 30
const WARM_UP_SECONDS = 10

type Step = { name: string; without: readonly string[]; isDirect?: boolean }
/** The two that share their settings follow each other, so that the deployment starts three times. */
const STEPS: readonly Step[] = [
  { name: 'one process', without: ['ACCEL_REDIRECT', 'DATABASE_READ_URL'], isDirect: true },
  { name: '3 app processes, nginx', without: ['ACCEL_REDIRECT', 'DATABASE_READ_URL'] },
  { name: 'with `ACCEL_REDIRECT`', without: ['DATABASE_READ_URL'] },
  { name: 'with a replica', without: [] }
]

type Sizes = { database_bytes: number; file_bytes: number }
type Column = { name: string; load: LoadFigures; usage: Usage; sizes: Sizes }

function deploy(action: 'start' | 'stop', { without }: Pick<Step, 'without'>): void {
  const args = ['deploy/reference/main.ts', action, folder, '--port', port, '--without', without.join(',')]
  // All requests come from one address, which the limits would take for one person.
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, RENDER_LIMIT: '0' } })
  if (status !== 0) throw new Error(`The deployment did not ${action}`)
}

async function prepare(plan: Plan): Promise<Sizes> {
  const db = connect(databaseUrls(plan).superuser.replace(/\/postgres$/, '/easel'), 2)
  try {
    await multiplyAssets(db, Number(assets))
    await sql`vacuum analyze catalogue.asset, catalogue.asset_file, catalogue.posting, catalogue.word, catalogue.list_segment_count`.execute(
      db
    )
    const { rows } = await sql<Sizes>`
      select pg_database_size(current_database()) as database_bytes,
        (select coalesce(sum(bytes), 0)::bigint from (select distinct sha256, bytes from catalogue.asset_file) file) as file_bytes`.execute(
      db
    )
    return rows[0] ?? { database_bytes: 0, file_bytes: 0 }
  } finally {
    await db.destroy()
  }
}

async function measureStep({ name, isDirect = false }: Step, plan: Plan, sizes: Sizes): Promise<Column> {
  const url = isDirect ? `http://127.0.0.1:${plan.ports.app_1}` : plan.public_url
  const headers: Record<string, string> = isDirect ? { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' } : {}
  const paths = await addressesOf(`http://127.0.0.1:${plan.ports.app_1}`)
  const rate = { url, headers, paths, per_second: Number(perSecond) }
  await sendAtRate({ ...rate, seconds: WARM_UP_SECONDS })
  const usage = usageOf(plan)
  const load = await sendAtRate({ ...rate, seconds: SECONDS })
  console.error(`${name}: ${load.per_second.toFixed(0)}/s, ${load.failed} failed`)
  return { name, load, usage: usage.since(), sizes }
}

async function measureAll(): Promise<Column[]> {
  const columns: Column[] = []
  let running: Step | undefined
  try {
    for (const step of STEPS) {
      if (running?.without.join() !== step.without.join()) {
        if (running) deploy('stop', running)
        deploy('start', step)
        running = step
      }
      const plan = planOf(folder, Number(port), step.without)
      columns.push(await measureStep(step, plan, await prepare(plan)))
    }
  } finally {
    if (running) deploy('stop', running)
  }
  return columns
}

const ms = ({ p50_ms, p99_ms }: { p50_ms: number; p99_ms: number }): string => `${p50_ms.toFixed(0)} and ${p99_ms.toFixed(0)} ms`
const gb = (bytes: number): string => (bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`)
const cores = ({ app, postgresql, nginx }: Usage['cores']): string => [app, postgresql, nginx].map((value) => value.toFixed(2)).join(', ')

function table(columns: readonly Column[]): string {
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const row = (name: string, cell: (column: Column) => string) => `| ${name} | ${columns.map(cell).join(' | ')} |`
  return [
    row('', ({ name }) => name),
    `| --- |${' ---: |'.repeat(columns.length)}`,
    row('machine, with the load generator', () => machine),
    row('requests a second, answered', ({ load }) => `${load.per_second.toFixed(0)}${load.failed > 0 ? `, ${load.failed} failed` : ''}`),
    row('50th and 99th percentile, public pages', ({ load }) => ms(load.pages)),
    row('50th and 99th percentile, search', ({ load }) => ms(load.searches)),
    row('cores: app, PostgreSQL, nginx', ({ usage }) => cores(usage.cores)),
    row('memory: one app process, PostgreSQL', ({ usage }) => `${gb(usage.app_bytes)}, ${gb(usage.postgresql_bytes)}`),
    row('size of the database, of the files', ({ sizes }) => `${gb(sizes.database_bytes)}, ${gb(sizes.file_bytes)}`)
  ].join('\n')
}

console.log(table(await measureAll()))
