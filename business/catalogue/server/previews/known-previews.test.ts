import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { actorOf } from '#accounts/server/index.ts'
import { openListener } from '#platform/server/index.ts'
import { buildApp } from '#processes/http/app.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { getAsset } from '../../contract.ts'

let world: World
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(async () => {
  for (const close of closing) await close()
  await world.end()
})

/** Another process of the same shop. */
async function anotherProcess() {
  const url = new URL(process.env['EASEL_TEST_PG'] ?? '')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
  url.pathname = `/${rows[0]?.name}`
  const listener = openListener(url.href)
  const app = await buildApp({ db: world.db, now: world.now, ports: { ...world.ports, listener }, actorOf })
  let passed = 0
  app.addHook('onRequest', async () => {
    passed += 1
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  closing.push(
    () => app.close(),
    () => listener.close()
  )
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers })
  /** Whether a request was answered before the app saw it. */
  const isDirect = async (path: string) => {
    const before = passed
    const { status } = await get(path)
    return status === 200 && passed === before
  }
  return { get, isDirect }
}
type Process = Awaited<ReturnType<typeof anotherProcess>>

const urlsOf = async (id: string) => (await (await world.as('admin'))(getAsset, { params: { id } })).files[0]!.preview_urls!

async function sold(): Promise<{ id: string; path: string; file_id: string }> {
  const { id, file_id } = await givenAsset(world)
  return { id, file_id, path: (await urlsOf(id))[320] }
}

const known = (process: Process, path: string) =>
  vi.waitFor(async () => expect(await process.isDirect(path)).toBe(true), { timeout: 20_000 })

async function setWithheld(id: string, reason: string | null): Promise<void> {
  const admin = await world.person('admin')
  const withheld = reason ? { withheld_at: world.now(), withheld_by: admin.id } : { withheld_at: null, withheld_by: null }
  await world.db
    .updateTable('catalogue.asset')
    .set({ ...withheld, withheld_reason: reason })
    .where('id', '=', id)
    .execute()
}

test('a public preview is answered from memory with the same bytes and headers, and 304 to its ETag', async () => {
  const process = await anotherProcess()
  const { path } = await sold()
  const first = await process.get(path)
  await known(process, path)
  const again = await process.get(path)
  const own = ({ headers }: Response) => [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name))
  expect(own(again)).toEqual(own(first))
  expect(again.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  expect(await again.arrayBuffer()).toEqual(await first.arrayBuffer())
  const unchanged = await process.get(path, { 'if-none-match': first.headers.get('etag') ?? '' })
  expect([unchanged.status, unchanged.headers.get('content-length'), unchanged.headers.get('etag')]).toEqual([
    304,
    null,
    first.headers.get('etag')
  ])
  expect((await process.get(path.replace('320', '321'))).status).toBe(404)
})

test('a preview that is withheld is 410 within two seconds in every process, and back after its release', async () => {
  const processes = [await anotherProcess(), await anotherProcess()]
  const { id, path } = await sold()
  for (const process of processes) await known(process, path)
  await setWithheld(id, 'A complaint.')
  for (const { get } of processes)
    await vi.waitFor(
      async () => {
        const { status, headers } = await get(path)
        expect([status, headers.get('cache-control')]).toEqual([410, 'no-store'])
      },
      { timeout: 2000 }
    )
  await setWithheld(id, null)
  for (const process of processes) await known(process, path)
}, 30_000)

test.each([
  ['unpublished', (id: string) => sql`update catalogue.asset_file set is_published = false where id = ${id}`.execute(world.db)],
  ['deleted', (id: string) => sql`delete from catalogue.asset_file where id = ${id}`.execute(world.db)]
])('the previews of a file that is %s are gone within two seconds', async (_name, change) => {
  const process = await anotherProcess()
  const { file_id, path } = await sold()
  await known(process, path)
  await change(file_id)
  await vi.waitFor(async () => expect((await process.get(path)).status).toBe(404), { timeout: 2000 })
})

test('while the connection for notifications is lost, every preview asks the database', async () => {
  const process = await anotherProcess()
  const { path } = await sold()
  await known(process, path)
  const end = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`.execute(
      world.db
    )
  await end()
  await vi.waitFor(async () => expect(await process.isDirect(path)).toBe(false), { timeout: 1000, interval: 5 })
  expect((await process.get(path)).status).toBe(200)
  await known(process, path)
}, 30_000)

test('previews that only some may see are never answered from memory', async () => {
  const process = await anotherProcess()
  const free = await givenAsset(world, { is_free: true })
  const pending = await givenAsset(world, { status: 'pending' })
  const clear = (await urlsOf(free.id))[640]
  const { token } = await world.person('admin')
  await known(process, (await sold()).path)
  for (let time = 0; time < 2; time += 1) {
    expect(await process.isDirect(clear)).toBe(false)
    const { 320: path } = await urlsOf(pending.id)
    expect((await process.get(path, { authorization: `Bearer ${token}` })).status).toBe(200)
    expect((await process.get(path)).status).toBe(404)
  }
})
