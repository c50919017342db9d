import { expect, test } from 'vitest'
import { approvedOrder, orderOf, sandboxUnderTest } from './under-test.ts'

const capturePath = (order: string) => `/v2/checkout/orders/${order}/capture`

test.each([500, 503])('a fault of status %i happens the given number of times, and nothing is done', async (status) => {
  const running = await sandboxUnderTest()
  const order = await approvedOrder(running)
  await running.drive('/faults', {
    match: { method: 'POST', path: '/v2/checkout/orders/*/capture' },
    times: 2,
    effect: { kind: 'error', status }
  })
  const capture = async () => (await running.call('POST', capturePath(order))).status
  expect([await capture(), await capture(), await capture()]).toEqual([status, status, 201])
})

test('after a connection reset the money is captured, and the request id returns that response', async () => {
  const running = await sandboxUnderTest()
  const order = await approvedOrder(running)
  running.faults.add({ match: { path: capturePath(order) }, effect: { kind: 'reset' } })
  const headers = { 'paypal-request-id': 'capture-1' }
  await expect(running.call('POST', capturePath(order), { headers })).rejects.toThrow()
  expect((await running.call('GET', `/v2/checkout/orders/${order}`)).body.status).toBe('COMPLETED')
  expect((await running.call('POST', capturePath(order), { headers })).status).toBe(200)
})

test('a call that never responds ends when the sandbox closes', async () => {
  const running = await sandboxUnderTest()
  const order = await approvedOrder(running)
  running.faults.add({ match: { path: capturePath(order) }, effect: { kind: 'hang' } })
  const hanging = running.call('POST', capturePath(order))
  await expect.poll(async () => (await running.call('GET', `/v2/checkout/orders/${order}`)).body.status).toBe('COMPLETED')
  await Promise.all([expect(hanging).rejects.toThrow(), running.close()])
})

test('a slow response arrives late', async () => {
  const running = await sandboxUnderTest()
  running.faults.add({ match: { method: 'post' }, effect: { kind: 'slow', delay_ms: 100 } })
  const started = Date.now()
  expect((await running.call('POST', '/v2/checkout/orders', { body: orderOf() })).status).toBe(201)
  expect(Date.now() - started).toBeGreaterThanOrEqual(95)
})

test('a capture is declined on demand', async () => {
  const running = await sandboxUnderTest()
  const order = await approvedOrder(running)
  running.faults.add({ match: { path: capturePath(order) }, effect: { kind: 'decline' } })
  expect((await running.call('POST', capturePath(order))).body.details[0].issue).toBe('INSTRUMENT_DECLINED')
  await running.settled()
  expect(running.receiver.types()).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.DENIED'])
})

test('faults are listed and cleared, and invalid faults are refused', async () => {
  const { url, drive } = await sandboxUnderTest()
  expect((await drive('/faults', { effect: { kind: 'nonsense' } })).status).toBe(400)
  expect((await drive('/faults', { effect: { kind: 'slow' } })).status).toBe(400)
  const fault = { match: { path: '/v2/nowhere' }, effect: { kind: 'hang' }, times: 3 }
  expect((await drive('/faults', fault)).body.faults).toEqual([fault])
  expect((await fetch(`${url}/sandbox/faults`, { method: 'DELETE' })).status).toBe(204)
  expect(await (await fetch(`${url}/sandbox/faults`)).json()).toEqual({ faults: [] })
})
