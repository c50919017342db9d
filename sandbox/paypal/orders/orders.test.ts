import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { problemsOf } from '../published-api.ts'
import { approvedOrder, capturedOrder, FULL, orderOf, sandboxUnderTest } from '../under-test.ts'

const ORDERS = '/v2/checkout/orders'

test('every response is checked against the API descriptions of PayPal, which detect a mismatch', async () => {
  const { call } = await sandboxUnderTest()
  const { body } = await call('POST', ORDERS, { body: orderOf(), headers: FULL })
  const problems = (received: unknown, sent: unknown = orderOf()) =>
    problemsOf({ method: 'POST', path: ORDERS, status: 201, sent, received })
  expect(problems(body)).toEqual([])
  expect(problems({ ...body, status: 'PAID' })).not.toEqual([])
  expect(problems({ ...body, total: '12.50' })).not.toEqual([])
  expect(problems({ ...body, purchase_units: [{ amount: { currency_code: 'USD', value: 12.5 } }] })).not.toEqual([])
  expect(problems(body, { purchase_units: [] })).not.toEqual([])
  expect(problemsOf({ method: 'GET', path: '/v2/nowhere', status: 200, sent: undefined, received: {} })).not.toEqual([])
})

test('an order is created, approved, and captured, and the response contains the fee', async () => {
  const running = await sandboxUnderTest()
  const created = await running.call('POST', ORDERS, { body: orderOf({ invoice_id: 'invoice-1' }), headers: FULL })
  expect(created).toMatchObject({
    status: 201,
    body: { status: 'CREATED', purchase_units: [{ amount: { value: '12.50' }, custom_id: 'payment-1' }] }
  })
  expect(created.body.links.map(({ rel }: { rel: string }) => rel)).toEqual(['self', 'approve', 'update', 'capture'])

  await running.drive(`/orders/${created.body.id}/approve`)
  expect((await running.call('GET', `${ORDERS}/${created.body.id}`)).body).toMatchObject({
    status: 'APPROVED',
    payer: { email_address: 'buyer@example.com' }
  })

  const captured = await running.call('POST', `${ORDERS}/${created.body.id}/capture`, { body: {} })
  expect(captured.status).toBe(201)
  expect(captured.body.purchase_units[0].payments.captures[0]).toMatchObject({
    status: 'COMPLETED',
    amount: { currency_code: 'USD', value: '12.50' },
    custom_id: 'payment-1',
    invoice_id: 'invoice-1',
    seller_receivable_breakdown: { paypal_fee: { value: '0.93' }, net_amount: { value: '11.57' } }
  })
  await running.settled()
  expect(running.receiver.types()).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED'])
})

test('an order with payment_source links to the payer’s approval as payer-action', async () => {
  const { call } = await sandboxUnderTest()
  const { application_context, ...order } = orderOf()
  const { body } = await call('POST', ORDERS, {
    body: { ...order, payment_source: { paypal: { experience_context: application_context } } }
  })
  expect(body).toMatchObject({ status: 'PAYER_ACTION_REQUIRED', payment_source: { paypal: {} } })
  expect(
    body.links.some(({ rel, href }: { rel: string; href: string }) => rel === 'payer-action' && href.includes('/checkoutnow?token='))
  ).toBe(true)
})

test('an order without approval is not captured', async () => {
  const { call } = await sandboxUnderTest()
  const { body } = await call('POST', ORDERS, { body: orderOf() })
  const refused = await call('POST', `${ORDERS}/${body.id}/capture`)
  expect(refused).toMatchObject({ status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'ORDER_NOT_APPROVED' }] } })
})

