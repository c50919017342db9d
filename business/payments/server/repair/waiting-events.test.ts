import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sumOfAll } from '#ledger/server/index.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { readAnyPayment } from '../../admin.contract.ts'
import { countUnprocessedEvents, findUnprocessedEvents, PayPalRefusal, paymentsRetention } from '../index.ts'
import { process } from '../webhooks/webhooks.service.ts'
import { processWaitingEvents } from './waiting-events.service.ts'

let market: Market
const posted: { headers: IncomingHttpHeaders; text: string }[] = []

/** Receives the sandbox's webhooks, so that the test decides when they reach the app. */
const catcher = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  posted.push({ headers: request.headers, text: Buffer.concat(chunks).toString() })
  response.end()
})

beforeAll(async () => {
  market = await freshMarket()
  await new Promise<void>((resolve) => catcher.listen(0, '127.0.0.1', resolve))
  const address = catcher.address() as AddressInfo
  market.sandbox.setWebhookUrl(`http://127.0.0.1:${address.port}/`)
})
beforeEach(() => {
  market.sandbox.faults.clear()
  market.at('2026-03-01T12:00:00Z')
})
afterAll(async () => {
  catcher.close()
  await market.end()
})

const REFUND_PATH = '/v2/payments/refunds/*'
const detailOf = async (id: string) => (await market.as('admin'))(readAnyPayment, { params: { id } })
const waitingAt = (now: string) => findUnprocessedEvents(market.db, { now: new Date(now), limit: 100 })

/** A license that PayPal reversed, and the event that says so. */
async function reversedPayment(client: string) {
  const { payment_id } = await boughtLicense(market, (await assetOnSale(market)).id, { client })
  await market.sandbox.settled()
  posted.length = 0
  const { provider_capture_id } = await detailOf(payment_id)
  await fetch(`${market.sandbox.url}/sandbox/captures/${provider_capture_id}/reverse`, { method: 'POST' })
  await market.sandbox.settled()
  const [event] = posted.splice(0)
  if (!event) throw new Error('PayPal sent no event.')
  return { payment_id, event, event_id: JSON.parse(event.text).id as string }
}

async function deliver({ headers, text }: (typeof posted)[number]): Promise<number> {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('paypal-') || name === 'content-type')
  const url = '/api/payments/webhooks/paypal'
  return (await market.app.inject({ method: 'POST', url, headers: Object.fromEntries(own), payload: text })).statusCode
}

const payPalIsDown = (times: number) => market.sandbox.faults.add({ match: { path: REFUND_PATH }, times, effect: { kind: 'error' } })

test('a reversal whose four tries fail within seconds is processed by a job later, and is booked once', async () => {
  const { payment_id, event, event_id } = await reversedPayment('unlucky')
  payPalIsDown(5)
  expect(await deliver(event)).toBe(200)
  for (const _ of [1, 2, 3, 4]) await expect(process(market.ctx(), event_id)).rejects.toThrow('no usable response')
  expect(await detailOf(payment_id)).toMatchObject({ status: 'captured' })
  expect(await countUnprocessedEvents(market.db, new Date('2026-03-01T12:06:00Z'))).toBe(1)
  expect(await waitingAt('2026-03-01T12:06:00Z')).toMatchObject([
    { id: event_id, event_type: 'PAYMENT.CAPTURE.REVERSED', attempts: 4, reason: 'PayPal gave no usable response' }
  ])
  market.at('2026-03-01T12:10:00Z')
  await processWaitingEvents(market.ctx())
  expect(await waitingAt('2026-03-01T12:10:00Z')).toMatchObject([{ attempts: 4 }])
  market.at('2026-03-01T12:20:00Z')
  await expect(processWaitingEvents(market.ctx())).rejects.toThrow('1 of 1 waiting PayPal events failed.')
  market.at('2026-03-01T13:00:00Z')
  await Promise.all([processWaitingEvents(market.ctx()), processWaitingEvents(market.ctx())])
  const { status, refunds } = await detailOf(payment_id)
  expect([status, refunds.map((refund) => refund.status)]).toEqual(['refunded', ['completed']])
  expect(await waitingAt('2026-03-02T12:00:00Z')).toEqual([])
  expect(await sumOfAll(market.db)).toBe(0)
  await market.work()
})

test('an event that PayPal sends again is tried again if it is not processed, and only then', async () => {
  const { payment_id, event, event_id } = await reversedPayment('resent')
  payPalIsDown(1)
  await deliver(event)
  await expect(market.work()).rejects.toThrow('no usable response')
  await market.db.updateTable('payments.webhook_event').set({ body: '{}' }).where('id', '=', event_id).execute()
  expect(await deliver(event)).toBe(200)
  expect(await market.work()).toBeGreaterThan(0)
  expect(await detailOf(payment_id)).toMatchObject({ status: 'refunded' })
  await market.mails()
  await market.work()
  expect(await deliver(event)).toBe(200)
  expect(await market.work()).toBe(0)
})

test('one event that keeps failing does not stop the others, waits longer each time, and is reported without personal text', async () => {
  const { payment_id, event } = await reversedPayment('behind')
  const resource = { id: 'BROKEN', links: [] }
  const broken = { event_type: 'PAYMENT.SALE.COMPLETED', resource: { ...resource, billing_agreement_id: 'I-BROKEN' } }
  const received_at = new Date('2026-03-01T11:00:00Z')
  const { event_type } = broken
  await market.db
    .insertInto('payments.webhook_event')
    .values({ id: 'WH-BROKEN', event_type, body: JSON.stringify(broken), received_at })
    .execute()
  await deliver(event)
  market.at('2026-03-01T12:06:00Z')
  const at = () => {
    const ctx = market.ctx()
    const sync = async () => {
      throw new PayPalRefusal(422, 'SOME_ISSUE', 'Ann Example may not do this')
    }
    return {
      ...ctx,
      ports: { ...ctx.ports, purposes: { ...ctx.ports.purposes, subscription: { ...ctx.ports.purposes.subscription, sync } } }
    }
  }
  await expect(processWaitingEvents(at())).rejects.toMatchObject({
    message: '1 of 2 waiting PayPal events failed.',
    errors: [{ message: 'The event WH-BROKEN failed.', cause: { issue: 'SOME_ISSUE' } }]
  })
  expect(await detailOf(payment_id)).toMatchObject({ status: 'refunded' })
  const waits: number[] = []
  for (let hour = 1; hour <= 12; hour += 1) {
    market.at(new Date(Date.parse('2026-03-02T00:00:00Z') + hour * 24 * 3600_000).toISOString())
    await expect(processWaitingEvents(at())).rejects.toThrow()
    const { next_attempt_at } = await market.db
      .selectFrom('payments.webhook_event')
      .selectAll()
      .where('id', '=', 'WH-BROKEN')
      .executeTakeFirstOrThrow()
    waits.push(((next_attempt_at?.getTime() ?? 0) - market.now().getTime()) / 60_000)
  }
  expect(waits.slice(0, 3)).toEqual([4, 8, 16])
  expect(waits.at(-1)).toBe(360)
  expect(await waitingAt('2026-04-01T00:00:00Z')).toMatchObject([
    { id: 'WH-BROKEN', attempts: 13, reason: 'PayPal answered 422 SOME_ISSUE' }
  ])
  await paymentsRetention.webhook_bodies(market.ctx(), new Date('2027-01-01T00:00:00Z'))
  const bodies = await market.db.selectFrom('payments.webhook_event').select(['id', 'body']).execute()
  expect(bodies.filter(({ body }) => Object.keys(body as object).length > 0).map(({ id }) => id)).toEqual(['WH-BROKEN'])
})
