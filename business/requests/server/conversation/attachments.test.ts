import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attach, givenRequest } from '#tests/support/givens/requests.ts'
import { picture, type SentFile } from '#tests/support/givens/submissions.ts'
import { freshWorld, type Person, type World } from '#tests/support/world.ts'
import { listMessages, removeAttachment, sendMessage } from '../../conversation.contract.ts'
import { clearUnsent } from './attachments.service.ts'

let world: World
let id: string
let me: Person
beforeAll(async () => {
  world = await freshWorld()
  me = await world.person('client')
  id = (await givenRequest(world, { assigned_to: 'Emil' })).id
})
afterAll(() => world.end())

const upload = (file: SentFile, token = me.token, request = id) => attach(world, token, request, file)
const get = (url: string, token = me.token) => world.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')
const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex')

test('an image is stored unchanged, with a newly rendered preview', async () => {
  const bytes = await sharp(await picture('jpg', { width: 1600, height: 1200 }))
    .withExif({ IFD0: { Copyright: 'Somebody' } })
    .jpeg()
    .toBuffer()
  const { status, body } = await upload({ name: '../Blaue Füchse: 1.jpg', bytes })
  expect(status).toBe(201)
  expect(body).toMatchObject({ filename: 'Blaue Füchse 1.jpg', content_type: 'image/jpeg', has_preview: true })
  const original = await get(body.url)
  expect(original.rawPayload.equals(bytes)).toBe(true)
  expect(original.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': `attachment; filename="Blaue Fuchse 1.jpg"; filename*=UTF-8''Blaue%20F%C3%BCchse%201.jpg`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox"
  })
  const preview = await get(`${body.url}?preview=1`)
  expect([preview.headers['content-type'], preview.headers['content-disposition']]).toEqual(['image/webp', 'inline'])
  expect(preview.headers['cache-control']).toBe('private, max-age=300')
  const drawn = await sharp(preview.rawPayload).metadata()
  expect([drawn.format, drawn.width, drawn.height, drawn.exif]).toEqual(['webp', 640, 480, undefined])
})

test.each([
  ['PDF', 'brief.pdf', pdf, 'application/pdf'],
  ['ZIP', 'all.zip', zip, 'application/zip']
])('a %s is accepted, without a preview', async (_kind, name, bytes, content_type) => {
  const { status, body } = await upload({ name, bytes })
  expect([status, body.content_type, body.has_preview]).toEqual([201, content_type, false])
  expect((await get(`${body.url}?preview=1`)).statusCode).toBe(404)
  expect((await get(body.url)).rawPayload.equals(bytes)).toBe(true)
})

describe('a refused upload stores nothing', () => {
  const text = (inside: string) => Buffer.from(inside)
  test.each<[string, SentFile, number, string]>([
    [
      'an HTML page named .png',
      { name: 'a.png', bytes: text('<!doctype html><script>1</script>'), type: 'image/png' },
      415,
      'attachment_kind'
    ],
    ['an SVG', { name: 'a.svg', bytes: text('<svg xmlns="http://www.w3.org/2000/svg"/>') }, 415, 'attachment_kind'],
    ['a program', { name: 'a.exe', bytes: Buffer.from('4d5a90000300000004000000ffff0000', 'hex') }, 415, 'attachment_kind'],
    ['a broken PNG', { name: 'a.png', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') }, 422, 'attachment_unreadable'],
    ['an empty file', { name: 'a.pdf', bytes: Buffer.alloc(0) }, 422, 'file_missing'],
    ['21 MB', { name: 'a.pdf', bytes: Buffer.concat([pdf, Buffer.alloc(21 * 1024 * 1024)]) }, 413, 'attachment_too_large']
  ])('%s', async (_name, file, status, code) => {
    const count = () => world.db.selectFrom('requests.attachment').select('id').execute()
    const before = await count()
    const answer = await upload(file)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await count()).toEqual(before)
    expect(readdirSync(world.settings.temp_dir)).toEqual([])
  })
})

test('files are sent with a message in the given order', async () => {
  const one = (await upload({ name: 'one.pdf', bytes: pdf })).body
  const two = (await upload({ name: 'two.png', bytes: await picture() })).body
  const emil = await world.person('employee', 'Emil')
  expect((await get(one.url, emil.token)).statusCode, 'before it is sent').toBe(404)
  const sent = await (await world.as('client'))(sendMessage, { params: { id }, body: { attachment_ids: [two.id, one.id, two.id] } })
  expect([sent.body, sent.attachments.map(({ filename }) => filename)]).toEqual(['', ['two.png', 'one.pdf']])
  const { items } = await (await world.as('employee', 'Emil'))(listMessages, { params: { id }, query: {} })
  expect(items.at(-1)).toEqual(sent)
  expect((await get(one.url, emil.token)).statusCode).toBe(200)
  for (const stranger of [await world.person('client', 'other'), await world.person('employee', 'Eve')])
    expect((await get(one.url, stranger.token)).statusCode).toBe(404)
})

test('a file can be sent once, by its uploader, in its own request', async () => {
  const send = async (attachment_ids: string[], role: 'client' | 'employee' = 'client', request = id) =>
    (await world.as(role, role === 'client' ? undefined : 'Emil'))(sendMessage, { params: { id: request }, body: { attachment_ids } })
  const refusal = { status: 404, body: { code: 'attachment_not_found' } }
  const { id: file } = (await upload({ name: 'a.pdf', bytes: pdf })).body
  await expect(send([file], 'employee')).rejects.toMatchObject(refusal)
  await expect(send([file], 'client', (await givenRequest(world)).id)).rejects.toMatchObject(refusal)
  const tries = await Promise.allSettled([send([file]), send([file]), send([file])])
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { items } = await (await world.as('client'))(listMessages, { params: { id }, query: {} })
  expect(items.filter(({ attachments }) => attachments.some((one) => one.id === file))).toHaveLength(1)
})

test('an unsent file can be removed and is deleted after a day', async () => {
  const [one, two] = [(await upload({ name: 'a.pdf', bytes: pdf })).body, (await upload({ name: 'b.pdf', bytes: pdf })).body]
  const take = async (attachment_id: string) => (await world.as('client'))(removeAttachment, { params: { id, attachment_id } })
  const keyOf = (file: { id: string }) => `requests/${id}/${file.id}`
  await take(one.id)
  await expect(take(one.id)).rejects.toMatchObject({ status: 404 })
  await world.work()
  expect([await world.files.size(keyOf(one)), await world.files.size(keyOf(two))]).toEqual([undefined, pdf.length])
  const before = world.now().getTime()
  world.at(new Date(before + 25 * 3_600_000).toISOString())
  await clearUnsent(world.ctx())
  world.at(new Date(before).toISOString())
  await world.work()
  expect(await world.files.size(keyOf(two))).toBeUndefined()
  const { items } = await (await world.as('client'))(listMessages, { params: { id }, query: {} })
  for (const { attachments } of items) for (const { url } of attachments) expect((await get(url)).statusCode).toBe(200)
})
