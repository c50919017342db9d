import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atPayPal, boughtPlan, changedPlan, nowAs, planOfClient } from '#tests/support/givens/plans.ts'
import { freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { listSubscriptions, setSubscriptionPrice } from '../../admin.contract.ts'
import { cancelRenewal } from '../../contract.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => market.at('2026-03-01T12:00:00Z'))
afterAll(() => market.end())

const setPrice = async (id: string, price: string) =>
  (await nowAs(market, 'admin'))(setSubscriptionPrice, { params: { id }, body: { price } })
const mailsTo = async (client: string) => {
  const { email } = await market.person('client', client)
  return (await market.mails()).filter(({ to }) => to === email)
}
const amountsOf = async (subject: string) =>
  (await market.db.selectFrom('payments.payment').selectAll().where('subscription_id', '=', subject).orderBy('captured_at').execute()).map(
    ({ amount_cents }) => amount_cents
  )

test('a new price waits for the client’s approval at PayPal, then applies from the next period on', async () => {
  const { sub_id, provider_subscription_id } = await boughtPlan(market, 'valued', 'team_monthly')
  expect(await setPrice(sub_id, '49.50')).toMatchObject({
    price_cents: 5900,
    next_price_cents: 4950,
    next_price: 49.5,
    next_price_agreed: false
  })
  const offered = await planOfClient(market, 'valued')
  expect(offered).toMatchObject({ price_cents: 5900, next_plan_id: 'team_monthly', next_price_cents: 4950 })
  const mail = (await mailsTo('valued')).at(-1)
  for (const text of ['$59.00', '$49.50', 'April 1, 2026', offered.approve_url ?? 'no address']) expect(mail?.text).toContain(text)

  await atPayPal(market, provider_subscription_id, 'approve')
  await market.webhooksDone()
  expect(await planOfClient(market, 'valued')).toMatchObject({ price_cents: 5900, next_price_cents: 4950, approve_url: null })
  const { items } = await (await nowAs(market, 'admin'))(listSubscriptions, { query: { q: 'valued-client' } })
  expect(items).toMatchObject([{ next_price_cents: 4950, next_price_agreed: true }])

  market.at('2026-04-01T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  await market.webhooksDone()
  expect(await planOfClient(market, 'valued')).toMatchObject({ price_cents: 4950, next_plan_id: null, seats: 5, downloads_limit: 250 })
  expect(await amountsOf(sub_id)).toEqual([5900, 4950])
  const consents = await market.db
    .selectFrom('subscriptions.consent')
    .selectAll()
    .where('subscription_id', '=', sub_id)
    .orderBy('id')
    .execute()
  expect(consents.map(({ words }) => words)).toEqual([expect.stringContaining('59.00'), expect.stringContaining('49.50')])
})

test('without the approval the old price renews, and the client can decline the new one', async () => {
  const { sub_id, provider_subscription_id } = await boughtPlan(market, 'thrifty')
  await setPrice(sub_id, '25')
  market.at('2026-04-01T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  await market.webhooksDone()
  expect(await amountsOf(sub_id)).toEqual([1900, 1900])
  expect(await planOfClient(market, 'thrifty')).toMatchObject({
    price_cents: 1900,
    next_price_cents: 2500,
    approve_url: expect.any(String)
  })
  expect(await changedPlan(market, 'thrifty', 'indiv_monthly')).toMatchObject({ next_plan_id: null, approve_url: null })
  expect(await planOfClient(market, 'thrifty')).toMatchObject({ next_plan_id: null, next_price_cents: null, approve_url: null })
})

test('setting the current price withdraws an offer that is not approved', async () => {
  const { sub_id } = await boughtPlan(market, 'withdrawn')
  await setPrice(sub_id, '15')
  expect(await setPrice(sub_id, '19')).toMatchObject({ price_cents: 1900, next_price_cents: null })
  expect(await planOfClient(market, 'withdrawn')).toMatchObject({ next_plan_id: null, approve_url: null })
})

test('a new price is refused for a plan that does not renew or has a pending change, and must be above zero', async () => {
  const { sub_id } = await boughtPlan(market, 'refusing', 'team_monthly')
  await expect(setPrice(sub_id, '0')).rejects.toMatchObject({ status: 422, body: { code: 'price_zero' } })
  const client = await nowAs(market, 'client', 'refusing')
  await changedPlan(market, 'refusing', 'indiv_monthly')
  await expect(setPrice(sub_id, '15')).rejects.toMatchObject({ status: 409, body: { code: 'plan_change_pending' } })
  await client(cancelRenewal, {})
  await expect(setPrice(sub_id, '15')).rejects.toMatchObject({ status: 409, body: { code: 'price_not_renewing' } })
})
