import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { linkLicenseFile } from '#licensing/contract.ts'
import { MAX_WIDTH } from '#licensing/rules.ts'
import { RENDERING_MS } from '#licensing/server/renditions/renditions.service.ts'
import { USUAL_UPLOAD_LIMITS } from '#submissions/server/index.ts'
import { drawing } from '#tests/support/givens/catalogue.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { emptyAsset, picture, sendUpload } from '#tests/support/givens/submissions.ts'
import { watchNativeWork } from '#tests/support/native-work.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const usual = { ...RENDERING_MS }
afterEach(() => {
  Object.assign(RENDERING_MS, usual)
  market.ports.uploads = USUAL_UPLOAD_LIMITS
})

/** Takes half a second at the width of the widest preview, and a minute at the widest size that is sold: the radius grows with the width. */
const widening = (): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100"><title>${Math.random()}</title>` +
      '<filter id="f"><feMorphology radius="0.5"/></filter><rect width="90" height="90" fill="#123" filter="url(#f)"/></svg>'
  )

/** Each level uses the one below ten times, so that no size of it can ever be drawn. */
function endless(): Buffer {
  const groups = Array.from({ length: 9 }, (_, level) => `<g id="u${level + 1}">${`<use href="#u${level}"/>`.repeat(10)}</g>`)
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24"><title>${Math.random()}</title>` +
      `<defs><path id="u0" d="M0 0h9v9z"/>${groups.join('')}</defs><use href="#u9"/></svg>`
  )
}

async function upload(name: string, bytes: Buffer) {
  const { token } = await market.person('employee')
  return sendUpload(market, token, { asset_id: await emptyAsset(market) }, { name, bytes })
}

/** Puts an asset on sale that no upload checked. */
async function licensed(bytes: Buffer, client: string) {
  const { id } = await assetOnSale(market, { file: { format: 'svg', bytes } })
  const { license_id } = await boughtLicense(market, id, { client })
  return async (width: number) => {
    const api = await market.as('client', client)
    const { download_url } = await api(linkLicenseFile, { params: { id: license_id }, query: { format: 'png', width } })
    const { statusCode, headers, rawPayload } = await market.app.inject(download_url)
    const is_text = String(headers['content-type']).includes('json')
    return { status: statusCode, code: is_text ? JSON.parse(rawPayload.toString()).code : undefined }
  }
}

test('an SVG that can be previewed but not drawn at the widest size sold is refused at upload, and all drawing is done elsewhere', async () => {
  market.ports.uploads = { ...USUAL_UPLOAD_LIMITS, svg_drawing_ms: 5000 }
  const bytes = widening()
  const { result, drawn_here } = await watchNativeWork(() => upload('wide.svg', bytes))
  expect([result.status, result.body.code]).toEqual([422, 'svg_too_heavy'])
  expect(drawn_here).toBe(false)
})

test('a picture is checked elsewhere, also an interlaced one', async () => {
  const bytes = await sharp(await picture('png'))
    .png({ progressive: true })
    .toBuffer()
  const { result, drawn_here } = await watchNativeWork(() => upload('fox.png', bytes))
  expect([result.status, drawn_here]).toEqual([200, false])
})

test('the widest size that is tried at upload is the widest that is sold', () => expect(MAX_WIDTH).toBe(4096))

test('a rendition that takes too long is stopped, is answered with a reason, and is not tried again and again', async () => {
  Object.assign(RENDERING_MS, { base: 700, per_megapixel: 0 })
  const load = await licensed(endless(), 'Ann')
  const { result, drawn_here } = await watchNativeWork(async () => [await load(256), await load(256)])
  expect([result, drawn_here]).toEqual([Array(2).fill({ status: 422, code: 'rendition_too_heavy' }), false])
  Object.assign(RENDERING_MS, { base: 60_000 })
  expect(await load(256)).toEqual({ status: 422, code: 'rendition_too_heavy' })
  const attempts = await market.db.selectFrom('licensing.rendition_attempt').select('attempts').execute()
  expect(attempts).toEqual([{ attempts: 2 }])
})

test('a rendition that was given up is tried again the next day', async () => {
  Object.assign(RENDERING_MS, { base: 700, per_megapixel: 0 })
  const load = await licensed(endless(), 'Ben')
  for (const _ of [1, 2, 3]) await load(256)
  const counted = async () =>
    (await market.db.selectFrom('licensing.rendition_attempt').selectAll().orderBy('key').execute()).map((row) => row.attempts)
  const before = await counted()
  market.at('2026-03-03T12:00:00Z')
  expect(await load(256)).toEqual({ status: 422, code: 'rendition_too_heavy' })
  expect((await counted()).filter((attempts) => attempts === 1)).toHaveLength(1)
  expect(before.filter((attempts) => attempts === 1)).toHaveLength(0)
  market.at('2026-03-01T12:00:00Z')
})

test("another client's conversion does not wait for one licensee's series of heavy widths", async () => {
  Object.assign(RENDERING_MS, { base: 2000, per_megapixel: 0 })
  const [heavy, light] = [await licensed(endless(), 'Cay'), await licensed(drawing().bytes, 'Dan')]
  const order: string[] = []
  const series = Array.from({ length: 3 }, async (_, index) => {
    expect(await heavy(300 + index)).toMatchObject({ status: 422 })
    order.push('heavy')
  })
  const other = (async () => {
    expect(await light(640)).toMatchObject({ status: 200 })
    order.push('light')
  })()
  await Promise.all([...series, other])
  expect(order.indexOf('light')).toBeLessThan(2)
})
