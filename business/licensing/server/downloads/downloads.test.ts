import http from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawing } from '#tests/support/givens/catalogue.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { picture } from '#tests/support/givens/submissions.ts'
import { linkLicenseFile } from '../../contract.ts'
import { findLicense, findReadyFilesOf, updateEnded } from '../queries.ts'
import { fileNameOf } from './file-name.ts'

let market: Market
let license_id: string
const svg = drawing()

beforeAll(async () => {
  market = await freshMarket()
  const asset = await assetOnSale(market, { title: 'Füchse: day/night “1”', file: svg })
  license_id = (await boughtLicense(market, asset.id)).license_id
})
afterAll(() => market.end())

async function linkTo(query: { format?: string; width?: number; file_id?: string; project?: string } = {}, id = license_id) {
  const api = await market.as('client')
  return (await api(linkLicenseFile, { params: { id }, query })).download_url
}
const filesOf = async (id: string) => findReadyFilesOf(market.db, [(await findLicense(market.db, id))!.asset_id])
const load = async (url: string, headers: Record<string, string> = {}) => market.app.inject({ url, headers })

test('the original is delivered unchanged, with a readable file name', async () => {
  const answer = await load(await linkTo())
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.equals(svg.bytes)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-length': String(svg.bytes.length),
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename="Fuchse day night _1_.svg"; filename*=UTF-8''F%C3%BCchse%20day%20night%20%E2%80%9C1%E2%80%9D.svg`
  })
})

test('the client’s own project stands in front of the file name, and cannot be changed in the link', async () => {
  const link = await linkTo({ format: 'png', width: 64, project: ' Spring: 2026 ' })
  expect((await load(link)).headers['content-disposition']).toContain('filename="Spring 2026 - Fuchse day night _1_ 64 px.png"')
  expect((await load(link.replace('Spring', 'Autumn'))).statusCode).toBe(404)
  expect((await load(await linkTo({ project: 'Spring' }))).headers['content-disposition']).toContain('filename="Spring - Fuchse')
})

test.each([
  ['CON', undefined, '_CON.svg'],
  ['CON', 'Spring', 'Spring - CON.svg'],
  ['Fox.', undefined, 'Fox.svg']
])('%j with the project %j is delivered as %s, which Windows accepts', (title, project, name) =>
  expect(fileNameOf({ title, project, format: 'svg' })).toBe(name)
)

test.each([
  ['bytes=0-0', 206, 'bytes 0-0/SIZE', [0, 1]],
  ['bytes=10-19', 206, 'bytes 10-19/SIZE', [10, 20]],
  ['bytes=-5', 206, 'bytes LAST5-END/SIZE', [-5, undefined]],
  ['bytes=100-', 206, 'bytes 100-END/SIZE', [100, undefined]],
  ['bytes=5-999999', 206, 'bytes 5-END/SIZE', [5, undefined]],
  ['bytes=-999999', 206, 'bytes 0-END/SIZE', [0, undefined]],
  ['bytes=9-3', 200, undefined, [0, undefined]],
  ['bytes=0-1,4-5', 200, undefined, [0, undefined]],
  ['lines=0-1', 200, undefined, [0, undefined]]
])('the range %s is answered with %d', async (range, status, contentRange, [start, end]) => {
  const answer = await load(await linkTo(), { range })
  const size = svg.bytes.length
  const expected = contentRange
    ?.replace('LAST5', String(size - 5))
    .replace('END', String(size - 1))
    .replace('SIZE', String(size))
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-range']).toBe(expected)
  expect(answer.rawPayload.equals(svg.bytes.subarray(start, end))).toBe(true)
})

test.each(['bytes=999999-', 'bytes=-0'])('the range %s is outside the file', async (range) => {
  const answer = await load(await linkTo(), { range })
  expect(answer.statusCode).toBe(416)
  expect(answer.headers['content-range']).toBe(`bytes */${svg.bytes.length}`)
})

test('a range request for another version gets the whole file', async () => {
  const url = await linkTo()
  const etag = String((await load(url)).headers['etag'])
  expect((await load(url, { range: 'bytes=0-1', 'if-range': etag })).statusCode).toBe(206)
  expect((await load(url, { range: 'bytes=0-1', 'if-range': '"older"' })).statusCode).toBe(200)
})

test('a download that began before its SVG was cleaned again starts anew', async () => {
  const url = await linkTo()
  const { etag } = (await load(url)).headers
  const [file] = await filesOf(license_id)
  const moveTo = (original_key: string) =>
    market.db.updateTable('catalogue.asset_file').set({ original_key }).where('id', '=', file!.id).execute()
  await market.files.put(`${file!.key}-again`, svg.bytes, 'image/svg+xml')
  await moveTo(`${file!.key}-again`)
  const answer = await load(url, { range: 'bytes=0-1', 'if-range': String(etag) })
  await moveTo(file!.key)
  expect(answer.statusCode).toBe(200)
})

test('HEAD describes the file without sending it', async () => {
  const answer = await market.app.inject({ method: 'HEAD', url: await linkTo() })
  expect([answer.statusCode, answer.headers['content-length'], answer.body]).toEqual([200, String(svg.bytes.length), ''])
})

test.each([
  ['png', undefined, 2048, 'image/png'],
  ['png', 100, 100, 'image/png'],
  ['webp', 333, 333, 'image/webp'],
  ['jpg', 64, 64, 'image/jpeg'],
  ['jpeg', 65, 65, 'image/jpeg']
])('a drawing is rendered as %s with width %s', async (format, width, wide, type) => {
  const answer = await load(await linkTo({ format, ...(width ? { width } : {}) }))
  expect(answer.headers['content-type']).toBe(type)
  const made = await sharp(answer.rawPayload).metadata()
  expect([made.width, made.height]).toEqual([wide, Math.round(wide * 0.75)])
})

test('a drawing is rendered as a PDF with the same bytes each time', async () => {
  const url = await linkTo({ format: 'pdf', width: 300 })
  const answer = await load(url)
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await load(url, { range: 'bytes=-6' })).rawPayload.equals(answer.rawPayload.subarray(-6))).toBe(true)
})

test('a picture is rendered in other picture formats, but not as a drawing or a PDF', async () => {
  const asset = await assetOnSale(market, { file: { format: 'png', bytes: await picture('png', { width: 640, height: 480 }) } })
  const bought = await boughtLicense(market, asset.id)
  const answer = await load(await linkTo({ format: 'webp' }, bought.license_id))
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 640, height: 480 })
  expect((await load(await linkTo({ format: 'png' }, bought.license_id))).headers['content-disposition']).toContain('"Blue fox.png"')
  for (const format of ['svg', 'pdf', 'exe'])
    await expect(linkTo({ format }, bought.license_id)).rejects.toMatchObject({ status: 422, body: { code: 'format_not_offered' } })
})

test.each([{ width: 5 }, { width: 100_000 }, { width: 1.5 }])('%j is refused', async (query) => {
  await expect(linkTo({ format: 'png', ...query })).rejects.toMatchObject({ status: 422, body: { fields: { width: expect.any(String) } } })
})

test("another client's license and another asset's file are not found", async () => {
  const other = await assetOnSale(market)
  await expect(linkTo({ file_id: other.file_id })).rejects.toMatchObject({ status: 404, body: { code: 'file_not_found' } })
  const stranger = await market.as('client', 'stranger')
  await expect(stranger(linkLicenseFile, { params: { id: license_id }, query: {} })).rejects.toMatchObject({ status: 404 })
})

test('a link works for ten minutes', async () => {
  const url = await linkTo()
  market.at('2026-03-01T12:09:59Z')
  expect((await load(url)).statusCode).toBe(200)
  market.at('2026-03-01T12:10:00Z')
  const late = await load(url)
  expect([late.statusCode, late.json()]).toEqual([409, { code: 'link_expired', error: expect.stringContaining('10 minutes') }])
  market.at('2026-03-01T12:00:00Z')
})

test.each([
  ['another file', (url: URL) => url.searchParams.set('file_id', '00000000-0000-4000-8000-000000000000')],
  ['another format', (url: URL) => url.searchParams.set('format', 'exe')],
  ['a later expiry', (url: URL) => url.searchParams.set('expires', '9999999999')],
  ['no signature', (url: URL) => url.searchParams.delete('signature')],
  ['half a signature', (url: URL) => url.searchParams.set('signature', url.searchParams.get('signature')!.slice(0, 20))],
  [
    'another license',
    (url: URL) => {
      url.pathname = url.pathname.replace(/[0-9a-f]{8}-/, '00000000-')
    }
  ],
  ['an extra parameter', (url: URL) => url.searchParams.append('file_id', 'x')]
])('a link with %s is refused', async (_, change) => {
  const url = new URL(await linkTo(), 'http://easel.test')
  change(url)
  const answer = await load(url.pathname + url.search)
  expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'link_altered' }])
})

test('revoking a license disables its links immediately', async () => {
  const asset = await assetOnSale(market)
  const bought = await boughtLicense(market, asset.id)
  expect((await load(bought.download_url)).statusCode).toBe(200)
  expect(await updateEnded(market.db, bought.license_id, 'revoked', market.now())).toBe(true)
  expect((await load(bought.download_url)).json()).toMatchObject({ code: 'license_not_active' })
  await expect(linkTo({}, bought.license_id)).rejects.toMatchObject({ status: 409, body: { code: 'license_not_active' } })
  expect((await boughtLicense(market, asset.id)).license_id).not.toBe(bought.license_id)
})

test('an aborted download does not affect others', async () => {
  const bytes = await sharp({
    create: { width: 2000, height: 2000, channels: 3, background: '#123456', noise: { type: 'gaussian', mean: 128, sigma: 60 } }
  })
    .png()
    .toBuffer()
  const asset = await assetOnSale(market, { file: { format: 'png', bytes } })
  const { download_url } = await boughtLicense(market, asset.id)
  const leave = () =>
    new Promise<void>((resolve) => {
      const request = http.get(market.address + download_url, (answer) => {
        answer.once('data', () => {
          answer.destroy()
          resolve()
        })
      })
      request.on('error', () => resolve())
    })
  await Promise.all(Array.from({ length: 10 }, leave))
  const whole = await fetch(market.address + download_url)
  expect((await whole.arrayBuffer()).byteLength).toBe(bytes.length)
})
