/** npm run bench:search -- pictures: measures the search by picture and writes bench/search/pictures/results.md and times.md. `--works 100` and `--rows 50000` measure less and only print it, 0 leaves one out. */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { findSameBytes, updatePrints } from '#catalogue/server/picture-search/picture-search.queries.ts'
import { findLike, isNear } from '#catalogue/server/picture-search/picture-search.service.ts'
import { printsOfPicture } from '#catalogue/server/picture-search/sent-picture-tasks.ts'
import { analyzeImage, makePreview } from '#catalogue/server/previews/preview-tasks.ts'
import { type Connection, connect } from '#platform/database/connect.ts'
import { openFiles } from '#platform/server/files/file-store.ts'
import { prepareDatabase } from '#processes/database/prepare-database.ts'
import { ALTERATIONS, type AlterationName, alter } from '#tests/support/image-magick.ts'
import { benchCluster } from '../../cluster.ts'
import { multiplyAssets } from '../../multiply.ts'
import { loadDemo } from '../judge.ts'
import { openScreens, type Screens } from './screens.ts'

/** Only a run of this size is kept: a smaller one says something else. */
const FULL = { works: 500, rows: 378_000 }

const { values } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: { works: { type: 'string', default: String(FULL.works) }, rows: { type: 'string', default: String(FULL.rows) } }
})
const WORKS = Number(values.works)
const ROWS = Number(values.rows)
/** What the goal names is measured with every work, all else with one in this many. */
const OTHERS_EACH = 4
const GOAL_ALTERATIONS: readonly AlterationName[] = ['resized', 'JPEG 40', 'WEBP']
const OTHER_ALTERATIONS = ALTERATIONS.filter((name) => !GOAL_ALTERATIONS.includes(name))
const FIRST = 5
const TIMED = 200

type Work = { asset_id: string; file_id: string; title: string; svg: Buffer }
type Kind = AlterationName | 'screenshot' | 'watermarked, JPEG 40'
type Row = { kind: Kind; works: number; first: number; best: number; near: number; others: number; same: number; missed: string[] }

const cluster = await benchCluster()
await prepareDatabase(cluster.url, [])
const db = connect(cluster.url, 4)
try {
  const works = await loadWorks()
  if (WORKS > 0) await reportQuality(works)
  if (ROWS > 0) {
    // Words are not searched here, and copying theirs would take most of the time.
    await sql`truncate catalogue.posting`.execute(db)
    await multiplyAssets(db, ROWS)
    await addPrints(db)
    reportTimes(await timeSearches(sampleOf(works, TIMED)))
  }
} finally {
  await db.destroy()
  await cluster.end()
}

async function loadWorks(): Promise<Work[]> {
  const files = openFiles(join(cluster.folder, 'files'))
  const owner = await sql<{ id: string }>`
    insert into accounts."user" (name, email, role, email_verified, created_at) values ('Bench', 'bench@easel.test', 'employee', true, now()) returning id`.execute(
    db
  )
  await loadDemo(db, files, owner.rows[0]!.id)
  const { rows } = await sql<{ asset_id: string; file_id: string; title: string; original_key: string }>`
    select asset.id as asset_id, file.id as file_id, asset.title, file.original_key
    from catalogue.asset asset join catalogue.asset_file file on file.asset_id = asset.id order by asset.number`.execute(db)
  const works: Work[] = []
  for (const { original_key, ...work } of rows) {
    const svg = await files.bytes(original_key)
    await updatePrints(db, [{ file_id: work.file_id, print: (await analyzeImage(svg, 'svg')).print }])
    works.push({ ...work, svg })
  }
  return works
}

/** Returns so many of the works, from the first to the last. */
function sampleOf(works: readonly Work[], count: number): Work[] {
  return works.filter((_, place) => Math.floor((place * count) / works.length) !== Math.floor(((place - 1) * count) / works.length))
}

async function measureAll(works: readonly Work[], { picture }: Screens): Promise<Row[]> {
  const rows = new Map<Kind, Row>()
  for (const [place, work] of works.entries()) {
    const drawn = await picture(work.svg)
    for (const kind of GOAL_ALTERATIONS) await measure(rows, work, kind, await alter(drawn, kind))
    if (place % 50 === 49) console.error(`${place + 1} works`)
    if (place % OTHERS_EACH !== 0) continue
    await measure(rows, work, 'screenshot', await picture(work.svg, { background: '#f4f1ea', side: 420 }))
    for (const kind of OTHER_ALTERATIONS) await measure(rows, work, kind, await alter(drawn, kind))
    const marked = await makePreview(work.svg, 'svg', { width: 640, marked: true, type: 'webp' })
    await measure(rows, work, 'watermarked, JPEG 40', await alter(marked, 'JPEG 40'))
  }
  return [...rows.values()]
}

function formatOf(kind: Kind) {
  if (kind.includes('JPEG')) return 'jpg'
  return kind === 'WEBP' ? 'webp' : 'png'
}

