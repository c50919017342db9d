import { readdirSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawing, emptyAsset, picture, type SentFile, sendUpload, uploadedAsset } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { createAsset, ownAsset, uploadProgress } from '../../contract.ts'
import { decideAsset } from '../../review.contract.ts'
import { type UploadLimits, USUAL_UPLOAD_LIMITS } from '../ports.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await freshWorld()
  token = (await world.person('employee')).token
})
afterAll(() => world.end())

const send = async (file: SentFile | undefined, asset_id?: string) =>
  sendUpload(world, token, { asset_id: asset_id ?? (await emptyAsset(world)) }, file)

/** Runs work under other upload limits. */
async function withLimits<Result>(limits: Partial<UploadLimits>, work: () => Promise<Result>): Promise<Result> {
  const usual = world.ports.uploads
  world.ports.uploads = { ...usual, ...limits }
  try {
    return await work()
  } finally {
    world.ports.uploads = usual
  }
}

/** A PNG whose header claims this size, with a single row of data. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(64))), chunk('IEND', Buffer.alloc(0))])
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1))
  }
  return ~crc >>> 0
}

/** Writes a size far over the limit into the frame header after a JPEG's SOF marker or a WEBP's start code. */
function claimHuge(bytes: Buffer, mark: 0xffc0 | 0x9d012a): void {
  if (mark === 0xffc0) bytes.fill(0xfd, bytes.indexOf(Buffer.from('ffc0', 'hex')) + 5, bytes.indexOf(Buffer.from('ffc0', 'hex')) + 9)
  else bytes.fill(0x3f, bytes.indexOf(Buffer.from('9d012a', 'hex')) + 3, bytes.indexOf(Buffer.from('9d012a', 'hex')) + 7)
}

/** Each level uses the one below ten times: a billion shapes in a few lines. */
const nestedUses = (levels: number): string => {
  const groups = Array.from({ length: levels }, (_, level) => `<g id="u${level + 1}">${`<use href="#u${level}"/>`.repeat(10)}</g>`)
  return `<defs><path id="u0" d="M0 0h9v9z"/>${groups.join('')}</defs><use href="#u${levels}"/>`
}

test('an SVG is detected after comments, processing instructions and a document type', async () => {
  const before = `\uFEFF<?xml version="1.0"?>\n${'<!-- made by hand -->\n'.repeat(40)}<!DOCTYPE svg [<!ENTITY a "b">]>\n`
  const { status, body } = await send({ name: 'fox', bytes: Buffer.concat([Buffer.from(before), drawing()]) })
  expect([status, body.format]).toEqual([200, 'svg'])
})

test.each(['png', 'jpg', 'webp'] as const)('a %s is measured at upload, processed, and shown to its artist', async (format) => {
  const asset_id = await emptyAsset(world)
  const bytes = await picture(format, { width: 800, height: 500 })
  const { status, body } = await send({ name: 'fox.bin', bytes }, asset_id)
  expect({ status, format: body.format, state: body.status, kb: body.size_in_kb, resolution: body.resolution }).toEqual({
    status: 200,
    format,
    resolution: '800x500',
    state: 'processing',
    kb: Math.max(1, Math.round(bytes.length / 1024))
  })
  await world.work()
  const artist = await world.as('employee')
  const file = await artist(uploadProgress, { params: { file_id: body.id } })
  expect(file).toMatchObject({ status: 'ready', progress: 100, resolution: '800x500', failure: null })
  const shown = await world.app.inject({ url: file.preview_urls?.[320] ?? '', headers: { authorization: `Bearer ${token}` } })
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
  const asset = await artist(ownAsset, { params: { asset_id } })
  expect(asset.asset_files.map(({ id }) => id)).toEqual([body.id])
})

test('an SVG is cleaned before it is stored', async () => {
  const bytes = drawing('<script>alert(1)</script><image href="https://evil.example/x.png"/><g onclick="alert(1)"><circle r="3"/></g>')
  const { status, body } = await send({ name: 'fox.svg', bytes })
  expect(status).toBe(200)
  const stored = await world.db
    .selectFrom('catalogue.asset_file')
    .select('original_key')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  const text = (await world.files.bytes(stored.original_key)).toString()
  expect(text).toContain('<circle')
  expect(text).not.toMatch(/script|onclick|evil/)
  await world.work()
  const file = await (await world.as('employee'))(uploadProgress, { params: { file_id: body.id } })
  expect(file).toMatchObject({ format: 'svg', status: 'ready', resolution: '24x24' })
})

