import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PICTURE_MAX_MB, PICTURE_MESSAGES, PICTURES_OPEN, PICTURES_OPEN_OF_SITE } from '#catalogue/picture-search.rules.ts'
import { FileBytes, type Spooled } from '#platform/server/index.ts'
import { VISITORS_AT_ONCE } from '#submissions/server/drawing/decoders.ts'
import { USUAL_UPLOAD_LIMITS } from '#submissions/server/index.ts'
import { inspectFile } from '#submissions/server/upload/inspect-file.ts'
import { readSentPicture } from '#submissions/server/upload/read-sent-picture.ts'
import { flatCopy, givenDrawings, searchWith, sendSearch, shapes } from '#tests/support/givens/picture-search.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

const AN_HOUR = 60
const USUAL_MS = USUAL_UPLOAD_LIMITS.svg_drawing_ms
const AN_HOUR_OF_SITE = 240

/** The first search starts the processes that read pictures. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let world: World
let day = 0
beforeAll(async () => {
  world = await freshWorld()
})
beforeEach(() => {
  day += 1
  world.at(new Date(Date.UTC(2026, 5, day, 12)).toISOString())
  world.ports.uploads = USUAL_UPLOAD_LIMITS
})
afterAll(() => world.end())

const small = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#c81e1e' } })
    .png()
    .toBuffer()
const left = () => readdirSync(world.settings.temp_dir).filter((name) => name.startsWith('upload-'))

/** Searches without a picture, as many at a time as one site may have in progress. */
async function searchOften(times: number, ipOf: (time: number) => string) {
  const answers: { status: number; wait: number }[] = []
  const search = async (time: number) => {
    const { status, headers } = await sendSearch(world, new FormData(), { ip: ipOf(time) })
    answers.push({ status, wait: Number(headers['retry-after'] ?? 0) })
  }
  for (let first = 0; first < times; first += PICTURES_OPEN_OF_SITE)
    await Promise.all(Array.from({ length: PICTURES_OPEN_OF_SITE }, (_, place) => search(first + place)))
  return answers
}

test('the 61st search in an hour from one network address is refused, also if several arrive at once, and other addresses go on', async () => {
  const bytes = await small()
  const answers = await searchOften(AN_HOUR + 5, () => '203.0.113.7')
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(AN_HOUR)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(5)
  for (const { wait } of refused) expect(wait).toBeGreaterThan(0)
  expect(await searchWith(world, bytes, { ip: '203.0.113.7' })).toMatchObject({ status: 429, body: { error: PICTURE_MESSAGES.too_many } })
  expect((await searchWith(world, bytes, { ip: '203.0.113.8' })).status).toBe(200)
  const { token } = await world.person('admin')
  expect((await searchWith(world, bytes, { ip: '203.0.113.7', admin: token })).status).toBe(200)
})

test('the 241st search in an hour from one IPv6 site is refused, from whatever networks they come, and other sites go on', async () => {
  const answers = await searchOften(AN_HOUR_OF_SITE + 5, (time) => `2001:db8:7:${time.toString(16)}::1`)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(AN_HOUR_OF_SITE)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(5)
  for (const { wait } of refused) expect(wait).toBeGreaterThan(0)
  expect((await sendSearch(world, new FormData(), { ip: '2001:db8:8::1' })).status).toBe(422)
})

