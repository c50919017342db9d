import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { USUAL_QUOTAS } from '#processes/settings/quotas.ts'
import { readSettings } from '#processes/settings/read-settings.ts'
import { applyWith } from '#tests/support/givens/applicants.ts'
import { attach, givenRequest } from '#tests/support/givens/requests.ts'
import { emptyAsset, picture, sendUpload } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

const KB = 1024
/** More than the multipart frame around a file. */
const FRAME = 2 * KB
const EXCEEDED = { status: 429, body: { code: 'upload_quota_exceeded', error: expect.stringContaining('as much as one day allows') } }

let world: World
let day = 0
beforeAll(async () => {
  world = await freshWorld()
})
beforeEach(() => {
  // Each test has a day of its own, with four hours left.
  day += 1
  world.at(new Date(Date.UTC(2026, 3, day, 20)).toISOString())
  Object.assign(world.ports.quotas, structuredClone(USUAL_QUOTAS))
})
afterAll(() => world.end())

const pdf = (bytes: number) => ({ name: 'a.pdf', bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes - 9, 32)]) })
const quota = (bytes: number, files = 1000) => ({ bytes, files })

async function attacher(name: string) {
  const { token } = await world.person('client', name)
  const { id } = await givenRequest(world, { client: name })
  return (bytes: number) => attach(world, token, id, pdf(bytes))
}

test('a client’s attachments are counted per day in bytes, and the next day starts anew', async () => {
  world.ports.quotas.client = quota(250 * KB)
  const send = await attacher('bytes')
  expect([(await send(100 * KB)).status, (await send(100 * KB)).status]).toEqual([201, 201])
  expect(await send(100 * KB)).toMatchObject(EXCEEDED)
  expect((await send(20 * KB)).status, 'a smaller one still fits').toBe(201)
  expect((await (await attacher('another'))(100 * KB)).status).toBe(201)
  day += 1
  world.at(new Date(Date.UTC(2026, 3, day, 1)).toISOString())
  expect((await send(100 * KB)).status).toBe(201)
})

test('the attachments of all clients together are counted per day, so many accounts cannot fill the disk', async () => {
  world.ports.quotas.client = { ...USUAL_QUOTAS.client, all_bytes: 250 * KB }
  const sent = await Promise.all(['one', 'two', 'three', 'four'].map(async (name) => (await attacher(name))(100 * KB)))
  expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429])
  expect(await (await attacher('five'))(100 * KB)).toMatchObject({
    status: 429,
    body: { code: 'upload_quota_exceeded', error: expect.stringContaining('We have received as many files') }
  })
  expect((await (await attacher('six'))(20 * KB)).status, 'what is refused gives back what it took').toBe(201)
  const { token } = await world.person('admin')
  const { id } = await givenRequest(world, { client: 'seven' })
  expect((await attach(world, token, id, pdf(100 * KB))).status, 'staff can still answer').toBe(201)
  world.ports.quotas.client = quota(110 * KB)
  expect((await (await attacher('five'))(100 * KB)).status).toBe(201)
})

test('a client’s attachments are counted per day in files', async () => {
  world.ports.quotas.client = quota(USUAL_QUOTAS.client.bytes, 2)
  const send = await attacher('files')
  expect([(await send(KB)).status, (await send(KB)).status]).toEqual([201, 201])
  expect(await send(KB)).toMatchObject({ status: 429, body: { error: expect.stringContaining('(2 files)') } })
})

test('an artist’s uploads are counted per day, and the answer says when to come back', async () => {
  const { token } = await world.person('employee')
  const asset_id = await emptyAsset(world)
  const bytes = await picture()
  world.ports.quotas.artist = quota(bytes.length + FRAME)
  expect((await sendUpload(world, token, { asset_id }, { name: 'a.png', bytes })).status).toBe(200)
  const refused = await sendUpload(world, token, { asset_id }, { name: 'b.png', bytes: await picture() })
  expect(refused).toMatchObject(EXCEEDED)
  expect(refused.body.error).toContain('4 hours')
  const { statusCode, headers } = await rawUpload(token)
  expect([statusCode, headers['retry-after']]).toEqual([429, '14400'])
})

test('applications from one network address are counted per day', async () => {
  const files = { resume: pdf(20 * KB), gov_id: pdf(30 * KB) }
  world.ports.quotas.applicant = quota(80 * KB, 200)
  expect((await applyWith(world, { email: 'one@example.com' }, files)).status).toBe(201)
  expect(await applyWith(world, { email: 'two@example.com' }, files)).toMatchObject(EXCEEDED)
})

test('parallel uploads cannot exceed the quota together', async () => {
  world.ports.quotas.client = quota(5 * 100 * KB + 5 * FRAME)
  const send = await attacher('parallel')
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(100 * KB)))
  const statuses = answers.map(({ status }) => status)
  expect([statuses.filter((status) => status === 201).length, statuses.filter((status) => status === 429).length]).toEqual([5, 15])
})

