import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RECONCILE_PAYMENTS } from '#payments/server/index.ts'
import { deleteWageRule } from '#payroll/contract.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { assetOnSale, begunCheckout, boughtLicense, captureBy, freshMarket, givenPrice, type Market } from '#tests/support/givens/sales.ts'
import { checkOut, listLicenses, readLicense, readPricing } from '../../contract.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const clientOf = (name?: string) => market.as('client', name)
const paid = async () => (await market.db.selectFrom('payments.payment').select('id').execute()).length

test('an asset is priced by its category, and the response includes the plans', async () => {
  const asset = await assetOnSale(market, { category: 'vector' }, '4.99')
  const { prices } = await market.api(readPricing, { params: { id: asset.id } })
  expect(prices.single).toMatchObject({
    personal: { amount: 4.99, amount_cents: 499, currency: 'USD', features: expect.arrayContaining(['High-res PNG']) },
    commercial: { amount: 12.48 },
    extended: { amount: 29.94 }
  })
  expect(prices.subscription_plans).toMatchObject([
    { id: 'indiv_monthly', name: 'Individual', price_monthly: 19, currency: 'USD' },
    { id: 'team_monthly', name: 'Team', price_monthly: 59, currency: 'USD' }
  ])
})

test('an asset whose category has no wage rule is not for sale', async () => {
  const asset = await givenAsset(market, { category: 'logo' })
  expect((await market.api(readPricing, { params: { id: asset.id } })).prices.single).toEqual({})
  const buy = (await clientOf())(checkOut, { body: { asset_id: asset.id } })
  await expect(buy).rejects.toMatchObject({ status: 409, body: { code: 'not_for_sale' } })
})

