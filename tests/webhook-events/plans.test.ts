import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelSubscription, extendSubscription } from '#subscriptions/admin.contract.ts'
import { cancelRenewal, confirmSubscription, resumeRenewal } from '#subscriptions/contract.ts'
import { lookAfter } from '#subscriptions/server/billing/sync.service.ts'
import { atPayPal, boughtPlan, changedPlan, givenPlan, nowAs, planOfClient } from '../support/givens/plans.ts'
import { type Told, type ToldMarket, toldMarket } from '../support/givens/told.ts'

let market: ToldMarket
beforeAll(async () => {
  market = await toldMarket({ clients: ['Ann', 'Bea', 'Cid', 'Dan'], artists: ['employee'] })
})
beforeEach(() => market.at('2026-03-01T12:00:00Z'))
afterAll(() => market.end())

const admin = () => nowAs(market, 'admin')
const changed = (name: string, sub_id: string) => ({ name, type: 'subscription.changed', data: { sub_id } })

/** One act may tell more than once, of the same plan and the same person. */
const distinct = (told: Told[]): Told[] => [...new Map(told.map((one) => [JSON.stringify(one), one])).values()]

async function settled(): Promise<void> {
  await lookAfter(market.ctx(), { all: true })
  await market.webhooksDone()
}

/** A plan that someone bought, and what that told. */
async function bought(name: string) {
  let made!: Awaited<ReturnType<typeof boughtPlan>>
  const told = await market.toldBy(async () => {
    made = await boughtPlan(market, name)
  })
  return { ...made, told: distinct(told) }
}

test('a plan that an admin starts, extends, and ends', async () => {
  let id = ''
  const started = await market.toldBy(async () => {
    id = (await givenPlan(market, 'Cid')).id
  })
  expect(distinct(started)).toEqual([changed('Cid', id)])
  expect(await market.toldBy(async () => (await admin())(extendSubscription, { params: { id }, body: { days: 3 } }))).toEqual([
    changed('Cid', id)
  ])
  expect(await market.toldBy(async () => (await admin())(cancelSubscription, { params: { id } }))).toEqual([changed('Cid', id)])
})

test('a plan that is paid for, and renews', async () => {
  const { sub_id, provider_subscription_id, told } = await bought('Ann')
  expect(told).toEqual([changed('Ann', sub_id)])
  market.at('2026-04-01T12:05:00Z')
  const renewed = await market.toldBy(async () => {
    await atPayPal(market, provider_subscription_id, 'renew')
    await market.webhooksDone()
  })
  expect(distinct(renewed)).toEqual([changed('Ann', sub_id)])
})

test('a renewal that is canceled and resumed, and a change of plan', async () => {
  const { sub_id } = await bought('Bea')
  const client = await nowAs(market, 'client', 'Bea')
  expect(distinct(await market.toldBy(() => client(cancelRenewal, {})))).toEqual([changed('Bea', sub_id)])
  expect(distinct(await market.toldBy(() => client(resumeRenewal, {})))).toEqual([changed('Bea', sub_id)])
  let next = ''
  const bigger = await market.toldBy(async () => {
    const { provider_subscription_id, sub_id: started } = await changedPlan(market, 'Bea', 'team_monthly')
    next = started
    await atPayPal(market, provider_subscription_id!, 'approve')
    await client(confirmSubscription, { params: { sub_id: next } })
    await settled()
  })
  expect(distinct(bigger)).toContainEqual(changed('Bea', next))
  expect(bigger.filter(({ name, type }) => name !== 'Bea' || type !== 'subscription.changed')).toEqual([])
})

test('a renewal that fails, the days of grace, and the end', async () => {
  const { sub_id, provider_subscription_id } = await bought('Dan')
  market.at('2026-04-01T12:05:00Z')
  const failed = await market.toldBy(async () => {
    await atPayPal(market, provider_subscription_id, 'fail-renewal')
    await settled()
  })
  expect(distinct(failed)).toEqual([changed('Dan', sub_id)])
  expect(await planOfClient(market, 'Dan')).toMatchObject({ state: 'grace' })
  market.at('2026-04-04T12:05:00Z')
  expect(distinct(await market.toldBy(settled))).toContainEqual(changed('Dan', sub_id))
  expect(await planOfClient(market, 'Dan')).toMatchObject({ is_active: false })
})