const BOUNDARY = 'picture'
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`

const TAIL = `\r\n--${BOUNDARY}--\r\n`

/** Begins to send a small file that is no picture. `end` sends the rest. */
function slowSearch(remoteAddress: string) {
  const start = `${HEAD}some bytes`
  const payload = new PassThrough()
  payload.write(start)
  const headers = {
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': String(start.length + TAIL.length)
  }
  const answer = world.app.inject({ method: 'POST', url: '/api/assets/search-by-picture', headers, payload, remoteAddress })
  const answered = answer.then(({ statusCode, headers, json }) => ({ status: statusCode, wait: headers['retry-after'], body: json() }))
  return { answered, end: () => payload.end(TAIL) }
}

/** Refused although the rest of the picture never comes. */
async function expectBusy(ip: string): Promise<void> {
  const { answered, end } = slowSearch(ip)
  expect(await Promise.race([answered, sleep(10_000)])).toMatchObject({ status: 429, wait: '10', body: { error: PICTURE_MESSAGES.busy } })
  end()
}

test('one site has five pictures in progress and all visitors of a process twenty; more are refused before they are received', async () => {
  const slow = Array.from({ length: PICTURES_OPEN_OF_SITE }, (_, place) => slowSearch(`2001:db8:9:${place}::1`))
  await vi.waitFor(() => expect(left()).toHaveLength(PICTURES_OPEN_OF_SITE), { timeout: 20_000 })
  await expectBusy('2001:db8:9:9::1')
  for (let place = slow.length; place < PICTURES_OPEN; place += 1) slow.push(slowSearch(`203.0.113.${150 + place}`))
  await vi.waitFor(() => expect(left()).toHaveLength(PICTURES_OPEN), { timeout: 20_000 })
  await expectBusy('203.0.113.39')
  const { token } = await world.person('admin')
  expect((await searchWith(world, await small(), { admin: token })).status).toBe(200)
  for (const { end } of slow) end()
  for (const { answered } of slow) expect((await answered).status).toBe(415)
  expect((await searchWith(world, await small(), { ip: '203.0.113.39' })).status).toBe(200)
})

/** Reads a sent picture that may be drawn for `svg_drawing_ms`. Returns the code of the refusal, if it is refused. */
function readWithin(svg_drawing_ms: number, file: Spooled, visitor: string) {
  const ports = { ...world.ports, uploads: { ...USUAL_UPLOAD_LIMITS, svg_drawing_ms } }
  return readSentPicture({ ...world.ctx(), ports }, file, visitor)
}
const codeOf = (reading: Promise<unknown>) => reading.then(() => undefined).catch(({ code }: { code?: string }) => code)

test('a picture that waits for its turn is not in memory, and neither is one that was read', async () => {
  const before = await spooled('before.svg', drawing('M0 0h9v9z'))
  const busy = codeOf(readWithin(2500, await spooled('busy.svg', endless()), 'one visitor'))
  // Each is looked at before it queues, so the second one must not overtake the first.
  await sleep(500)
  const waiting = readWithin(USUAL_MS, before, 'one visitor')
  await sleep(500)
  writeFileSync(before.path, drawing('M0 0h8v8z'))
  const svg = await waiting
  expect(await busy).toBe('svg_too_heavy')
  expect(svg.bytes).toBeInstanceOf(FileBytes)
  const cleaned = readFileSync(before.path)
  expect(cleaned.toString()).toContain('M0 0h8v8z')
  expect(svg.hashes[1]).toBe(sha256(cleaned))
  const png = await readWithin(USUAL_MS, await spooled('a.png', await small()), 'one visitor')
  expect(png.bytes).toBeInstanceOf(FileBytes)
})

test('uploads of artists do not wait for pictures that visitors search with', async () => {
  let read = 0
  const search = async (place: number, limit_ms: number) => {
    const code = await codeOf(readWithin(limit_ms, await spooled(`searched-${place}.svg`, endless()), `visitor ${place}`))
    read += 1
    return code
  }
  // These occupy every process for visitors, and one more waits.
  const searches = Array.from({ length: VISITORS_AT_ONCE }, (_, place) => search(place, USUAL_MS))
  await sleep(1000)
  searches.push(search(VISITORS_AT_ONCE, 500))
  const artist = { artist: 'an artist', limits: USUAL_UPLOAD_LIMITS }
  expect(await inspectFile(await spooled('own.png', await small()), artist)).toMatchObject({ format: 'png' })
  expect(await inspectFile(await spooled('own.svg', drawing('M0 0h9v9z')), artist)).toMatchObject({ format: 'svg' })
  expect(read).toBe(0)
  for (const code of await Promise.all(searches)) expect(code).toBe('svg_too_heavy')
})

/** An SVG of few lines that would be drawn for hours. */
function endless(): Buffer {
  const groups = Array.from({ length: 9 }, (_, level) => `<g id="u${level + 1}">${`<use href="#u${level}"/>`.repeat(10)}</g>`)
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24"><defs><path id="u0" d="M0 0h9v9z"/>${groups.join('')}</defs><use href="#u9"/></svg>`
  )
}

