import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawing, givenAsset } from '#tests/support/givens/catalogue.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { picture } from '#tests/support/givens/submissions.ts'
import { linkLicenseFile, readLicense, requestFreeFile } from '../../contract.ts'
import { updateEnded } from '../queries.ts'
import { clearUnused } from './rendition-store.service.ts'
import { cachedRendition, keyOf, type RenditionRequest } from './renditions.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const LIMIT = { key: 'test', most: 1000, seconds: 86_400 }

async function licensed(file = drawing()) {
  const asset = await assetOnSale(market, { file })
  const { license_id } = await boughtLicense(market, asset.id)
  return { ...asset, license_id }
}
async function linkTo(license_id: string, query: { format?: string; width?: number; file_id?: string }) {
  const api = await market.as('client')
  return (await api(linkLicenseFile, { params: { id: license_id }, query })).download_url
}
const load = async (license_id: string, query: { format?: string; width?: number; file_id?: string }) =>
  market.app.inject(await linkTo(license_id, query))
const renditions = () => market.db.selectFrom('licensing.rendition').selectAll().orderBy('key').execute()

test('concurrent requests for a size render it once, and it is cached for others', async () => {
  const { license_id, id } = await licensed()
  const before = (await renditions()).length
  const url = await linkTo(license_id, { format: 'png', width: 640 })
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => market.app.inject(url)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  expect((await renditions()).length).toBe(before + 1)
  const other = await boughtLicense(market, id, { client: 'another' })
  const api = await market.as('client', 'another')
  const { download_url } = await api(linkLicenseFile, { params: { id: other.license_id }, query: { format: 'png', width: 640 } })
  const theirs = await market.app.inject(download_url)
  expect((await renditions()).length).toBe(before + 1)
  const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()
  expect((await pixels(theirs.rawPayload)).equals(await pixels(answers[0]!.rawPayload))).toBe(true)
  expect(theirs.rawPayload.equals(answers[0]!.rawPayload)).toBe(false)
  expect(theirs.headers['etag']).not.toBe(answers[0]!.headers['etag'])
})

test('a range of a rendition matches the whole file', async () => {
  const { license_id } = await licensed()
  for (const format of ['png', 'jpg', 'webp', 'pdf', 'svg']) {
    const url = await linkTo(license_id, { format, width: 300 })
    const whole = (await market.app.inject(url)).rawPayload
    const part = await market.app.inject({ url, headers: { range: 'bytes=20-3000' } })
    expect([part.statusCode, part.rawPayload.equals(whole.subarray(20, 3001))]).toEqual([206, true])
  }
})

test('a cached file that is missing from the store is rendered again', async () => {
  const { license_id } = await licensed()
  const url = await linkTo(license_id, { format: 'webp', width: 333 })
  const { rawPayload } = await market.app.inject(url)
  const kept = (await renditions()).find(({ key }) => key.endsWith('-333x250.webp'))!
  await market.files.put(kept.key, Buffer.from('half'), 'image/webp')
  expect((await market.app.inject(url)).rawPayload.equals(rawPayload)).toBe(true)
  await market.files.delete(kept.key)
  expect((await market.app.inject(url)).rawPayload.equals(rawPayload)).toBe(true)
})

test('a stored file has a row, even if the process ends right after it is stored', async () => {
  const { license_id } = await licensed()
  const url = await linkTo(license_id, { format: 'webp', width: 334 })
  const { put } = market.ports.files
  const stored: string[] = []
  market.ports.files.put = async (key, ...rest) => {
    await put(key, ...rest)
    stored.push(key)
    throw new Error('The process is gone.')
  }
  expect((await market.app.inject(url)).statusCode).toBe(500)
  market.ports.files.put = put
  expect(stored).toHaveLength(1)
  expect((await renditions()).map(({ key }) => key)).toContain(stored[0])
  expect((await market.app.inject(url)).statusCode).toBe(200)
})

test('a failed rendering stores nothing', async () => {
  const { license_id } = await licensed({ format: 'svg', bytes: drawing().bytes })
  const before = await renditions()
  const url = await linkTo(license_id, { format: 'png', width: 444 })
  const master = await market.db.selectFrom('catalogue.asset_file').selectAll().orderBy('created_at', 'desc').execute()
  const bytes = new Map<string, Buffer>()
  for (const { original_key } of master) {
    bytes.set(original_key, await market.files.bytes(original_key))
    await market.files.put(original_key, Buffer.from('not a picture'), 'image/svg+xml')
  }
  expect((await market.app.inject(url)).statusCode).toBe(500)
  expect(await renditions()).toEqual(before)
  for (const [key, original] of bytes) await market.files.put(key, original, 'image/svg+xml')
  expect((await market.app.inject(url)).statusCode).toBe(200)
})

/** Renders a file without a session, because files are stored longer than a session lasts. */
async function renditionOfWidth(width: number): Promise<RenditionRequest> {
  const asset = await givenAsset(market)
  const file = await market.db.selectFrom('catalogue.asset_file').selectAll().where('id', '=', asset.file_id).executeTakeFirstOrThrow()
  return { master: { ...file, key: file.original_key }, format: 'png', width, height: 15, is_copy: false }
}

