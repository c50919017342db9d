import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '#accounts/audit.contract.ts'
import { checkOut, listLicenses } from '#licensing/contract.ts'
import { createOrder } from '#licensing/orders.contract.ts'
import { refundPayment } from '#payments/admin.contract.ts'
import { cancelPayment, listMyPayments } from '#payments/contract.ts'
import { reconcilePayments } from '#payments/server/capture/reconcile.service.ts'
import { checkOutSubscription, confirmSubscription } from '#subscriptions/contract.ts'
import { begunOrder, boughtOrder, givenCoupon } from '#tests/support/givens/orders.ts'
import { assetOnSale, captureBy, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { createCoupon, editCoupon, endCoupon, listCoupons, pauseCoupon, readCoupon, resumeCoupon } from '../admin.contract.ts'
import { quoteCoupon } from '../contract.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => market.sandbox.faults.clear())
afterAll(() => market.end())

const clientOf = (name: string) => market.as('client', name)
const quote = async (client: string, code: string, assets: readonly string[]) =>
  (await clientOf(client))(quoteCoupon, { body: { code, items: assets.map((asset_id) => ({ asset_id, license_type: 'personal' })) } })
const buy = async (client: string, asset_id: string, coupon: string) => (await clientOf(client))(checkOut, { body: { asset_id, coupon } })
const codeOf = (error: { body: { code: string } }) => error.body.code
const usesOf = async (id: string) => {
  const { uses, reserved, used } = await (await market.as('admin'))(readCoupon, { params: { id } })
  return { uses, reserved, used }
}

test('without any coupon, the quote says so and checkouts ignore the field', async () => {
  const { id } = await assetOnSale(market)
  for (const code of ['SAVE10', ''])
    await expect(quote('early', code, [id])).rejects.toMatchObject({ status: 409, body: { error: 'Coupons aren’t enabled yet.' } })
  expect(await buy('early', id, 'SAVE10')).toMatchObject({ total_cents: 1000, discount_cents: 0 })
})

test('the price shown is the price charged: at PayPal, for a single license and for an order, whose lines share the discount', async () => {
  await givenCoupon(market, 'Third', { percent: 33.33 })
  const order = await begunOrder(market, { client: 'payer', coupon: ' THIRD ' })
  expect(await quote('payer', 'third', order.assets)).toEqual({
    code: 'Third',
    subtotal_cents: 3000,
    discount_cents: 1000,
    total_cents: 2000
  })
  expect(order).toMatchObject({ coupon_code: 'Third', subtotal_cents: 3000, discount_cents: 1000, total_cents: 2000 })
  expect(order.lines.map(({ discount_cents }) => discount_cents)).toEqual([334, 333, 333])
  const { amount } = market.sandbox.documents('order').find(({ id }) => id === order.provider_order_id)!.purchase_units[0]!
  expect(amount).toMatchObject({ value: '20.00', breakdown: { item_total: { value: '30.00' }, discount: { value: '10.00' } } })
  await market.approve(order.provider_order_id)
  await captureBy(market, order.payment_id, 'payer')
  expect(market.sandbox.documents('capture').at(-1)!.amount.value).toBe('20.00')
  const { items } = await (await clientOf('payer'))(listLicenses, { query: {} })
  expect(items.map(({ price_cents }) => price_cents).toSorted()).toEqual([666, 667, 667])
  const { id } = await assetOnSale(market)
  const single = await buy('payer', id, 'third')
  expect(single).toMatchObject({
    subtotal_cents: 1000,
    discount_cents: 333,
    total_cents: 667,
    checkout_url: expect.stringContaining('amount=6.67')
  })
})

test('a total of 0 grants the license at once, and the use counts', async () => {
  const coupon = await givenCoupon(market, 'GIFT', { percent: 100, max_uses: 1 })
  const { id } = await assetOnSale(market)
  const results = await Promise.all(['one', 'two', 'three'].map((client) => buy(`gifted ${client}`, id, 'GIFT').catch(codeOf)))
  expect(results.filter((result) => result === 'coupon_used_up')).toHaveLength(2)
  expect(results.find((result) => typeof result !== 'string')).toMatchObject({ license_id: expect.any(String), total_cents: 0 })
  expect(await usesOf(coupon.id)).toEqual({ uses: 1, reserved: 0, used: 1 })
})

test('of 200 people who use the last one at the same time, one gets it', async () => {
  const coupon = await givenCoupon(market, 'LAST', { max_uses: 3 })
  const { id } = await assetOnSale(market)
  await buy('first', id, 'LAST')
  await buy('second', id, 'LAST')
  const people = await Promise.all(Array.from({ length: 200 }, (_, at) => clientOf(`crowd ${at}`)))
  const results = await Promise.all(
    people.map((api) => api(checkOut, { body: { asset_id: id, coupon: 'LAST' } }).then(() => 'got it', codeOf))
  )
  expect(results.filter((result) => result === 'got it')).toHaveLength(1)
  expect(new Set(results)).toEqual(new Set(['got it', 'coupon_used_up']))
  expect(await usesOf(coupon.id)).toEqual({ uses: 3, reserved: 3, used: 0 })
}, 60_000)

describe('a reserved use', () => {
  test('is returned when the payment is canceled, declined, or abandoned, and not when it is refunded', async () => {
    const coupon = await givenCoupon(market, 'ONCE', { max_uses: 1 })
    const start = (client: string) => begunOrder(market, { client, count: 2, coupon: 'ONCE' })
    const canceled = await start('canceling')
    await expect(start('waiting')).rejects.toMatchObject({ body: { code: 'coupon_used_up' } })
    await (await clientOf('canceling'))(cancelPayment, { params: { payment_id: canceled.payment_id } })
    const declined = await start('declined')
    await market.decline(declined.provider_order_id)
    await captureBy(market, declined.payment_id, 'declined').catch(() => undefined)
    await start('leaving')
    const before = market.now()
    market.at(new Date(before.getTime() + 4 * 3600_000).toISOString())
    await reconcilePayments(market.ctx(), { all: true })
    expect(await usesOf(coupon.id)).toEqual({ uses: 0, reserved: 0, used: 0 })
    const { payment_id } = await boughtOrder(market, { client: 'buyer', count: 2, coupon: 'ONCE' })
    await (await market.as('admin'))(refundPayment, { params: { id: payment_id }, body: { reason: 'Sorry' } })
    await market.webhooksDone()
    expect(await usesOf(coupon.id)).toEqual({ uses: 1, reserved: 0, used: 1 })
    market.at(before.toISOString())
  })

  test('that was returned and taken by another is not used twice when its payment arrives late: the money goes back', async () => {
    const coupon = await givenCoupon(market, 'LATE', { max_uses: 1 })
    const late = await begunOrder(market, { client: 'late', count: 2, coupon: 'LATE' })
    await market.approve(late.provider_order_id)
    market.sandbox.setWebhookUrl('http://127.0.0.1:9/lost')
    await market.ports.paypal.captureOrder(late.provider_order_id, late.payment_id)
    await (await clientOf('late'))(cancelPayment, { params: { payment_id: late.payment_id } })
    await begunOrder(market, { client: 'quicker', count: 2, coupon: 'LATE' })
    market.sandbox.setWebhookUrl(`${market.address}/api/payments/webhooks/paypal`)
    const event = { event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { custom_id: late.payment_id } }
    await market.db
      .insertInto('payments.webhook_event')
      .values({ id: 'WH-LATE', event_type: event.event_type, body: JSON.stringify(event), received_at: market.now() })
      .execute()
    await market.ports.jobs.send(market.db, 'payments.process-event', { event_id: 'WH-LATE' })
    await market.webhooksDone()
    expect((await (await clientOf('late'))(listLicenses, { query: {} })).items).toEqual([])
    expect(market.sandbox.documents('refund').at(-1)!.amount.value).toBe('16.00')
    expect(await usesOf(coupon.id)).toEqual({ uses: 1, reserved: 1, used: 0 })
  })

  test('keeps its price when the coupon is changed or ended meanwhile', async () => {
    const coupon = await givenCoupon(market, 'KEPT', { percent: 50 })
    const order = await begunOrder(market, { client: 'keeper', count: 2, coupon: 'KEPT' })
    await (await market.as('admin'))(editCoupon, { params: { id: coupon.id }, body: { percent: 10 } })
    await (await market.as('admin'))(endCoupon, { params: { id: coupon.id } })
    await market.approve(order.provider_order_id)
    expect(await captureBy(market, order.payment_id, 'keeper')).toMatchObject({ status: 'captured' })
    expect(market.sandbox.documents('capture').at(-1)!.amount.value).toBe('10.00')
  })
})

test('uses per person count by account and by address', async () => {
  await givenCoupon(market, 'MINE', { max_uses_per_person: 1 })
  const { assets } = await boughtOrder(market, { client: 'fan', count: 2, coupon: 'MINE' })
  const other = await assetOnSale(market)
  await expect(buy('fan', other.id, 'MINE')).rejects.toMatchObject({ status: 409, body: { code: 'coupon_used_by_you' } })
  const fan = await market.person('client', 'fan')
  const { id: second } = await market.person('client', 'second account')
  await market.db.updateTable('accounts.user').set({ email: 'moved@example.com' }).where('id', '=', fan.id).execute()
  await market.db.updateTable('accounts.user').set({ email: fan.email }).where('id', '=', second).execute()
  await expect(buy('second account', assets[0]!, 'MINE')).rejects.toMatchObject({ body: { code: 'coupon_used_by_you' } })
  await buy('somebody else', assets[0]!, 'MINE')
  await expect(buy('somebody else', other.id, 'MINE')).rejects.toMatchObject({ body: { code: 'coupon_in_checkout' } })
})

test('a coupon that leaves nothing to pay for a plan says so, by the quote and by the checkout, and works for a dearer plan', async () => {
  await givenCoupon(market, 'ALL-OF-IT', { applies_to: 'plans', percent: null, amount: '19' })
  await givenCoupon(market, 'HUNDRED', { applies_to: 'both', percent: 100 })
  const api = await clientOf('free rider')
  const quoted = (code: string, plan_id: string) =>
    api(quoteCoupon, { body: { code, plan_id } }).then(({ total_cents }) => total_cents, codeOf)
  expect([await quoted('ALL-OF-IT', 'indiv_monthly'), await quoted('HUNDRED', 'indiv_monthly')]).toEqual(
    Array(2).fill('coupon_covers_plan')
  )
  expect(await quoted('ALL-OF-IT', 'team_monthly')).toBeGreaterThan(0)
  const body = { plan_id: 'indiv_monthly', renewal_consent: true, coupon: 'HUNDRED' } as const
  expect(await api(checkOutSubscription, { body }).then(() => 'begun', codeOf)).toBe('coupon_covers_plan')
})

test('each reason to refuse a coupon is named, by the quote and by both checkouts', async () => {
  const [icon, vector] = [await assetOnSale(market), await assetOnSale(market, { category: 'vector' })]
  const admin = await market.as('admin')
  const paused = await givenCoupon(market, 'PAUSED')
  await admin(pauseCoupon, { params: { id: paused.id } })
  const ended = await givenCoupon(market, 'ENDED')
  await admin(endCoupon, { params: { id: ended.id } })
  await givenCoupon(market, 'SOON', { starts_at: '2030-01-01T00:00:00Z' })
  await givenCoupon(market, 'PLANS', { applies_to: 'plans' })
  await givenCoupon(market, 'LOGOS', { category: 'logo' })
  await givenCoupon(market, 'RICH', { minimum: '500' })
  const items = [icon, vector].map(({ id }) => ({ asset_id: id, license_type: 'personal' as const }))
  for (const [code, reason] of Object.entries({
    NOPE: 'coupon_not_found',
    PAUSED: 'coupon_paused',
    ENDED: 'coupon_ended',
    SOON: 'coupon_scheduled',
    PLANS: 'coupon_not_for_this',
    LOGOS: 'coupon_not_for_this',
    RICH: 'coupon_minimum'
  })) {
    const api = await clientOf('refused')
    const refusals = [
      await quote('refused', code, [icon.id, vector.id]).then(() => 'quoted', codeOf),
      await buy('refused', icon.id, code).then(() => 'bought', codeOf),
      await api(createOrder, { body: { items, coupon: code } }).then(() => 'ordered', codeOf)
    ]
    expect(refusals, code).toEqual([reason, reason, reason])
  }
  await givenCoupon(market, 'VECTORS', { category: 'vector', percent: null, amount: '99' })
  const order = await begunOrder(market, { client: 'mixed', assets: [icon.id, vector.id], coupon: 'VECTORS' })
  expect(order.lines.map(({ total_cents }) => total_cents)).toEqual([1000, 0])
  expect(await (await clientOf('planner'))(quoteCoupon, { body: { code: 'PLANS', plan_id: 'indiv_monthly' } })).toMatchObject({
    subtotal_cents: 1900,
    total_cents: 1520
  })
})

test('a coupon makes the first payments of a plan cheaper at PayPal, and a later checkout without it is at the full price', async () => {
  const coupon = await givenCoupon(market, 'TWO-MONTHS', { applies_to: 'plans', percent: null, amount: '9', plan_payments: 2, max_uses: 1 })
  const api = await clientOf('subscriber')
  const body = { plan_id: 'indiv_monthly', coupon: 'two-months', renewal_consent: true } as const
  const first = await api(checkOutSubscription, { body })
  expect(await api(checkOutSubscription, { body })).toMatchObject({ sub_id: first.sub_id })
  const { coupon: _, ...unsaid } = body
  expect(await api(checkOutSubscription, { body: unsaid })).toMatchObject({ sub_id: first.sub_id })
  expect(await usesOf(coupon.id)).toEqual({ uses: 1, reserved: 1, used: 0 })
  const full = await api(checkOutSubscription, { body: { ...body, coupon: '' } })
  expect(full.sub_id).not.toBe(first.sub_id)
  expect(await usesOf(coupon.id)).toEqual({ uses: 0, reserved: 0, used: 0 })
  const { sub_id, provider_subscription_id } = await api(checkOutSubscription, { body })
  await fetch(`${market.sandbox.url}/sandbox/subscriptions/${provider_subscription_id}/approve`, { method: 'POST' })
  await api(confirmSubscription, { params: { sub_id } })
  for (let month = 0; month < 2; month += 1)
    await fetch(`${market.sandbox.url}/sandbox/subscriptions/${provider_subscription_id}/renew`, { method: 'POST' })
  await market.webhooksDone()
  expect(market.sandbox.documents('sale').map(({ amount }) => amount.value)).toEqual(['10.00', '10.00', '19.00'])
  const { items } = await api(listMyPayments, { query: { purpose: 'subscription' } })
  expect(items.map(({ amount_cents }) => amount_cents).toSorted()).toEqual([1000, 1000, 1900])
  expect(await usesOf(coupon.id)).toEqual({ uses: 1, reserved: 0, used: 1 })
})

describe('admins', () => {
  test('make, change, pause, resume, and end coupons, all in the audit log', async () => {
    const admin = await market.as('admin')
    const made = await givenCoupon(market, 'Spring-26', { minimum: '5.50', max_uses: 9 })
    expect(made).toMatchObject({ percent: 20, amount: null, minimum: 5.5, status: 'active', uses: 0, plan_payments: 1, category: null })
    const at = { params: { id: made.id } }
    expect(await admin(editCoupon, { ...at, body: { amount: 3, max_uses: null } })).toMatchObject({
      percent: null,
      amount: 3,
      max_uses: null
    })
    expect(await admin(pauseCoupon, at)).toMatchObject({ status: 'paused' })
    expect(await admin(resumeCoupon, at)).toMatchObject({ status: 'active' })
    expect(await admin(endCoupon, at)).toMatchObject({ status: 'ended' })
    for (const step of [
      () => admin(resumeCoupon, at),
      () => admin(editCoupon, { ...at, body: { max_uses: 2 } }),
      () => admin(endCoupon, at)
    ])
      await expect(step()).rejects.toMatchObject({ status: 409, body: { code: 'coupon_ended' } })
    const { items } = await admin(auditLog, { query: { q: made.id } })
    expect(items.map(({ action }) => action).toSorted()).toEqual([
      'coupon.changed',
      'coupon.created',
      'coupon.ended',
      'coupon.paused',
      'coupon.resumed'
    ])
    const statusOf = (step: string) => {
      const { before, after } = items.find(({ action }) => action === `coupon.${step}`)!
      return [before, after]
    }
    expect(statusOf('paused')).toEqual([{ status: 'active' }, { status: 'paused' }])
    expect(statusOf('resumed')).toEqual([{ status: 'paused' }, { status: 'active' }])
    expect(statusOf('ended')).toEqual([{ status: 'active' }, { status: 'ended' }])
    expect((await admin(listCoupons, { query: { q: 'spring', status: 'ended' } })).items).toMatchObject([{ id: made.id }])
  })

  test('the audit log says what a coupon was before it was paused or ended: scheduled, or paused', async () => {
    const admin = await market.as('admin')
    const starts_at = new Date(market.now().getTime() + 86_400_000).toISOString()
    const made = await givenCoupon(market, 'Later', { starts_at })
    const at = { params: { id: made.id } }
    await admin(pauseCoupon, at)
    await admin(endCoupon, at)
    const { items } = await admin(auditLog, { query: { q: made.id } })
    const changes = Object.fromEntries(items.map(({ action, before, after }) => [action, { before, after }]))
    expect(changes).toMatchObject({
      'coupon.paused': { before: { status: 'scheduled' }, after: { status: 'paused' } },
      'coupon.ended': { before: { status: 'paused' }, after: { status: 'ended' } }
    })
  })

  test('a code is unique in any case, and wrong terms are refused by field', async () => {
    const admin = await market.as('admin')
    await givenCoupon(market, 'Unique')
    await expect(givenCoupon(market, 'UNIQUE')).rejects.toMatchObject({ status: 409, body: { fields: { code: expect.any(String) } } })
    const wrong: [string, object][] = [
      ['code', { code: 'a b' }],
      ['percent', { percent: 0 }],
      ['percent', { percent: 100.5 }],
      ['percent', { percent: 12.345 }],
      ['percent', { percent: null }],
      ['amount', { amount: '5' }],
      ['applies_to', { applies_to: 'all' }],
      ['category', { category: 'photos' }],
      ['max_uses', { max_uses: 0 }],
      ['plan_payments', { plan_payments: 0 }],
      ['ends_at', { starts_at: '2026-05-02T00:00:00Z', ends_at: '2026-05-01T00:00:00Z' }],
      ['minimum', { minimum: '1.234' }]
    ]
    for (const [field, change] of wrong) {
      const body = { code: 'WRONG', percent: 10, applies_to: 'both', ...change } as never
      await expect(admin(createCoupon, { body }), field).rejects.toMatchObject({
        status: 422,
        body: { fields: { [field]: expect.any(String) } }
      })
    }
  })
})

test('one person keeps at most 20 uses of a limited coupon in open checkouts', async () => {
  const coupon = await givenCoupon(market, 'HOARD', { max_uses: 100 })
  const { id } = await assetOnSale(market)
  for (let times = 0; times < 20; times += 1) await buy('hoarder', id, 'HOARD')
  expect(await buy('hoarder', id, 'HOARD').catch(codeOf)).toBe('coupon_in_checkout')
  expect(await buy('honest', id, 'HOARD')).toMatchObject({ discount_cents: 200 })
  expect(await usesOf(coupon.id)).toMatchObject({ reserved: 21 })
})
