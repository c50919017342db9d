import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { revokeLicense } from '#licensing/admin.contract.ts'
import { checkOut } from '#licensing/contract.ts'
import { acceptTransfer, offerTransfer } from '#licensing/transfer.contract.ts'
import { readAnyPayment, refundPayment } from '#payments/admin.contract.ts'
import { boughtOrder } from '../support/givens/orders.ts'
import { givenPlan, nowAs } from '../support/givens/plans.ts'
import { assetOnSale, boughtLicense } from '../support/givens/sales.ts'
import { type ToldMarket, toldMarket } from '../support/givens/told.ts'

/* Every other person of these tests has webhooks too, and is told of nothing. */

let market: ToldMarket
beforeAll(async () => {
  market = await toldMarket({ clients: ['Ann', 'Bea', 'Cid'], artists: ['employee', 'other'] })
})
beforeEach(() => market.at('2026-03-01T12:00:00Z'))
afterAll(() => market.end())

const admin = () => nowAs(market, 'admin')
const client = (name: string) => nowAs(market, 'client', name)
const about = (name: string, type: string, { license_id, asset_id }: { license_id: unknown; asset_id: unknown }) => ({
  ...{ name, type },
  data: { license_id, asset_id }
})

/** A license that someone bought, and what that told. */
async function bought(name: string) {
  const { id: asset_id } = await assetOnSale(market)
  let made!: Awaited<ReturnType<typeof boughtLicense>>
  const told = await market.toldBy(async () => {
    made = await boughtLicense(market, asset_id, { client: name, type: 'commercial' })
    await market.webhooksDone()
  })
  return { ...made, asset_id, told }
}

test('a purchase grants, and its refund revokes', async () => {
  const license = await bought('Ann')
  expect(license.told).toEqual([about('Ann', 'license.granted', license)])
  const refunded = await market.toldBy(async () => {
    await (await admin())(refundPayment, { params: { id: license.payment_id }, body: { reason: 'Bought twice' } })
    await market.webhooksDone()
  })
  expect(refunded).toEqual([about('Ann', 'license.revoked', license)])
})

test('a chargeback revokes once, also when the dispute is lost afterwards', async () => {
  const license = await bought('Ann')
  const { provider_capture_id } = await (await admin())(readAnyPayment, { params: { id: license.payment_id } })
  const atPayPal = (action: string) => async () => {
    const answer = await fetch(`${market.sandbox.url}/sandbox/captures/${provider_capture_id}/${action}`, { method: 'POST' })
    expect(answer.status).toBe(200)
    await market.webhooksDone()
  }
  expect(await market.toldBy(atPayPal('reverse'))).toEqual([about('Ann', 'license.revoked', license)])
  expect(await market.toldBy(atPayPal('lose-dispute'))).toEqual([])
})

test('an accepted transfer grants to the new holder and revokes for the old one; its offer tells nobody', async () => {
  const license = await bought('Ann')
  const { email } = await market.person('client', 'Bea')
  const offer = async () => (await client('Ann'))(offerTransfer, { params: { id: license.license_id }, body: { email } })
  expect(await market.toldBy(offer)).toEqual([])
  const mail = (await market.mails()).findLast(({ to, subject }) => to === email && subject.includes('waiting'))
  const token = /\/licenses\/transfers\/([\w-]+)/.exec(mail?.text ?? '')![1]!
  let license_id = ''
  const accepted = await market.toldBy(async () => {
    license_id = (await (await client('Bea'))(acceptTransfer, { params: { token } })).id
  })
  expect(accepted).toEqual([about('Bea', 'license.granted', { ...license, license_id }), about('Ann', 'license.revoked', license)])
})

test('an order grants each of its licenses, and an admin revokes one of them', async () => {
  let assets: readonly string[] = []
  const granted = await market.toldBy(async () => {
    assets = (await boughtOrder(market, { client: 'Ann' })).assets
    await market.webhooksDone()
  })
  expect(granted.map(({ name, type, data }) => [name, type, data['asset_id']]).sort()).toEqual(
    assets.map((asset_id) => ['Ann', 'license.granted', asset_id]).sort()
  )
  const { data } = granted[0]!
  const revoke = async () =>
    (await admin())(revokeLicense, { params: { id: String(data['license_id']) }, body: { reason: 'Test', refund: false } })
  expect(await market.toldBy(revoke)).toEqual([{ name: 'Ann', type: 'license.revoked', data }])
})

test('a work that costs nothing grants', async () => {
  const { id: asset_id } = await assetOnSale(market, { category: 'background' }, '0')
  const take = async () => (await client('Bea'))(checkOut, { body: { asset_id, terms_accepted: true } })
  const told = await market.toldBy(take)
  expect(told).toEqual([about('Bea', 'license.granted', { license_id: expect.any(String), asset_id })])
  // The license is held already.
  expect(await market.toldBy(take)).toEqual([])
})

test('a download of a plan grants, once', async () => {
  await givenPlan(market, 'Cid')
  const { id: asset_id } = await assetOnSale(market)
  const body = { asset_id, license_type: 'subscription' as const, via_subscription: true, terms_accepted: true as const }
  const take = async () => (await client('Cid'))(checkOut, { body })
  expect(await market.toldBy(take)).toEqual([about('Cid', 'license.granted', { license_id: expect.any(String), asset_id })])
  expect(await market.toldBy(take)).toEqual([])
})