test('a refused file does not count', async () => {
  world.ports.quotas.client = quota(150 * KB, 2)
  const { token } = await world.person('client', 'refused')
  const { id } = await givenRequest(world, { client: 'refused' })
  const program = { name: 'a.exe', bytes: Buffer.concat([Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), Buffer.alloc(100 * KB)]) }
  for (let index = 0; index < 3; index += 1) expect((await attach(world, token, id, program)).status).toBe(415)
  expect((await attach(world, token, id, pdf(100 * KB))).status).toBe(201)
})

test('the refusal comes before the bytes: nothing of the file is written', async () => {
  world.ports.quotas.artist = quota(KB)
  const { token } = await world.person('employee')
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(portOf(world), '127.0.0.1', () => {
      socket.write(
        `POST /api/uploads/upload-file HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 90000000\r\n\r\n--b\r\n`
      )
    })
    socket.on('data', (bytes) => {
      socket.destroy()
      resolve(bytes.toString())
    })
    socket.on('error', reject)
  })
  expect(answer).toMatch(/^HTTP\/1.1 429 /)
  expect(readdirSync(world.settings.temp_dir)).toEqual([])
})

test('a body that does not say its length counts as the largest, until its real size is known', async () => {
  const { token } = await world.person('client', 'chunked')
  const { id } = await givenRequest(world, { client: 'chunked' })
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(pdf(10 * KB).bytes)]), 'a.pdf')
  const send = async () => {
    const { body, headers } = new Response(form)
    return fetch(`http://127.0.0.1:${portOf(world)}/api/custom-requests/${id}/attachments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': headers.get('content-type') ?? '' },
      body,
      duplex: 'half'
    } as RequestInit)
  }
  world.ports.quotas.client = quota(1000 * KB)
  expect((await send()).status, 'less than the largest file is left').toBe(429)
  world.ports.quotas.client = quota(21 * 1024 * KB)
  expect([(await send()).status, (await send()).status]).toEqual([201, 201])
})

test.each(['avatar', 'attachment'] as const)(
  'slow uploads of one person (%s) can reserve room for three of the largest only',
  async (kind) => {
    const { token } = await world.person('client', `slow ${kind}`)
    const { id } = await givenRequest(world, { client: `slow ${kind}` })
    const path = kind === 'avatar' ? '/api/profile/avatar' : `/api/custom-requests/${id}/attachments`
    const method = kind === 'avatar' ? 'PUT' : 'POST'
    let reserved = 0
    const { reserve } = world.ports.disk
    world.ports.disk.reserve = async (bytes) => {
      reserved += 1
      const release = await reserve(bytes)
      return () => {
        reserved -= 1
        release()
      }
    }
    /** Announces a large file and sends nothing of it. Returns the answer, if there is one. */
    const announce = (sender = token) =>
      new Promise<string>((resolve, reject) => {
        const head = `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${sender}\r\ncontent-type: multipart/form-data; boundary=b\r\n`
        const socket = connect(portOf(world), '127.0.0.1', () => socket.write(`${head}content-length: 90000000\r\n\r\n--b\r\n`))
        sockets.push(socket)
        socket.on('data', (bytes) => resolve(bytes.toString()))
        socket.on('error', reject)
      })
    const sockets: Socket[] = []
    const waiting = [announce(), announce(), announce()]
    await expect.poll(() => reserved).toBe(3)
    expect(await announce()).toMatch(/^HTTP\/1.1 429 [\s\S]*too many files at the same time/)
    if (kind === 'avatar') void announce((await world.person('client', 'someone else')).token).catch(() => {})
    if (kind === 'avatar') await expect.poll(() => reserved).toBe(4)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => reserved).toBe(0)
    world.ports.disk.reserve = reserve
    void waiting
  }
)

test('the quotas are settings with generous defaults', () => {
  const MB = 1024 * KB
  expect(USUAL_QUOTAS).toMatchObject({ client: { bytes: 2048 * MB }, artist: { bytes: 20_480 * MB }, applicant: { bytes: 300 * MB } })
  const { quotas } = readSettings({
    CLIENT_DAILY_MB: '5',
    APPLICANT_DAILY_FILES: '7',
    SESSION_SECRET: 'x'.repeat(32),
    DATA_DIR: world.settings.temp_dir
  })
  expect([quotas.client.bytes, quotas.applicant.files]).toEqual([5 * MB, 7])
  expect(() => readSettings({ ARTIST_DAILY_MB: '0' })).toThrow(/ARTIST_DAILY_MB/)
})

async function rawUpload(token: string) {
  return world.app.inject({
    method: 'POST',
    url: '/api/uploads/upload-file',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    payload: `--b\r\n${'x'.repeat(5 * KB)}`
  })
}

function portOf({ app }: World): number {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The app does not listen on a port.')
  return address.port
}
