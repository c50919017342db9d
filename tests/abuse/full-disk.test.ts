import { readdirSync } from 'node:fs'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkOut, linkLicenseFile } from '#licensing/contract.ts'
import { answerErrors, openDisk } from '#platform/server/index.ts'
import { serveOperations } from '#processes/http/operations.ts'
import { createMetrics } from '#processes/metrics/metrics.ts'
import { applyWith, RESUME } from '#tests/support/givens/applicants.ts'
import { attach, givenRequest } from '#tests/support/givens/requests.ts'
import { assetOnSale } from '#tests/support/givens/sales.ts'
import { emptyAsset, picture, sendUpload } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

const GB = 1024 ** 3
const BLOCK = 4096
const FULL = { status: 507, body: { code: 'storage_full', error: expect.stringContaining('There is no room for new files') } }

let world: World
let disk: { free: number; total: number }
beforeAll(async () => {
  world = await freshWorld()
  const readSpace = async () => ({ bsize: BLOCK, blocks: Math.floor(disk.total / BLOCK), bavail: Math.floor(disk.free / BLOCK) })
  world.ports.disk = openDisk(['/'], readSpace)
})
beforeEach(() => {
  disk = { free: 500 * GB, total: 1000 * GB }
})
afterAll(() => world.end())

/** The answer of a process with these ports. */
async function healthAt(path: '/health/live' | '/health/ready', files = world.files) {
  const app = Fastify()
  answerErrors(app)
  serveOperations(
    app,
    { db: world.db, files, disk: world.ports.disk },
    { metrics: createMetrics({ db: world.db, files, disk: world.ports.disk }) }
  )
  const { statusCode } = await app.inject(path)
  await app.close()
  return statusCode
}

test.each([
  [200, 'half the disk is free', { free: 500 * GB, total: 1000 * GB }],
  [503, 'less than 5 % is free', { free: 49 * GB, total: 1000 * GB }],
  [503, 'less than 1 GB is free', { free: 0.9 * GB, total: 10 * GB }],
  [200, 'a small disk has 2 GB free', { free: 2 * GB, total: 10 * GB }]
])('/health/ready answers %i when %s, and /health/live answers 200', async (status, _when, given) => {
  disk = given
  expect([await healthAt('/health/ready'), await healthAt('/health/live')]).toEqual([status, 200])
})

test('/health/ready answers 503 when the file store is gone', async () => {
  const gone = { ...world.files, isReachable: async () => false }
  const failing = { ...world.files, isReachable: async () => Promise.reject(new Error('no answer')) }
  expect([await healthAt('/health/ready', gone), await healthAt('/health/ready', failing)]).toEqual([503, 503])
})

test('uploads of every kind answer 507 on a full disk and leave nothing behind; with room again they work', async () => {
  const { token: artist } = await world.person('employee')
  const { token: client } = await world.person('client')
  const asset_id = await emptyAsset(world)
  const { id } = await givenRequest(world)
  const file = { name: 'a.png', bytes: await picture() }
  const uploads = {
    asset: () => sendUpload(world, artist, { asset_id }, file),
    attachment: () => attach(world, client, id, file),
    application: () => applyWith(world, {}, { resume: RESUME, gov_id: RESUME }),
    avatar: () => sendAvatar(client, file)
  }
  disk = { free: 10 * GB, total: 1000 * GB }
  for (const [kind, upload] of Object.entries(uploads)) expect(await upload(), kind).toMatchObject(FULL)
  expect(readdirSync(world.settings.temp_dir)).toEqual([])
  disk = { free: 500 * GB, total: 1000 * GB }
  for (const [kind, upload] of Object.entries(uploads)) expect((await upload()).status, kind).toBeLessThan(300)
})

test('a browser that is still sending a large file gets the answer', async () => {
  disk = { free: 0, total: 1000 * GB }
  const { token } = await world.person('employee')
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(30 * 1024 * 1024)]), 'large.png')
  const answer = await fetch(`${address}/api/uploads/upload-file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form
  })
  expect([answer.status, await answer.json()]).toMatchObject([507, { code: 'storage_full' }])
})

test('sales go on while the disk is full', async () => {
  const asset = await assetOnSale(world, {}, '0')
  disk = { free: 0, total: 1000 * GB }
  const sold = await (await world.as('client'))(checkOut, { body: { asset_id: asset.id, license_type: 'personal' } })
  expect(sold.license_id).toBeTruthy()
})

/** A client's own license for an asset that costs nothing, and the loading of its sizes. */
async function licensed(name: string) {
  const asset = await assetOnSale(world, {}, '0')
  const api = await world.as('client', name)
  const { license_id = '' } = await api(checkOut, { body: { asset_id: asset.id, license_type: 'personal' } })
  return async (width: number) => {
    const { download_url } = await api(linkLicenseFile, { params: { id: license_id }, query: { format: 'png', width } })
    return (await world.app.inject(download_url)).statusCode
  }
}

test('on a full disk no new size is made, unless sizes that nobody uses make room', async () => {
  const load = await licensed('Ann')
  expect(await load(100)).toBe(200)
  disk = { free: 0, total: 1000 * GB }
  expect([await load(100), await load(101)]).toEqual([200, 507])
  world.at('2026-03-08T12:00:00Z')
  const { delete: remove } = world.files
  world.files.delete = async (key) => {
    disk = { free: 500 * GB, total: 1000 * GB }
    await remove(key)
  }
  expect(await load(102)).toBe(200)
  world.files.delete = remove
  world.at('2026-03-01T12:00:00Z')
})

test('the sizes that one person has made in a day are limited over all licenses', async () => {
  const [first, second] = [await licensed('Ben'), await licensed('Ben')]
  expect(await first(100)).toBe(200)
  await sql`update platform.use_count set used = 500 where key like 'licensing.made-for.%'`.execute(world.db)
  expect([await first(100), await second(101)]).toEqual([200, 429])
})

test('parallel uploads cannot fill together what each of them alone may take', async () => {
  disk = { free: 1.5 * GB, total: 10 * GB }
  const released = await Promise.allSettled(Array.from({ length: 10 }, () => world.ports.disk.reserve(0.1 * GB)))
  const taken = released.filter((one) => one.status === 'fulfilled')
  expect(taken).toHaveLength(5)
  for (const { value: release } of taken) release()
  expect(await world.ports.disk.reserve(0.4 * GB)).toBeTypeOf('function')
})

async function sendAvatar(token: string, { name, bytes }: { name: string; bytes: Buffer }) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name)
  const encoded = new Response(form)
  const answer = await world.app.inject({
    method: 'PUT',
    url: '/api/profile/avatar',
    headers: { authorization: `Bearer ${token}`, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer())
  })
  return { status: answer.statusCode, body: answer.json() }
}
