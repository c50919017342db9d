import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesOf, sumOfAll } from '#ledger/server/index.ts'
import { dollars } from '#platform/contract/index.ts'
import { inTransaction } from '#platform/server/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { type RecurringPayment, recordRecurringPayment } from './recurring.service.ts'
import { process } from './webhooks/webhooks.service.ts'

const SUBSCRIPTION = '0198c3a2-7d5e-7c44-9a31-2f6b8d0e5c17'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const taken = async (change: Partial<RecurringPayment> = {}): Promise<RecurringPayment> => ({
  client_id: (await world.person('client')).id,
  subscription_id: SUBSCRIPTION,
  description: 'Individual plan, one month',
  amount_cents: dollars(19),
  discount_cents: dollars(0),
  fee_cents: 115 as RecurringPayment['fee_cents'],
  provider_capture_id: 'SALE-1',
  captured_at: new Date('2026-02-20T10:00:00Z'),
  ...change
})

const record = (payment: RecurringPayment) => inTransaction(world.ctx(), (inside) => recordRecurringPayment(inside, payment))

test('a recurring payment is recorded and booked once, even by ten concurrent calls', async () => {
  const payment = await taken()
  const answers = await Promise.all(Array.from({ length: 10 }, () => record(payment)))
  const [made, ...more] = answers.filter((answer) => answer !== undefined)
  expect(more).toEqual([])
  expect(made).toMatchObject({ state: 'captured', purpose: 'subscription', amount_cents: 1900, fee_cents: 115, provider_order_id: null })
  expect(await record(payment)).toBeUndefined()
  const lines = (await linesOf(world.db, { kind: 'sale' })).filter(({ reference }) => reference === made!.id)
  expect(lines.map(({ account, amount_cents }) => [account, amount_cents]).toSorted()).toEqual([
    ['cash', 1785],
    ['fees', 115],
    ['income', -1900]
  ])
  expect(lines[0]!.occurred_at.toISOString()).toBe('2026-02-20T10:00:00.000Z')
  expect(await sumOfAll(world.db)).toBe(0)
})

test('no fee is booked when PayPal reports none', async () => {
  const made = await record(await taken({ provider_capture_id: 'SALE-2', fee_cents: null }))
  const lines = (await linesOf(world.db, { kind: 'sale' })).filter(({ reference }) => reference === made!.id)
  expect(lines.map(({ account, amount_cents }) => [account, amount_cents]).toSorted()).toEqual([
    ['cash', 1900],
    ['income', -1900]
  ])
})

test('a rolled-back payment is not recorded, and can be recorded again', async () => {
  const payment = await taken({ provider_capture_id: 'SALE-3' })
  const failing = inTransaction(world.ctx(), async (inside) => {
    await recordRecurringPayment(inside, payment)
    throw new Error('power cut')
  })
  await expect(failing).rejects.toThrow('power cut')
  expect(await record(payment)).toMatchObject({ provider_capture_id: 'SALE-3' })
})

test.each([
  ['BILLING.SUBSCRIPTION.CANCELLED', { id: 'I-1' }, ['I-1']],
  ['PAYMENT.SALE.COMPLETED', { id: 'SALE-9', billing_agreement_id: 'I-2' }, ['I-2']],
  ['PAYMENT.SALE.COMPLETED', { id: 'SALE-9' }, []],
  ['CATALOG.PRODUCT.CREATED', { id: 'PROD-1' }, []]
])('%s about %j syncs the subscriptions %j', async (event_type, resource, expected) => {
  const synced: string[] = []
  const ctx = world.ctx()
  const { purposes } = ctx.ports
  const subscription = { ...purposes.subscription, sync: async (_: unknown, id: string) => void synced.push(id) }
  const id = `WH-${event_type}-${JSON.stringify(resource)}`
  const event = { id, event_type, body: JSON.stringify({ event_type, resource }), received_at: world.now() }
  await world.db.insertInto('payments.webhook_event').values(event).execute()
  const at = { ...ctx, ports: { ...ctx.ports, purposes: { ...purposes, subscription } } }
  await process(at, id)
  await process(at, id)
  expect(synced).toEqual(expected)
})
