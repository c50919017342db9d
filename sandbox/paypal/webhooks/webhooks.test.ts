import { verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  approvedOrder,
  capturedOrder,
  pendingSubscription,
  type Received,
  type Running,
  sandboxUnderTest,
  startReceiver
} from '../under-test.ts'

async function isSigned({ headers, text }: Received, webhookId: string): Promise<boolean> {
  const header = (name: string) => String(headers[`paypal-${name}`])
  const certificate = new X509Certificate(await (await fetch(header('cert-url'))).text())
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(new Date(certificate.validTo).getTime()).toBeGreaterThan(Date.now())
  expect(new Date(certificate.validFrom).getTime()).toBeLessThanOrEqual(Date.now())
  const signed = `${header('transmission-id')}|${header('transmission-time')}|${webhookId}|${crc32(text)}`
  return verify('RSA-SHA256', Buffer.from(signed), certificate.publicKey, Buffer.from(header('transmission-sig'), 'base64'))
}

const verification = ({ headers, event }: Received, change: Record<string, unknown> = {}) => ({
  auth_algo: headers['paypal-auth-algo'],
  cert_url: headers['paypal-cert-url'],
  transmission_id: headers['paypal-transmission-id'],
  transmission_sig: headers['paypal-transmission-sig'],
  transmission_time: headers['paypal-transmission-time'],
  webhook_id: 'WEBHOOK1',
  webhook_event: event,
  ...change
})

async function firstReceived(running: Running): Promise<Received> {
  await running.settled()
  const [first] = running.receiver.received
  if (!first) throw new Error('No webhook arrived.')
  return first
}

test('a webhook is signed like PayPal’s, with a certificate that the sandbox serves', async () => {
  const running = await sandboxUnderTest()
  await approvedOrder(running)
  const received = await firstReceived(running)
  expect(received.headers['paypal-auth-algo']).toBe('SHA256withRSA')
  expect(await isSigned(received, 'WEBHOOK1')).toBe(true)
  expect(await isSigned(received, 'WEBHOOK2')).toBe(false)
  expect(await isSigned({ ...received, text: received.text.replace('Easel', 'Weasel').replace('12.50', '12.51') }, 'WEBHOOK1')).toBe(false)
})

test('verify-webhook-signature accepts only a genuine webhook', async () => {
  const running = await sandboxUnderTest()
  await approvedOrder(running)
  const received = await firstReceived(running)
  const check = async (change?: Record<string, unknown>) => {
    const { body } = await running.call('POST', '/v1/notifications/verify-webhook-signature', { body: verification(received, change) })
    return body.verification_status
  }
  expect(await check()).toBe('SUCCESS')
  expect(await check({ webhook_id: 'WEBHOOK2' })).toBe('FAILURE')
  expect(await check({ webhook_event: { ...received.event, id: 'WH-OTHER' } })).toBe('FAILURE')
  expect(await check({ cert_url: 'https://elsewhere.test/v1/notifications/certs/X' })).toBe('FAILURE')
  expect(await check({ transmission_time: '2020-01-01T00:00:00Z' })).toBe('FAILURE')
})

test('a refused webhook is retried in order and finally abandoned', async () => {
  const running = await sandboxUnderTest({ refusing: 2, retry: { attempts: 3, first_ms: 5 } })
  await approvedOrder(running)
  await running.settled()
  expect(running.receiver.types()).toEqual(['CHECKOUT.ORDER.APPROVED', 'CHECKOUT.ORDER.APPROVED', 'CHECKOUT.ORDER.APPROVED'])
  const ids = running.receiver.received.map(({ headers }) => headers['paypal-transmission-id'])
  expect(new Set(ids).size).toBe(1)

  running.setWebhookUrl('http://127.0.0.1:1/nobody')
  await approvedOrder(running)
  await running.settled()
  const { deliveries } = (await (await fetch(`${running.url}/sandbox/deliveries`)).json()) as { deliveries: unknown[] }
  expect(deliveries).toMatchObject([
    { state: 'delivered', attempts: 3 },
    { state: 'failed', attempts: 3 }
  ])
})

test('webhooks are registered, listed, and removed, and get only the events they subscribed to', async () => {
  const running = await sandboxUnderTest()
  const other = await startReceiver()
  const webhooks = '/v1/notifications/webhooks'
  const created = await running.call('POST', webhooks, { body: { url: other.url, event_types: [{ name: 'PAYMENT.CAPTURE.COMPLETED' }] } })
  expect(created.status).toBe(201)
  expect((await running.call('GET', `${webhooks}/${created.body.id}`)).body).toEqual(created.body)
  expect((await running.call('GET', webhooks)).body.webhooks).toHaveLength(2)
  await capturedOrder(running)
  await running.settled()
  expect(other.types()).toEqual(['PAYMENT.CAPTURE.COMPLETED'])
  const [received] = other.received
  expect(received && (await isSigned(received, created.body.id))).toBe(true)
  expect((await running.call('DELETE', `${webhooks}/${created.body.id}`)).status).toBe(204)
  expect((await running.call('GET', `${webhooks}/${created.body.id}`)).status).toBe(404)
})

test('an event can be listed and resent on demand', async () => {
  const running = await sandboxUnderTest()
  running.faults.add({ match: { event: 'CHECKOUT.ORDER.APPROVED' }, effect: { kind: 'webhook_lost' } })
  await approvedOrder(running)
  await running.settled()
  expect(running.receiver.received).toHaveLength(0)
  const events = '/v1/notifications/webhooks-events'
  const [event] = (await running.call('GET', events)).body.events
  expect((await running.call('GET', `${events}/${event.id}`)).body).toEqual(event)
  expect((await running.call('POST', `${events}/${event.id}/resend`)).status).toBe(202)
  await running.settled()
  expect(running.receiver.received.map(({ event: { id } }) => id)).toEqual([event.id])
})

test('a duplicate webhook has the same event id and another transmission id', async () => {
  const running = await sandboxUnderTest()
  running.faults.add({ effect: { kind: 'webhook_duplicate' } })
  await approvedOrder(running)
  await running.settled()
  expect(new Set(running.receiver.received.map(({ event }) => event.id)).size).toBe(1)
  expect(new Set(running.receiver.received.map(({ headers }) => headers['paypal-transmission-id'])).size).toBe(2)
})

test('webhooks arrive out of order on demand', async () => {
  const running = await sandboxUnderTest()
  running.faults.add({ match: { event: 'CHECKOUT.ORDER.APPROVED' }, effect: { kind: 'webhook_out_of_order' } })
  await capturedOrder(running)
  await running.settled()
  expect(running.receiver.types()).toEqual(['PAYMENT.CAPTURE.COMPLETED', 'CHECKOUT.ORDER.APPROVED'])
})

test('a late webhook arrives late, and only for the given resource', async () => {
  const running = await sandboxUnderTest()
  const { id } = await pendingSubscription(running)
  running.faults.add({ match: { resource: id }, effect: { kind: 'webhook_late', delay_ms: 150 } })
  const started = Date.now()
  await running.drive(`/subscriptions/${id}/approve`)
  await running.settled()
  expect(Date.now() - started).toBeGreaterThanOrEqual(145)
  expect(running.receiver.types().at(-1)).toBe('BILLING.SUBSCRIPTION.ACTIVATED')
})

test('closing does not wait for a shop that does not respond', async () => {
  const running = await sandboxUnderTest({ webhookUrl: 'http://127.0.0.1:1/nobody', retry: { attempts: 50, first_ms: 60_000 } })
  await approvedOrder(running)
  await running.close()
})
