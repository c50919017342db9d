import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeProfile, getProfile } from '#accounts/profile.contract.ts'
import { checkOut, linkLicenseFile, requestFreeFile } from '#licensing/contract.ts'
import { drawing, givenAsset, type MadeAsset } from '#tests/support/givens/catalogue.ts'
import { givenPlan, nowAs, planOfClient } from '#tests/support/givens/plans.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { getAsset } from '../../contract.ts'
import { spendDrawing } from '../previews/drawing-limit.ts'
import { readPalettes } from './palette.service.ts'
import { clearRecolored } from './recolored.service.ts'

let market: Market
let asset: MadeAsset
let free: MadeAsset
let photo: MadeAsset
let license_id: string
const picture = async (background: string) => ({
  format: 'png' as const,
  bytes: await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
})

beforeAll(async () => {
  market = await freshMarket()
  asset = await assetOnSale(market, { file: drawing('#00b4d8') })
  free = await givenAsset(market, { is_free: true, file: drawing('#ff0000') })
  photo = await givenAsset(market, { file: await picture('#123456') })
  license_id = (await boughtLicense(market, asset.id)).license_id
})
afterAll(() => market.end())

const load = (url: string, headers: Record<string, string> = {}) => market.app.inject({ url, headers })
const recolored = (id: string, colors: string, width = 640) =>
  load(`/api/assets/${id}/recolored?${new URLSearchParams({ colors, width: String(width) })}`)
const CHANGED = '#00b4d8-#ff8800'

async function pixelOf(bytes: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
  return `#${data.subarray(at, at + 3).toString('hex')}`
}
const near = (one: string, other: string) =>
  Math.max(...[1, 3, 5].map((at) => Math.abs(Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16))))

describe('the palette', () => {
  test('of a drawing has its colors with their shares, largest first', async () => {
    const { palette } = await market.api(getAsset, { params: { id: asset.id } })
    const disc = (Math.PI * 90 * 90) / (400 * 300)
    expect(palette?.map(({ color }) => color)).toEqual(['#00b4d8', '#ffffff'])
    expect(palette?.[0]?.share).toBeCloseTo(1 - disc, 2)
    expect(palette?.[1]?.share).toBeCloseTo(disc, 2)
    expect((palette ?? []).reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1)
  })

  test('of a photo is null', async () => expect((await market.api(getAsset, { params: { id: photo.id } })).palette).toBeNull())

  test('is read by a job for drawings that nobody has looked at', async () => {
    const { file_id } = await givenAsset(market, { file: drawing('#abcdef') })
    await readPalettes(market.ctx())
    const row = await market.db.selectFrom('catalogue.palette').select('colors').where('file_id', '=', file_id).executeTakeFirst()
    expect(row?.colors[0]?.color).toBe('#abcdef')
  }, 60_000)
})

