/** The API by its share of what a bare Fastify server answers on the same machine in the same run, with 32 connections. */
import { sql } from 'kysely'
import { CATEGORIES } from '#catalogue/rules.ts'
import type { Connection } from '#platform/database/connect.ts'
import { ADJECTIVES, THINGS } from './catalogue.ts'
import { type ApiRate, CONNECTIONS, rateOf, SECONDS } from './rate.ts'

/** About a page of twelve assets. */
const BARE_PATH = '/bare?bytes=6144&type=application%2Fjson'

export type ApiLine = ApiRate & { size: number; name: string; share: number }
export type ApiCall = { name: string; paths: readonly string[]; headers?: Readonly<Record<string, string>>; connections?: number }

/** The calls of the newest assets, with and without the response cache. */
export async function apiCalls(db: Connection, cookie: string): Promise<ApiCall[]> {
  const { rows } = await sql<{ id: string }>`
    select id from catalogue.asset where status = 'approved' order by approved_at desc, id desc limit 40`.execute(db)
  const ofAssets = (rest = '') => rows.map(({ id }) => `/api/assets/${id}${rest}`)
  const oneWord = THINGS.map((thing) => `/api/assets?search=${thing}`)
  const twoWords = THINGS.map((thing, index) => `/api/assets?search=${ADJECTIVES[index % ADJECTIVES.length]}+${thing}`)
  return [
    { name: '/health/live', paths: ['/health/live'] },
    { name: 'catalogue page of 12', paths: [1, 2, 3, 4, 5].map((page) => `/api/assets?page=${page}`) },
    { name: 'asset detail', paths: ofAssets() },
    { name: 'pricing of an asset', paths: ofAssets('/pricing') },
    { name: 'search, one word', paths: oneWord },
    { name: 'search, one word, 2 connections', paths: oneWord, connections: 2 },
    { name: 'search, two words', paths: twoWords },
    { name: 'search, two words, 2 connections', paths: twoWords, connections: 2 },
    { name: 'home', paths: ['/'] },
    { name: 'home, compressed as browsers ask', paths: ['/'], headers: { 'accept-encoding': 'gzip, deflate, br' } },
    { name: 'home of a signed-in person', paths: ['/'], headers: { cookie } }
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
  for (const { name, paths, headers, connections } of calls) {
    const rate = await rateOf(app_url, paths, { ...(headers && { headers }), ...(connections && { connections }) })
    lines.push({ ...rate, size, name: `${name}${suffix}`, share: rate.per_second / bare.per_second })
    console.error(`${size} ${name}${suffix}: ${Math.round(rate.per_second)}/s, ${(rate.per_second / bare.per_second).toFixed(4)} F`)
  }
  return lines
}

export const apiReport = (lines: readonly ApiLine[]): string => `## Share of a bare Fastify answer of 6 KB (F)
${CONNECTIONS} connections, one run of ${SECONDS} seconds each. Cached: visitors' answers come from the response cache.

| assets | call | requests/s | p99 ms | share of F |
|---:|---|---:|---:|---:|
${lines.map(({ size, name, per_second, p99_ms, share }) => `| ${size} | ${name} | ${Math.round(per_second)} | ${p99_ms.toPrecision(3)} | ${share.toFixed(share < 0.1 ? 4 : 2)} |`).join('\n')}
`
