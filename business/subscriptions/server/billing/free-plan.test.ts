import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atPayPal, begunPlan, givenPlan, nowAs, planOfClient, take } from '#tests/support/givens/plans.ts'
import { freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { convertSubscription } from '../../admin.contract.ts'
import { confirmSubscription, readHistory } from '../../contract.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => market.at('2026-03-01T12:00:00Z'))
afterAll(() => market.end())

const rowsOf = async (client: string) => {
  const { id } = await market.person('client', client)
  return market.db.selectFrom('subscriptions.subscription').selectAll().where('owner_id', '=', id).orderBy('created_at').execute()
}
const confirmBy = async (client: string, sub_id: string) =>
  (await nowAs(market, 'client', client))(confirmSubscription, { params: { sub_id } })

test('a client’s free plan stays until the paid one is active and then ends, with an event in the history', async () => {
  const free = await givenPlan(market, 'upgrading', { plan_type: 'free', plan_name: '' })
  const { sub_id, provider_subscription_id } = await begunPlan(market, 'upgrading')
  expect(await planOfClient(market, 'upgrading')).toMatchObject({ sub_id: free.id, plan_type: 'free', is_active: true })
  await atPayPal(market, provider_subscription_id, 'approve')
  expect(await confirmBy('upgrading', sub_id)).toMatchObject({ sub_id, plan_type: 'monthly', is_active: true })
  expect((await rowsOf('upgrading')).map(({ id, state, end_reason }) => [id === free.id, state, end_reason])).toEqual(
    expect.arrayContaining([
      [true, 'ended', 'replaced'],
      [false, 'active', null]
    ])
  )
  const { items } = await (await nowAs(market, 'client', 'upgrading'))(readHistory, {})
  expect(items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['started', 'ended', 'started']))
  await take(market, 'upgrading')
})

test('a plan converted to free can also be replaced, but a paid plan is refused with 409', async () => {
  const { id } = await givenPlan(market, 'converted')
  await expect(begunPlan(market, 'converted')).rejects.toMatchObject({ status: 409, body: { code: 'already_subscribed' } })
  await (await nowAs(market, 'admin'))(convertSubscription, { params: { id }, body: { plan_type: 'free' } })
  expect(await begunPlan(market, 'converted')).toMatchObject({ approve_url: expect.any(String) })
})

test('of two concurrent checkouts on a free plan, one opens, the free plan ends once, and the other payment is refunded', async () => {
  const free = await givenPlan(market, 'racing', { plan_type: 'free', plan_name: '' })
  const checkouts = await Promise.all([begunPlan(market, 'racing'), begunPlan(market, 'racing', 'team_monthly')])
  for (const { provider_subscription_id } of checkouts) await atPayPal(market, provider_subscription_id, 'approve')
  await Promise.allSettled(checkouts.flatMap(({ sub_id }) => [confirmBy('racing', sub_id), confirmBy('racing', sub_id)]))
  await market.webhooksDone()
  const rows = await rowsOf('racing')
  expect(rows.map(({ state }) => state).sort()).toEqual(['active', 'ended', 'ended'])
  expect(rows.find(({ id }) => id === free.id)).toMatchObject({ state: 'ended', end_reason: 'replaced' })
  const events = await market.db.selectFrom('subscriptions.event').selectAll().where('subscription_id', '=', free.id).execute()
  expect(events.map(({ kind }) => kind).sort()).toEqual(['ended', 'started'])
  const { id: client_id } = await market.person('client', 'racing')
  const payments = await market.db.selectFrom('payments.payment').selectAll().where('client_id', '=', client_id).execute()
  expect(payments.map(({ state }) => state).sort()).toEqual(['captured', 'refunded'])
})