describe('a public picture in other colors', () => {
  test('shows them, is a WEBP, and has an ETag', async () => {
    const answer = await recolored(asset.id, CHANGED, 320)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(near(await pixelOf(answer.rawPayload, 0.1, 0.1), '#ff8800')).toBeLessThan(12)
    expect(near(await pixelOf(answer.rawPayload, 0.5, 0.5), '#ffffff')).toBeLessThan(12)
    const again = await load(`/api/assets/${asset.id}/recolored?colors=${encodeURIComponent(CHANGED)}&width=320`, {
      'if-none-match': String(answer.headers['etag'])
    })
    expect(again.statusCode).toBe(304)
  })

  test('swaps two colors at once', async () => {
    const { rawPayload } = await recolored(asset.id, '#00B4D8-#FFFFFF,#ffffff-#00b4d8', 320)
    expect(near(await pixelOf(rawPayload, 0.1, 0.1), '#ffffff')).toBeLessThan(12)
    expect(near(await pixelOf(rawPayload, 0.5, 0.5), '#00b4d8')).toBeLessThan(12)
  })

  test('is watermarked from 640 px up, unless the asset is free now', async () => {
    const spread = async (bytes: Buffer) =>
      Math.max(
        ...(
          await sharp(await sharp(bytes).removeAlpha().extract({ left: 0, top: 0, width: 150, height: 150 }).png().toBuffer()).stats()
        ).channels.map(({ stdev }) => stdev)
      )
    expect(await spread((await recolored(asset.id, CHANGED, 640)).rawPayload)).toBeGreaterThan(2)
    expect(await spread((await recolored(free.id, '#ff0000-#00ff00', 640)).rawPayload)).toBeLessThan(1)
  })

  test.each([
    ['an unknown color', '#123456-#000000'],
    ['a color twice', '#00b4d8-#000000,#00b4d8-#111111'],
    ['a short color', '#fff-#000000'],
    ['nothing', ''],
    ['13 colors', Array.from({ length: 13 }, (_, at) => `#0000${(at + 16).toString(16)}-#000000`).join(',')]
  ])('with %s is refused', async (_name, colors) => {
    const answer = await recolored(asset.id, colors)
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, ['colors']])
  })

  test('of a photo is refused, and of a pending asset does not exist', async () => {
    expect((await recolored(photo.id, CHANGED)).json().fields.colors).toBe('Only drawings (SVG) can be recolored.')
    const pending = await givenAsset(market, { status: 'pending', file: drawing('#00b4d8') })
    expect((await recolored(pending.id, CHANGED)).statusCode).toBe(404)
  })

  test('is drawn for one network address only so often', async () => {
    const colors = (at: number) => encodeURIComponent(`#00b4d8-#${at.toString(16).padStart(6, '0')}`)
    const from = (at: number, remoteAddress: string) =>
      market.app.inject({ url: `/api/assets/${asset.id}/recolored?colors=${colors(at)}&width=320`, remoteAddress })
    const spent = { ip: '203.0.113.77' }
    const spend = () => Array.from({ length: 400 }, () => spendDrawing(spent, { type: 'recolored' }))
    expect(spend).toThrow('Too many pictures')
    const refused = await from(1, spent.ip)
    expect([refused.statusCode, refused.json().code, Number(refused.headers['retry-after']) > 0]).toEqual([429, 'too_many', true])
    expect((await from(1, '203.0.113.78')).statusCode).toBe(200)
    expect((await from(1, spent.ip)).statusCode).toBe(200)
  })

  test('makes room for newer ones', async () => {
    await recolored(asset.id, '#00b4d8-#010203', 320)
    const count = async () => (await market.db.selectFrom('catalogue.recolored_picture').select('key').execute()).length
    expect(await count()).toBeGreaterThan(0)
    await clearRecolored(market.ctx(), 0)
    expect(await count()).toBe(0)
  })
})

test('the SVG is given only of a work that is free now', async () => {
  const source = await load(`/api/assets/${free.id}/source.svg`)
  expect([source.statusCode, source.headers['content-type'], source.body.includes('#ff0000')]).toEqual([200, 'image/svg+xml', true])
  expect(source.headers['content-security-policy']).toContain('sandbox')
  expect((await load(`/api/assets/${asset.id}/source.svg`)).statusCode).toBe(404)
})

