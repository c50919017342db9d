import { expect, test } from 'vitest'
import { approvedOrder, orderOf, pendingSubscription, type Running, sandboxUnderTest } from '../under-test.ts'

const PAGE = '/checkoutnow'
const SUBSCRIPTION_PAGE = '/webapps/billing/subscriptions'

async function createdOrder({ call }: Running, change = {}): Promise<string> {
  return (await call('POST', '/v2/checkout/orders', { body: orderOf(change) })).body.id
}

const choose = ({ url }: Running, path: string, fields: Record<string, string>) =>
  fetch(url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

test('the page shows the merchant, the item, and the amount, escaped', async () => {
  const running = await sandboxUnderTest()
  const item = { name: '<b>Red & fox</b>', quantity: '1', unit_amount: { currency_code: 'USD', value: '12.50' } }
  const order = await createdOrder(running, { items: [item] })
  const answer = await fetch(`${running.url}${PAGE}?token=${order}`)
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toContain('text/html')
  expect(text).toContain('no real money moves')
  expect(text).toContain('Easel')
  expect(text).toContain('&lt;b&gt;Red &amp; fox&lt;/b&gt;')
  expect(text).not.toContain('<b>Red')
  expect(text).toContain('$12.50')
})

test('approving returns to the shop, and the order can be captured', async () => {
  const running = await sandboxUnderTest()
  const order = await createdOrder(running)
  const answer = await choose(running, PAGE, { token: order, choice: 'approve' })
  expect(answer.status).toBe(303)
  const target = new URL(answer.headers.get('location') ?? '')
  expect(target.origin + target.pathname).toBe('https://shop.test/done')
  expect(Object.fromEntries(target.searchParams)).toEqual({ x: '1', token: order, PayerID: expect.stringMatching(/^[2-9A-HJ-NP-Z]{13}$/) })
  expect((await running.call('POST', `/v2/checkout/orders/${order}/capture`)).status).toBe(201)
  expect(await (await fetch(`${running.url}${PAGE}?token=${order}`)).text()).toContain('Already paid')
  expect((await choose(running, PAGE, { token: order, choice: 'approve' })).status).toBe(409)
})

test('declining returns to the shop, whose capture is refused; canceling changes nothing', async () => {
  const running = await sandboxUnderTest()
  const order = await createdOrder(running)
  const left = await choose(running, PAGE, { token: order, choice: 'cancel' })
  expect(left.headers.get('location')).toBe(`https://shop.test/left?token=${order}`)
  expect((await running.call('GET', `/v2/checkout/orders/${order}`)).body.status).toBe('CREATED')
  expect((await choose(running, PAGE, { token: order, choice: 'decline' })).headers.get('location')).toContain('https://shop.test/done')
  expect((await running.call('POST', `/v2/checkout/orders/${order}/capture`)).body.details[0].issue).toBe('INSTRUMENT_DECLINED')
})

test('an unknown token or choice gets an error page', async () => {
  const running = await sandboxUnderTest()
  const order = await approvedOrder(running)
  for (const path of [PAGE, SUBSCRIPTION_PAGE]) expect((await fetch(`${running.url}${path}?token=X&ba_token=X`)).status).toBe(404)
  expect((await choose(running, PAGE, { token: order, choice: 'steal' })).status).toBe(404)
  expect((await fetch(running.url + PAGE, { method: 'POST' })).status).toBe(404)
})

test('a subscription is approved on its page, which returns to the shop with its ids', async () => {
  const running = await sandboxUnderTest()
  const { id, links } = await pendingSubscription(running)
  const href = links[0]?.href ?? ''
  const ba_token = new URL(href).searchParams.get('ba_token') ?? ''
  const text = await (await fetch(href)).text()
  expect(text).toContain('Every month, from today')
  expect(text).toContain('$19.00')
  const answer = await choose(running, SUBSCRIPTION_PAGE, { ba_token, choice: 'approve' })
  const target = new URL(answer.headers.get('location') ?? '')
  expect(target.pathname).toBe('/joined')
  expect(Object.fromEntries(target.searchParams)).toMatchObject({ subscription_id: id, ba_token })
  expect((await running.call('GET', `/v1/billing/subscriptions/${id}`)).body.status).toBe('ACTIVE')
  expect(await (await fetch(href)).text()).toContain('Already answered')
})

test('a subscription that the bank declines stays pending, and the shop is notified', async () => {
  const running = await sandboxUnderTest()
  const { id, links } = await pendingSubscription(running)
  const ba_token = new URL(links[0]?.href ?? '').searchParams.get('ba_token') ?? ''
  const answer = await choose(running, SUBSCRIPTION_PAGE, { ba_token, choice: 'decline' })
  expect(answer.headers.get('location')).toContain('https://shop.test/left')
  expect((await running.call('GET', `/v1/billing/subscriptions/${id}`)).body.status).toBe('APPROVAL_PENDING')
  await running.settled()
  expect(running.receiver.types()).toEqual(['BILLING.SUBSCRIPTION.CREATED', 'BILLING.SUBSCRIPTION.PAYMENT.FAILED'])
})
