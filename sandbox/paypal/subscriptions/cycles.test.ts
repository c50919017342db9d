import { expect, test } from 'vitest'
import { type Running, sandboxUnderTest } from '../under-test.ts'

const SUBSCRIPTIONS = '/v1/billing/subscriptions'
const usd = (value: string) => ({ fixed_price: { currency_code: 'USD', value } })
const TRIAL = { tenure_type: 'TRIAL', sequence: 1, total_cycles: 1, frequency: { interval_unit: 'YEAR' }, pricing_scheme: usd('59') }
const REGULAR = { tenure_type: 'REGULAR', sequence: 2, total_cycles: 0, frequency: { interval_unit: 'YEAR' }, pricing_scheme: usd('59') }
const PAGES = { return_url: 'https://shop.test/joined', cancel_url: 'https://shop.test/left' }

async function planWith({ call }: Running, billing_cycles: object[]) {
  const product = await call('POST', '/v1/catalogs/products', { body: { name: 'Plans', type: 'DIGITAL' } })
  return call('POST', '/v1/billing/plans', {
    body: { product_id: product.body.id, name: 'Team', billing_cycles, payment_preferences: {} }
  })
}

async function subscribed(running: Running, plan: object) {
  const plan_id = (await planWith(running, [TRIAL, REGULAR])).body.id
  return running.call('POST', SUBSCRIPTIONS, { body: { plan_id, plan, application_context: PAGES } })
}

const amounts = async ({ url }: Running, id: string): Promise<string[]> => {
  const { transactions } = await (await fetch(`${url}/sandbox/subscriptions/${id}/transactions`)).json()
  return transactions.map(
    (one: { amount_with_breakdown: { gross_amount: { value: string } } }) => one.amount_with_breakdown.gross_amount.value
  )
}

test('a subscription sets the price and number of the first cycles, and its page shows both prices', async () => {
  const running = await sandboxUnderTest({ now: () => new Date('2026-03-01T12:00:00Z') })
  const { status, body } = await subscribed(running, {
    billing_cycles: [{ sequence: 1, total_cycles: 2, pricing_scheme: usd('40.5') }]
  })
  expect(status).toBe(201)
  const page = await (await fetch(body.links.find(({ rel }: { rel: string }) => rel === 'approve').href)).text()
  for (const words of ['each of the first 2 payments', '$40.50', 'Every year after that', '$59.00']) expect(page).toContain(words)
  await running.drive(`/subscriptions/${body.id}/approve`)
  await running.drive(`/subscriptions/${body.id}/renew`)
  await running.drive(`/subscriptions/${body.id}/renew`)
  expect(await amounts(running, body.id)).toEqual(['40.50', '40.50', '59.00'])
  expect((await running.call('GET', `${SUBSCRIPTIONS}/${body.id}`)).body).toMatchObject({
    plan_overridden: true,
    billing_info: { next_billing_time: '2029-03-01T12:00:00.000Z' }
  })
})

test('a subscription adds tax to every payment, half up', async () => {
  const running = await sandboxUnderTest()
  const { body } = await subscribed(running, { taxes: { percentage: '8.25', inclusive: false } })
  await running.drive(`/subscriptions/${body.id}/approve`)
  expect(await amounts(running, body.id)).toEqual(['63.87'])
  await running.settled()
  expect(running.receiver.received.at(-1)!.event.resource).toMatchObject({
    amount: { total: '63.87', details: { subtotal: '59.00', tax: '4.87' } }
  })
})

test.each([
  [[{ sequence: 3, pricing_scheme: usd('1') }], 422, 'INVALID_BILLING_CYCLE_SEQUENCE'],
  [[{ sequence: 1, total_cycles: 0 }], 400, 'INVALID_PARAMETER_VALUE'],
  [[{ sequence: 1, pricing_scheme: { fixed_price: { currency_code: 'EUR', value: '1' } } }], 422, 'CURRENCY_MISMATCH']
])('what PayPal refuses to change about a plan is refused: %o', async (billing_cycles, wanted, issue) => {
  const { status, body } = await subscribed(await sandboxUnderTest(), { billing_cycles })
  expect([status, body.details[0].issue]).toEqual([wanted, issue])
})

test.each([
  [[TRIAL], 'MISSING_REGULAR_BILLING_CYCLE'],
  [[{ ...REGULAR, sequence: 1 }, REGULAR], 'MULTIPLE_REGULAR_BILLING_CYCLES_NOT_SUPPORTED'],
  [
    [
      { ...REGULAR, sequence: 1 },
      { ...TRIAL, sequence: 2 }
    ],
    'INVALID_BILLING_CYCLE_SEQUENCE'
  ],
  [
    [TRIAL, { ...TRIAL, sequence: 2 }, { ...TRIAL, sequence: 3 }, { ...REGULAR, sequence: 4 }],
    'MORE_THAN_TWO_TRIAL_BILLING_CYCLE_NOT_SUPPORTED'
  ]
])('a plan whose cycles PayPal does not support is refused (%#)', async (cycles, issue) => {
  const { status, body } = await planWith(await sandboxUnderTest(), cycles)
  expect([status, body.details[0].issue]).toEqual([422, issue])
})

test('the next billing comes nearer, at most to now, and an event announces it; nothing is charged', async () => {
  const running = await sandboxUnderTest({ now: () => new Date('2026-03-01T12:00:00Z') })
  const { body } = await subscribed(running, {})
  expect((await running.drive(`/subscriptions/${body.id}/advance`, { days: 5 })).status).toBe(422)
  await running.drive(`/subscriptions/${body.id}/approve`)
  const advanced = await running.drive(`/subscriptions/${body.id}/advance`, { days: 340 })
  expect(advanced.body.billing_info.next_billing_time).toBe('2026-03-26T12:00:00.000Z')
  const now = await running.drive(`/subscriptions/${body.id}/advance`, { days: 340 })
  expect(now.body.billing_info.next_billing_time).toBe('2026-03-01T12:00:00.000Z')
  for (const wrong of [{}, { days: 0 }, { days: 1.5 }])
    expect((await running.drive(`/subscriptions/${body.id}/advance`, wrong)).status).toBe(400)
  expect(await amounts(running, body.id)).toEqual(['59.00'])
  await running.settled()
  expect(running.receiver.types().slice(3)).toEqual(['BILLING.SUBSCRIPTION.UPDATED', 'BILLING.SUBSCRIPTION.UPDATED'])
})
