import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { getAsset, listAssets } from '#catalogue/contract.ts'
import { readOperations } from '#operations/contract.ts'
import { nameOf } from '#processes/database/database.ts'
import { runCheck } from '#processes/doctor/check.ts'
import { replicaChecks } from '#processes/doctor/replica-check.ts'
import { usableSettings } from '#processes/doctor/settings.ts'
import { listenToPageChanges } from '#processes/http/public/page-changes.ts'
import { withholdAsset } from '#submissions/review.contract.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { givenFeatured } from '#tests/support/givens/collections.ts'
import { openLines } from '#tests/support/log-lines.ts'
import { startReplicatedPostgres } from '#tests/support/replica.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

const LAG_MS = 1000
/** So long that only a notification keeps visitors from what the replica lacks. */
const LONG_LAG_MS = 60_000

/** The replica copies the world's whole database first. */
const CAUGHT_UP_MS = 40_000

let servers: Awaited<ReturnType<typeof startReplicatedPostgres>>
beforeAll(async () => {
  servers = await startReplicatedPostgres()
}, 60_000)
afterAll(() => servers.end())

const worlds: World[] = []
afterEach(async () => {
  await servers.resume()
  for (const world of worlds.splice(0)) await world.end()
})

type Lines = Awaited<ReturnType<typeof openLines>>

/** Returns a world whose replica has everything, and an asset in it. */
async function replicatedWorld({ lag_ms, lines }: { lag_ms: number; lines?: Lines }) {
  const { log } = lines ?? (await openLines())
  const world = await freshWorld({ server: servers.url, replicas: { urls: [servers.replica_url()], lag_ms, log } })
  worlds.push(world)
  const { id } = await givenAsset(world, { title: 'Red fox' })
  const reads = world.reads!
  reads.follow()
  await vi.waitFor(async () => expect(await answeredBy(world, id)).toBe('replica'), { timeout: CAUGHT_UP_MS, interval: 20 })
  const retitle = (title: string) => sql`update catalogue.asset set title = ${title} where id = ${id}`.execute(world.db)
  return { world, reads, id, retitle }
}

/** Reads an asset as a visitor. Returns who answered. */
async function answeredBy({ api, reads }: World, id: string): Promise<'replica' | 'primary' | 'both'> {
  const before = { ...reads!.counted }
  await api(getAsset, { params: { id } })
  const [replica, primary] = [reads!.counted.replica > before.replica, reads!.counted.primary > before.primary]
  return replica && primary ? 'both' : replica ? 'replica' : 'primary'
}

test("visitors' public reads come from the replica, and none of them writes", async () => {
  const { world, reads, id } = await replicatedWorld({ lag_ms: LONG_LAG_MS })
  const { slug } = await givenFeatured(world, 'Foxes', [id])
  const shown = async (path: string) => (await world.app.inject({ url: `/api${path}` })).statusCode
  await vi.waitFor(async () => expect(await shown(`/featured-collections/${slug}`)).toBe(200), { timeout: 10_000, interval: 20 })
  const { id: artist } = await world.person('employee')
  const before = { ...reads.counted }
  const calls = [...world.app.mounted.values()].filter(({ endpoint }) => endpoint.reads === 'replica')
  expect(calls.length).toBeGreaterThan(5)
  for (const { endpoint } of calls) {
    expect(endpoint).toMatchObject({ method: 'GET', access: 'anyone' })
    for (const query of ['', '?search=fox', '?search=nothing&q=fox']) {
      const answer = await world.app.inject({
        url: `/api${endpoint.path.replace('artists/:id', `artists/${artist}`).replace(':id', id).replace(':slug', slug)}${query}`
      })
      expect({ path: endpoint.path, status: answer.statusCode }).toEqual({ path: endpoint.path, status: 200 })
    }
  }
  expect(reads.counted.primary).toBe(before.primary)
  expect(reads.counted.replica).toBeGreaterThan(before.replica + calls.length)
}, 60_000)

test('a replica that stands still gets no reads after REPLICA_LAG_MS, and gets them again when it has caught up', async () => {
  const { world, id, retitle } = await replicatedWorld({ lag_ms: LAG_MS })
  await servers.pause()
  await retitle('Blue fox')
  const changed_at = performance.now()
  await vi.waitFor(async () => expect((await world.api(getAsset, { params: { id } })).title).toBe('Blue fox'), {
    timeout: 5000,
    interval: 10
  })
  expect(performance.now() - changed_at).toBeLessThan(LAG_MS + 1000)
  await servers.resume()
  await vi.waitFor(async () => expect(await answeredBy(world, id)).toBe('replica'), { timeout: 5000, interval: 20 })
  expect((await world.api(getAsset, { params: { id } })).title).toBe('Blue fox')
}, 60_000)

test('people see their own changes immediately, although the replica lacks them', async () => {
  const { world, id, retitle } = await replicatedWorld({ lag_ms: LONG_LAG_MS })
  await servers.pause()
  await retitle('Blue fox')
  const { token } = await world.person('employee')
  const titleFor = async (headers: Record<string, string>) => (await world.app.inject({ url: `/api/assets/${id}`, headers })).json().title
  expect(await titleFor({})).toBe('Red fox')
  expect(await titleFor({ authorization: `Bearer ${token}` })).toBe('Blue fox')
  for (const name of ['session', '__Host-session', 'registration', 'device'])
    expect(await titleFor({ cookie: `theme=dark; ${name}=${token}` })).toBe('Blue fox')
}, 60_000)