test('files that were not used for 90 days are deleted; others stay', async () => {
  const [used, unused] = [await renditionOfWidth(20), await renditionOfWidth(20)]
  await cachedRendition(market.ctx(), used, LIMIT)
  await cachedRendition(market.ctx(), unused, LIMIT)
  market.at('2026-05-29T12:00:00Z')
  await cachedRendition(market.ctx(), used, LIMIT)
  market.at('2026-05-31T12:00:00Z')
  await clearUnused(market.ctx())
  const left = (await renditions()).map(({ key }) => key)
  expect([left.includes(keyOf(used)), left.includes(keyOf(unused))]).toEqual([true, false])
  expect(await market.files.size(keyOf(unused))).toBeUndefined()
  await cachedRendition(market.ctx(), unused, LIMIT)
  expect(await market.files.size(keyOf(unused))).toBeGreaterThan(0)
  market.at('2026-03-01T12:00:00Z')
})

test('renderings count against the limit, and cached files do not', async () => {
  const rendition = await renditionOfWidth(20)
  const limit = { ...LIMIT, key: 'one', most: 1 }
  await cachedRendition(market.ctx(), rendition, limit)
  expect(await cachedRendition(market.ctx(), rendition, limit)).toMatchObject({ key: keyOf(rendition) })
  await expect(cachedRendition(market.ctx(), { ...rendition, width: 40 }, limit)).rejects.toMatchObject({ status: 429 })
})

test('a picture is never enlarged, and its largest sizes are listed', async () => {
  const { license_id } = await licensed({ format: 'png', bytes: await picture('png', { width: 640, height: 480 }) })
  const api = await market.as('client')
  const { download_options } = await api(readLicense, { params: { id: license_id } })
  expect(download_options).toEqual(['png', 'jpg', 'webp'].map((format) => ({ format, largest_width: 640, own_width: 640 })))
  await expect(linkTo(license_id, { format: 'jpg', width: 641 })).rejects.toMatchObject({
    status: 422,
    body: { code: 'too_wide', error: 'As JPG, this picture is at most 640 pixels wide.' }
  })
  for (const [query, wide] of [
    [{ format: 'jpg' }, 640],
    [{ format: 'jpg', width: 640 }, 640],
    [{ width: 100 }, 100]
  ] as const)
    expect((await sharp((await load(license_id, query)).rawPayload).metadata()).width).toBe(wide)
})

test('an upload is delivered in its own size without re-encoding, or byte for byte as the original', async () => {
  const bytes = await sharp(await picture('jpg', { width: 640, height: 480 }))
    .jpeg({ quality: 30 })
    .toBuffer()
  const { license_id, file_id } = await licensed({ format: 'jpg', bytes })
  const pixels = (of: Buffer) => sharp(of).raw().toBuffer()
  const own = (await load(license_id, { format: 'jpg' })).rawPayload
  expect(own.equals(bytes)).toBe(false)
  expect((await pixels(own)).equals(await pixels(bytes))).toBe(true)
  const api = await market.as('client')
  const { originals } = await api(readLicense, { params: { id: license_id } })
  expect(originals).toEqual([{ file_id, format: 'jpg', size_in_kb: Math.ceil(bytes.length / 1024) }])
  expect((await load(license_id, { file_id })).rawPayload.equals(bytes)).toBe(true)
})

test('a transparent drawing becomes a JPG on white, in sRGB', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><circle cx="20" cy="15" r="9" fill="#00b4d8"/></svg>'
  )
  const { license_id } = await licensed({ format: 'svg', bytes: svg })
  const jpg = sharp((await load(license_id, { format: 'jpg', width: 4096 })).rawPayload)
  expect(await jpg.metadata()).toMatchObject({ width: 4096, height: 3072, space: 'srgb', hasAlpha: false })
  const corner = await jpg.extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer()
  expect([...corner]).toEqual([255, 255, 255])
})

test('CMYK and 16 bits become sRGB pictures that everyone can open', async () => {
  const cmyk = await sharp(await picture('jpg'))
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer()
  const deep = await sharp(await picture('png'))
    .toColourspace('rgb16')
    .png()
    .toBuffer()
  for (const [format, bytes, made] of [
    ['jpg', cmyk, 'png'],
    ['png', deep, 'webp']
  ] as const) {
    const { license_id } = await licensed({ format, bytes })
    const found = await sharp((await load(license_id, { format: made })).rawPayload).metadata()
    expect(found).toMatchObject({ space: 'srgb', depth: 'uchar', width: 640 })
  }
})

test('renditions contain the license’s metadata, and revoking the license disables them, too', async () => {
  const { license_id, id } = await licensed()
  const url = await linkTo(license_id, { format: 'svg' })
  const answer = await market.app.inject(url)
  const api = await market.as('client')
  const { certificate_number } = await api(readLicense, { params: { id: license_id } })
  expect(answer.headers['content-type']).toBe('image/svg+xml')
  for (const fact of [certificate_number, `http://easel.test/assets/${id}`, 'http://easel.test/license-terms', '<dc:title>'])
    expect(answer.body).toContain(fact)
  await updateEnded(market.db, license_id, 'revoked', market.now())
  expect((await market.app.inject(url)).json()).toMatchObject({ code: 'license_not_active' })
})

test('the free PNG names the free license and its terms', async () => {
  const asset = await givenAsset(market, { is_free: true })
  const { download_url } = await market.api(requestFreeFile, { body: { asset_id: asset.id, email: 'ann@example.com' } })
  const png = (await market.app.inject(download_url)).rawPayload.toString('latin1')
  for (const fact of ['non-commercial use, attribution required', 'http://easel.test/free-license', asset.id]) expect(png).toContain(fact)
})