describe('a licensed download in other colors', () => {
  const link = async (query: object) =>
    (await (await market.as('client'))(linkLicenseFile, { params: { id: license_id }, query })).download_url

  test.each(['png', 'jpg', 'webp'])('as %s shows them', async (format) => {
    const { statusCode, rawPayload } = await load(await link({ format, width: 400, colors: CHANGED }))
    expect(statusCode).toBe(200)
    expect(near(await pixelOf(rawPayload, 0.1, 0.1), '#ff8800')).toBeLessThan(8)
  })

  test('as SVG has them in its text, and says in its Content Credentials that colors were adjusted', async () => {
    const { body } = await load(await link({ format: 'svg', colors: CHANGED }))
    expect(body).toContain('fill="#ff8800"')
    expect(body).not.toContain('#00b4d8')
    const [, manifest = ''] = /<c2pa:manifest[^>]*>([^<]*)</.exec(body) ?? []
    expect(Buffer.from(manifest, 'base64').toString('latin1')).toContain('c2pa.color_adjustments')
    const own = await load(await link({ format: 'svg' }))
    const [, plain = ''] = /<c2pa:manifest[^>]*>([^<]*)</.exec(own.body) ?? []
    expect(Buffer.from(plain, 'base64').toString('latin1')).not.toContain('c2pa.color_adjustments')
  })

  test('as PDF is a PDF', async () =>
    expect((await load(await link({ format: 'pdf', colors: CHANGED }))).rawPayload.subarray(0, 5).toString()).toBe('%PDF-'))

  test('by a link whose colors were changed is refused', async () => {
    const url = await link({ format: 'png', width: 64, colors: CHANGED })
    expect(url).toContain('colors=')
    expect((await load(url.replace('ff8800', 'ff8801'))).statusCode).toBe(404)
    expect((await load(url.replace(/colors=[^&]*&?/, ''))).statusCode).toBe(404)
  })

  test('is refused for colors that the drawing does not have', () =>
    expect(link({ format: 'png', colors: '#123456-#000000' })).rejects.toMatchObject({
      status: 422,
      body: { fields: { colors: expect.any(String) } }
    }))

  test('of a photo is refused', async () => {
    const bought = await boughtLicense(market, (await assetOnSale(market, { file: await picture('#234567') })).id)
    const query = { format: 'png', width: 20, colors: CHANGED }
    await expect((await market.as('client'))(linkLicenseFile, { params: { id: bought.license_id }, query })).rejects.toMatchObject({
      status: 422,
      body: { fields: { colors: 'Only drawings (SVG) can be recolored.' } }
    })
  })

  test('counts no further download of a plan', async () => {
    await givenPlan(market, 'planned')
    const planned = await nowAs(market, 'client', 'planned')
    const bought = await planned(checkOut, { body: { asset_id: asset.id, license_type: 'subscription', terms_accepted: true } })
    const used = async () => (await planOfClient(market, 'planned'))?.downloads_used
    expect(await used()).toBe(1)
    const query = { format: 'png', width: 64, colors: CHANGED } as const
    const { download_url } = await planned(linkLicenseFile, { params: { id: bought.license_id ?? '' }, query })
    expect((await load(download_url)).statusCode).toBe(200)
    expect(await used()).toBe(1)
  })

  test('does not change the uploaded file', async () => {
    expect((await load(await link({ file_id: asset.file_id, colors: CHANGED }))).body).toContain('#00b4d8')
  })
})

test('the free download in other colors is a PNG of 1500 px', async () => {
  const body = { asset_id: free.id, email: 'fox@example.com' }
  const { download_url } = await market.api(requestFreeFile, { body: { ...body, colors: '#ff0000-#00ff00' } })
  const { rawPayload } = await load(download_url)
  expect((await sharp(rawPayload).metadata()).width).toBe(1500)
  expect(near(await pixelOf(rawPayload, 0.1, 0.1), '#00ff00')).toBeLessThan(4)
  await expect(market.api(requestFreeFile, { body: { ...body, colors: '#123456-#000000' } })).rejects.toMatchObject({
    status: 422,
    body: { fields: { colors: expect.any(String) } }
  })
  const freePhoto = await givenAsset(market, { is_free: true, file: await picture('#345678') })
  await expect(
    market.api(requestFreeFile, { body: { asset_id: freePhoto.id, email: 'fox@example.com', colors: CHANGED } })
  ).rejects.toMatchObject({ status: 422, body: { fields: { colors: 'Only drawings (SVG) can be recolored.' } } })
})

test('a person saves a palette of up to 12 colors', async () => {
  const api = await market.as('client')
  expect((await api(getProfile, {})).palette).toEqual([])
  await api(changeProfile, { body: { palette: ['#00B4D8', '#ff8800'] } })
  expect((await api(getProfile, {})).palette).toEqual(['#00b4d8', '#ff8800'])
  for (const palette of [Array.from({ length: 13 }, () => '#000000'), ['red']])
    await expect(api(changeProfile, { body: { palette } })).rejects.toMatchObject({ status: 422 })
})