test('a withheld asset is gone for visitors within two seconds, although the replica stands still', async () => {
  const { world, reads, id } = await replicatedWorld({ lag_ms: LONG_LAG_MS })
  const changes = listenToPageChanges({
    listener: world.ports.listener,
    now: world.now,
    nextFreeChange: async () => null,
    onChange: () => reads.changed()
  })
  await vi.waitFor(async () => {
    expect(changes.generation()).toBeDefined()
    expect(await answeredBy(world, id)).toBe('replica')
  })
  await servers.pause()
  await (await world.as('admin'))(withholdAsset, { params: { id }, body: { reason: 'It was copied.' } })
  const withheld_at = performance.now()
  await vi.waitFor(() => expect(world.api(getAsset, { params: { id } })).rejects.toMatchObject({ status: 410 }), {
    timeout: 5000,
    interval: 10
  })
  expect(performance.now() - withheld_at).toBeLessThan(2000)
  // It stays gone while the replica stands still, and when it has the change.
  await expect(world.api(getAsset, { params: { id } })).rejects.toMatchObject({ status: 410 })
  const before = reads.counted.replica
  await servers.resume()
  await vi.waitFor(async () => {
    await expect(world.api(getAsset, { params: { id } })).rejects.toMatchObject({ status: 410 })
    expect(reads.counted.replica).toBeGreaterThan(before)
  }, 5000)
  await changes.close()
}, 60_000)

test('no read is lost when the replica stops, and one line in the log says so', async () => {
  const lines = await openLines()
  // Long enough that a busy machine is no reason to leave the replica.
  const { world, id } = await replicatedWorld({ lag_ms: 5 * LAG_MS, lines })
  lines.clear()
  let isStopping = true
  const readOn = async () => {
    while (isStopping) expect(await world.api(listAssets, { query: {} })).toHaveLength(1)
  }
  const readers = Promise.all(Array.from({ length: 6 }, readOn))
  await servers.stopReplica()
  isStopping = false
  await readers
  await vi.waitFor(
    () => expect(lines.causes().map(({ msg }) => msg)).toEqual(['public reads go to the primary: the replica does not answer']),
    5000
  )
  expect(await answeredBy(world, id)).toBe('primary')
  await servers.startReplica()
  await vi.waitFor(async () => expect(await answeredBy(world, id)).toBe('replica'), { timeout: 10_000, interval: 20 })
  expect(lines.lines().at(-1)).toMatchObject({ msg: 'public reads go to the replica again' })
  expect(lines.causes()).toHaveLength(1)
}, 60_000)

test('an address that is no standby counts as without lag, and /admin/operations says so', async () => {
  const { log } = await openLines()
  const world = await freshWorld({ server: servers.url, replicas: { urls: [servers.url], lag_ms: LAG_MS, log } })
  worlds.push(world)
  const { id } = await givenAsset(world)
  world.reads!.follow()
  await vi.waitFor(async () => expect(await answeredBy(world, id)).toBe('replica'), { timeout: 5000, interval: 20 })
  const { replicas } = await (await world.as('admin'))(readOperations, { query: {} })
  expect(replicas).toMatchObject([{ state: 'in_use', is_standby: false }])
}, 60_000)

test('the doctor says whether each replica has every change, and gives no password away', async () => {
  const { world, retitle } = await replicatedWorld({ lag_ms: LAG_MS })
  const doctor = async (...urls: string[]) => {
    const env = { DATABASE_URL: world.url, DATABASE_READ_URL: urls.join(','), REPLICA_LAG_MS: '300', DATA_DIR: '/nonexistent' }
    const [check] = replicaChecks(usableSettings(env))
    return runCheck(check!, 10_000)
  }
  const there = servers.replica_url()
  expect(await doctor(there, world.url)).toMatchObject({
    mark: 'ok',
    found: expect.stringMatching(/has every change after \d+ ms; .* is no standby/)
  })
  await servers.pause()
  await retitle('Blue fox')
  const { mark, found } = await doctor(there, 'postgres://easel:hidden-word@127.0.0.1:9/easel')
  expect({ mark, found }).toMatchObject({
    mark: 'warning',
    found: expect.stringMatching(/is more than 300 ms behind; 127\.0\.0\.1:9\/easel cannot be asked/)
  })
  expect(found).not.toContain('hidden-word')
}, 60_000)

test('an admin sees at /admin/operations whether a replica is used and how far it is behind', async () => {
  const { world, retitle } = await replicatedWorld({ lag_ms: LAG_MS })
  const admin = await world.as('admin')
  const replicas = async () => (await admin(readOperations, { query: {} })).replicas
  const shows = (expected: object) =>
    vi.waitFor(async () => expect(await replicas()).toMatchObject([expected]), { timeout: 15_000, interval: 50 })
  const name = nameOf(servers.replica_url()).replace(/[^/]*$/, new URL(world.url).pathname.slice(1))
  await shows({ name, state: 'in_use', lag_ms: expect.any(Number), is_standby: true })
  await servers.pause()
  await retitle('Blue fox')
  await shows({ name, state: 'behind', lag_ms: expect.any(Number) })
  expect((await replicas())[0]!.lag_ms).toBeGreaterThan(LAG_MS)
  await servers.resume()
  await servers.stopReplica()
  await shows({ name, state: 'away', lag_ms: null })
  await servers.startReplica()
  await shows({ name, state: 'in_use' })
}, 60_000)
