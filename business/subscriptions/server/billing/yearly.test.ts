import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { advance, atPayPal, boughtPlan, changedPlan, nowAs, planOfClient, takeMany } from '#tests/support/givens/plans.ts'
import { freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { cancelRenewalByNotice, readRenewalNotice } from '../../change.contract.ts'
import { cancelRenewal, resumeRenewal } from '../../contract.ts'
import { lookAfter } from './sync.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => market.at('2026-03-01T12:00:00Z'))
afterAll(() => market.end())

const noticesTo = async (client: string) => {
  const { email } = await market.person('client', client)
  return (await market.mails()).filter(({ to, subject }) => to === email && subject.includes('renews on'))
}
const tokenIn = (text: string): string => /\/subscriptions\/cancel-renewal\/([\w-]+)/.exec(text)?.[1] ?? ''

test('a yearly plan is paid once a year, and its downloads are counted month by month', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'yearly', 'indiv_yearly')
  expect(await planOfClient(market, 'yearly')).toMatchObject({
    ...{ plan_id: 'indiv_yearly', plan_name: 'Individual Yearly', plan_type: 'yearly', price: 190, auto_renew: true },
    ...{ expires_at: '2027-03-01T12:00:00.000Z', resets_at: '2026-04-01T12:00:00.000Z', downloads_limit: 50 }
  })
  await takeMany(market, 'yearly', 50)
  market.at('2026-04-02T12:00:00Z')
  expect(await planOfClient(market, 'yearly')).toMatchObject({ downloads_used: 0, resets_at: '2026-05-01T12:00:00.000Z' })
  market.at('2027-03-01T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  await market.webhooksDone()
  expect(await planOfClient(market, 'yearly')).toMatchObject({ expires_at: '2028-03-01T12:00:00.000Z' })
  const { id } = await market.person('client', 'yearly')
  const paid = await market.db.selectFrom('payments.payment').selectAll().where('client_id', '=', id).execute()
  expect(paid.map(({ amount_cents, description }) => [amount_cents, description])).toEqual([
    [19_000, 'Individual Yearly plan, one year'],
    [19_000, 'Individual Yearly plan, one year']
  ])
  const { email } = await market.person('client', 'yearly')
  const [first] = (await market.mails()).filter(({ to }) => to === email)
  expect(first?.text).toContain('$190.00 each year')
})

test('30 days before a yearly renewal its owner is mailed once, with the amount and a link that cancels without a session', async () => {
  await boughtPlan(market, 'told', 'team_yearly')
  market.at('2027-01-30T11:59:00Z')
  await lookAfter(market.ctx())
  expect(await noticesTo('told')).toEqual([])
  market.at('2027-01-30T12:00:00Z')
  await Promise.all([lookAfter(market.ctx()), lookAfter(market.ctx())])
  await lookAfter(market.ctx(), { all: true })
  const [notice, ...others] = await noticesTo('told')
  expect(others).toEqual([])
  for (const words of ['Team Yearly', '$590.00', 'March 1, 2027']) expect(notice?.text).toContain(words)
  const token = tokenIn(notice?.text ?? '')
  expect(await market.api(readRenewalNotice, { params: { token } })).toMatchObject({
    plan_name: 'Team Yearly',
    price_cents: 59_000,
    auto_renew: true
  })
  await market.api(cancelRenewalByNotice, { params: { token } })
  await market.api(cancelRenewalByNotice, { params: { token } })
  await market.webhooksDone()
  expect(await planOfClient(market, 'told')).toMatchObject({ is_active: true, auto_renew: false, can_resume: true })
  expect(await market.api(readRenewalNotice, { params: { token } })).toMatchObject({ auto_renew: false })
  for (const wrong of [token.slice(1), 'x', '0'.repeat(43)])
    await expect(market.api(cancelRenewalByNotice, { params: { token: wrong } })).rejects.toMatchObject({ status: 404 })
})

test('PayPal brings the next billing nearer: the notice follows the event, once, and the link ends with the period', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'near', 'indiv_yearly')
  await advance(market, provider_subscription_id, 300)
  expect(await noticesTo('near')).toEqual([])
  await advance(market, provider_subscription_id, 45)
  await advance(market, provider_subscription_id, 5)
  const [notice, ...others] = await noticesTo('near')
  expect(others).toEqual([])
  expect(notice?.text).toContain('$190.00')
  expect(await planOfClient(market, 'near')).toMatchObject({ expires_at: '2026-03-16T12:00:00.000Z' })
  market.at('2026-03-16T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  await market.webhooksDone()
  const params = { token: tokenIn(notice?.text ?? '') }
  await expect(market.api(cancelRenewalByNotice, { params })).rejects.toMatchObject({ status: 404, body: { code: 'notice_not_found' } })
  expect(await planOfClient(market, 'near')).toMatchObject({ auto_renew: true, expires_at: '2027-03-16T12:00:00.000Z' })
})

test('no notice goes out for a renewal that is canceled, until it is resumed, and none for a monthly plan', async () => {
  await boughtPlan(market, 'quiet', 'indiv_yearly')
  const client = await nowAs(market, 'client', 'quiet')
  await client(cancelRenewal, {})
  const monthly = await boughtPlan(market, 'monthly')
  await advance(market, monthly.provider_subscription_id, 3)
  market.at('2027-02-20T12:00:00Z')
  await lookAfter(market.ctx(), { all: true })
  expect([...(await noticesTo('quiet')), ...(await noticesTo('monthly'))]).toEqual([])
  await (await nowAs(market, 'client', 'quiet'))(resumeRenewal, {})
  await lookAfter(market.ctx(), { all: true })
  expect(await noticesTo('quiet')).toHaveLength(1)
})

test('after a change the notice and its page name the plan that is charged', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'smaller', 'team_yearly')
  await changedPlan(market, 'smaller', 'indiv_yearly')
  await atPayPal(market, provider_subscription_id, 'approve')
  await market.webhooksDone()
  market.at('2027-02-01T12:00:00Z')
  await lookAfter(market.ctx(), { all: true })
  const [notice] = await noticesTo('smaller')
  const params = { token: tokenIn(notice?.text ?? '') }
  expect(await market.api(readRenewalNotice, { params })).toMatchObject({ plan_name: 'Individual Yearly', price_cents: 19_000 })
})
