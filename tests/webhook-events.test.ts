import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebhook } from '#developers/webhooks.contract.ts'
import { EVENT_TYPES } from '#developers/webhooks.rules.ts'
import { revokeLicense } from '#licensing/admin.contract.ts'
import { checkOut } from '#licensing/contract.ts'
import { acceptTransfer, offerTransfer } from '#licensing/transfer.contract.ts'
import { refundPayment } from '#payments/admin.contract.ts'
import { recordPayout, reversePayout } from '#payroll/payouts.contract.ts'
import { cancelRequest } from '#requests/contract.ts'
import { decideRequest } from '#requests/desk.contract.ts'
import { decideAsset, decideAssets, withholdAsset } from '#submissions/review.contract.ts'
import { cancelSubscription, extendSubscription } from '#subscriptions/admin.contract.ts'
import { decide, givenClaim } from './support/givens/claims.ts'
import { boughtOrder } from './support/givens/orders.ts'
import { advance, boughtPlan, givenPlan, nowAs } from './support/givens/plans.ts'
import { givenRequest } from './support/givens/requests.ts'
import { assetOnSale, boughtLicense, freshMarket, givenPrice, type Market } from './support/givens/sales.ts'
import { uploadedAsset } from './support/givens/submissions.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
  for (const name of ['Ann', 'Bea', 'Cid', 'Eve']) await subscribe('client', name)
  for (const name of ['employee', 'other']) await subscribe('employee', name)
})
afterAll(() => market.end())

/** A webhook for every event. Nothing is delivered: the rows are what this file looks at. */
async function subscribe(role: 'client' | 'employee', name: string): Promise<void> {
  const api = await market.as(role, name)
  await api(createWebhook, { body: { url: 'http://93.184.216.34/hook', events: [...EVENT_TYPES] } })
}

type Told = { name: string; type: string; data: Record<string, unknown> }

/** Does something a second later, and returns who was told of what. */
async function toldBy(act: () => Promise<unknown>): Promise<Told[]> {
  await market.db.deleteFrom('developers.delivery').execute()
  market.at(new Date(market.now().getTime() + 1000).toISOString())
  await act()
  const rows = await market.db
    .selectFrom('developers.delivery as delivery')
    .innerJoin('developers.webhook as webhook', 'webhook.id', 'delivery.webhook_id')
    .innerJoin('accounts.user as person', 'person.id', 'webhook.user_id')
    .select(['person.name', 'delivery.type', 'delivery.body'])
    .orderBy('delivery.type')
    .orderBy('person.name')
    .execute()
  return rows.map(({ name, type, body }) => ({ name, type, data: (JSON.parse(body) as { data: Told['data'] }).data }))
}

const admin = () => nowAs(market, 'admin')

test('a purchase, its transfer, and its refund', async () => {
  const asset = await assetOnSale(market)
  const { id: asset_id } = asset
  let bought!: Awaited<ReturnType<typeof boughtLicense>>
  const granted = await toldBy(async () => {
    bought = await boughtLicense(market, asset_id, { client: 'Ann', type: 'commercial' })
  })
  const { license_id, payment_id } = bought
  expect(granted).toEqual([{ name: 'Ann', type: 'license.granted', data: { license_id, asset_id } }])

  const { email } = await market.person('client', 'Bea')
  await (await nowAs(market, 'client', 'Ann'))(offerTransfer, { params: { id: String(license_id) }, body: { email } })
  const mail = (await market.mails()).findLast(({ to, subject }) => to === email && subject.includes('waiting'))
  const token = /\/licenses\/transfers\/([\w-]+)/.exec(mail?.text ?? '')![1]!
  let next = ''
  const transferred = await toldBy(async () => {
    next = (await (await nowAs(market, 'client', 'Bea'))(acceptTransfer, { params: { token } })).id
  })
  expect(transferred).toEqual([
    { name: 'Bea', type: 'license.granted', data: { license_id: next, asset_id } },
    { name: 'Ann', type: 'license.revoked', data: { license_id, asset_id } }
  ])
  const refunded = await toldBy(async () => {
    await (await admin())(refundPayment, { params: { id: payment_id }, body: { reason: 'Bought twice' } })
    await market.webhooksDone()
    await market.work()
  })
  expect(refunded).toContainEqual({ name: 'Bea', type: 'license.revoked', data: { license_id: next, asset_id } })
  expect(new Set(refunded.map(({ type }) => type))).toEqual(new Set(['license.revoked']))
})

test('an order of several licenses, and a license that an admin revokes', async () => {
  let order!: Awaited<ReturnType<typeof boughtOrder>>
  const granted = await toldBy(async () => {
    order = await boughtOrder(market, { client: 'Ann' })
  })
  expect(granted.length).toBeGreaterThan(1)
  expect(new Set(granted.map(({ name, type }) => `${name} ${type}`))).toEqual(new Set(['Ann license.granted']))
  expect(order).toBeTruthy()
  const { license_id, asset_id } = granted[0]!.data
  const revoked = await toldBy(async () =>
    (await admin())(revokeLicense, { params: { id: String(license_id) }, body: { reason: 'Test', refund: false } })
  )
  expect(revoked).toEqual([{ name: 'Ann', type: 'license.revoked', data: { license_id, asset_id } }])
})

