import { expect, test } from 'vitest'
import { approvedOrder, capturedOrder, FULL, sandboxUnderTest } from '../under-test.ts'

test('a capture is refunded in parts until nothing is left', async () => {
  const running = await sandboxUnderTest()
  const { order, capture } = await capturedOrder(running)
  const refund = (body?: unknown) => running.call('POST', `/v2/payments/captures/${capture}/refund`, { body, headers: FULL })
  const part = await refund({ amount: { currency_code: 'USD', value: '2.5' }, invoice_id: 'refund-1', note_to_payer: 'Sorry' })
  expect(part).toMatchObject({
    status: 201,
    body: { status: 'COMPLETED', amount: { value: '2.50' }, invoice_id: 'refund-1', note_to_payer: 'Sorry' }
  })
  expect((await running.call('GET', `/v2/payments/captures/${capture}`)).body.status).toBe('PARTIALLY_REFUNDED')
  expect((await refund({ amount: { currency_code: 'USD', value: '10.01' } })).body.details[0].issue).toBe('REFUND_AMOUNT_EXCEEDED')
  expect((await refund({ amount: { currency_code: 'EUR', value: '1.00' } })).body.details[0].issue).toBe('REFUND_CAPTURE_CURRENCY_MISMATCH')

  const rest = await refund({})
  expect(rest.body).toMatchObject({ amount: { value: '10.00' }, seller_payable_breakdown: { total_refunded_amount: { value: '12.50' } } })
  expect((await running.call('GET', `/v2/payments/captures/${capture}`)).body.status).toBe('REFUNDED')
  expect((await refund()).body.details[0].issue).toBe('CAPTURE_FULLY_REFUNDED')
  expect((await running.call('GET', `/v2/payments/refunds/${rest.body.id}`)).body).toEqual(rest.body)
  expect((await running.call('GET', `/v2/checkout/orders/${order}`)).body.purchase_units[0].payments.refunds).toHaveLength(2)
  await running.settled()
  const refunded = running.receiver.received.filter(({ event }) => event.event_type === 'PAYMENT.CAPTURE.REFUNDED')
  expect(refunded.map(({ event }) => event.resource['custom_id'])).toEqual(['payment-1', 'payment-1'])
})

test('a refund with a repeated request id runs once', async () => {
  const running = await sandboxUnderTest()
  const { capture } = await capturedOrder(running)
  const refund = () =>
    running.call('POST', `/v2/payments/captures/${capture}/refund`, {
      body: { amount: { currency_code: 'USD', value: '1.00' } },
      headers: { 'paypal-request-id': 'refund-1' }
    })
  expect((await refund()).body).toEqual((await refund()).body)
  expect((await running.call('GET', `/v2/payments/captures/${capture}`)).body.status).toBe('PARTIALLY_REFUNDED')
})

test.each([
  ['complete', 'COMPLETED', 'PAYMENT.CAPTURE.COMPLETED'],
  ['deny', 'DECLINED', 'PAYMENT.CAPTURE.DENIED']
])('a pending capture is decided by %s', async (action, status, event) => {
  const running = await sandboxUnderTest()
  await running.drive('/faults', { effect: { kind: 'pending' }, match: { path: '/v2/checkout/orders/*/capture' } })
  const { capture } = await capturedOrder(running)
  expect((await running.call('GET', `/v2/payments/captures/${capture}`)).body).toMatchObject({
    status: 'PENDING',
    status_details: { reason: 'PENDING_REVIEW' }
  })
  expect((await running.call('POST', `/v2/payments/captures/${capture}/refund`)).body.details[0].issue).toBe('PENDING_CAPTURE')
  expect((await running.drive(`/captures/${capture}/${action}`)).body.status).toBe(status)
  await running.settled()
  expect(running.receiver.types().slice(1)).toEqual(['PAYMENT.CAPTURE.PENDING', event])
})

test('a webhook reports a refund made at PayPal', async () => {
  const running = await sandboxUnderTest()
  const { capture } = await capturedOrder(running)
  expect((await running.drive(`/captures/${capture}/refund`)).body.amount.value).toBe('12.50')
  await running.settled()
  expect(running.receiver.types().at(-1)).toBe('PAYMENT.CAPTURE.REFUNDED')
})

test('an unknown capture and an unknown refund are not found', async () => {
  const { call } = await sandboxUnderTest()
  for (const path of ['/v2/payments/captures/X', '/v2/payments/refunds/X']) expect((await call('GET', path)).status).toBe(404)
  expect((await call('POST', '/v2/payments/captures/X/refund')).status).toBe(404)
})

test('a fault can capture another amount', async () => {
  const running = await sandboxUnderTest()
  const order = await approvedOrder(running)
  running.faults.add({ effect: { kind: 'wrong_amount', value: '0.01' } })
  const { body } = await running.call('POST', `/v2/checkout/orders/${order}/capture`)
  expect(body.purchase_units[0].payments.captures[0].amount.value).toBe('0.01')
})
