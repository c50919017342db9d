import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setTaxRate } from '#invoicing/admin.contract.ts'
import { correctInvoice, listMyInvoices, saveBilling } from '#invoicing/contract.ts'
import { checkOut } from '#licensing/contract.ts'
import { createOrder } from '#licensing/orders.contract.ts'
import { refundPayment } from '#payments/admin.contract.ts'
import { changePlan } from '#subscriptions/change.contract.ts'
import { cancelRenewal, checkOutSubscription, confirmSubscription, resumeRenewal } from '#subscriptions/contract.ts'
import { lookAfter } from '#subscriptions/server/billing/sync.service.ts'
import { couponDisagreements } from '../faults/coupons-held-to.ts'
import { documentDisagreements, numberProblems } from '../faults/documents-held-to.ts'
import { couponsUsedTooOften, ledgerAgainstPayPal } from '../faults/held-to.ts'
import { planDisagreements } from '../faults/plans-held-to.ts'
import { begunOrder, boughtOrder, givenCoupon } from '../support/givens/orders.ts'
import { atPayPal, boughtPlan, nowAs, quotedChange } from '../support/givens/plans.ts'
import { assetOnSale, captureBy, freshMarket, type Market } from '../support/givens/sales.ts'

/* Money that moves at the same time, on a real PostgreSQL: nothing waits forever, and the books agree afterwards. */

const AT_ONCE = 20

let market: Market
beforeAll(async () => {
  market = await freshMarket()
  await (await market.as('admin'))(setTaxRate, { body: { country: 'US', state: 'CA', rate: 8.25, from: '2026-01-01' } })
})
beforeEach(() => market.at('2026-03-01T12:00:00Z'))
afterAll(() => market.end())

const HOME = { company: 'Acme', address_line1: '1 Main Street', city: 'Fresno', postal_code: '93650', state: 'CA', country: 'US' }
const names = (what: string, count = AT_ONCE): string[] => Array.from({ length: count }, (_, at) => `${what} ${at}`)
const settleIn = async (name: string) => (await market.as('client', name))(saveBilling, { body: HOME as never })
const refundBy = async (id: string, line_ids?: string[]) =>
  (await nowAs(market, 'admin'))(refundPayment, { params: { id }, body: { reason: 'As agreed', ...(line_ids && { line_ids }) } })

/** Does everything at once. Returns the codes of what was refused; anything but a refusal is a bug. */
async function atOnce(acts: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const results = await Promise.allSettled(acts.map((act) => act()))
  const reasons = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(reasons.filter(({ status = 500 }) => status >= 500).map((reason) => reason.body ?? String(reason))).toEqual([])
  return reasons.map(({ body }) => body.code)
}

async function problems(people: readonly string[]): Promise<string[]> {
  await market.webhooksDone()
  const ids = (await Promise.all(people.map((name) => market.person('client', name)))).map(({ id }) => id)
  const { ledger, paypal } = await ledgerAgainstPayPal(market)
  expect(ledger).toEqual(paypal)
  return [
    ...(await documentDisagreements(market.db, ids)),
    ...(await numberProblems(market.db)),
    ...(await couponDisagreements(market.db, ids)),
    ...(await couponsUsedTooOften(market)),
    ...(await planDisagreements(market, ids))
  ]
}

test('20 captures, 20 refunds, 10 corrections, and 10 plans at once take numbers without a gap, and none waits for another forever', async () => {
  const people = names('busy')
  await Promise.all(people.map(settleIn))
  const assets = (await Promise.all(names('asset', 4).map(() => assetOnSale(market)))).map(({ id }) => id)
  await givenCoupon(market, 'BUSY', { percent: 33.33, applies_to: 'both', max_uses: 100 })
  const paid = await Promise.all(people.map((client) => boughtOrder(market, { client, assets: assets.slice(0, 2) })))
  const begun = await Promise.all(people.map((client) => begunOrder(market, { client, assets: assets.slice(2), coupon: 'BUSY' })))
  await Promise.all(begun.map(({ provider_order_id }) => market.approve(provider_order_id)))
  const planners = people.slice(10)
  const body = { plan_id: 'indiv_monthly', renewal_consent: true, coupon: 'BUSY' } as const
  const plans = await Promise.all(planners.map(async (name) => (await nowAs(market, 'client', name))(checkOutSubscription, { body })))
  const invoices = await Promise.all(
    people.slice(0, 10).map(async (name) => (await (await market.as('client', name))(listMyInvoices, { query: {} })).items[0]!.number)
  )
  const refused = await atOnce([
    ...begun.map(
      ({ payment_id }, at) =>
        () =>
          captureBy(market, payment_id, people[at])
    ),
    ...paid.map(
      ({ payment_id, lines }, at) =>
        () =>
          refundBy(payment_id, at % 2 ? [lines[0]!.line_id] : undefined)
    ),
    ...invoices.map((number, at) => async () => {
      await (await market.as('client', people[at]!))(correctInvoice, { params: { number }, body: { ...HOME, company: 'Other' } as never })
    }),
    ...plans.map(({ sub_id, provider_subscription_id }, at) => async () => {
      await atPayPal(market, provider_subscription_id, 'approve')
      await (await nowAs(market, 'client', planners[at]))(confirmSubscription, { params: { sub_id } })
    })
  ])
  expect(refused.filter((code) => code !== 'invoice_credited')).toEqual([])
  expect(await problems(people)).toEqual([])
  const { rows } = { rows: await market.db.selectFrom('invoicing.document').select('kind').execute() }
  expect(rows.filter(({ kind }) => kind === 'invoice').length).toBeGreaterThanOrEqual(50)
  expect(rows.filter(({ kind }) => kind === 'credit_note').length).toBeGreaterThanOrEqual(20)
}, 120_000)