describe('a refused upload leaves nothing behind', () => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const text = (inside: string) => Buffer.from(inside)
  const cases: [string, SentFile, number, string][] = [
    ['an empty file', { name: 'a.png', bytes: text('') }, 422, 'file_empty'],
    ['a text named .png', { name: 'a.png', bytes: text('hello'), type: 'image/png' }, 415, 'wrong_kind'],
    ['an executable', { name: 'a.jpg', bytes: Buffer.from('4d5a90000300000004000000ffff0000', 'hex') }, 415, 'wrong_kind'],
    ['an HTML page named .svg', { name: 'a.svg', bytes: text('<!doctype html><html><svg></svg></html>') }, 415, 'wrong_kind'],
    ['a GIF', { name: 'a.gif', bytes: gif }, 415, 'wrong_kind'],
    ['a PNG that ends in its header', { name: 'a.png', bytes: pngOf(4, 4).subarray(0, 20) }, 422, 'unreadable'],
    ['a decompression bomb', { name: 'a.png', bytes: pngOf(30_000, 30_000) }, 422, 'too_many_pixels'],
    ['a PNG with impossible dimensions', { name: 'a.png', bytes: pngOf(2 ** 31 - 1, 2 ** 31 - 1) }, 422, 'unreadable'],
    ['a text after many comments', { name: 'a.svg', bytes: text(`${'<!--a-->'.repeat(30)}x`) }, 415, 'wrong_kind'],
    [
      'an SVG that is not well-formed',
      { name: 'a.svg', bytes: text('<svg xmlns="http://www.w3.org/2000/svg"><path></svg>') },
      422,
      'svg_malformed'
    ],
    [
      'an SVG that only contains a script',
      { name: 'a.svg', bytes: text('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>') },
      422,
      'svg_empty'
    ],
    [
      'an SVG with a huge size',
      { name: 'a.svg', bytes: text('<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"><path d="M0 0h9"/></svg>') },
      422,
      'too_many_pixels'
    ],
    [
      'an SVG with extreme nesting',
      { name: 'a.svg', bytes: text(`<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(40_000)}`) },
      422,
      'svg_malformed'
    ],
    [
      'an SVG with an embedded decompression bomb',
      { name: 'a.svg', bytes: drawing(`<image href="data:image/png;base64,${pngOf(20_000, 20_000).toString('base64')}"/>`) },
      422,
      'too_many_pixels'
    ]
  ]
  test.each(cases)('%s', async (_name, file, status, code) => {
    const asset_id = await emptyAsset(world)
    const answer = await send(file, asset_id)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.body.error).toMatch(/\w+/)
    const { asset_files } = await (await world.as('employee'))(ownAsset, { params: { asset_id } })
    expect(asset_files).toEqual([])
    expect(readdirSync(world.settings.temp_dir)).toEqual([])
  })

  test.each([
    ['jpg', 0xffc0],
    ['webp', 0x9d012a]
  ] as const)('a %s whose header claims too many pixels', async (format, mark) => {
    const bytes = Buffer.from(await picture(format, { width: 32, height: 32 }))
    claimHuge(bytes, mark)
    const { status, body } = await send({ name: `a.${format}`, bytes })
    expect([status, body.code]).toEqual([422, 'too_many_pixels'])
    expect(readdirSync(world.settings.temp_dir)).toEqual([])
  })

  test('the usual limits for drawing are 10 seconds for an SVG and 20 for a page', () =>
    expect(USUAL_UPLOAD_LIMITS).toMatchObject({ svg_drawing_ms: 10_000, page_drawing_ms: 20_000 }))

  test.each([
    [
      'thousands of filters',
      `<filter id="f">${'<feGaussianBlur stdDeviation="9"/>'.repeat(20_000)}</filter><path d="M0 0h24v24" filter="url(#f)"/>`
    ],
    ['nested uses', nestedUses(9)]
  ])('an SVG with %s is refused when drawing it takes too long', { timeout: 60_000 }, async (_name, inside) => {
    const asset_id = await emptyAsset(world)
    const { status, body } = await withLimits({ svg_drawing_ms: 3000 }, () => send({ name: 'a.svg', bytes: drawing(inside) }, asset_id))
    expect([status, body.code]).toEqual([422, 'svg_too_heavy'])
    const { asset_files } = await (await world.as('employee'))(ownAsset, { params: { asset_id } })
    expect(asset_files).toEqual([])
    expect(readdirSync(world.settings.temp_dir)).toEqual([])
  })

  test('a file over the size limit', async () => {
    const answer = await withLimits({ max_bytes: 100_000 }, () => send({ name: 'a.png', bytes: Buffer.alloc(100_001) }))
    expect([answer.status, answer.body.code]).toEqual([413, 'file_too_large'])
    expect(readdirSync(world.settings.temp_dir)).toEqual([])
  })

  test('a form without a file', async () => {
    const answer = await send(undefined)
    expect(answer).toMatchObject({ status: 422, body: { code: 'no_file', error: 'Please select a file.' } })
  })

  test('a body that is not a form, and a truncated form', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const json = await world.app.inject({ method: 'POST', url: '/api/uploads/upload-file', headers, payload: { asset_id: 'x' } })
    expect([json.statusCode, json.json().code]).toEqual([400, 'not_multipart'])
    const broken = await world.app.inject({
      method: 'POST',
      url: '/api/uploads/upload-file',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc'
    })
    expect([broken.statusCode, broken.json().code]).toEqual([400, 'malformed_upload'])
    expect(readdirSync(world.settings.temp_dir)).toEqual([])
  })

  test('damage that is only found while processing is reported to the artist, and the same asset accepts another file', async () => {
    const asset_id = await emptyAsset(world)
    const bytes = await picture('jpg', { width: 900, height: 900 })
    const { body } = await send({ name: 'a.jpg', bytes }, asset_id)
    const { original_key } = await world.db
      .selectFrom('catalogue.asset_file')
      .select('original_key')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    await world.files.put(original_key, bytes.subarray(0, bytes.length - 4000), 'image/jpeg')
    await world.work()
    const artist = await world.as('employee')
    expect(await artist(uploadProgress, { params: { file_id: body.id } })).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/damaged/)
    })
    const admin = await world.as('admin')
    const approve = admin(decideAsset, { params: { id: asset_id }, body: { status: 'approved' } })
    await expect(approve).rejects.toMatchObject({ status: 409, body: { error: 'This asset has no files.' } })
    expect((await send({ name: 'b.png', bytes: await picture() }, asset_id)).status).toBe(200)
  })
})

