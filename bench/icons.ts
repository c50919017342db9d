/**
 * npm run bench:icons: what the Iconify-compatible API costs with one set of 10,000 icons among 30. Starts the product with its demo, and writes
 * bench/icons.md. Times are those of whole calls on loopback, uncompressed, in ms.
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Connection, connect } from '#platform/database/connect.ts'
import { startProduct } from '#tests/support/products/product.ts'

const SETS = 30
const LARGE = 10_000
const SMALL = 1000
const RUNS = 40
/** An address and the other headers have room for 16 KiB. */
const ADDRESS_MAX = 15_000
const WORDS = 'arrow home user chart map star book cloud door engine flag glass heart idea jar key lamp moon note ocean'.split(' ')
const nameOf = (at: number): string => `${WORDS[at % 20]}-${WORDS[Math.floor(at / 20) % 20]}-${at.toString(36)}`

/** Icons without files: they have their drawings, so nobody reads one. */
async function addSets(db: Connection): Promise<void> {
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(attname), ', ') as columns from pg_attribute where attrelid = 'catalogue.asset'::regclass
      and attnum > 0 and not attisdropped and attgenerated = '' and attname not in ('id', 'number', 'source_key')`.execute(db)
  const columns = sql.raw(rows[0]?.columns ?? '')
  await sql`alter table catalogue.asset disable trigger user`.execute(db)
  for (let set = 0; set < SETS; set += 1) {
    const prefix = `bench${set}`
    const names = Array.from({ length: set === 0 ? LARGE : SMALL }, (_, at) => nameOf(at))
    await sql`
      insert into icons.icon_set (prefix, info, width, height, created_at) values (${prefix}, '{"name":"Bench"}', 24, 24, now())`.execute(
      db
    )
    await sql`
      insert into catalogue.asset (id, number, source_key, ${columns}) overriding system value
      select gen_random_uuid(), nextval(pg_get_serial_sequence('catalogue.asset', 'number'))::integer, ${`${prefix}:`} || name, ${columns}
      from unnest(${names}::text[]) name, (
        select * from catalogue.asset where category = 'icon' and status = 'approved' and withheld_at is null limit 1
      ) copied`.execute(db)
    await sql`
      insert into icons.icon (prefix, name, asset_id, place, body, style, is_mono, changed_at)
      select ${prefix}, substring(source_key from '[^:]+$'), id, row_number() over (),
        '<path fill="currentColor" d="' || repeat('M12 2a10 10 0 0 1 0 20', 12) || '"/>', 'fill', true, now()
      from catalogue.asset where source_key like ${`${prefix}:%`}`.execute(db)
  }
  await sql`update catalogue.asset set is_free = true where source_key like 'bench%'`.execute(db)
  await sql`alter table catalogue.asset enable trigger user`.execute(db)
  await sql`analyze`.execute(db)
}

type Timed = { name: string; first: number; median: number; p95: number; kilobytes: number }

async function timed(name: string, addresses: readonly string[]): Promise<Timed> {
  const times: number[] = []
  let bytes = 0
  for (let run = 0; run <= Math.max(RUNS, addresses.length); run += 1) {
    const begun = performance.now()
    const answer = await fetch(addresses[run % addresses.length] ?? '', { headers: { 'accept-encoding': 'identity' } })
    bytes = (await answer.arrayBuffer()).byteLength
    times.push(performance.now() - begun)
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  }
  const [first = Number.NaN, ...others] = times
  others.sort((one, other) => one - other)
  const at = (share: number) => others[Math.floor(others.length * share)] ?? Number.NaN
  return { name, first, median: at(0.5), p95: at(0.95), kilobytes: bytes / 1000 }
}

function iconAddresses(base: string): string[] {
  const addresses: string[] = []
  let names: string[] = []
  for (let at = 0; at < LARGE; at += 1) {
    names.push(nameOf(at))
    if (names.join(',').length < ADDRESS_MAX && at < LARGE - 1) continue
    addresses.push(`${base}/bench0.json?icons=${names.join(',')}`)
    names = []
  }
  return addresses
}

const QUERIES = ['arrow', 'ar', 'a', 'home user', 'st', 'bench0:moon', 'cloud door', 'lamp-moon', 'style:fill key', 'zzzz', '-1a', 'oc']

async function measure(url: string): Promise<string> {
  const base = `${url}/iconify`
  const found = [
    await timed('/collections', [`${base}/collections`]),
    await timed(`/collection, ${LARGE} icons`, [`${base}/collection?prefix=bench0`]),
    await timed('one icon', [`${base}/bench0.json?icons=${nameOf(7)}`]),
    await timed('as many icons as one address carries', iconAddresses(base).slice(0, 1)),
    await timed(`all ${LARGE} icons, by such addresses`, iconAddresses(base)),
    await timed(
      '/search',
      QUERIES.map((query) => `${base}/search?query=${encodeURIComponent(query)}&limit=64`)
    ),
    await timed(
      '/search, limit 999',
      QUERIES.map((query) => `${base}/search?query=${encodeURIComponent(query)}&limit=999`)
    ),
    await timed('/keywords', [`${base}/keywords?prefix=ar`])
  ]
  const rows = found.map(
    ({ name, kilobytes, ...times }) =>
      `| ${[name, times.first.toFixed(1), times.median.toFixed(1), times.p95.toFixed(1), Math.round(kilobytes)].join(' | ')} |`
  )
  const load = loadavg().map((one) => one.toFixed(1))
  return `# The Iconify-compatible API: ${SETS} sets, one with ${LARGE} icons, the others with ${SMALL}

Load of the machine while measuring: ${load.join(', ')}. Whole calls on loopback, in ms.

| call | first | median | p95 | KB |
|---|---:|---:|---:|---:|
${rows.join('\n')}
`
}

const product = await startProduct({ env: { RENDER_LIMIT: '0' } })
try {
  const db = connect(product.databaseUrl)
  await addSets(db)
  await db.destroy()
  const text = await measure(product.url)
  writeFileSync(join(import.meta.dirname, 'icons.md'), text)
  console.log(text)
} finally {
  await product.stop()
}