async function measure(rows: Map<Kind, Row>, { asset_id, title }: Work, kind: Kind, copy: Buffer): Promise<void> {
  const row = rows.get(kind) ?? { kind, works: 0, first: 0, best: 0, near: 0, others: 0, same: 0, missed: [] }
  rows.set(kind, row)
  row.works += 1
  const found = await findLike(db, await printsOfPicture(copy, formatOf(kind)), 'on_sale')
  const at = found.findIndex((one) => one.asset_id === asset_id)
  row.same += (await findSameBytes(db, [createHash('sha256').update(copy).digest('hex')], 'on_sale', 1)).length
  row.others += found.filter((one) => isNear(one) && one.asset_id !== asset_id).length
  const own = found[at]
  if (own && isNear(own)) row.near += 1
  if (at === 0) row.best += 1
  if (at >= 0 && at < FIRST) row.first += 1
  else row.missed.push(`${title} (${at < 0 ? 'not found' : at + 1})`)
}

/** Gives the copies prints that are found near those of their originals, with about 8 of the 64 bits changed. */
async function addPrints(db: Connection): Promise<void> {
  const noise = (salt: string) => sql`('x' || substr(md5(file.id::text || ${salt}), 1, 16))::bit(64)::bigint`
  await sql`
    insert into catalogue.picture_print (file_id, bits, print)
    select file.id, known.bits # (${noise('a')} & ${noise('b')} & ${noise('c')}), known.print
    from catalogue.asset_file file
    join (
      select distinct on (original.sha256) original.sha256, stored.bits, stored.print
      from catalogue.picture_print stored join catalogue.asset_file original on original.id = stored.file_id order by original.sha256, original.id
    ) known on known.sha256 = file.sha256
    where not exists (select from catalogue.picture_print stored where stored.file_id = file.id)`.execute(db)
  await sql`vacuum analyze catalogue.picture_print`.execute(db)
}

type Times = { prints: number; size_mb: number; read: number[]; found: number[] }

async function timeSearches(works: readonly Work[]): Promise<Times> {
  const times: Times = { prints: 0, size_mb: 0, read: [], found: [] }
  const { rows } = await sql<{ prints: number; size: number }>`
    select count(*)::int as prints, pg_total_relation_size('catalogue.picture_print')::bigint as size from catalogue.picture_print`.execute(
    db
  )
  for (const { svg } of works) {
    const start = performance.now()
    const copies = await printsOfPicture(svg, 'svg')
    const read = performance.now()
    await findLike(db, copies, 'on_sale')
    times.read.push(read - start)
    times.found.push(performance.now() - read)
  }
  return { ...times, prints: rows[0]?.prints ?? 0, size_mb: Math.round(Number(rows[0]?.size ?? 0) / 1e6) }
}

function quantile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((one, other) => one - other)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)
}

function report(name: string, text: string, isFull: boolean): void {
  if (isFull) writeFileSync(join(import.meta.dirname, name), text)
  console.log(text)
}

async function reportQuality(all: readonly Work[]): Promise<void> {
  const sample = sampleOf(all, WORKS)
  const screens = await openScreens()
  const rows = await measureAll(sample, screens).finally(() => screens.close())
  const percent = (count: number, { works }: Row) => `${((100 * count) / works).toFixed(1)} %`
  const lines = rows.map(
    (row) =>
      `| ${row.kind} | ${row.works} | ${percent(row.first, row)} | ${percent(row.best, row)} | ${percent(row.near, row)} | ${(row.others / row.works).toFixed(2)} | ${row.same} |`
  )
  report(
    'results.md',
    `# Search by picture: what is found
One run of \`npm run bench:search -- pictures\`: up to ${sample.length} of the ${all.length} works of the demo catalogue, drawn by Chromium and altered by ImageMagick. A screenshot
is Chromium's alone, in another size and on another background. The row with a watermark begins with our own public preview instead. [Times](times.md).

| copy | works | original among the first ${FIRST} | original first | original is *near* | other works that are *near*, for each search | false *same* |
|---|---:|---:|---:|---:|---:|---:|
${lines.join('\n')}

## Not among the first ${FIRST}
${rows.map(({ kind, missed }) => `- ${kind}: ${missed.join('; ') || 'none'}`).join('\n')}
`,
    WORKS >= FULL.works
  )
}

function reportTimes({ prints, size_mb, read, found }: Times): void {
  report(
    'times.md',
    `# Search by picture: times
One run of \`npm run bench:search -- pictures\` with ${prints.toLocaleString('en-US')} prints (${size_mb} MB with their indexes), ${read.length} searches one after the other, in milliseconds. Most prints are made up: those of the demo with
about 8 of their 64 bits changed.

| step | half of the searches | 95 % | the slowest |
|---|---:|---:|---:|
| draw the picture and describe it | ${quantile(read, 0.5)} | ${quantile(read, 0.95)} | ${quantile(read, 1)} |
| find and compare | ${quantile(found, 0.5)} | ${quantile(found, 0.95)} | ${quantile(found, 1)} |
`,
    ROWS >= FULL.rows
  )
}
