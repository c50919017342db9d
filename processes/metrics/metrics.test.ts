import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIL_QUEUES, withLog } from '#platform/server/index.ts'
import { assetOnSale, begunCheckout } from '#tests/support/givens/sales.ts'
import { openLines } from '#tests/support/log-lines.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { createFigures } from './figures.ts'
import { createMetrics } from './metrics.ts'

const [, SEND_MAIL] = MAIL_QUEUES

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const measured = () => ({ db: world.db, files: world.ports.files, disk: world.ports.disk })

test('docs/operations.md describes every metric with its kind and labels', async () => {
  const page = readFileSync('docs/operations.md', 'utf8')
  const section = page.slice(page.indexOf('## Metrics'), page.indexOf('\n## ', page.indexOf('## Metrics') + 1))
  const described = [...section.matchAll(/^\| `(\w+)` \| (\w+) \|\s*([^|]*?)\s*\|/gm)].map(([, name, kind, labels]) => [name, kind, labels])
  const all = await createMetrics(measured()).registry.getMetricsAsJSON()
  const own = all.filter(({ name }) => !/^(process|nodejs)_/.test(name))
  const labelsOf = (name: string) => {
    const labels: unknown = Object.entries(createMetrics(measured()).registry.getSingleMetric(name) ?? {}).find(
      ([key]) => key === 'labelNames'
    )?.[1]
    return Array.isArray(labels) ? labels.filter((label) => label !== 'le').join(', ') : ''
  }
  expect(described.sort()).toEqual(own.map(({ name, type }) => [name, String(type), labelsOf(name)]).sort())
})

test('the figures say what waits, what was paid, and whether the book is balanced', async () => {
  await world.db.transaction().execute((tx) => world.ports.mail.send(tx, { to: 'x@example.com', subject: '', html: '', text: '' }))
  await sql`update jobs.job set start_after = now() - interval '90 seconds' where name = ${SEND_MAIL}`.execute(world.db)
  // PayPal cannot be reached in this world.
  await begunCheckout(world, (await assetOnSale(world)).id).catch(() => undefined)
  const text = await createMetrics(measured()).registry.metrics()
  expect(text).toContain(`jobs_waiting{queue="${SEND_MAIL}"} 1`)
  expect(Number(new RegExp(`jobs_oldest_waiting_seconds\\{queue="${SEND_MAIL}"\\} ([\\d.]+)`).exec(text)?.[1])).toBeGreaterThanOrEqual(90)
  expect(text).toContain('payments{state="failed"} 1')
  expect(text).toMatch(/^ledger_sum_cents 0$/m)
  expect(text).toMatch(/^ledger_unbalanced_transactions 0$/m)
  expect(text).toMatch(/^file_store_up 1$/m)
  expect(text).toMatch(/^disk_free_bytes \d{9,}$/m)
  expect(text).toMatch(/database_connections\{state="open"\} [1-9]/)
})

test('however often monitoring asks, figures are read at most every 15 seconds, and one that cannot be read is logged and left out', async () => {
  let reads = 0
  let now = 0
  const disk = { ...world.ports.disk, space: () => Promise.reject(new Error(`The disk does not answer, ${++reads}.`)) }
  const { log, causes } = await openLines()
  await withLog({ log }, async () => {
    const figures = createFigures({ ...measured(), disk }, () => now)
    expect(await Promise.all([figures.freeBytes(), figures.freeBytes()])).toEqual([undefined, undefined])
    now = 14_999
    await figures.freeBytes()
    expect(reads).toBe(1)
    now = 15_000
    await figures.freeBytes()
    expect(reads).toBe(2)
    expect(await createMetrics({ ...measured(), disk }).registry.metrics()).toMatch(/^disk_free_bytes Nan$/im)
  })
  expect(causes()).toHaveLength(3)
})

test('metrics do not wait for a store or a disk that never answers', async () => {
  const never = () => new Promise<never>(() => {})
  const { log, causes } = await openLines()
  await withLog({ log }, async () => {
    const hung = { files: { ...world.ports.files, isReachable: never }, disk: { ...world.ports.disk, space: never } }
    const figures = createFigures({ ...measured(), ...hung }, Date.now, 20)
    expect(await Promise.all([figures.isStoreReachable(), figures.freeBytes()])).toEqual([undefined, undefined])
  })
  expect(causes()).toHaveLength(2)
})