const drawing = (path: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24"><path d="${path}"/></svg>`)

/** A file as it lies in the temporary folder. */
async function spooled(filename: string, bytes: Buffer): Promise<Spooled> {
  const path = join(world.settings.temp_dir, filename)
  await mkdir(world.settings.temp_dir, { recursive: true })
  writeFileSync(path, bytes)
  return { path, filename, bytes: bytes.length, sha256: sha256(bytes) }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a form without a file, an address, and a body that is no form are refused, and nothing is fetched', async () => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.png`
  const form = new FormData()
  form.set('file', address)
  form.set('url', address)
  expect(await sendSearch(world, new FormData())).toMatchObject({ status: 422, body: { fields: { file: PICTURE_MESSAGES.missing } } })
  expect((await sendSearch(world, form)).status).toBe(422)
  const json = await world.app.inject({ method: 'POST', url: '/api/assets/search-by-picture', payload: { url: address, file: address } })
  expect(json.statusCode).toBe(400)
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="${address}" width="9" height="9"/><path d="M0 0h9v9z"/></svg>`
  expect((await searchWith(world, Buffer.from(picture), { name: 'a.svg' })).status).toBe(200)
  expect(asked).toBe(0)
  server.close()
})

test.each([
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n'), 415],
  ['a program', () => Buffer.from('MZ\x90\0\x03'), 415],
  ['a page', () => Buffer.from('<!doctype html><script>1</script>'), 415],
  ['text that is named like a picture', () => Buffer.from('hello'), 415],
  ['an empty file', () => Buffer.alloc(0), 422],
  ['half a picture', async () => (await noise(400)).subarray(0, 9000), 422],
  ['an SVG that is cut off', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path'), 422],
  ['a file that is too large', () => Buffer.alloc(PICTURE_MAX_MB * 1024 * 1024 + 1, 1), 413],
  ['101 megapixels in a small file', () => plain(10_100, 10_000), 422]
])('%s is refused', async (_name, bytes, status) => {
  const answer = await searchWith(world, await bytes())
  expect(answer.status).toBe(status)
  expect(answer.body.error).toMatch(/\.$/)
})

const noise = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#345', noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
    .png()
    .toBuffer()
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#345' }, limitInputPixels: false })
    .png()
    .toBuffer()

test('an SVG that would be drawn for hours is refused in time, and does not keep others waiting', async () => {
  world.ports.uploads = { ...USUAL_UPLOAD_LIMITS, svg_drawing_ms: 1500 }
  const heavy = searchWith(world, endless(), { ip: '203.0.113.20' })
  expect((await searchWith(world, await small(), { ip: '203.0.113.21' })).status).toBe(200)
  expect(await heavy).toMatchObject({ status: 422, body: { code: 'svg_too_heavy' } })
})

test('nothing of a picture is kept: no file, and no row but the count', async () => {
  const [id] = await givenDrawings(world, [shapes(7)])
  const tables = async () => {
    const { rows } = await sql<{ name: string; rows: number }>`
      select schemaname || '.' || relname as name, (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I.%I', schemaname, relname), false, true, '')))[1]::text::int as rows
      from pg_stat_user_tables where (schemaname, relname) <> ('platform', 'use_count') and schemaname not in ('jobs') order by 1`.execute(
      world.db
    )
    return rows
  }
  const before = await tables()
  const copy = await flatCopy(shapes(7))
  expect((await searchWith(world, copy)).body.near.map((found) => found.id)).toContain(id)
  expect((await searchWith(world, Buffer.from('hello'))).status).toBe(415)
  expect(await tables()).toEqual(before)
  expect(left()).toEqual([])
})

test('ten people who search at the same time each get their own work', async () => {
  const drawings = Array.from({ length: 10 }, (_, place) => shapes(60 + place))
  const ids = await givenDrawings(world, drawings)
  const answers = await Promise.all(
    drawings.map(async (drawing, place) => searchWith(world, await flatCopy(drawing), { ip: `203.0.113.${100 + place}` }))
  )
  expect(answers.map(({ body }) => body.near[0]?.id)).toEqual(ids)
})

test('only admins search in works that are not on sale', async () => {
  for (const role of ['client', 'employee'] as const) {
    const { token } = await world.person(role)
    expect((await searchWith(world, await small(), { admin: token })).status).toBe(403)
  }
})