test('a plan that starts, downloads, renews, is extended, and ends', async () => {
  let sub_id = ''
  const started = await toldBy(async () => {
    sub_id = (await givenPlan(market, 'Cid')).id
  })
  const changed = { name: 'Cid', type: 'subscription.changed', data: { sub_id } }
  expect(started.length).toBeGreaterThan(0)
  for (const told of started) expect(told).toEqual(changed)
  const { id: asset_id } = await assetOnSale(market)
  const body = { asset_id, license_type: 'subscription' as const, via_subscription: true, terms_accepted: true as const }
  const granted = await toldBy(async () => (await nowAs(market, 'client', 'Cid'))(checkOut, { body }))
  expect(granted).toMatchObject([{ name: 'Cid', type: 'license.granted', data: { asset_id } }])
  expect(await toldBy(async () => (await nowAs(market, 'client', 'Cid'))(checkOut, { body }))).toEqual([])
  expect(await toldBy(async () => (await admin())(extendSubscription, { params: { id: sub_id }, body: { days: 3 } }))).toEqual([changed])
  expect(await toldBy(async () => (await admin())(cancelSubscription, { params: { id: sub_id } }))).toEqual([changed])

  let bought!: Awaited<ReturnType<typeof boughtPlan>>
  const paid = await toldBy(async () => {
    bought = await boughtPlan(market, 'Eve')
  })
  expect(new Set(paid.map(({ name, type }) => `${name} ${type}`))).toEqual(new Set(['Eve subscription.changed']))
  const { provider_subscription_id } = await market.db
    .selectFrom('subscriptions.subscription as plan')
    .innerJoin('accounts.user as owner', 'owner.id', 'plan.owner_id')
    .select('plan.provider_subscription_id')
    .where('owner.name', '=', 'Eve')
    .executeTakeFirstOrThrow()
  expect(bought).toBeTruthy()
  const renewed = await toldBy(async () => {
    await advance(market, String(provider_subscription_id), 31)
    await market.work()
  })
  expect(new Set(renewed.map(({ name, type }) => `${name} ${type}`))).toEqual(new Set(['Eve subscription.changed']))
})

test('approvals, alone and in a batch, and works taken off sale, by an admin and by a claim', async () => {
  await givenPrice(market, 'icon', '10')
  const one = (await uploadedAsset(market)).asset_id
  const two = (await uploadedAsset(market)).asset_id
  const about = (asset_id: string, type: string) => ({ name: 'employee', type, data: { asset_id } })
  expect(await toldBy(async () => (await admin())(decideAsset, { params: { id: one }, body: { status: 'approved' } }))).toEqual([
    about(one, 'asset.approved')
  ])
  expect(await toldBy(async () => (await admin())(decideAssets, { body: { ids: [two], status: 'approved' } }))).toEqual([
    about(two, 'asset.approved')
  ])
  expect(await toldBy(async () => (await admin())(withholdAsset, { params: { id: one }, body: { reason: 'A test.' } }))).toEqual([
    about(one, 'asset.withheld')
  ])
  const claim = await givenClaim(market, two)
  expect(await toldBy(() => decide(market, claim.id, 'uphold'))).toEqual([about(two, 'asset.withheld')])
})

test("a request's assignment and status once each, and its cancellation; a new one is no change", async () => {
  const { id: request_id } = await givenRequest(market, { client: 'Ann' })
  const { id: assigned_employee_id } = await market.person('employee')
  const about = (status: string) => [{ name: 'Ann', type: 'request.changed', data: { request_id, status } }]
  const body = { status: 'in_progress' as const, assigned_employee_id }
  const decided = async () => (await admin())(decideRequest, { params: { id: request_id }, body })
  expect(await toldBy(decided)).toEqual(about('in_progress'))
  expect(await toldBy(decided)).toEqual([])
  let other = ''
  expect(
    await toldBy(async () => {
      other = (await givenRequest(market, { client: 'Ann' })).id
    })
  ).toEqual([])
  expect(await toldBy(async () => (await nowAs(market, 'client', 'Ann'))(cancelRequest, { params: { id: other } }))).toMatchObject([
    { name: 'Ann', data: { request_id: other, status: 'cancelled' } }
  ])
})

test('a payout and its reversal', async () => {
  const { id: employee_id } = await market.person('employee')
  let payout_id = ''
  const paid = await toldBy(async () => {
    const made = await (await admin())(recordPayout, { body: { employee_id, amount: '1.50', payment_method: 'PayPal' } })
    if ('id' in made) payout_id = made.id
  })
  expect(paid).toEqual([{ name: 'employee', type: 'payout.made', data: { payout_id, amount: 1.5 } }])
  const reversed = await toldBy(async () => (await admin())(reversePayout, { params: { id: payout_id }, body: { reason: 'Wrong person' } }))
  expect(reversed).toMatchObject([{ name: 'employee', type: 'payout.made', data: { amount: -1.5 } }])
})