test('a price of 0 grants the license immediately, without a payment or income', async () => {
  const asset = await assetOnSale(market, { category: 'background' }, '0')
  const before = await paid()
  const answer = await (await clientOf())(checkOut, { body: { asset_id: asset.id, license_type: 'extended' } })
  expect(answer).toMatchObject({ license_id: expect.any(String), download_url: expect.stringMatching(/^\/api\/downloads\/licenses\//) })
  expect(await paid()).toBe(before)
  expect((await market.app.inject(answer.download_url!)).statusCode).toBe(200)
})

test('buying an owned license returns the download without a second charge', async () => {
  const asset = await assetOnSale(market)
  const { license_id } = await boughtLicense(market, asset.id)
  const again = await (await clientOf())(checkOut, { body: { asset_id: asset.id, license_type: 'personal' } })
  expect(again).toEqual({ license_id, download_url: expect.any(String), file_format: 'svg' })
  expect(await begunCheckout(market, asset.id, { type: 'commercial' })).toMatchObject({
    checkout_url: expect.stringContaining('amount=25.00')
  })
})

test('neither the amount in the address nor a later price change affects what is charged', async () => {
  const asset = await assetOnSale(market)
  const { payment_id, provider_order_id, checkout_url } = await begunCheckout(market, asset.id, { client: 'careful' })
  expect(checkout_url).toBe(`/pay/checkout?type=license&asset_id=${asset.id}&amount=10.00&license_type=personal&payment_id=${payment_id}`)
  await givenPrice(market, 'icon', '77')
  await market.approve(provider_order_id)
  const { license_id } = await captureBy(market, payment_id, 'careful')
  const license = await (await clientOf('careful'))(readLicense, { params: { id: license_id! } })
  expect(license).toMatchObject({ price: 10, status: 'active', asset_title: 'Blue fox', file_format: 'svg', payment_id })
})

test.each([
  ['the plan', { license_type: 'subscription' as const }, 402, 'no_plan'],
  ['the plan, by via_subscription', { via_subscription: true }, 402, 'no_plan'],
  ['an unknown asset', { asset_id: randomUUID() }, 404, 'asset_not_found'],
  ['an invalid id', { asset_id: 'x' }, 422, 'invalid_fields'],
  ['an unknown license type', { license_type: 'gold' as 'personal' }, 422, 'invalid_fields']
])('buying through %s is refused', async (_, change, status, code) => {
  const asset = await assetOnSale(market)
  const buy = (await clientOf('refused'))(checkOut, { body: { asset_id: asset.id, ...change } })
  await expect(buy).rejects.toMatchObject({ status, body: { code } })
})

test('an asset that is not approved or has no file cannot be bought', async () => {
  const pending = await assetOnSale(market, { status: 'pending' })
  const empty = await assetOnSale(market, { file: null })
  const client = await clientOf()
  await expect(client(checkOut, { body: { asset_id: pending.id } })).rejects.toMatchObject({ status: 404 })
  await expect(client(checkOut, { body: { asset_id: empty.id } })).rejects.toMatchObject({ status: 409, body: { code: 'no_files' } })
})

test('requests with the same key start one payment; the key with another body is refused', async () => {
  const asset = await assetOnSale(market)
  const client = await clientOf('twice')
  const before = await paid()
  const options = { idempotency_key: randomUUID() }
  const answers = await Promise.all([1, 2, 3].map(() => client(checkOut, { body: { asset_id: asset.id } }, options)))
  expect(new Set(answers.map(({ payment_id }) => payment_id)).size).toBe(1)
  expect(await paid()).toBe(before + 1)
  const other = client(checkOut, { body: { asset_id: asset.id, license_type: 'extended' } }, options)
  await expect(other).rejects.toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
})

test('no payment starts while PayPal is unreachable, and the next attempt works', async () => {
  const asset = await assetOnSale(market)
  market.sandbox.faults.add({ match: { path: '/v2/checkout/orders' }, effect: { kind: 'error', status: 503 } })
  const client = await clientOf('patient')
  await expect(client(checkOut, { body: { asset_id: asset.id } })).rejects.toMatchObject({ status: 503, retryAfter: 10 })
  expect((await begunCheckout(market, asset.id, { client: 'patient' })).payment_id).toBeTruthy()
})

test('a client lists their own licenses, newest first, by page and status', async () => {
  const [one, two] = [await assetOnSale(market, { title: 'One' }), await assetOnSale(market, { title: 'Two' })]
  market.at('2026-03-01T12:01:00Z')
  const first = await boughtLicense(market, one.id, { client: 'collector' })
  market.at('2026-03-01T12:02:00Z')
  const second = await boughtLicense(market, two.id, { client: 'collector' })
  const api = await clientOf('collector')
  const ids = async (query: object) => (await api(listLicenses, { query })).items.map(({ id }) => id)
  expect(await ids({})).toEqual([second.license_id, first.license_id])
  expect(await ids({ page: 2, page_size: 1 })).toEqual([first.license_id])
  expect(await ids({ status: 'revoked' })).toEqual([])
  const [newest] = (await api(listLicenses, { query: {} })).items
  expect(newest).toMatchObject({
    asset_title: 'Two',
    formats: ['svg', 'png', 'jpg', 'webp', 'pdf'],
    certificate_number: expect.stringMatching(/^LIC(-[0-9A-HJKMNP-TV-Z]{4}){4}$/)
  })
  const stranger = await clientOf('stranger')
  await expect(stranger(readLicense, { params: { id: first.license_id } })).rejects.toMatchObject({ status: 404 })
})

test('licenses are found by asset title, with any characters, and never those of others', async () => {
  const titles = ['Blue fox', '100% wool', 'Red FOX']
  const assets = await Promise.all(titles.map((title) => assetOnSale(market, { title })))
  for (const { id } of assets) await boughtLicense(market, id, { client: 'finder' })
  await boughtLicense(market, assets[0]!.id, { client: 'neighbour' })
  const found = async (search: string) => (await (await clientOf('finder'))(listLicenses, { query: { search, page_size: 2 } })) as Found
  type Found = { total: number; items: { asset_title: string }[] }
  expect((await found(' fox ')).items.map(({ asset_title }) => asset_title).sort()).toEqual(['Blue fox', 'Red FOX'])
  expect(await found('%')).toMatchObject({ total: 1, items: [{ asset_title: '100% wool' }] })
  for (const [search, total] of [
    ['wolf', 0],
    ['_', 0],
    ['', 3],
    ["'", 0]
  ] as const)
    expect((await found(search)).total).toBe(total)
})

test('removing the price does not affect a checkout that has started', async () => {
  const asset = await assetOnSale(market, { category: 'illustration' })
  const { payment_id, provider_order_id } = await begunCheckout(market, asset.id)
  await (await market.as('admin'))(deleteWageRule, { params: { category: 'illustration' } })
  await market.approve(provider_order_id)
  expect((await captureBy(market, payment_id)).status).toBe('captured')
})

test('a payment for a license that has become free is refunded, and the client keeps the license', async () => {
  const asset = await assetOnSale(market, { category: 'background' }, '10')
  const { payment_id, provider_order_id } = await begunCheckout(market, asset.id, { client: 'gifted' })
  await market.approve(provider_order_id)
  market.sandbox.setWebhookUrl('http://127.0.0.1:9/lost')
  await market.ports.paypal.captureOrder(provider_order_id, payment_id)
  await givenPrice(market, 'background', '0')
  const client = await clientOf('gifted')
  const { license_id } = await client(checkOut, { body: { asset_id: asset.id, license_type: 'personal' } })
  await market.ports.jobs.send(market.db, RECONCILE_PAYMENTS, { all: true })
  await market.work()
  market.sandbox.setWebhookUrl(`${market.address}/api/payments/webhooks/paypal`)
  const payment = await market.db.selectFrom('payments.payment').select('state').where('id', '=', payment_id).executeTakeFirst()
  expect(payment).toEqual({ state: 'refunded' })
  expect(await client(readLicense, { params: { id: license_id! } })).toMatchObject({ price: 0, status: 'active' })
})

test('the receipt shows the public preview of the work and leads to its page', async () => {
  const asset = await assetOnSale(market)
  await boughtLicense(market, asset.id, { client: 'receipted' })
  await market.work()
  const receipt = (await market.mails()).find(({ subject, to }) => subject.startsWith('Your license for') && to.startsWith('receipted'))!
  const [, href, src] = /<a href="http:\/\/easel\.test([^"]*)"[^>]*><img[^>]* src="http:\/\/easel\.test([^"]*)"/.exec(receipt.html)!
  expect(href).toBe(`/assets/${asset.id}`)
  expect((await market.app.inject(src!)).headers['content-type']).toBe('image/webp')
})
