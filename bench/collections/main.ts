/**
 * npm run bench:collections [-- --open]: what a collection of 500 works costs: to open, to buy in orders, and to hand over. Starts the product with its
 * demo and writes bench/collections/results.md. With --open, it only prints what opening costs.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '#tests/support/browser/browser.ts'
import { startProduct } from '#tests/support/products/product.ts'
import { openCollection } from './open.ts'

const WORKS = 500
/** In one order, and in the hand-over. */
const LICENSES = 200
const RUNS = 20

// The PNGs of the hand-over are rendered once before it is measured.
const product = await startProduct({ env: { RENDER_LIMIT: '0' } })
const { url, paypalUrl } = product
let cookie = ''

async function call(method: string, path: string, data?: object): Promise<Response> {
  const body = data ? { body: JSON.stringify(data) } : {}
  const headers = { origin: url, cookie, 'content-type': 'application/json' }
  const answer = await fetch(url + path, { method, headers, ...body })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer
}
const ask = async <Body>(method: string, path: string, data?: object): Promise<Body> =>
  (await (await call(method, path, data)).json()) as Body

/** Returns the works of the demo that are for sale, as far as a collection has room. */
async function findWorks(): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ids.length < WORKS; page += 1) {
    const assets = await ask<{ id: string }[]>('GET', `/api/assets?page_size=100&page=${page}`)
    if (assets.length === 0) break
    ids.push(...assets.map(({ id }) => id))
  }
  return ids.slice(0, WORKS)
}

type Started = { payment_id?: string; provider_order_id?: string; lines: unknown[] }

/** Buys works as one order. Returns how long our own part took, without PayPal's page. */
async function buy(ids: readonly string[]): Promise<{ lines: number; seconds: number }> {
  const begun = performance.now()
  const items = ids.map((asset_id) => ({ asset_id, license_type: 'personal' }))
  const { payment_id, provider_order_id, lines } = await ask<Started>('POST', '/api/orders', { items, terms_accepted: true })
  if (payment_id) {
    await fetch(`${paypalUrl}/sandbox/orders/${provider_order_id}/approve`, { method: 'POST' })
    await call('POST', `/api/payments/${payment_id}/capture`, {})
  }
  return { lines: lines.length, seconds: (performance.now() - begun) / 1000 }
}

/** Processor time of the process so far, in ms: on a busy machine it says more than the time on the clock. */
function processorTime(pid: number): number {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = after.split(' ').slice(11, 13).map(Number)
  return (user + system) * (1000 / TICKS)
}
/** Linux counts in hundredths of a second. */
const TICKS = 100

/** Its own memory, without the processes that it has started, in MB. */
const residentOf = (pid: number): number => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024

type HandOver = { name: string; megabytes: number; seconds: number; before: number; most: number }

/** Downloads a hand-over and looks at the memory every 50 ms. */
async function handOver(id: string, query: string): Promise<HandOver> {
  const pid = product.process.pid ?? 0
  const before = residentOf(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, residentOf(pid))
  }, 50)
  const begun = performance.now()
  let bytes = 0
  try {
    for await (const chunk of (await call('GET', `/api/collections/${id}/hand-over${query}`)).body ?? []) bytes += chunk.length
  } finally {
    clearInterval(timer)
  }
  return { name: query || 'original files', megabytes: bytes / 1e6, seconds: (performance.now() - begun) / 1000, before, most }
}

/** The median time of a call, and the processor time of the process, in ms. */
async function timed(path: string): Promise<Timed> {
  const pid = product.process.pid ?? 0
  const times: number[] = []
  const before = processorTime(pid)
  for (let run = 0; run < RUNS; run += 1) {
    const begun = performance.now()
    await (await call('GET', path)).text()
    times.push(performance.now() - begun)
  }
  const processor = (processorTime(pid) - before) / RUNS
  return { ms: times.toSorted((one, other) => one - other)[Math.floor(RUNS / 2)] ?? Number.NaN, processor }
}
type Timed = { ms: number; processor: number }

async function measure(): Promise<string> {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'client@easel.test', password: 'easel-demo' })
  })
  cookie = (login.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
  const works = await findWorks()
  const { id } = await ask<{ id: string }>('POST', '/api/collections', { name: 'Bench' })
  await call('POST', '/api/hearts', { asset_ids: works })
  // The first requests of a process compile what they run.
  await timed(`/api/collections/${id}`)
  const [api, page, small] = [await timed(`/api/collections/${id}`), await timed(`/collections/${id}`), await timed('/collections')]
  const opened = await openCollection({ url, cookie, path: `/collections/${id}`, executablePath: findBrowser() })
  if (process.argv.includes('--open'))
    return report({ works: works.length, api, page, small, licensed: page, opened, orders: [], handed: [] })
  const orders = [await buy(works.slice(0, LICENSES))]
  const licensed = await timed(`/collections/${id}`)
  const handed = [await handOver(id, ''), await handOver(id, '')]
  const drawn = [await handOver(id, '?format=png&width=512'), await handOver(id, '?format=png&width=512')]
  for (let from = LICENSES; from < works.length; from += LICENSES) orders.push(await buy(works.slice(from, from + LICENSES)))
  return report({ works: works.length, api, page, small, licensed, opened, orders, handed: [...handed, ...drawn] })
}

type Figures = { works: number; api: Timed; page: Timed; small: Timed; licensed: Timed; opened: Record<string, number> } & {
  orders: { lines: number; seconds: number }[]
  handed: HandOver[]
}

const round = (value: number): string => (value >= 100 ? String(Math.round(value)) : value.toPrecision(3))

const report = ({ works, api, page, small, licensed, opened, orders, handed }: Figures): string => `# A collection of ${works} works

Load of the machine while measuring: ${loadavg()
  .map((one) => one.toFixed(1))
  .join(', ')}. Times are medians of ${RUNS} calls one after another.

| | on the clock | processor |
|---|---:|---:|
${(
  [
    ['the call', api],
    ['the page, rendered', page],
    [`the page, with ${LICENSES} licenses`, licensed],
    ['the page of all collections, for comparison', small]
  ] as const
)
  .map(([name, { ms, processor }]) => `| ${name} | ${round(ms)} ms | ${round(processor)} ms |`)
  .join('\n')}

| in Chromium | |
|---|---:|
${Object.entries(opened)
  .map(([name, ms]) => `| ${name} | ${round(ms)} ms |`)
  .join('\n')}

| order | lines | from the click to the licenses |
|---|---:|---:|
${orders.map(({ lines, seconds }, place) => `| ${place + 1} | ${lines} | ${round(seconds)} s |`).join('\n')}

| hand-over of ${LICENSES} | MB sent | time | memory before | most | more |
|---|---:|---:|---:|---:|---:|
${handed.map((one) => `| ${one.name} | ${round(one.megabytes)} | ${round(one.seconds)} s | ${round(one.before)} MB | ${round(one.most)} MB | ${round(one.most - one.before)} MB |`).join('\n')}

The first hand-over of a process also loads what draws certificates, which stays: about 50 MB of its row.
`

try {
  const text = await measure()
  if (!process.argv.includes('--open')) writeFileSync(join(import.meta.dirname, 'results.md'), text)
  console.log(text)
} finally {
  await product.stop()
}
