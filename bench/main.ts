/**
 * npm run bench [-- --sizes 10000,378000,1000000] [--api]: measures the program in ratios from one run and writes bench/results.md.
 * With --api, it only prints the share of F.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { splitListSegments } from '#catalogue/server/lists/list-segments.queries.ts'
import { signIn } from '#deploy/drill/buyers.ts'
import { connect } from '#platform/database/connect.ts'
import { openFiles } from '#platform/server/files/file-store.ts'
import { loadBuilt } from '#processes/http/server.ts'
import { freePort } from '#processes/startup/tcp-ports.ts'
import { type ApiLine, apiCalls, apiReport, givePrices, measureApi } from './api.ts'
import { beforeReport, type ThisRun } from './before.ts'
import { type BenchCall, callsOf } from './calls.ts'
import { importRate, madeUp, statementsOf } from './catalogue.ts'
import { startChild } from './child.ts'
import { benchCluster } from './cluster.ts'
import { type Delivery, deliveryReport, measureDelivery } from './delivery.ts'
import { type JobRates, jobRates } from './jobs.ts'
import { httpRate, type Rate, sqlRate } from './load.ts'
import { multiplyAssets } from './multiply.ts'
import { type PreviewRates, previewRates } from './previews.ts'
import { type ProcessFigures, processFigures, processReport } from './process.ts'

const ROOT = join(import.meta.dirname, '..')
const { sizes, api: onlyApi } = parseArgs({
  options: { sizes: { type: 'string', default: '10000,378000' }, api: { type: 'boolean', default: false } }
}).values

const SIZES = sizes.split(',').map(Number)
/** The size of the comparison with what was measured before. A run without it compares its largest. */
const COMPARED = SIZES.includes(378_000) ? 378_000 : Math.max(...SIZES)
/** Assets that are imported for each size, before it is reached. */
const IMPORTED = 10_000

const round = (value: number): string => (value >= 100 ? String(Math.round(value)) : value.toPrecision(3))
const ratio = (value: number, base: number): string => (Number.isNaN(base) ? '' : (value / base).toFixed(2))

type Line = { size: number; name: string; rate: Rate; raw: number; bare: number }

const cluster = await benchCluster()
const server = await loadBuilt(ROOT, console.error)
await server.prepareDatabase(cluster.url, ROOT)
const db = connect(cluster.url)
const files = openFiles(join(cluster.folder, 'files'))
const [appPort, barePort] = [await freePort(), await freePort()]
const app_url = `http://127.0.0.1:${appPort}`
const urls = [app_url, `http://127.0.0.1:${barePort}`] as const
const bare = await startChild('bare.ts', { PORT: String(barePort) })
const lines: Line[] = []
const apiLines: ApiLine[] = []
const deliveries: (Delivery & { size: number })[] = []
const imports: { size: number; per_second: number }[] = []
let imported = 0
/** The rate of the same call at the first size. */
const firstRate = (name: string): number => lines.find((line) => line.name === name)?.rate.per_second ?? Number.NaN

try {
  const owner = await createPerson('employee')
  const token = await signIn(db, await createPerson('client'))
  await givePrices(db)
  for (const size of SIZES) {
    // What is not imported is copied: importing a million takes longer than measuring them.
    if (imported > 0) await multiplyAssets(db, size - IMPORTED)
    const works = madeUp(imported, Math.min(size, IMPORTED), owner)
    imports.push({ size, per_second: await importRate(db, files, works) })
    imported += IMPORTED
    await multiplyAssets(db, size)
    await prepareLists()
    await measure(size, { owner_id: owner, token })
  }
  if (onlyApi) console.log(`${apiReport(apiLines)}\n${deliveryReport(deliveries, round)}`)
  else {
    const jobs = await jobRates(cluster.url)
    report(await previewRates(), jobs, await processFigures(ROOT))
  }
} finally {
  await bare.end()
  await db.destroy()
  await cluster.end()
}

