import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capturePayment, readPayment } from '#payments/contract.ts'
import { drawing, givenAsset } from '#tests/support/givens/catalogue.ts'
import { assetOnSale, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { checkOut, linkLicenseFile } from '../../contract.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const START = new Date('2026-03-01T00:00:00Z')
const END = new Date('2026-03-21T00:00:00Z')

async function givenPlan(owner: string, downloads_limit = 50): Promise<void> {
  const { id: owner_id } = await market.person('client', owner)
  const plan = { source: 'admin', plan_type: 'monthly', plan_id: 'indiv_monthly', plan_name: 'Individual', price_cents: 0, seats: 1 }
  const times = { started_at: START, period_started_at: START, period_ends_at: END, access_ends_at: END, created_at: START }
  await market.db
    .insertInto('subscriptions.subscription')
    .values({ owner_id, ...plan, downloads_limit, state: 'active', ...times } as never)
    .execute()
}

const drawingOnSale = (price = '10', category: 'icon' | 'background' = 'icon') => assetOnSale(market, { file: drawing(), category }, price)

const load = async (url = '') => (await market.app.inject({ url })).rawPayload
const formatOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).format

async function pay(payment_id: string, client: string) {
  const api = await market.as('client', client)
  const { provider_order_id } = await api(readPayment, { params: { payment_id } })
  await market.approve(provider_order_id ?? '')
  return api(capturePayment, { params: { payment_id }, body: {} })
}

test('a plan download of a drawing as PNG is a PNG', async () => {
  await givenPlan('planner')
  const asset = await givenAsset(market, { file: drawing() })
  const client = await market.as('client', 'planner')
  const answer = await client(checkOut, {
    body: { asset_id: asset.id, license_type: 'subscription', format: 'png', via_subscription: true }
  })
  expect(answer.file_format).toBe('png')
  expect(await formatOf(await load(answer.download_url))).toBe('png')
})

test('a drawing with a price of 0 is downloaded as PNG when PNG is chosen', async () => {
  const asset = await drawingOnSale('0', 'background')
  const answer = await (await market.as('client', 'free'))(checkOut, { body: { asset_id: asset.id, format: 'PNG' } })
  expect(answer.file_format).toBe('png')
  expect(await formatOf(await load(answer.download_url))).toBe('png')
})

test('a drawing bought as PNG is a PNG after PayPal, and again when the client owns the license', async () => {
  const asset = await drawingOnSale()
  const client = await market.as('client', 'payer')
  const { payment_id = '', checkout_url = '' } = await client(checkOut, { body: { asset_id: asset.id, format: 'png' } })
  expect(new URL(checkout_url, 'http://easel.test').searchParams.get('format')).toBe('png')
  expect(await client(readPayment, { params: { payment_id } })).toMatchObject({
    asset_id: asset.id,
    license_type: 'personal',
    file_format: 'png'
  })
  const paid = await pay(payment_id, 'payer')
  expect(paid).toMatchObject({ status: 'captured', file_format: 'png' })
  expect(await formatOf(await load(paid.download_url ?? ''))).toBe('png')
  const owned = await client(checkOut, { body: { asset_id: asset.id, format: 'webp' } })
  expect(owned).toMatchObject({ license_id: paid.license_id, file_format: 'webp' })
  expect(await formatOf(await load(owned.download_url))).toBe('webp')
})

test('the best file is delivered unchanged when no format is chosen', async () => {
  const file = drawing()
  const asset = await assetOnSale(market, { file, category: 'background' }, '0')
  const answer = await (await market.as('client', 'plain'))(checkOut, { body: { asset_id: asset.id } })
  expect(answer.file_format).toBe('svg')
  expect((await load(answer.download_url)).equals(file.bytes)).toBe(true)
})

test('a format that is no longer available is replaced by the best file, and the response names its format', async () => {
  const asset = await drawingOnSale()
  const client = await market.as('client', 'late')
  const { payment_id = '' } = await client(checkOut, { body: { asset_id: asset.id, format: 'eps' } })
  const paid = await pay(payment_id, 'late')
  expect(paid.file_format).toBe('svg')
  expect((await load(paid.download_url ?? '')).toString()).toContain('<svg')
})

test('an invalid format is refused', async () => {
  const asset = await drawingOnSale()
  const buy = (await market.as('client'))(checkOut, { body: { asset_id: asset.id, format: '../x' } })
  await expect(buy).rejects.toMatchObject({ status: 422, body: { fields: { format: 'Please choose a format.' } } })
})

test('a subscriber whose plan has no downloads left buys the single license; asking for the plan itself is refused', async () => {
  await givenPlan('spent', 0)
  const asset = await drawingOnSale()
  const client = await market.as('client', 'spent')
  const buy = (license_type: 'personal' | 'subscription') =>
    client(checkOut, { body: { asset_id: asset.id, license_type, via_subscription: true } })
  expect(await buy('personal')).toMatchObject({ checkout_url: expect.stringContaining('amount=10.00') })
  await expect(buy('subscription')).rejects.toMatchObject({ status: 409, body: { code: 'plan_limit_reached' } })
})

test.each(['png', 'jpg', 'webp', 'pdf', 'svg'] as const)(
  'a download as %s says where the picture comes from, and the original stays as it is',
  async (format) => {
    const asset = await drawingOnSale('0', 'background')
    await market.db.updateTable('catalogue.asset').set({ origin: 'ai_generated' }).where('id', '=', asset.id).execute()
    const client = await market.as('client', `origin-${format}`)
    const { license_id = '' } = await client(checkOut, { body: { asset_id: asset.id } })
    const load = async (query: object) => {
      const { download_url } = await client(linkLicenseFile, { params: { id: license_id }, query })
      return market.app.inject(download_url)
    }
    const generated = await load({ format })
    expect(generated.rawPayload.toString('latin1')).toContain('http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia<')
    await market.db.updateTable('catalogue.asset').set({ origin: 'human' }).where('id', '=', asset.id).execute()
    const corrected = await load({ format })
    expect(corrected.rawPayload.toString('latin1')).toContain('http://cv.iptc.org/newscodes/digitalsourcetype/digitalCreation<')
    expect(corrected.headers.etag).not.toBe(generated.headers.etag)
    expect((await load({ file_id: asset.file_id })).body).not.toContain('digitalsourcetype')
  }
)

test('a download is signed, and one that is continued goes on with the same bytes', async () => {
  const asset = await drawingOnSale('0', 'background')
  const client = await market.as('client', 'signed')
  const { license_id = '' } = await client(checkOut, { body: { asset_id: asset.id } })
  const { download_url } = await client(linkLicenseFile, { params: { id: license_id }, query: { format: 'png' } })
  const whole = await market.app.inject(download_url)
  expect(whole.rawPayload.includes('c2pa.hash.data')).toBe(true)
  const half = Math.floor(whole.rawPayload.length / 2)
  const { etag = '' } = whole.headers
  const headers = { range: `bytes=${half}-`, 'if-range': String(etag) }
  const rest = await market.app.inject({ url: download_url, headers })
  expect([rest.statusCode, rest.rawPayload.equals(whole.rawPayload.subarray(half))]).toEqual([206, true])
})