test('of 20 checkouts of a license, an order, and a plan with the last use of a coupon one gets it', async () => {
  const people = names('late')
  await givenCoupon(market, 'LAST-OF-ALL', { percent: 10, applies_to: 'both', max_uses: 1 })
  const [one, other] = [(await assetOnSale(market)).id, (await assetOnSale(market)).id]
  const coupon = 'LAST-OF-ALL'
  const items = [one, other].map((asset_id) => ({ asset_id, license_type: 'personal' as const }))
  const apis = await Promise.all(people.map((name) => nowAs(market, 'client', name)))
  const refused = await atOnce(
    apis.map((api, at) => () => {
      if (at % 3 === 0) return api(checkOut, { body: { asset_id: one, license_type: 'personal', coupon } })
      if (at % 3 === 1) return api(createOrder, { body: { items, coupon } })
      return api(checkOutSubscription, { body: { plan_id: 'team_yearly', renewal_consent: true, coupon } })
    })
  )
  expect(refused).toEqual(Array.from({ length: AT_ONCE - 1 }, () => 'coupon_used_up'))
})

test('a line, another line, and all of an order that are refunded at the same time give back what was paid, once', async () => {
  await settleIn('returner')
  const { payment_id, lines, total_cents } = await boughtOrder(market, { client: 'returner' })
  const wishes = [[lines[0]!.line_id], [lines[0]!.line_id], [lines[1]!.line_id, lines[2]!.line_id], undefined]
  await atOnce([...wishes, ...wishes].map((line_ids) => () => refundBy(payment_id, line_ids)))
  await refundBy(payment_id)
  const captures = market.sandbox.documents('capture').filter(({ custom_id }) => custom_id === payment_id)
  const back = market.sandbox.documents('refund').filter(({ capture_id }) => capture_id === captures[0]!.id)
  expect(back.reduce((sum, { amount }) => sum + Math.round(Number(amount.value) * 100), 0)).toBe(total_cents)
  expect(await problems(['returner'])).toEqual([])
})

test('a change of plan, a renewal, and a cancellation at the same time leave one plan, open as long as it was paid', async () => {
  const people = names('torn', 8)
  const plans = await Promise.all(people.map((name) => boughtPlan(market, name)))
  market.at('2026-04-01T11:00:00Z')
  const quotes = await Promise.all(people.map((name) => quotedChange(market, name, 'team_monthly')))
  const apis = await Promise.all(people.map((name) => nowAs(market, 'client', name)))
  await atOnce(
    apis.flatMap((api, at) => [
      async () => {
        const body = { plan_id: 'team_monthly', quote_id: quotes[at]!.quote_id, renewal_consent: true } as const
        const { sub_id, provider_subscription_id } = await api(changePlan, { body })
        await atPayPal(market, provider_subscription_id ?? '', 'approve')
        await api(confirmSubscription, { params: { sub_id } })
      },
      // PayPal may have ended the subscription meanwhile.
      () => atPayPal(market, plans[at]!.provider_subscription_id, 'renew').catch(() => undefined),
      () => api(cancelRenewal, {}),
      () => (at % 2 ? api(resumeRenewal, {}) : Promise.resolve())
    ])
  )
  await market.webhooksDone()
  await lookAfter(market.ctx(), { all: true })
  await market.webhooksDone()
  expect(await problems(people)).toEqual([])
}, 60_000)

test('payments of two years that become known at once, and others of the new year, take receipt and invoice numbers in turn', async () => {
  const people = names('new year')
  market.sandbox.faults.add({ match: { event: '*' }, effect: { kind: 'webhook_lost' }, times: 10_000 })
  const [olds, news] = [people.slice(0, 10), people.slice(10)]
  const begin = (some: string[]) =>
    Promise.all(
      some.map(async (name) => {
        const body = { plan_id: 'indiv_monthly', renewal_consent: true } as const
        const { sub_id, provider_subscription_id } = await (await nowAs(market, 'client', name))(checkOutSubscription, { body })
        await atPayPal(market, provider_subscription_id, 'approve')
        return { name, sub_id, provider_subscription_id }
      })
    )
  market.at('2026-12-20T12:00:00Z')
  const before = await begin(olds)
  market.at('2027-01-20T12:00:00Z')
  for (const { provider_subscription_id } of before) await atPayPal(market, provider_subscription_id, 'renew')
  const after = await begin(news)
  const apis = await Promise.all([...before, ...after].map(async (one) => ({ ...one, api: await nowAs(market, 'client', one.name) })))
  expect(
    await atOnce(
      apis.map(
        ({ api, sub_id }) =>
          () =>
            api(confirmSubscription, { params: { sub_id } })
      )
    )
  ).toEqual([])
  market.sandbox.faults.clear()
  expect(await problems(people)).toEqual([])
}, 60_000)
