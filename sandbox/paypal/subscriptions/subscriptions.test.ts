import { expect, test } from 'vitest'
import { FULL, pendingSubscription, sandboxUnderTest } from '../under-test.ts'

const SUBSCRIPTIONS = '/v1/billing/subscriptions'
const ALWAYS = 'start_time=2000-01-01T00:00:00Z&end_time=2100-01-01T00:00:00Z'

test('products and plans are created, found, and listed', async () => {
  const { call } = await sandboxUnderTest()
  expect((await call('GET', '/v1/catalogs/products')).body.products).toBeUndefined()
  const product = await call('POST', '/v1/catalogs/products', {
    body: { id: 'EASEL-PLANS', name: 'Plans', type: 'DIGITAL' },
    headers: FULL
  })
  expect(product).toMatchObject({ status: 201, body: { id: 'EASEL-PLANS' } })
  const again = await call('POST', '/v1/catalogs/products', { body: { id: 'EASEL-PLANS', name: 'Plans', type: 'DIGITAL' } })
  expect(again.body.details[0].issue).toBe('DUPLICATE_RESOURCE_IDENTIFIER')
  expect((await call('GET', '/v1/catalogs/products/EASEL-PLANS')).body.name).toBe('Plans')
  expect((await call('GET', '/v1/catalogs/products?total_required=true')).body).toMatchObject({ total_items: 1, total_pages: 1 })

  const body = {
    product_id: 'EASEL-PLANS',
    name: 'Team',
    description: 'For five',
    billing_cycles: [
      {
        tenure_type: 'REGULAR',
        sequence: 1,
        frequency: { interval_unit: 'MONTH' },
        pricing_scheme: { fixed_price: { currency_code: 'USD', value: '59' } }
      }
    ],
    payment_preferences: {}
  }
  const plan = await call('POST', '/v1/billing/plans', { body, headers: FULL })
  expect(plan.body).toMatchObject({ status: 'ACTIVE', billing_cycles: [{ pricing_scheme: { fixed_price: { value: '59.00' } } }] })
  expect((await call('GET', `/v1/billing/plans/${plan.body.id}`)).body).toEqual(plan.body)
  expect((await call('GET', '/v1/billing/plans?product_id=EASEL-PLANS')).body.plans).toHaveLength(1)
  expect((await call('GET', '/v1/billing/plans?product_id=OTHERS')).body.plans).toEqual([])
  const trial = { ...body, billing_cycles: [{ ...body.billing_cycles[0], tenure_type: 'TRIAL' }] }
  expect((await call('POST', '/v1/billing/plans', { body: trial })).body.details[0].issue).toBe('MISSING_REGULAR_BILLING_CYCLE')
  expect((await call('POST', '/v1/billing/plans', { body: {} })).status).toBe(400)
})

test('a subscription is approved, renewed, and canceled, and a webhook reports each step', async () => {
  const running = await sandboxUnderTest({ now: () => new Date('2026-01-31T10:00:00Z') })
  const { id, links } = await pendingSubscription(running)
  expect(links[0]).toMatchObject({ rel: 'approve', href: expect.stringContaining('/webapps/billing/subscriptions?ba_token=BA-') })
  await running.drive(`/subscriptions/${id}/approve`)
  const active = await running.call('GET', `${SUBSCRIPTIONS}/${id}?fields=plan`)
  expect(active.body).toMatchObject({
    status: 'ACTIVE',
    custom_id: 'subscription-1',
    plan: { name: 'Individual' },
    billing_info: { last_payment: { amount: { value: '19.00' } }, next_billing_time: '2026-02-28T10:00:00.000Z', failed_payments_count: 0 }
  })
  await running.drive(`/subscriptions/${id}/renew`)
  const sales = await running.call('GET', `${SUBSCRIPTIONS}/${id}/transactions?${ALWAYS}`)
  expect(sales.body.transactions).toMatchObject([{ status: 'COMPLETED' }, { amount_with_breakdown: { gross_amount: { value: '19.00' } } }])
  expect((await running.call('POST', `${SUBSCRIPTIONS}/${id}/cancel`, { body: { reason: 'Enough' } })).status).toBe(204)
  expect((await running.call('GET', `${SUBSCRIPTIONS}/${id}`)).body).toMatchObject({ status: 'CANCELLED', status_change_note: 'Enough' })
  await running.settled()
  expect(running.receiver.types()).toEqual([
    'BILLING.SUBSCRIPTION.CREATED',
    'BILLING.SUBSCRIPTION.ACTIVATED',
    'PAYMENT.SALE.COMPLETED',
    'PAYMENT.SALE.COMPLETED',
    'BILLING.SUBSCRIPTION.CANCELLED'
  ])
  expect(running.receiver.received[2]?.event.resource).toMatchObject({
    billing_agreement_id: id,
    amount: { total: '19.00', currency: 'USD' }
  })
})

