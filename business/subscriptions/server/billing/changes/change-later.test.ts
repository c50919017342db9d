import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setTaxRate } from '#invoicing/admin.contract.ts'
import { saveBilling } from '#invoicing/contract.ts'
import { givenCoupon } from '#tests/support/givens/orders.ts'
import { atPayPal, boughtPlan, changedPlan, nowAs, planOfClient, quotedChange } from '#tests/support/givens/plans.ts'
import { freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { cancelRenewal, checkOutSubscription, confirmSubscription, resumeRenewal } from '../../../contract.ts'
import { inviteToSeat } from '../../../seats.contract.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => market.at('2026-03-01T12:00:00Z'))
afterAll(() => market.end())

const amountsOf = async (client: string) => {
  const { id } = await market.person('client', client)
  const paid = await market.db.selectFrom('payments.payment').selectAll().where('client_id', '=', id).orderBy('captured_at').execute()
  return paid.map(({ amount_cents }) => amount_cents)
}

test('a cheaper plan costs nothing today and applies from the next period, once it is approved at PayPal', async () => {
  const { sub_id, provider_subscription_id } = await boughtPlan(market, 'saving', 'team_monthly')
  expect(await quotedChange(market, 'saving', 'indiv_monthly')).toMatchObject({
    ...{ takes_effect: 'period_end', effective_at: '2026-04-01T12:00:00.000Z' },
    ...{ credit_cents: 0, due_today_cents: 0, price_cents: 1900, expires_at: '2026-03-01T12:15:00.000Z' }
  })
  expect(await changedPlan(market, 'saving', 'indiv_monthly')).toMatchObject({
    ...{ takes_effect: 'period_end', next_plan_id: 'indiv_monthly', sub_id, provider_subscription_id: null },
    approve_url: expect.stringContaining('http')
  })
  await atPayPal(market, provider_subscription_id, 'approve')
  await market.webhooksDone()
  expect(await planOfClient(market, 'saving')).toMatchObject({
    ...{ plan_id: 'team_monthly', seats: 5, next_plan_id: 'indiv_monthly', next_price_cents: 1900, approve_url: null }
  })
  market.at('2026-04-01T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  await market.webhooksDone()
  expect(await planOfClient(market, 'saving')).toMatchObject({
    ...{ sub_id, plan_id: 'indiv_monthly', price: 19, seats: 1, downloads_limit: 50, next_plan_id: null }
  })
  expect(await amountsOf('saving')).toEqual([5900, 1900])
  const consents = await market.db
    .selectFrom('subscriptions.consent')
    .selectAll()
    .where('subscription_id', '=', sub_id)
    .orderBy('id')
    .execute()
  expect(consents.map(({ plan_id, words }) => [plan_id, words])).toEqual([
    ['team_monthly', expect.stringContaining('59.00')],
    ['indiv_monthly', expect.stringContaining('19.00')]
  ])
})

test('a yearly plan may become a monthly one, which begins when the year is over', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'shorter', 'team_yearly')
  await changedPlan(market, 'shorter', 'team_monthly')
  await atPayPal(market, provider_subscription_id, 'approve')
  await market.webhooksDone()
  market.at('2027-03-01T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  await market.webhooksDone()
  expect(await planOfClient(market, 'shorter')).toMatchObject({
    ...{ plan_id: 'team_monthly', plan_type: 'monthly', price: 59, expires_at: '2027-04-01T12:00:00.000Z' }
  })
  expect(await amountsOf('shorter')).toEqual([59_000, 5900])
})

test('choosing the current plan undoes an unapproved change, and an approved change needs another approval', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'wavering', 'team_monthly')
  await expect(quotedChange(market, 'wavering', 'team_monthly')).rejects.toMatchObject({ status: 409, body: { code: 'same_plan' } })
  await changedPlan(market, 'wavering', 'indiv_monthly')
  expect(await changedPlan(market, 'wavering', 'team_monthly')).toMatchObject({ next_plan_id: null, approve_url: null })
  await changedPlan(market, 'wavering', 'indiv_monthly')
  await atPayPal(market, provider_subscription_id, 'approve')
  await market.webhooksDone()
  expect(await changedPlan(market, 'wavering', 'team_monthly')).toMatchObject({
    ...{ next_plan_id: 'indiv_monthly', approve_url: expect.any(String) }
  })
  await atPayPal(market, provider_subscription_id, 'approve')
  await market.webhooksDone()
  expect(await planOfClient(market, 'wavering')).toMatchObject({ plan_id: 'team_monthly', next_plan_id: null, approve_url: null })
})

