import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkOut, linkLicenseFile, requestFreeFile } from '#licensing/contract.ts'
import { createOrder } from '#licensing/orders.contract.ts'
import { OPEN_DOWNLOADS, OPEN_FREE_DOWNLOADS } from '#licensing/rules.ts'
import type { ByteRange } from '#platform/server/index.ts'
import { sendFile } from '#platform/server/index.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { assetOnSale } from '#tests/support/givens/sales.ts'
import { heldBufferBytes } from '#tests/support/memory.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

const MB = 1024 * 1024

let world: World
let port: number
const clients: Socket[] = []
beforeAll(async () => {
  world = await freshWorld()
  port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
})
afterAll(() => world.end())

/** A client that asks for a file and takes no byte of it after the headers. Returns the first line of the answer. */
function askSlowly(path: string, { to = port, token = '' } = {}): Promise<{ line: string; client: Socket }> {
  return new Promise((resolve, reject) => {
    const authorization = token && `authorization: Bearer ${token}\r\n`
    const client = connect(to, '127.0.0.1', () => client.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${authorization}\r\n`))
    clients.push(client)
    client.once('data', (bytes) => {
      client.pause()
      resolve({ line: bytes.toString('latin1').split('\r\n')[0] ?? '', client })
    })
    client.on('error', reject)
  })
}

/** A drawing of 40 MB, which no buffer between the two sides holds. */
const large = () =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><!--${Math.random()}--><path d="M0 0${' '.repeat(40 * MB)}"/></svg>`
  )

/** An asset for $0 with a large file. */
async function givenLarge(): Promise<string> {
  const asset = await assetOnSale(world, {}, '0')
  const bytes = large()
  const file = await world.db.selectFrom('catalogue.asset_file').selectAll().where('id', '=', asset.file_id).executeTakeFirstOrThrow()
  await world.files.put(file.original_key, bytes, 'image/svg+xml')
  await world.db.updateTable('catalogue.asset_file').set({ bytes: bytes.length }).where('id', '=', file.id).execute()
  return asset.id
}

async function licensed(name: string) {
  const api = await world.as('client', name)
  const { license_id = '' } = await api(checkOut, { body: { asset_id: await givenLarge(), license_type: 'personal' } })
  return async () => (await api(linkLicenseFile, { params: { id: license_id }, query: { format: 'svg' } })).download_url
}

test('slow downloads of one person are limited in number, take little memory, and do not affect others', async () => {
  const [link, other] = [await licensed('Ann'), await licensed('Ben')]
  let read = 0
  const { bytes } = world.files
  world.files.bytes = async (key) => {
    read += 1
    return bytes(key)
  }
  const before = heldBufferBytes()
  for (let index = 0; index < OPEN_DOWNLOADS; index += 1) expect((await askSlowly(await link())).line).toContain(' 200 ')
  // Buffers that nobody needs are freed by another thread, soon after the collection.
  await expect.poll(() => heldBufferBytes() - before, { timeout: 5000 }).toBeLessThan(20 * MB)
  world.files.bytes = bytes
  expect(read, 'no file is read whole').toBe(0)
  const refused = await world.app.inject(await link())
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([429, '30', 'too_many'])
  expect(refused.json().error).toContain('10 downloads open')
  expect((await askSlowly(await other())).line).toContain(' 200 ')
  for (const client of clients.splice(0)) client.destroy()
  await expect.poll(async () => (await askSlowly(await link())).line).toContain(' 200 ')
})

test('the ZIP of 200 MB of works is read as it is taken, and adds less than 50 MB to the memory', async () => {
  const ids: string[] = []
  for (let nth = 0; nth < 5; nth += 1) ids.push(await givenLarge())
  const items = ids.map((asset_id) => ({ asset_id, license_type: 'personal' as const }))
  const { order_id } = await (await world.as('client', 'Zoe'))(createOrder, { body: { items } })
  const { token } = await world.person('client', 'Zoe')
  const { stream } = world.files
  let opened = 0
  world.files.stream = async (key, range) => {
    opened += 1
    return stream(key, range)
  }
  const before = heldBufferBytes()
  const { client, line } = await askSlowly(`/api/orders/${order_id}/hand-over`, { token })
  expect(line).toContain(' 200 ')
  let taken = 0
  client.on('data', (bytes) => {
    taken += bytes.length
    if (taken > stop) client.pause()
  })
  // What a paused receiver leaves in memory is freed by another thread, soon after the collection.
  let stop = 0
  for (const [megabytes, works] of [
    [0, 1],
    [100, 3],
    [190, 5]
  ] as const) {
    stop = megabytes * MB
    client.resume()
    await expect.poll(() => taken, { timeout: 10_000 }).toBeGreaterThan(stop)
    await expect.poll(() => heldBufferBytes() - before, { timeout: 5000 }).toBeLessThan(50 * MB)
    expect(opened).toBe(works)
  }
  stop = Number.POSITIVE_INFINITY
  client.resume()
  await expect.poll(() => taken, { timeout: 10_000 }).toBeGreaterThan(200 * MB)
  world.files.stream = stream
})

test('free downloads are limited for one network', async () => {
  const asset = await givenAsset(world, { is_free: true })
  const { download_url } = await world.api(requestFreeFile, { body: { asset_id: asset.id, email: 'ann@example.com' } })
  const load = (remoteAddress: string) => world.app.inject({ url: download_url, remoteAddress })
  const { stream } = world.files
  expect((await load('10.0.0.1')).statusCode).toBe(200)
  const { promise, resolve: open } = Promise.withResolvers<void>()
  let started = 0
  world.files.stream = async (key, range) => {
    started += 1
    await promise
    return stream(key, range)
  }
  const waiting = Array.from({ length: OPEN_FREE_DOWNLOADS }, () => load('10.0.0.1'))
  await expect.poll(() => started, { timeout: 5000 }).toBe(OPEN_FREE_DOWNLOADS)
  expect((await load('10.0.0.1')).statusCode).toBe(429)
  open()
  world.files.stream = stream
  expect((await Promise.all(waiting)).every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect((await load('10.0.0.1')).statusCode).toBe(200)
})

test('a client that takes no byte is disconnected, and its file is closed; a slow one gets everything', async () => {
  const app = Fastify()
  const open = new Set<Readable>()
  const bytes = Buffer.alloc(20 * MB, 1)
  app.decorateRequest('ctx', { getter: () => ({ outgoing: { headers: [] } }) as never })
  app.get('/file', (request, reply) => {
    const file = {
      content_type: 'text/plain',
      size: bytes.length,
      open: async (_range?: ByteRange) => {
        const stream = Readable.from(chunksOf(bytes), { objectMode: false })
        open.add(stream)
        stream.once('close', () => open.delete(stream))
        return stream
      }
    }
    return sendFile(request, reply, file, { stalled_ms: 300 })
  })
  const to = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  const { client, line } = await askSlowly('/file', { to })
  expect([line, open.size]).toEqual(['HTTP/1.1 200 OK', 1])
  await expect.poll(() => open.size, { timeout: 3000 }).toBe(0)
  client.on('error', () => {})
  client.destroy()
  expect(await takeSlowly(to)).toBeGreaterThan(bytes.length)
  await app.close()
})

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024)
}

/** Takes the file in sips, with pauses that are shorter than the limit. Returns how much arrived. */
function takeSlowly(to: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let taken = 0
    const client = connect(to, '127.0.0.1', () => client.write('GET /file HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'))
    clients.push(client)
    let sip = 0
    client.on('data', (bytes) => {
      sip += bytes.length
      taken += bytes.length
      if (sip < 4 * MB) return
      sip = 0
      client.pause()
      setTimeout(() => client.resume(), 150)
    })
    client.on('close', () => resolve(taken))
    client.on('error', reject)
  })
}
