import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atPayPal, boughtPlan, nowAs, planOfClient, take, takeMany } from '#tests/support/givens/plans.ts'
import { freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { cancelRenewal, changePlan, inviteToSeat, readHistory } from '../contract.ts'
import { lookAfter } from './sync.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => market.at('2026-03-01T12:00:00Z'))
afterAll(() => market.end())

const cancelBy = async (client: string) => (await nowAs(market, 'client', client))(cancelRenewal, {})
const changeBy = async (client: string, plan_id: 'indiv_monthly' | 'team_monthly') =>
  (await nowAs(market, 'client', client))(changePlan, { body: { plan_id, renewal_consent: true } })
const kindsOf = async (client: string) => (await (await nowAs(market, 'client', client))(readHistory, {})).items.map(({ kind }) => kind)
const mailsTo = async (client: string) => {
  const { email } = await market.person('client', client)
  return (await market.mails()).filter(({ to }) => to === email).map(({ subject }) => subject)
}
const paidBy = async (client: string) => {
  const { id } = await market.person('client', client)
  return market.db.selectFrom('payments.payment').selectAll().where('client_id', '=', id).orderBy('captured_at').execute()
}
/** As PayPal's events do it, however often. */
const look = async () => {
  await lookAfter(market.ctx(), { all: true })
  await market.webhooksDone()
}

test('a renewal is paid once, with a receipt of its own, and the downloads are counted anew', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'steady')
  await takeMany(market, 'steady', 3)
  market.at('2026-04-01T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  await Promise.all([look(), look(), market.webhooksDone()])
  expect(await planOfClient(market, 'steady')).toMatchObject({
    ...{ is_active: true, state: 'active', downloads_used: 0, expires_at: '2026-05-01T12:00:00.000Z' },
    started_at: '2026-03-01T12:00:00.000Z'
  })
  expect(await paidBy('steady')).toHaveLength(2)
  expect(await kindsOf('steady')).toEqual(['renewed', 'started'])
  expect(await mailsTo('steady')).toHaveLength(2)
})

test('where PayPal charges before the day, the new period begins at once and nothing is lost', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'early')
  await take(market, 'early')
  market.at('2026-03-10T12:00:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  await market.webhooksDone()
  expect(await planOfClient(market, 'early')).toMatchObject({ downloads_used: 0, expires_at: '2026-05-01T12:00:00.000Z' })
})

test('lost events: two renewals and the end of the renewal are found by the job that asks PayPal', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'deaf')
  market.sandbox.setWebhookUrl('http://127.0.0.1:9/lost')
  market.at('2026-04-01T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  market.at('2026-04-28T12:00:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  await atPayPal(market, provider_subscription_id, 'cancel')
  await lookAfter(market.ctx())
  market.sandbox.setWebhookUrl(`${market.address}/api/payments/webhooks/paypal`)
  expect(await planOfClient(market, 'deaf')).toMatchObject({ is_active: true, auto_renew: false, expires_at: '2026-06-01T12:00:00.000Z' })
  expect(await paidBy('deaf')).toHaveLength(3)
})

test('a failed renewal keeps the plan open for 3 days, with a mail; then it ends, with a mail, and PayPal charges no more', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'broke')
  market.at('2026-04-01T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'fail-renewal')
  await look()
  await look()
  const grace = await planOfClient(market, 'broke')
  expect(grace).toMatchObject({ is_active: true, state: 'grace', grace_ends_at: '2026-04-04T12:05:00.000Z' })
  expect((await mailsTo('broke')).filter((subject) => subject.includes('could not be renewed'))).toHaveLength(1)
  market.at('2026-04-04T12:04:00Z')
  await take(market, 'broke')
  market.at('2026-04-04T12:05:00Z')
  await expect(take(market, 'broke')).rejects.toMatchObject({ code: 'no_plan' })
  await look()
  expect(await planOfClient(market, 'broke')).toMatchObject({ is_active: false })
  expect((await mailsTo('broke')).at(-1)).toContain('has ended')
  expect((await market.ports.paypal.getSubscription(provider_subscription_id)).status).toBe('CANCELLED')
  expect(await kindsOf('broke')).toEqual(['ended', 'renewal_failed', 'started'])
})

test('days of grace bring no new downloads', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'used up')
  await takeMany(market, 'used up', 50)
  market.at('2026-04-01T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'fail-renewal')
  await look()
  await expect(take(market, 'used up')).rejects.toMatchObject({ code: 'plan_limit_reached' })
})

test('paid within the days of grace it goes on from the day it was due', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'late')
  market.at('2026-04-01T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'fail-renewal')
  await look()
  market.at('2026-04-03T08:00:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  await look()
  expect(await planOfClient(market, 'late')).toMatchObject({ state: 'active', grace_ends_at: null, expires_at: '2026-05-01T12:00:00.000Z' })
})

