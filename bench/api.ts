/** The API by its share of what a bare Fastify server answers on the same machine in the same run, with 32 connections. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { sql } from 'kysely'
import { CATEGORIES } from '#catalogue/rules.ts'
import type { Connection } from '#platform/database/connect.ts'
import { ADJECTIVES, THINGS } from './catalogue.ts'

const CONNECTIONS = 32
const SECONDS = 4
/** About a page of twelve assets. */
const BARE_PATH = '/bare?bytes=6144&type=application%2Fjson'

type ApiRate = { per_second: number; p99_ms: number }
export type ApiLine = ApiRate & { size: number; name: string; share: number }
export type ApiCall = { name: string; paths: readonly string[] }

/** The calls of the newest assets, with and without the response cache. */
export async function apiCalls(db: Connection): Promise<ApiCall[]> {
  const { rows } = await sql<{ id: string }>`
    select id from catalogue.asset where status = 'approved' order by approved_at desc, id desc limit 40`.execute(db)
  const ofAssets = (rest = '') => rows.map(({ id }) => `/api/assets/${id}${rest}`)
  return [
    { name: '/health/live', paths: ['/health/live'] },
    { name: 'catalogue page of 12', paths: [1, 2, 3, 4, 5].map((page) => `/api/assets?page=${page}`) },
    { name: 'asset detail', paths: ofAssets() },
    { name: 'pricing of an asset', paths: ofAssets('/pricing') },
    { name: 'search, one word', paths: THINGS.map((thing) => `/api/assets?search=${thing}`) },
    {
      name: 'search, two words',
      paths: THINGS.map((thing, index) => `/api/assets?search=${ADJECTIVES[index % ADJECTIVES.length]}+${thing}`)
    },
    { name: 'home', paths: ['/'] }
  ]
}

/** Needs a license price for each category: pricing is part of the measurement. */
export async function givePrices(db: Connection): Promise<void> {
  await sql`
    insert into licensing.license_price (category, price_cents, updated_at)
    select category, 500, now() from unnest(${[...CATEGORIES]}::text[]) category on conflict do nothing`.execute(db)
}

export async function measureApi(
  [app_url, bare_url]: readonly [string, string],
  calls: readonly ApiCall[],
  { size, suffix }: { size: number; suffix: string }
): Promise<ApiLine[]> {
  const lines: ApiLine[] = []
  const bare = await rateOf(bare_url, [BARE_PATH])
  for (const { name, paths } of calls) {
    const rate = await rateOf(app_url, paths)
    lines.push({ ...rate, size, name: `${name}${suffix}`, share: rate.per_second / bare.per_second })
    console.error(`${size} ${name}${suffix}: ${Math.round(rate.per_second)}/s, ${(rate.per_second / bare.per_second).toFixed(4)} F`)
  }
  return lines
}

async function rateOf(url: string, paths: readonly string[]): Promise<ApiRate> {
  const { status } = await fetch(url + paths[0])
  if (status !== 200) throw new Error(`${url}${paths[0]} answered ${status}`)
  return (await hasWrk()) ? byWrk(url, paths) : byAutocannon(url, paths)
}

let wrk: Promise<boolean> | undefined
const hasWrk = (): Promise<boolean> => {
  wrk ??= promisify(execFile)('which', ['wrk']).then(
    () => true,
    () => false
  )
  return wrk
}

/** Costs the machine a tenth of what a load generator in JavaScript does. */
async function byWrk(url: string, paths: readonly string[]): Promise<ApiRate> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-wrk-'))
  try {
    const file = join(folder, 'paths')
    writeFileSync(file, `${paths.join('\n')}\n`)
    const run = (seconds: number) =>
      promisify(execFile)(
        'wrk',
        [`-c${CONNECTIONS}`, '-t1', `-d${seconds}`, '--latency', '-s', join(import.meta.dirname, 'rotate.lua'), url],
        { env: { ...process.env, PATHS: file } }
      )
    await run(1)
    const { stdout } = await run(SECONDS)
    const failed = /Non-2xx.*/.exec(stdout)?.[0]
    if (failed) throw new Error(`${url}${paths[0]}: ${failed}`)
    return { per_second: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]), p99_ms: inMs(/99%\s+([\d.]+)(us|ms|s)/.exec(stdout)) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function inMs(found: RegExpExecArray | null): number {
  const [, figure = 'NaN', unit] = found ?? []
  return Number(figure) * (unit === 's' ? 1000 : unit === 'us' ? 0.001 : 1)
}

async function byAutocannon(url: string, paths: readonly string[]): Promise<ApiRate> {
  const load = { url, connections: CONNECTIONS, requests: paths.map((path) => ({ path })) }
  await autocannon({ ...load, duration: 1 })
  const { requests, latency, non2xx, errors } = await autocannon({ ...load, duration: SECONDS })
  if (non2xx + errors > 0) throw new Error(`${url}${paths[0]}: ${non2xx} responses other than 200, ${errors} errors`)
  return { per_second: requests.average, p99_ms: latency.p99 }
}

export const apiReport = (lines: readonly ApiLine[]): string => `## Share of a bare Fastify answer of 6 KB (F)
32 connections, one run of ${SECONDS} seconds each. Cached: visitors' answers come from the response cache.

| assets | call | requests/s | p99 ms | share of F |
|---:|---|---:|---:|---:|
${lines.map(({ size, name, per_second, p99_ms, share }) => `| ${size} | ${name} | ${Math.round(per_second)} | ${p99_ms.toPrecision(3)} | ${share.toFixed(share < 0.1 ? 4 : 2)} |`).join('\n')}
`