test('failed renewals are counted, and suspend the subscription at its plan’s threshold', async () => {
  const running = await sandboxUnderTest()
  const { id } = await pendingSubscription(running, 2)
  await running.drive(`/subscriptions/${id}/approve`)
  const failed = await running.drive(`/subscriptions/${id}/fail-renewal`)
  expect(failed.body).toMatchObject({
    status: 'ACTIVE',
    billing_info: {
      failed_payments_count: 1,
      outstanding_balance: { value: '19.00' },
      last_failed_payment: { reason_code: 'PAYMENT_DENIED' }
    }
  })
  expect((await running.drive(`/subscriptions/${id}/fail-renewal`)).body.status).toBe('SUSPENDED')
  expect((await running.call('GET', `${SUBSCRIPTIONS}/${id}`)).body.status).toBe('SUSPENDED')
  await running.call('POST', `${SUBSCRIPTIONS}/${id}/activate`, { body: { reason: 'New card' } })
  expect((await running.drive(`/subscriptions/${id}/renew`)).body.billing_info.failed_payments_count).toBe(0)
  await running.settled()
  expect(running.receiver.types().slice(3)).toEqual([
    'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
    'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
    'BILLING.SUBSCRIPTION.SUSPENDED',
    'BILLING.SUBSCRIPTION.ACTIVATED',
    'PAYMENT.SALE.COMPLETED'
  ])
})

test('an action in the wrong state is refused with PayPal’s wording', async () => {
  const running = await sandboxUnderTest()
  const { id } = await pendingSubscription(running)
  for (const action of ['cancel', 'suspend', 'activate']) {
    const refused = await running.call('POST', `${SUBSCRIPTIONS}/${id}/${action}`, { body: { reason: 'Why not' } })
    expect(refused).toMatchObject({ status: 422, body: { details: [{ issue: 'SUBSCRIPTION_STATUS_INVALID' }] } })
  }
  expect((await running.drive(`/subscriptions/${id}/renew`)).status).toBe(422)
  await running.drive(`/subscriptions/${id}/approve`)
  expect((await running.drive(`/subscriptions/${id}/approve`)).status).toBe(422)
  await running.call('POST', `${SUBSCRIPTIONS}/${id}/suspend`, { body: { reason: 'Pause' } })
  expect((await running.drive(`/subscriptions/${id}/cancel`)).body.status).toBe('CANCELLED')
})

test('an unknown plan, an unknown subscription, and a missing period are refused', async () => {
  const running = await sandboxUnderTest()
  const { id } = await pendingSubscription(running)
  expect((await running.call('POST', SUBSCRIPTIONS, { body: { plan_id: 'P-UNKNOWN' } })).status).toBe(404)
  expect((await running.call('GET', `${SUBSCRIPTIONS}/I-UNKNOWN`)).status).toBe(404)
  const noPeriod = await running.call('GET', `${SUBSCRIPTIONS}/${id}/transactions?start_time=2026-01-01T00:00:00Z`)
  expect(noPeriod).toMatchObject({ status: 400, body: { details: [{ issue: 'MISSING_REQUIRED_PARAMETER', field: 'end_time' }] } })
})
