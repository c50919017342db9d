import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrder } from '#licensing/orders.contract.ts'
import { changeCoupon } from '#licensing/web/checkout/checkout-calls.ts'
import { readPayment } from '#payments/contract.ts'
import type { Api } from '#platform/web/api.ts'
import { begunOrder, givenCoupon } from '#tests/support/givens/orders.ts'
import { captureBy, freshMarket, type Market } from '#tests/support/givens/sales.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
  await givenCoupon(market, 'LATER')
})
afterAll(() => market.end())

const usesOpen = async () =>
  (await market.db.selectFrom('coupons.coupon_use').select('id').where('state', '=', 'reserved').execute()).length

test('a coupon replaces the payment', async () => {
  const api = await market.as('client', 'early')
  const { payment_id } = await begunOrder(market, { client: 'early', count: 2 })
  const page = await changeCoupon(api, payment_id, 'LATER')
  expect(page).not.toContain(payment_id)
  expect(await api(readPayment, { params: { payment_id } })).toMatchObject({ status: 'failed' })
  expect(await usesOpen()).toBe(1)
})

test('a coupon for a payment that is completed in another tab leads to that payment, and leaves no second one open', async () => {
  const before = await usesOpen()
  const own = await market.as('client', 'both')
  const { payment_id, provider_order_id } = await begunOrder(market, { client: 'both', count: 2 })
  const begun: string[] = []
  const meanwhile: Api = new Proxy(own, {
    async apply(call, self, sent: Parameters<Api>) {
      const answer = (await Reflect.apply(call, self, sent)) as { payment_id?: string }
      if (sent[0] === createOrder && answer.payment_id) {
        begun.push(answer.payment_id)
        await market.approve(provider_order_id)
        await captureBy(market, payment_id, 'both')
      }
      return answer
    }
  })
  expect(await changeCoupon(meanwhile, payment_id, 'LATER')).toBe(`/pay/checkout?payment_id=${payment_id}`)
  expect(begun).toHaveLength(1)
  expect(await own(readPayment, { params: { payment_id: begun[0] ?? '' } })).toMatchObject({ status: 'failed' })
  expect(await usesOpen()).toBe(before)
})
