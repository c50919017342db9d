import { expect, test } from 'vitest'
import { FULL, pendingSubscription, type Running, sandboxUnderTest } from '../under-test.ts'

const SUBSCRIPTIONS = '/v1/billing/subscriptions'
const ALWAYS = 'start_time=2000-01-01T00:00:00Z&end_time=2100-01-01T00:00:00Z'
const PAGES = { brand_name: 'Easel', return_url: 'https://shop.test/changed', cancel_url: 'https://shop.test/left' }

/** A plan of the same or another product, at another price. */
async function otherPlan({ call }: Running, subscription: string, { product }: { product?: string } = {}): Promise<string> {
  const { plan_id } = (await call('GET', `${SUBSCRIPTIONS}/${subscription}`)).body
  const { product_id, billing_cycles } = (await call('GET', `/v1/billing/plans/${plan_id}`)).body
  const [{ pricing_scheme: _, ...cycle }] = billing_cycles
  const fixed_price = { currency_code: 'USD', value: '59' }
  const body = {
    product_id: product ?? product_id,
    name: 'Team',
    billing_cycles: [{ ...cycle, pricing_scheme: { fixed_price } }],
    payment_preferences: {}
  }
  return (await call('POST', '/v1/billing/plans', { body })).body.id
}

async function revised(running: Running) {
  const { id } = await pendingSubscription(running)
  await running.drive(`/subscriptions/${id}/approve`)
  const plan_id = await otherPlan(running, id)
  const answer = await running.call('POST', `${SUBSCRIPTIONS}/${id}/revise`, { body: { plan_id, application_context: PAGES } })
  const href: string = answer.body.links.find(({ rel }: { rel: string }) => rel === 'approve').href
  return { id, plan_id, answer, href, ba_token: new URL(href).searchParams.get('ba_token') ?? '' }
}

const prices = async ({ call }: Running, id: string): Promise<string[]> => {
  const { transactions } = (await call('GET', `${SUBSCRIPTIONS}/${id}/transactions?${ALWAYS}`)).body
  return transactions.map(
    (one: { amount_with_breakdown: { gross_amount: { value: string } } }) => one.amount_with_breakdown.gross_amount.value
  )
}

test('a plan change takes effect when the subscriber agrees, and its price from the next period', async () => {
  const running = await sandboxUnderTest()
  const { id, plan_id, answer, href, ba_token } = await revised(running)
  expect(answer).toMatchObject({ status: 200, body: { plan_id } })
  expect((await running.call('GET', `${SUBSCRIPTIONS}/${id}`)).body.plan_id).not.toBe(plan_id)
  const text = await (await fetch(href)).text()
  for (const words of ['Every month, from the next period', '$59.00', 'Agree to the change']) expect(text).toContain(words)

  const agreed = await fetch(href, { method: 'POST', body: new URLSearchParams({ ba_token, choice: 'approve' }), redirect: 'manual' })
  const target = new URL(agreed.headers.get('location') ?? '')
  expect([target.pathname, target.searchParams.get('subscription_id')]).toEqual(['/changed', id])
  expect((await running.call('GET', `${SUBSCRIPTIONS}/${id}`)).body).toMatchObject({ status: 'ACTIVE', plan_id })
  expect(await prices(running, id)).toEqual(['19.00'])
  await running.drive(`/subscriptions/${id}/renew`)
  expect(await prices(running, id)).toEqual(['19.00', '59.00'])
  expect(await (await fetch(href)).text()).toContain('Already answered')
  await running.settled()
  expect(running.receiver.types().slice(3)).toEqual(['BILLING.SUBSCRIPTION.UPDATED', 'PAYMENT.SALE.COMPLETED'])
})

test('an unanswered plan change has no effect, and can be approved without the page', async () => {
  const running = await sandboxUnderTest()
  const { id, plan_id, href, ba_token } = await revised(running)
  const left = await fetch(href, { method: 'POST', body: new URLSearchParams({ ba_token, choice: 'cancel' }), redirect: 'manual' })
  expect(left.headers.get('location')).toContain('https://shop.test/left')
  expect((await running.call('GET', `${SUBSCRIPTIONS}/${id}`)).body.plan_id).not.toBe(plan_id)
  expect((await running.drive(`/subscriptions/${id}/approve`)).body).toMatchObject({ status: 'ACTIVE', plan_id })
  expect((await running.drive(`/subscriptions/${id}/approve`)).status).toBe(422)
})

test('a change to a plan of another product, or of an inactive subscription, is refused', async () => {
  const running = await sandboxUnderTest()
  const { id } = await pendingSubscription(running)
  const revise = (plan_id: string) => running.call('POST', `${SUBSCRIPTIONS}/${id}/revise`, { body: { plan_id } })
  const same = await otherPlan(running, id)
  expect((await revise(same)).body).toMatchObject({ name: 'UNPROCESSABLE_ENTITY' })
  await running.drive(`/subscriptions/${id}/approve`)
  const product = await running.call('POST', '/v1/catalogs/products', { body: { name: 'Mugs', type: 'PHYSICAL' } })
  const other = await otherPlan(running, id, { product: product.body.id })
  expect((await revise(other)).body.details[0].issue).toBe('PLAN_PRODUCT_NOT_COMPATIBLE')
  expect((await revise('P-UNKNOWN')).status).toBe(404)
})

test('a subscription payment is refunded through the capture calls, and reported as a sale', async () => {
  const running = await sandboxUnderTest()
  const { id } = await pendingSubscription(running)
  await running.drive(`/subscriptions/${id}/approve`)
  const list = async () => (await running.call('GET', `${SUBSCRIPTIONS}/${id}/transactions?${ALWAYS}`)).body.transactions
  const [sale] = await list()
  const capture = `/v2/payments/captures/${sale.id}`
  expect((await running.call('GET', capture)).body).toMatchObject({ status: 'COMPLETED', amount: { value: '19.00' } })
  const refund = await running.call('POST', `${capture}/refund`, { body: {}, headers: FULL })
  expect(refund).toMatchObject({ status: 201, body: { status: 'COMPLETED', amount: { value: '19.00' } } })
  expect((await running.call('GET', `/v2/payments/refunds/${refund.body.id}`)).body).toEqual(refund.body)
  expect((await list())[0].status).toBe('REFUNDED')
  expect((await running.call('POST', `${capture}/refund`, { body: {} })).body.details[0].issue).toBe('CAPTURE_FULLY_REFUNDED')
  await running.settled()
  const { event } = running.receiver.received.at(-1)!
  expect(event).toMatchObject({ event_type: 'PAYMENT.SALE.REFUNDED', resource: { sale_id: sale.id, amount: { total: '19.00' } } })
})

test('a declined renewal is listed as declined, and cannot be refunded', async () => {
  const running = await sandboxUnderTest()
  const { id } = await pendingSubscription(running)
  await running.drive(`/subscriptions/${id}/approve`)
  await running.drive(`/subscriptions/${id}/fail-renewal`)
  const { transactions } = (await running.call('GET', `${SUBSCRIPTIONS}/${id}/transactions?${ALWAYS}`)).body
  expect(transactions.map(({ status }: { status: string }) => status)).toEqual(['COMPLETED', 'DECLINED'])
  const refused = await running.call('POST', `/v2/payments/captures/${transactions[1].id}/refund`, { body: {} })
  expect(refused.body.details[0].issue).toBe('REFUND_NOT_ALLOWED')
})
