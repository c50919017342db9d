import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rememberOrigin } from '#accounts/profile.contract.ts'
import { openDisk } from '#platform/server/index.ts'
import { askForExport } from '#privacy/contract.ts'
import { givenRequest } from '#tests/support/givens/requests.ts'
import { uploadedAsset } from '#tests/support/givens/submissions.ts'
import { heldBufferBytes } from '#tests/support/memory.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { zipEntries } from '#tests/support/zip-entries.ts'
import { privacyRetention } from '../people.service.ts'
import { safePath } from './export-entries.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const NOON = '2026-03-01T12:00:00Z'

/** Asks for a copy and returns the link in the mail. */
async function exportLink(name: string, role: 'client' | 'employee' = 'client'): Promise<string> {
  await (await world.as(role, name))(askForExport, {})
  await world.work()
  const { email } = await world.person(role, name)
  const mail = (await world.mails()).findLast(({ to, subject }) => to === email && subject.includes('data'))!
  expect(mail.subject).toMatch(/data|export/i)
  expect(mail.text).toContain('48 hours')
  return /http:\/\/easel\.test(\/api\/privacy\/exports\/\S+)/.exec(mail.text)![1]!
}

const open = (url: string) => world.app.inject({ method: 'GET', url })

test('a client gets everything stored about them as a ZIP by a link without a session, and nobody else’s data', async () => {
  world.at(NOON)
  await givenRequest(world, { client: 'Ada', title: 'A logo for Ada' })
  await givenRequest(world, { client: 'Bob', title: 'A logo for Bob' })
  await (await world.as('client', 'Ada'))(rememberOrigin, { body: { origin: 'human' } })
  const answer = await open(await exportLink('Ada'))
  expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' })
  const files = zipEntries(answer.rawPayload)
  const { id, email } = await world.person('client', 'Ada')
  expect(JSON.parse(files.get('data/account.json')!.toString())).toMatchObject([{ id, email, name: 'Ada', remembered_origin: 'human' }])
  expect(JSON.parse(files.get('data/custom-requests.json')!.toString())).toMatchObject([{ title: 'A logo for Ada' }])
  expect(files.get('data/custom-requests.csv')!.toString()).toContain('A logo for Ada')
  expect(files.get('README.txt')!.toString()).toContain('custom-requests (1 row)')
  const all = [...files.values()].map(String).join('\n')
  expect(all).not.toContain('Bob')
  expect(all).not.toMatch(/token_hash|password_hash|argon|scrypt/)
})

test('an artist’s copy holds the original files', async () => {
  world.at(NOON)
  const asset = await uploadedAsset(world, { artist: 'Frida', title: 'Blue fox' })
  const files = zipEntries((await open(await exportLink('Frida', 'employee'))).rawPayload)
  expect([...files.keys()].filter((name) => name.startsWith(`files/assets/${asset.asset_id}/`))).toHaveLength(1)
  expect(JSON.parse(files.get('data/assets.json')!.toString())).toMatchObject([{ title: 'Blue fox' }])
})

test('the profile picture is in the copy', async () => {
  world.at(NOON)
  const { token } = await world.person('client', 'Grace')
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#00b4d8' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new File([new Uint8Array(picture)], 'me.png', { type: 'image/png' }))
  const sent = new Response(form)
  const answer = await world.app.inject({
    ...{ method: 'PUT', url: '/api/profile/avatar', payload: Buffer.from(await sent.arrayBuffer()) },
    headers: { authorization: `Bearer ${token}`, 'content-type': sent.headers.get('content-type')! }
  })
  expect(answer.statusCode).toBe(200)
  const files = zipEntries((await open(await exportLink('Grace'))).rawPayload)
  expect((await sharp(files.get('files/profile-picture.webp')).metadata()).format).toBe('webp')
})

test('a copy with hundreds of megabytes is written in pieces: memory does not grow with it', async () => {
  world.at(NOON)
  const chunk = Buffer.alloc(1024 * 1024, 7)
  const pieces = 300
  let most = 0
  async function* large() {
    for (let piece = 0; piece < pieces; piece += 1) {
      if (piece % 25 === 0) most = Math.max(most, heldBufferBytes())
      yield Buffer.from(chunk)
    }
  }
  const many = {
    tables: [],
    async *files() {
      yield { name: 'large.bin', modified_at: world.now(), open: async () => Readable.from(large(), { objectMode: false }) }
    }
  }
  const { people } = world.ports
  world.ports.people = { ...people, export: [...people.export, many] }
  try {
    const before = heldBufferBytes()
    const link = await exportLink('Large')
    expect(most - before).toBeLessThan(100 * chunk.length)
    const [, id] = /exports\/([^?]+)/.exec(link)!
    expect(await world.files.size(`exports/${id}.zip`)).toBeGreaterThan(pieces * chunk.length)
  } finally {
    world.ports.people = people
  }
})

test('a changed link is 404, and after 48 hours the link is over and the file is deleted', async () => {
  world.at(NOON)
  const link = await exportLink('Carl')
  expect((await open(link)).statusCode).toBe(200)
  expect((await open(link.replace(/expires=\d/, 'expires=9'))).statusCode).toBe(404)
  expect((await open(link.slice(0, -1))).statusCode).toBe(404)
  expect((await open(link.split('?')[0]!)).statusCode).toBe(404)
  world.at('2026-03-03T12:00:01Z')
  expect((await open(link)).statusCode).toBe(410)
  const [, id] = /exports\/([^?]+)/.exec(link)!
  expect(await world.files.size(`exports/${id}.zip`)).toBeGreaterThan(0)
  await privacyRetention.data_exports(world.ctx(), world.now())
  await world.work()
  expect(await world.files.size(`exports/${id}.zip`)).toBeUndefined()
})

test('a newer copy ends the older one: one is stored for each person', async () => {
  world.at(NOON)
  const first = await exportLink('Dan')
  const second = await exportLink('Dan')
  expect([(await open(first)).statusCode, (await open(second)).statusCode]).toEqual([410, 200])
  const [, id] = /exports\/([^?]+)/.exec(first)!
  expect(await world.files.size(`exports/${id}.zip`)).toBeUndefined()
})

test('a copy is not written on a disk without room', async () => {
  world.at(NOON)
  const { disk } = world.ports
  world.ports.disk = openDisk(['.'], async () => ({ bsize: 4096, blocks: 2 ** 28, bavail: 2 ** 10 }))
  await expect(exportLink('Edith')).rejects.toThrow('no room')
  world.ports.disk = disk
})

test('asking ten times at once makes one copy and one mail', async () => {
  world.at(NOON)
  const { email } = await world.person('client', 'Dora')
  const dora = await world.as('client', 'Dora')
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => dora(askForExport, {})))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  await world.work()
  expect((await world.mails()).filter(({ to }) => to === email)).toHaveLength(1)
})

test.each([
  ['../../etc/passwd', '_/_/etc/passwd'],
  ['a/con.txt', 'a/_con.txt'],
  ['a/what?:<b>.png', 'a/what___b_.png'],
  ['a/trailing. .', 'a/trailing_'],
  [`a/${'x'.repeat(300)}.png`, `a/${'x'.repeat(96)}.png`]
])('%s is safe in a ZIP on every system', (name, safe) => {
  expect(safePath(name)).toBe(safe)
})