async function createPerson(role: 'employee' | 'client'): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into accounts."user" (name, email, role, email_verified, created_at) values ('Bench', ${`${role}@easel.test`}, ${role}, true, now()) returning id`.execute(
    db
  )
  return rows[0]!.id
}

/** Brings the database to its state some minutes after an import: split list segments, counted words, no dead rows, fresh statistics, all written. */
async function prepareLists(): Promise<void> {
  await db.transaction().execute((tx) => splitListSegments(tx))
  await sql`select catalogue.count_words()`.execute(db)
  await sql`vacuum analyze`.execute(db)
  await sql`checkpoint`.execute(db)
}

async function measure(size: number, { owner_id, token }: { owner_id: string; token: string }): Promise<void> {
  const cookie = `session=${token}`
  await serving('0', async () => {
    apiLines.push(...(await measureApi(urls, await apiCalls(db, cookie), { size, suffix: ', uncached' })))
    if (onlyApi) return
    for (const call of callsOf(size)) lines.push(await measureCall(size, call))
    await measureHome(size, 'home page, rendered')
  })
  await serving('64', async () => {
    apiLines.push(...(await measureApi(urls, await apiCalls(db, cookie), { size, suffix: ', cached' })))
    deliveries.push({ size, ...(await measureDelivery({ db, app_url, files_folder: join(cluster.folder, 'files'), token, owner_id })) })
    if (!onlyApi) await measureHome(size, 'home page, cached')
  })
}

async function measureHome(size: number, name: string): Promise<void> {
  const rate = await httpRate(app_url, ['/'])
  lines.push({ size, name, rate, raw: Number.NaN, bare: await bareRate(rate.bytes, 'text/html') })
}

/** Runs the work against an app process with a page cache of this size, in MB. */
async function serving(page_cache_mb: string, work: () => Promise<void>): Promise<void> {
  const app = await startChild('serve.ts', {
    PORT: String(appPort),
    DATABASE_URL: cluster.url,
    DATA_DIR: join(cluster.folder, 'data'),
    FILES_URL: join(cluster.folder, 'files'),
    SMTP_URL: 'smtp://127.0.0.1:9',
    PAGE_CACHE_MB: page_cache_mb,
    RENDER_LIMIT: '0',
    WORKER: '0',
    DEMO: '0'
  })
  try {
    await work()
  } finally {
    await app.end()
  }
}

async function measureCall(size: number, { name, queries }: BenchCall): Promise<Line> {
  const paths = queries.map(
    (query) => `/api/assets/?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`
  )
  const statements = await Promise.all(queries.map((query) => statementsOf(db.pool, { search: '', page: 1, page_size: 12, ...query })))
  const rate = await httpRate(app_url, paths)
  const raw = await sqlRate(db.pool, statements)
  console.error(`${size} ${name}: ${round(rate.per_second)}/s, raw SQL ${round(raw)}/s`)
  return { size, name, rate, raw, bare: await bareRate(rate.bytes, 'application/json') }
}

async function bareRate(bytes: number, type: string): Promise<number> {
  const { per_second } = await httpRate(`http://127.0.0.1:${barePort}`, [`/bare?bytes=${bytes}&type=${encodeURIComponent(type)}`])
  return per_second
}

function thisRun(previews: PreviewRates, figures: ProcessFigures): ThisRun {
  const delivery = deliveries.find(({ size }) => size === COMPARED)
  if (!delivery) throw new Error(`Nothing was measured with ${COMPARED} assets.`)
  const import_per_second = imports.find(({ size }) => size === COMPARED)?.per_second ?? Number.NaN
  return { api: apiLines.filter(({ size }) => size === COMPARED), delivery, import_per_second, previews, figures }
}

function report(previews: PreviewRates, jobs: JobRates, figures: ProcessFigures): void {
  const row = ({ size, name, rate, raw, bare: bareFastify }: Line) =>
    `| ${size} | ${name} | ${round(rate.per_second)} | ${round(rate.p99_ms)} | ${ratio(rate.per_second, raw)} | ${ratio(rate.per_second, bareFastify)} | ${ratio(rate.per_second, firstRate(name))} |`
  const text = `# Performance of Easel
One run of \`npm run bench\` on ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}; 8 connections; the load generator, the app and PostgreSQL share the machine. Compare the ratios, not the absolute figures.

| assets | call | requests/s | p99 ms | vs. the same SQL alone | vs. bare Fastify, same bytes | vs. ${SIZES[0]} assets |
|---:|---|---:|---:|---:|---:|---:|
${lines.map(row).join('\n')}

${apiReport(apiLines)}
${deliveryReport(deliveries, round)}
## Import
| assets | rows/s, including originals |
|---|---:|
${imports.map(({ size, per_second }) => `| to ${size} | ${round(per_second)} |`).join('\n')}

## Previews
${round(previews.ours)} pictures per second with all previews, watermark and dominant color; sharp alone, three sizes without a watermark: ${round(previews.sharp_alone)}. Ratio ${ratio(previews.ours, previews.sharp_alone)}. All previews of a photo of 6 megapixels take ${round(previews.photo_cpu_s)} seconds of processor time.

${jobsReport(jobs)}
${processReport(figures, round)}
${beforeReport(COMPARED, thisRun(previews, figures))}`
  mkdirSync(join(ROOT, 'bench'), { recursive: true })
  writeFileSync(join(ROOT, 'bench/results.md'), text)
  console.log(text)
}

function jobsReport({ single, together, idle_queries_per_second, mails_per_second, codes, waiting }: JobRates): string {
  return `## Jobs and email
| | half within | 95 % within |
|---|---:|---:|
| a job starts after its commit | ${round(single.p50_ms)} ms | ${round(single.p95_ms)} ms |
| 100 jobs of one transaction start, five at a time | ${round(together.p50_ms)} ms | ${round(together.p95_ms)} ms |
| a code arrives while 10,000 other emails wait | ${round(codes.p50_ms)} ms | ${round(codes.p95_ms)} ms |

${round(mails_per_second)} emails leave per second; ${waiting} still waited when the last code arrived. Idle workers of all queues ask the database ${round(idle_queries_per_second)} times per second.
`
}