test('parallel captures take the money once', async () => {
  const running = await sandboxUnderTest()
  const order = await approvedOrder(running)
  const answers = await Promise.all(Array.from({ length: 5 }, () => running.call('POST', `${ORDERS}/${order}/capture`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422])
  expect(answers.find(({ status }) => status === 422)?.body.details[0].issue).toBe('ORDER_ALREADY_CAPTURED')
  await running.settled()
  expect(running.receiver.types().filter((type) => type === 'PAYMENT.CAPTURE.COMPLETED')).toHaveLength(1)
})

test('a repeated PayPal-Request-Id returns the same response and runs once', async () => {
  const running = await sandboxUnderTest()
  const headers = { 'paypal-request-id': 'create-1' }
  const first = await running.call('POST', ORDERS, { body: orderOf(), headers })
  const second = await running.call('POST', ORDERS, { body: orderOf(), headers })
  expect([first.status, second.status]).toEqual([201, 200])
  expect(second.body).toEqual(first.body)

  const capture = () => running.call('POST', `${ORDERS}/${first.body.id}/capture`, { headers: { 'paypal-request-id': 'capture-1' } })
  expect((await capture()).status).toBe(422)
  await running.drive(`/orders/${first.body.id}/approve`)
  const captures = await Promise.all([capture(), capture()])
  expect(captures.map(({ status }) => status).sort()).toEqual([200, 201])
  expect(captures[0]?.body).toEqual(captures[1]?.body)
})

test('capturing a declined order is refused, and the order can be approved again', async () => {
  const running = await sandboxUnderTest()
  const { body } = await running.call('POST', ORDERS, { body: orderOf() })
  await running.drive(`/orders/${body.id}/decline`)
  const refused = await running.call('POST', `${ORDERS}/${body.id}/capture`)
  expect(refused).toMatchObject({ status: 422, body: { details: [{ issue: 'INSTRUMENT_DECLINED' }] } })
  await running.settled()
  expect(running.receiver.types()).toEqual(['PAYMENT.CAPTURE.DENIED'])
  expect(running.receiver.received[0]?.event.resource).toMatchObject({ status: 'DECLINED', custom_id: 'payment-1' })

  await running.drive(`/orders/${body.id}/approve`)
  const captured = await running.call('POST', `${ORDERS}/${body.id}/capture`)
  expect(captured.body.purchase_units[0].payments.captures).toHaveLength(1)
})

test('an invoice is paid once, even if several orders name it', async () => {
  const running = await sandboxUnderTest()
  await capturedOrder(running, { invoice_id: 'invoice-1' })
  const second = await approvedOrder(running, { invoice_id: 'invoice-1' })
  expect((await running.call('POST', `${ORDERS}/${second}/capture`)).body.details[0].issue).toBe('DUPLICATE_INVOICE_ID')
})

test('an order’s amount can be patched before it is paid, not after', async () => {
  const running = await sandboxUnderTest()
  const order = await approvedOrder(running)
  const path = "/purchase_units/@reference_id=='payment-1'"
  const amount = { currency_code: 'USD', value: '20.00', breakdown: { item_total: { currency_code: 'USD', value: '20.00' } } }
  const items = [{ name: 'Red fox', quantity: '2', unit_amount: { currency_code: 'USD', value: '10.00' } }]
  const patch = [
    { op: 'replace', path: `${path}/amount`, value: amount },
    { op: 'replace', path: `${path}/items`, value: items }
  ]
  expect((await running.call('PATCH', `${ORDERS}/${order}`, { body: patch })).status).toBe(204)
  expect((await running.call('GET', `${ORDERS}/${order}`)).body.purchase_units[0].amount.value).toBe('20.00')
  const elsewhere = [{ op: 'replace', path: '/intent', value: 'AUTHORIZE' }]
  expect((await running.call('PATCH', `${ORDERS}/${order}`, { body: elsewhere })).body.details[0].issue).toBe('NOT_PATCHABLE')
  await running.call('POST', `${ORDERS}/${order}/capture`)
  expect((await running.call('PATCH', `${ORDERS}/${order}`, { body: patch })).body.details[0].issue).toBe('ORDER_ALREADY_COMPLETED')
})

const usd = (value: string) => ({ currency_code: 'USD', value })
test.each([
  ['a zero amount', { amount: usd('0.00'), items: [] }, 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
  ['three decimals', { amount: usd('1.005'), items: [] }, 422, 'DECIMAL_PRECISION'],
  ['an unknown currency', { amount: { currency_code: 'XXX', value: '1.00' }, items: [] }, 422, 'INVALID_CURRENCY_CODE'],
  ['items without their total', { amount: usd('12.50') }, 422, 'ITEM_TOTAL_REQUIRED'],
  ['items that do not add up', { amount: { ...usd('13.00'), breakdown: { item_total: usd('13.00') } } }, 422, 'ITEM_TOTAL_MISMATCH'],
  ['a breakdown that does not add up', { amount: { ...usd('13.00'), breakdown: { item_total: usd('12.50') } } }, 422, 'AMOUNT_MISMATCH'],
  ['no amount', { amount: undefined }, 400, 'MISSING_REQUIRED_PARAMETER'],
  ['an amount that is a number', { amount: { currency_code: 'USD', value: 12.5 } }, 400, 'INVALID_PARAMETER_SYNTAX'],
  ['a description that is too long', { description: 'x'.repeat(128) }, 400, 'INVALID_STRING_LENGTH']
])('an order with %s is refused', async (_name, change, status, issue) => {
  const { call } = await sandboxUnderTest()
  const refused = await call('POST', ORDERS, { body: orderOf(change) })
  expect(refused).toMatchObject({ status, body: { details: [{ issue }] } })
})

test('an unknown order, an unknown path, and malformed JSON get PayPal’s error body', async () => {
  const { url, call, authorization } = await sandboxUnderTest()
  expect(await call('GET', `${ORDERS}/NOSUCHORDER`)).toMatchObject({ status: 404, body: { name: 'RESOURCE_NOT_FOUND' } })
  expect((await fetch(`${url}/v2/nowhere`, { headers: { authorization } })).status).toBe(404)
  const malformed = await fetch(url + ORDERS, { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: '{' })
  expect(malformed.status).toBe(400)
  expect(await malformed.json()).toMatchObject({ name: 'INVALID_REQUEST', details: [{ issue: 'MALFORMED_REQUEST_JSON' }] })
  const xml = await fetch(url + ORDERS, { method: 'POST', headers: { authorization, 'content-type': 'text/xml' }, body: '<a/>' })
  expect(xml.status).toBe(415)
})

test('no call works without a token, and a wrong secret gets no token', async () => {
  const { url, call } = await sandboxUnderTest()
  expect(await call('GET', `${ORDERS}/X`, { headers: { authorization: 'Bearer nonsense' } })).toMatchObject({
    status: 401,
    body: { name: 'AUTHENTICATION_FAILURE' }
  })
  const headers = { authorization: `Basic ${btoa('client:wrong')}` }
  const refused = await fetch(`${url}/v1/oauth2/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ grant_type: 'client_credentials' })
  })
  expect(refused.status).toBe(401)
  expect(await refused.json()).toMatchObject({ error: 'invalid_client' })
})

test('orders, stored responses, and the certificate survive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paypal-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'paypal-sandbox.sqlite')
  const headers = { 'paypal-request-id': 'create-1' }
  const before = await sandboxUnderTest({ file })
  const { body } = await before.call('POST', ORDERS, { body: orderOf(), headers })
  await before.drive(`/orders/${body.id}/approve`)
  await before.settled()
  await before.close()

  const after = await sandboxUnderTest({ file })
  expect((await after.call('GET', `${ORDERS}/${body.id}`)).body.status).toBe('APPROVED')
  expect((await after.call('POST', ORDERS, { body: orderOf(), headers })).body.id).toBe(body.id)
  await after.call('POST', `${ORDERS}/${body.id}/capture`)
  await after.settled()
  const certificateOf = (name: string | string[] | undefined) => String(name).split('/').at(-1)
  expect(certificateOf(after.receiver.received[0]?.headers['paypal-cert-url'])).toBe(
    certificateOf(before.receiver.received[0]?.headers['paypal-cert-url'])
  )
})