test('Cancel Renewal, once or twice, charges no more and keeps access to the end of the period', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'leaving')
  expect(await cancelBy('leaving')).toMatchObject({ is_active: true, auto_renew: false, expires_at: '2026-04-01T12:00:00.000Z' })
  await Promise.all([cancelBy('leaving'), cancelBy('leaving'), market.webhooksDone()])
  expect((await market.ports.paypal.getSubscription(provider_subscription_id)).status).toBe('CANCELLED')
  expect((await mailsTo('leaving')).filter((subject) => subject.includes('is cancelled'))).toHaveLength(1)
  market.at('2026-04-01T11:59:00Z')
  await take(market, 'leaving')
  market.at('2026-04-01T12:00:00Z')
  await expect(take(market, 'leaving')).rejects.toMatchObject({ code: 'no_plan' })
  await look()
  expect(await kindsOf('leaving')).toEqual(['ended', 'cancelled', 'started'])
})

test('a renewal cancelled while it is charged: what PayPal has taken is paid for, and nothing follows', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'torn')
  market.at('2026-04-01T12:05:00Z')
  const renewed = atPayPal(market, provider_subscription_id, 'renew').then(
    () => true,
    () => false
  )
  await Promise.all([renewed, cancelBy('torn')])
  await look()
  const times = (await renewed) ? 2 : 1
  expect(await paidBy('torn')).toHaveLength(times)
  const plan = await planOfClient(market, 'torn')
  expect(plan).toMatchObject(
    times === 2 ? { is_active: true, auto_renew: false, expires_at: '2026-05-01T12:00:00.000Z' } : { is_active: false }
  )
})

test('a change of plan holds from the next period, once it is agreed at PayPal', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'growing')
  const asked = await changeBy('growing', 'team_monthly')
  expect(asked).toMatchObject({ plan_id: 'indiv_monthly', next_plan_id: 'team_monthly', approve_url: expect.stringContaining('http') })
  await atPayPal(market, provider_subscription_id, 'approve')
  await market.webhooksDone()
  expect(await planOfClient(market, 'growing')).toMatchObject({
    plan_id: 'indiv_monthly',
    seats: 1,
    next_plan_id: 'team_monthly',
    approve_url: null
  })
  market.at('2026-04-01T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  await market.webhooksDone()
  expect(await planOfClient(market, 'growing')).toMatchObject({
    plan_id: 'team_monthly',
    price: 59,
    seats: 5,
    downloads_limit: 250,
    next_plan_id: null
  })
  const consents = await market.db
    .selectFrom('subscriptions.consent')
    .selectAll()
    .where('subscription_id', '=', asked.sub_id!)
    .orderBy('id')
    .execute()
  expect(consents.map(({ plan_id, words }) => [plan_id, words])).toEqual([
    ['indiv_monthly', expect.stringContaining('19.00')],
    ['team_monthly', expect.stringContaining('59.00')]
  ])
  expect((await paidBy('growing')).map(({ amount_cents }) => amount_cents)).toEqual([1900, 5900])
})

test('a change that was not agreed is taken back by choosing the plan one has; one that was, by agreeing again', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'wavering')
  await expect(changeBy('wavering', 'indiv_monthly')).rejects.toMatchObject({ status: 409, body: { code: 'same_plan' } })
  await changeBy('wavering', 'team_monthly')
  expect(await changeBy('wavering', 'indiv_monthly')).toMatchObject({ next_plan_id: null, approve_url: null })
  await changeBy('wavering', 'team_monthly')
  await atPayPal(market, provider_subscription_id, 'approve')
  await market.webhooksDone()
  expect(await changeBy('wavering', 'indiv_monthly')).toMatchObject({ next_plan_id: 'team_monthly', approve_url: expect.any(String) })
  await atPayPal(market, provider_subscription_id, 'approve')
  await market.webhooksDone()
  expect(await planOfClient(market, 'wavering')).toMatchObject({ plan_id: 'indiv_monthly', next_plan_id: null, approve_url: null })
})

test('a smaller plan waits until the seats are free', async () => {
  await boughtPlan(market, 'shrinking', 'team_monthly')
  await (await nowAs(market, 'client', 'shrinking'))(inviteToSeat, { body: { email: 'guest@example.org' } })
  await expect(changeBy('shrinking', 'indiv_monthly')).rejects.toMatchObject({ status: 409, body: { code: 'too_many_members' } })
})

test('without a plan there is no renewal to cancel and nothing to change', async () => {
  await market.person('client', 'none')
  await expect(cancelBy('none')).rejects.toMatchObject({ status: 404 })
  await expect(changeBy('none', 'team_monthly')).rejects.toMatchObject({ status: 404 })
})