test('the same bytes are refused for another asset, and uploading them twice to one asset creates one file', async () => {
  const bytes = await picture()
  const [first, second] = [await emptyAsset(world), await emptyAsset(world)]
  const sent = await send({ name: 'a.png', bytes }, first)
  const again = await send({ name: 'again.png', bytes }, first)
  expect([again.status, again.body.id]).toEqual([200, sent.body.id])
  expect(await send({ name: 'a.png', bytes }, second)).toMatchObject({ status: 409, body: { code: 'bytes_taken' } })
  await world.work()
  expect(await send({ name: 'a.png', bytes }, second)).toMatchObject({ status: 409 })
})

test('ten parallel uploads of the same bytes to ten assets create one file', async () => {
  const bytes = await picture()
  const assets = await Promise.all(Array.from({ length: 10 }, () => emptyAsset(world)))
  const answers = await Promise.all(assets.map((asset_id) => send({ name: 'a.png', bytes }, asset_id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
})

test('another artist’s asset and an unknown asset are not found', async () => {
  const theirs = await emptyAsset(world, { artist: 'someone else' })
  for (const asset_id of [theirs, '00000000-0000-4000-8000-000000000000'])
    expect(await send({ name: 'a.png', bytes: await picture() }, asset_id)).toMatchObject({
      status: 404,
      body: { code: 'asset_not_found' }
    })
  const { file_id } = await uploadedAsset(world, { artist: 'someone else' })
  await expect((await world.as('employee'))(uploadProgress, { params: { file_id } })).rejects.toMatchObject({ status: 404 })
})

test('an approved asset accepts no more files', async () => {
  const { asset_id } = await uploadedAsset(world)
  await (await world.as('admin'))(decideAsset, { params: { id: asset_id }, body: { status: 'approved' } })
  expect(await send({ name: 'a.png', bytes: await picture() }, asset_id)).toMatchObject({ status: 409, body: { code: 'files_are_final' } })
})

test('only artists can create assets and upload', async () => {
  const { token: client } = await world.person('client')
  expect((await sendUpload(world, client, { asset_id: await emptyAsset(world) })).status).toBe(403)
  expect((await sendUpload(world, 'no-such-token', { asset_id: await emptyAsset(world) })).status).toBe(401)
  await expect(world.api(createAsset, { body: { title: 'x', category: 'icon' } })).rejects.toMatchObject({
    status: 401,
    body: { error: 'Please log in first.' }
  })
})

test('processing a file twice, or one whose bytes are missing, is harmless', async () => {
  const { file_id } = await uploadedAsset(world)
  await world.ports.jobs.send(world.db, 'submissions.process-file', { file_id })
  await world.ports.jobs.send(world.db, 'submissions.process-file', { file_id: '00000000-0000-4000-8000-000000000000' })
  await world.work()
  const artist = await world.as('employee')
  expect(await artist(uploadProgress, { params: { file_id } })).toMatchObject({ status: 'ready' })
  const { body } = await send({ name: 'a.png', bytes: await picture() })
  const { original_key } = await world.db
    .selectFrom('catalogue.asset_file')
    .select('original_key')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  await world.files.delete(original_key)
  await world.work()
  expect(await artist(uploadProgress, { params: { file_id: body.id } })).toMatchObject({
    status: 'failed',
    failure: expect.stringMatching(/again/)
  })
})
