import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atPayPal, boughtPlan, nowAs, planOfClient, take, takeMany } from '#tests/support/givens/plans.ts'
import { freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { cancelRenewal, readHistory } from '../../contract.ts'
import { lookAfter } from './sync.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => market.at('2026-03-01T12:00:00Z'))
afterAll(() => market.end())

const cancelBy = async (client: string) => (await nowAs(market, 'client', client))(cancelRenewal, {})
const kindsOf = async (client: string) => (await (await nowAs(market, 'client', client))(readHistory, {})).items.map(({ kind }) => kind)
const mailsTo = async (client: string) => {
  const { email } = await market.person('client', client)
  return (await market.mails()).filter(({ to }) => to === email).map(({ subject }) => subject)
}
const paidBy = async (client: string) => {
  const { id } = await market.person('client', client)
  return market.db.selectFrom('payments.payment').selectAll().where('client_id', '=', id).orderBy('captured_at').execute()
}
/** Runs the sync job and handles events. */
const look = async () => {
  await lookAfter(market.ctx(), { all: true })
  await market.webhooksDone()
}

test('a renewal is recorded once with its own receipt, and the download count resets', async () => {
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

test('when PayPal charges early, the new period starts immediately and no days are lost', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'early')
  await take(market, 'early')
  market.at('2026-03-10T12:00:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  await market.webhooksDone()
  expect(await planOfClient(market, 'early')).toMatchObject({ downloads_used: 0, expires_at: '2026-05-01T12:00:00.000Z' })
})

test('the sync job finds two renewals and a cancellation whose events were lost', async () => {
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

test('after a failed renewal the plan stays open for 3 days with a mail, then ends with a mail and is canceled at PayPal', async () => {
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

test('the grace days add no downloads', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'used up')
  await takeMany(market, 'used up', 50)
  market.at('2026-04-01T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'fail-renewal')
  await look()
  await expect(take(market, 'used up')).rejects.toMatchObject({ code: 'plan_limit_reached' })
})

test('a payment within the grace days continues the plan from its due date', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'late')
  market.at('2026-04-01T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'fail-renewal')
  await look()
  market.at('2026-04-03T08:00:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  await look()
  expect(await planOfClient(market, 'late')).toMatchObject({ state: 'active', grace_ends_at: null, expires_at: '2026-05-01T12:00:00.000Z' })
})

test('Cancel Renewal, once or in parallel, stops charges and keeps access until the period ends', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'leaving')
  expect(await cancelBy('leaving')).toMatchObject({ is_active: true, auto_renew: false, expires_at: '2026-04-01T12:00:00.000Z' })
  await Promise.all([cancelBy('leaving'), cancelBy('leaving'), market.webhooksDone()])
  expect((await market.ports.paypal.getSubscription(provider_subscription_id)).status).toBe('SUSPENDED')
  expect((await mailsTo('leaving')).filter((subject) => subject.includes('is canceled'))).toHaveLength(1)
  market.at('2026-04-01T11:59:00Z')
  await take(market, 'leaving')
  market.at('2026-04-01T12:00:00Z')
  await expect(take(market, 'leaving')).rejects.toMatchObject({ code: 'no_plan' })
  await look()
  expect((await market.ports.paypal.getSubscription(provider_subscription_id)).status).toBe('CANCELLED')
  expect(await kindsOf('leaving')).toEqual(['ended', 'cancelled', 'started'])
})

test('a renewal canceled during a charge counts if it was paid, and no further charge follows', async () => {
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

test('without a plan, canceling the renewal is 404', async () => {
  await market.person('client', 'none')
  await expect(cancelBy('none')).rejects.toMatchObject({ status: 404 })
})
