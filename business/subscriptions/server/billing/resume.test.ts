import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sumOfAll } from '#ledger/server/index.ts'
import { atPayPal, boughtPlan, givenPlan, nowAs, planOfClient } from '#tests/support/givens/plans.ts'
import { freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { cancelRenewal, readHistory, resumeRenewal } from '../../contract.ts'
import { lookAfter } from './sync.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => {
  market.at('2026-03-01T12:00:00Z')
  market.sandbox.faults.clear()
  market.sandbox.setWebhookUrl(`${market.address}/api/payments/webhooks/paypal`)
})
afterAll(() => market.end())

const cancelBy = async (client: string) => (await nowAs(market, 'client', client))(cancelRenewal, {})
const resumeBy = async (client: string) => (await nowAs(market, 'client', client))(resumeRenewal, {})
const statusAtPayPal = async (id: string) => (await market.ports.paypal.getSubscription(id)).status
const rowOf = (id: string) => market.db.selectFrom('subscriptions.subscription').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const kindsOf = async (client: string) => (await (await nowAs(market, 'client', client))(readHistory, {})).items.map(({ kind }) => kind)
const paymentsOf = (sub_id: string) => market.db.selectFrom('payments.payment').selectAll().where('subscription_id', '=', sub_id).execute()
const failAtPayPal = (id: string, action: string) =>
  market.sandbox.faults.add({
    match: { path: `/v1/billing/subscriptions/${id}/${action}` },
    times: 50,
    effect: { kind: 'error', status: 503 }
  })

test('a canceled renewal is suspended at PayPal and can be resumed until the period ends; the plan then renews as before', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'undecided')
  expect(await cancelBy('undecided')).toMatchObject({ is_active: true, auto_renew: false, can_resume: true })
  expect(await statusAtPayPal(provider_subscription_id)).toBe('SUSPENDED')
  await expect(atPayPal(market, provider_subscription_id, 'renew')).rejects.toThrow('422')
  market.at('2026-03-31T12:00:00Z')
  expect(await resumeBy('undecided')).toMatchObject({ auto_renew: true, can_resume: false, expires_at: '2026-04-01T12:00:00.000Z' })
  expect(await statusAtPayPal(provider_subscription_id)).toBe('ACTIVE')
  await market.webhooksDone()
  expect(await resumeBy('undecided')).toMatchObject({ auto_renew: true, state: 'active' })
  expect(await kindsOf('undecided')).toEqual(['resumed', 'cancelled', 'started'])
  market.at('2026-04-01T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  await market.webhooksDone()
  expect(await planOfClient(market, 'undecided')).toMatchObject({ auto_renew: true, expires_at: '2026-05-01T12:00:00.000Z' })
  const { email } = await market.person('client', 'undecided')
  const subjects = (await market.mails()).filter(({ to }) => to === email).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('renews again'))).toHaveLength(1)
})

test('parallel cancels and resumes leave PayPal in the state that is stored', async () => {
  const { sub_id, provider_subscription_id } = await boughtPlan(market, 'flipping')
  for (let round = 0; round < 6; round += 1) {
    // Resumes are limited per hour.
    market.at(`2026-03-01T${12 + round}:00:00Z`)
    const calls = Array.from({ length: 6 }, (_, index) => (index % 2 === 0 ? cancelBy('flipping') : resumeBy('flipping')))
    const results = await Promise.allSettled(calls)
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    await market.webhooksDone()
    const { auto_renew, renewal_due, state } = await rowOf(sub_id)
    expect({ renewal_due, state }).toEqual({ renewal_due: false, state: 'active' })
    expect(await statusAtPayPal(provider_subscription_id)).toBe(auto_renew ? 'ACTIVE' : 'SUSPENDED')
  }
})

test('Cancel Renewal counts even while PayPal cannot be reached: a job suspends it later', async () => {
  const { sub_id, provider_subscription_id } = await boughtPlan(market, 'offline')
  failAtPayPal(provider_subscription_id, 'suspend')
  expect(await cancelBy('offline')).toMatchObject({ auto_renew: false, can_resume: true })
  expect(await statusAtPayPal(provider_subscription_id)).toBe('ACTIVE')
  expect(await rowOf(sub_id)).toMatchObject({ renewal_due: true })
  market.sandbox.faults.clear()
  market.at('2026-03-01T12:20:00Z')
  await lookAfter(market.ctx(), { all: true })
  expect(await statusAtPayPal(provider_subscription_id)).toBe('SUSPENDED')
  expect(await rowOf(sub_id)).toMatchObject({ renewal_due: false })
})

test('a charge after Cancel Renewal is refunded and opens no period', async () => {
  const { sub_id, provider_subscription_id } = await boughtPlan(market, 'charged anyway')
  failAtPayPal(provider_subscription_id, 'suspend')
  await cancelBy('charged anyway')
  market.at('2026-03-31T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  market.sandbox.faults.clear()
  await market.webhooksDone()
  await lookAfter(market.ctx(), { all: true })
  await market.webhooksDone()
  expect((await paymentsOf(sub_id)).map(({ state }) => state).sort()).toEqual(['captured', 'refunded'])
  expect(await planOfClient(market, 'charged anyway')).toMatchObject({ auto_renew: false, expires_at: '2026-04-01T12:00:00.000Z' })
  expect(await statusAtPayPal(provider_subscription_id)).toBe('SUSPENDED')
  expect(await sumOfAll(market.db)).toBe(0)
})

test('a subscription that is reactivated at PayPal after Cancel Renewal is suspended again', async () => {
  const { sub_id, provider_subscription_id } = await boughtPlan(market, 'reactivated')
  await cancelBy('reactivated')
  await market.webhooksDone()
  await market.ports.paypal.activateSubscription(provider_subscription_id, 'In the PayPal dashboard.', `${sub_id}-outside`)
  await market.webhooksDone()
  expect(await statusAtPayPal(provider_subscription_id)).toBe('SUSPENDED')
  expect(await rowOf(sub_id)).toMatchObject({ auto_renew: false, state: 'active' })
})

test('a renewal cannot be resumed once PayPal has canceled it, the period has ended, or PayPal cannot be reached', async () => {
  const cancelled = await boughtPlan(market, 'gone')
  await cancelBy('gone')
  market.sandbox.setWebhookUrl('http://127.0.0.1:9/lost')
  await atPayPal(market, cancelled.provider_subscription_id, 'cancel')
  await expect(resumeBy('gone')).rejects.toMatchObject({ status: 409, body: { code: 'not_resumable' } })
  expect(await planOfClient(market, 'gone')).toMatchObject({ is_active: true, auto_renew: false, can_resume: false })
  expect(await kindsOf('gone')).toEqual(['cancelled', 'started'])

  const offline = await boughtPlan(market, 'unreachable')
  await cancelBy('unreachable')
  const path = `/v1/billing/subscriptions/${offline.provider_subscription_id}`
  market.sandbox.faults.add({ match: { method: 'GET', path }, times: 50, effect: { kind: 'reset' } })
  await expect(resumeBy('unreachable')).rejects.toMatchObject({ status: 503 })
  expect(await planOfClient(market, 'unreachable')).toMatchObject({ auto_renew: false, can_resume: true })
  market.sandbox.faults.clear()
  market.at('2026-04-01T12:00:01Z')
  await expect(resumeBy('unreachable')).rejects.toMatchObject({ status: 404 })
})

test('a plan set up by an admin cannot be resumed', async () => {
  await givenPlan(market, 'gifted')
  await expect(resumeBy('gifted')).rejects.toMatchObject({ status: 409, body: { code: 'not_resumable' } })
})