test('a change to a plan with fewer seats is refused while too many are taken, and a cheaper plan needs a renewal', async () => {
  await boughtPlan(market, 'shrinking', 'team_monthly')
  const client = await nowAs(market, 'client', 'shrinking')
  await client(inviteToSeat, { body: { email: 'guest@example.org' } })
  for (const plan_id of ['indiv_monthly', 'indiv_yearly'] as const)
    await expect(quotedChange(market, 'shrinking', plan_id)).rejects.toMatchObject({ status: 409, body: { code: 'too_many_members' } })
  await boughtPlan(market, 'leaving', 'team_yearly')
  await (await nowAs(market, 'client', 'leaving'))(cancelRenewal, {})
  await expect(quotedChange(market, 'leaving', 'team_monthly')).rejects.toMatchObject({ status: 409, body: { code: 'no_renewal' } })
})

/** A team plan with $5 off each payment, whose change to the individual plan is approved. */
async function changedWithCoupon(client: string) {
  await givenCoupon(market, `FIVE-OFF-${client}`, { percent: null, amount: '5', applies_to: 'plans', plan_payments: 'all' })
  const api = await nowAs(market, 'client', client)
  const body = { plan_id: 'team_monthly', renewal_consent: true, coupon: `FIVE-OFF-${client}` } as const
  const { sub_id, provider_subscription_id } = await api(checkOutSubscription, { body })
  await atPayPal(market, provider_subscription_id, 'approve')
  await api(confirmSubscription, { params: { sub_id } })
  await changedPlan(market, client, 'indiv_monthly')
  await atPayPal(market, provider_subscription_id, 'approve')
  await market.webhooksDone()
  return provider_subscription_id
}

async function renewedAt(provider_subscription_id: string, ...times: string[]): Promise<void> {
  for (const time of times) {
    market.at(time)
    await atPayPal(market, provider_subscription_id, 'renew')
    await market.webhooksDone()
  }
}

test('the discount of a coupon ends with its plan: each payment of the next plan is at its price', async () => {
  await renewedAt(await changedWithCoupon('cheaper'), '2026-04-01T12:05:00Z', '2026-05-01T12:05:00Z', '2026-06-01T12:05:00Z')
  expect(await amountsOf('cheaper')).toEqual([5400, 1900, 1900, 1900])
  expect(await planOfClient(market, 'cheaper')).toMatchObject({
    ...{ is_active: true, plan_id: 'indiv_monthly', expires_at: '2026-07-01T12:00:00.000Z' }
  })
})

test('a change that is undone at PayPal ends the discount of a coupon too, and the plan stays open', async () => {
  const provider_subscription_id = await changedWithCoupon('back')
  await changedPlan(market, 'back', 'team_monthly')
  await atPayPal(market, provider_subscription_id, 'approve')
  await market.webhooksDone()
  await renewedAt(provider_subscription_id, '2026-04-01T12:05:00Z', '2026-05-01T12:05:00Z')
  expect(await amountsOf('back')).toEqual([5400, 5900, 5900])
  expect(await planOfClient(market, 'back')).toMatchObject({
    ...{ is_active: true, plan_id: 'team_monthly', expires_at: '2026-06-01T12:00:00.000Z' }
  })
})

test('My Subscription and the mails name the sum that PayPal charges next, with tax and discount', async () => {
  await (await market.as('admin'))(setTaxRate, { body: { country: 'US', state: 'OR', rate: 10, from: '2026-01-01' } })
  const home = {
    company: '',
    address_line1: '1 Main Street',
    city: 'Salem',
    postal_code: '97301',
    state: 'OR',
    country: 'US',
    tax_number: ''
  }
  await (await market.as('client', 'exact'))(saveBilling, { body: home })
  await changedWithCoupon('exact')
  expect(await planOfClient(market, 'exact')).toMatchObject({
    ...{ price_cents: 5900, tax_cents: 590, next_price_cents: 1900, next_tax_cents: 190, next_charge_cents: 2090, has_discount: true }
  })
  const client = await nowAs(market, 'client', 'exact')
  expect(await client(cancelRenewal, {})).toMatchObject({ auto_renew: false, can_resume: true, next_charge_cents: 2090 })
  await client(resumeRenewal, {})
  const { email } = await market.person('client', 'exact')
  const mails = (await market.mails()).filter(({ to }) => to === email).map(({ text }) => text.replaceAll(/\s+/g, ' '))
  expect(mails.filter((text) => text.includes('charges you $59.40 next, and $64.90 once your discount ends,'))).toHaveLength(1)
  expect(mails.filter((text) => text.includes('$59.40 on April 1, 2026'))).toHaveLength(1)
  expect(mails.filter((text) => text.includes('$20.90 on April 1, 2026'))).toHaveLength(1)
})
