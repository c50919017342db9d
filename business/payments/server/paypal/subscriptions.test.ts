import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { type RecordedPayPal, recordedPayPal } from '#tests/support/servers/recorded-paypal.ts'
import { centsOf } from './money.ts'

let recorded: RecordedPayPal
beforeEach(async () => {
  recorded = await recordedPayPal()
})

const PAGES = {
  brand_name: 'Easel',
  return_url: 'http://localhost:3000/pay/subscribe',
  cancel_url: 'http://localhost:3000/pay/subscribe?cancelled=1'
}

async function twoPlans() {
  const { id: product_id } = await recorded.paypal.createProduct({ id: `EASEL-${randomUUID()}`, name: 'Easel plans' })
  const plan = (key: string, value: string) =>
    recorded.paypal.createPlan({
      key: `${product_id}-${key}`,
      product_id,
      name: key,
      value,
      currency: 'USD',
      interval: 'month',
      has_intro: false
    })
  return { individual: await plan('Individual', '19.00'), team: await plan('Team', '59.00') }
}

async function started() {
  const plans = await twoPlans()
  const request = { sub_id: randomUUID(), provider_plan_id: plans.individual.id, email: 'fox@example.com', ...PAGES }
  return { ...plans, request, made: await recorded.paypal.createSubscription(request) }
}

test("the whole life of a subscription matches PayPal's published API description", async () => {
  const { paypal, drive, exchanges } = recorded
  const { team, request, made } = await started()
  expect(made).toMatchObject({ status: 'APPROVAL_PENDING', approve_url: expect.stringContaining('ba_token=BA-') })
  await drive(`/subscriptions/${made.id}/approve`)
  expect(await paypal.getSubscription(made.id)).toMatchObject({
    status: 'ACTIVE',
    custom_id: request.sub_id,
    billing_info: { failed_payments_count: 0, last_payment: { amount: { value: '19.00' } } }
  })
  const change = { provider_subscription_id: made.id, provider_plan_id: team.id, change_id: randomUUID(), ...PAGES }
  const revised = await paypal.reviseSubscription(change)
  expect(revised).toEqual({ provider_plan_id: team.id, approve_url: expect.stringContaining('/update?ba_token=BA-') })
  await drive(`/subscriptions/${made.id}/approve`)
  await drive(`/subscriptions/${made.id}/fail-renewal`)
  await drive(`/subscriptions/${made.id}/renew`)
  const taken = await paypal.listTransactions(made.id, new Date('2000-01-01'), new Date('2100-01-01'))
  expect(taken.map(({ status, amount_with_breakdown }) => [status, centsOf(amount_with_breakdown.gross_amount)])).toEqual([
    ['COMPLETED', 1900],
    ['DECLINED', 5900],
    ['COMPLETED', 5900]
  ])
  await paypal.cancelSubscription(made.id, 'The subscriber canceled the renewal. '.repeat(9))
  expect(await paypal.getSubscription(made.id)).toMatchObject({ status: 'CANCELLED' })
  const calls = exchanges.filter(({ path }) => path.startsWith('/v1/billing') || path.startsWith('/v1/catalogs'))
  expect(new Set(calls.map(({ method, path }) => `${method} ${path.replace(made.id, 'ID')}`)).size).toBe(7)
  expect(recorded.problems()).toEqual([])
})

test('repeated calls are executed once, and each POST has a request id', async () => {
  const { paypal, drive, exchanges } = recorded
  const { individual, team, request, made } = await started()
  expect((await paypal.createSubscription(request)).id).toBe(made.id)
  const { product_id, key, ...terms } = {
    product_id: `EASEL-${randomUUID()}`,
    key: randomUUID(),
    name: 'One',
    value: '1.00',
    currency: 'USD',
    interval: 'year',
    has_intro: true
  } as const
  await paypal.createProduct({ id: product_id, name: 'One' })
  await paypal.createProduct({ id: product_id, name: 'One' })
  const twice = [await paypal.createPlan({ key, product_id, ...terms }), await paypal.createPlan({ key, product_id, ...terms })]
  expect(new Set(twice.map(({ id }) => id)).size).toBe(1)
  expect([individual.id, team.id]).not.toContain(twice[0]!.id)

  await drive(`/subscriptions/${made.id}/approve`)
  const change = { provider_subscription_id: made.id, provider_plan_id: team.id, change_id: randomUUID(), ...PAGES }
  const urls = [await paypal.reviseSubscription(change), await paypal.reviseSubscription(change)].map(({ approve_url }) => approve_url)
  expect(new Set(urls).size).toBe(1)
  await paypal.cancelSubscription(made.id, 'Enough')
  await paypal.cancelSubscription(made.id, 'Enough')
  const posts = exchanges.filter(({ method, path }) => method === 'POST' && path !== '/v1/oauth2/token')
  expect(posts.every(({ request_id }) => request_id)).toBe(true)
  expect(recorded.problems()).toEqual([])
})

test('an unapproved subscription cannot be canceled, and an unknown one is not found', async () => {
  const { paypal } = recorded
  const { made } = await started()
  await expect(paypal.cancelSubscription(made.id, 'Enough')).rejects.toMatchObject({ status: 422, issue: 'SUBSCRIPTION_STATUS_INVALID' })
  await expect(paypal.getSubscription('I-UNKNOWN')).rejects.toMatchObject({ name: 'PayPalRefusal', status: 404 })
})
