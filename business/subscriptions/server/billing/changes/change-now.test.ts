import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeCollection, createCollection, readCollection } from '#collections/contract.ts'
import { balanceOf } from '#ledger/server/index.ts'
import { checkOut, listLicenses } from '#licensing/contract.ts'
import { refundPayment } from '#payments/admin.contract.ts'
import {
  advance,
  atPayPal,
  boughtPlan,
  changedPlan,
  givenPlan,
  nowAs,
  planOfClient,
  quotedChange,
  take
} from '#tests/support/givens/plans.ts'
import { refundPartAt } from '#tests/support/givens/refunds.ts'
import { assetOnSale, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { changePlan } from '../../../change.contract.ts'
import { cancelRenewal, checkOutSubscription, confirmSubscription, readHistory, readSubscription } from '../../../contract.ts'
import type { PlanId } from '../../../rules.ts'
import { inviteToSeat, joinSeat, listSeats } from '../../../seats.contract.ts'
import { lookAfter } from '../sync.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => market.at('2026-03-01T12:00:00Z'))
afterAll(() => market.end())

const as = (client: string) => nowAs(market, 'client', client)
const confirmBy = async (client: string, sub_id: string) => (await as(client))(confirmSubscription, { params: { sub_id } })
const changeBy = async (client: string, plan_id: PlanId, quote_id: string) =>
  (await as(client))(changePlan, { body: { plan_id, quote_id, renewal_consent: true } })
const paymentsOf = async (client: string) => {
  const { id } = await market.person('client', client)
  const paid = await market.db.selectFrom('payments.payment').selectAll().where('client_id', '=', id).orderBy('captured_at').execute()
  return paid.map(({ amount_cents, state }) => [amount_cents, state])
}
const transactionsOf = async (provider_subscription_id: string): Promise<string[]> => {
  const answer = await fetch(`${market.sandbox.url}/sandbox/subscriptions/${provider_subscription_id}/transactions`)
  const { transactions } = await answer.json()
  return transactions.map(
    (one: { amount_with_breakdown: { gross_amount: { value: string } } }) => one.amount_with_breakdown.gross_amount.value
  )
}
const statusAtPayPal = async (id: string) => (await market.ports.paypal.getSubscription(id)).status
const settled = async () => {
  await lookAfter(market.ctx(), { all: true })
  await market.webhooksDone()
}

const firstPaymentOf = async (client: string) => {
  const { id } = await market.person('client', client)
  return market.db
    .selectFrom('payments.payment')
    .selectAll()
    .where('client_id', '=', id)
    .orderBy('captured_at')
    .limit(1)
    .executeTakeFirstOrThrow()
}
const refundFirst = async (client: string) =>
  (await nowAs(market, 'admin'))(refundPayment, { params: { id: (await firstPaymentOf(client)).id }, body: { reason: 'As asked' } })
const refundPartOf = async (client: string, dollars: string) => {
  await refundPartAt(market, (await firstPaymentOf(client)).provider_capture_id!, dollars)
  await market.webhooksDone()
}

/** Approves a started change at PayPal and confirms it. */
async function paid(client: string, changed: Awaited<ReturnType<typeof changedPlan>>) {
  await atPayPal(market, changed.provider_subscription_id ?? '', 'approve')
  const plan = await confirmBy(client, changed.sub_id)
  await settled()
  return plan
}

test('a dearer plan starts today: the credit is paid by the old plan, which ends at PayPal, and the next charge is the full price', async () => {
  const old = await boughtPlan(market, 'growing')
  market.at('2026-03-11T12:00:00Z')
  expect(await quotedChange(market, 'growing', 'team_monthly')).toMatchObject({
    ...{ takes_effect: 'now', effective_at: '2026-03-11T12:00:00.000Z', unused_days: 21, period_days: 31 },
    ...{ credit_cents: 1287, price_cents: 5900, due_today_cents: 4613 }
  })
  const changed = await changedPlan(market, 'growing', 'team_monthly')
  expect(changed).toMatchObject({ takes_effect: 'now', approve_url: expect.any(String), next_plan_id: null })
  expect(changed.checkout_url).toContain(`sub_id=${changed.sub_id}`)
  const client = await as('growing')
  expect(await client(readSubscription, { params: { sub_id: changed.sub_id } })).toMatchObject({
    ...{ due_today_cents: 4613, credit_cents: 1287, plan: { price_cents: 5900 } }
  })
  expect(await planOfClient(market, 'growing')).toMatchObject({ sub_id: old.sub_id, plan_id: 'indiv_monthly' })
  expect(await paid('growing', changed)).toMatchObject({
    ...{ sub_id: changed.sub_id, plan_id: 'team_monthly', price: 59, seats: 5, downloads_limit: 250, auto_renew: true },
    ...{ started_at: '2026-03-11T12:00:00.000Z', expires_at: '2026-04-11T12:00:00.000Z' }
  })
  expect(await statusAtPayPal(old.provider_subscription_id)).toBe('CANCELLED')
  const { items } = await client(readHistory, {})
  expect(items.map(({ description }) => description)).toContain('Changed from Individual to Team')

  market.at('2026-04-11T12:05:00Z')
  await atPayPal(market, changed.provider_subscription_id!, 'renew')
  await settled()
  expect(await transactionsOf(changed.provider_subscription_id!)).toEqual(['46.13', '59.00'])
  expect(await paymentsOf('growing')).toEqual([
    [1900, 'captured'],
    [4613, 'captured'],
    [5900, 'captured']
  ])
  expect(await planOfClient(market, 'growing')).toMatchObject({ price: 59, expires_at: '2026-05-11T12:00:00.000Z' })
  const { id, email } = await market.person('client', 'growing')
  expect(await balanceOf(market.db, 'income', id)).toBe(-12_413)
  const [mail] = (await market.mails()).filter(({ to, text }) => to === email && text.includes('$46.13'))
  for (const words of ['Team', '$59.00 each month', '$12.87', '$46.13']) expect(mail?.text).toContain(words)
})

test('seats, licenses, and the work of a team go over to the plan that replaces theirs', async () => {
  await boughtPlan(market, 'lead', 'team_monthly')
  const { email } = await market.person('client', 'mate')
  const lead = await as('lead')
  const { id } = await lead(inviteToSeat, { body: { email } })
  const mate = await as('mate')
  await mate(joinSeat, { params: { id } })
  const asset = await assetOnSale(market)
  await mate(checkOut, { body: { asset_id: asset.id, license_type: 'subscription' } })
  const shared = await lead(createCollection, { body: { name: 'Launch' } })
  await lead(changeCollection, { params: { id: shared.id }, body: { visibility: 'team' } })
  const plan = await paid('lead', await changedPlan(market, 'lead', 'team_yearly'))
  expect(plan).toMatchObject({ plan_id: 'team_yearly', plan_type: 'yearly', expires_at: '2027-03-01T12:00:00.000Z', seats_used: 2 })
  expect((await lead(listSeats, {})).items.map(({ status }) => status)).toEqual(['owner', 'joined'])
  expect((await mate(listLicenses, { query: {} })).items).toMatchObject([{ asset_id: asset.id, status: 'active' }])
  expect(await mate(readCollection, { params: { id: shared.id } })).toMatchObject({ visibility: 'team', is_own: false })
  await take(market, 'mate')
})

test('a quote used many times at once is one subscription at PayPal and one charge', async () => {
  await boughtPlan(market, 'eager')
  const { quote_id } = await quotedChange(market, 'eager', 'team_monthly')
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => changeBy('eager', 'team_monthly', quote_id)))
  const started = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.body.code] : []))
  expect(new Set(started.map(({ provider_subscription_id }) => provider_subscription_id)).size).toBe(1)
  expect(new Set(refused)).toEqual(refused.length > 0 ? new Set(['quote_expired']) : new Set())
  await expect(changeBy('eager', 'team_monthly', quote_id)).rejects.toMatchObject({ status: 409, body: { code: 'quote_expired' } })
  await atPayPal(market, started[0]!.provider_subscription_id!, 'approve')
  await Promise.all([confirmBy('eager', started[0]!.sub_id), confirmBy('eager', started[0]!.sub_id), settled()])
  expect(await paymentsOf('eager')).toEqual([
    [1900, 'captured'],
    [4000, 'captured']
  ])
})

test('a quote holds for 15 minutes, for its plan, its client, and the period it was made in', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'slow')
  await boughtPlan(market, 'stranger')
  const { quote_id } = await quotedChange(market, 'slow', 'team_monthly')
  await expect(changeBy('slow', 'team_yearly', quote_id)).rejects.toMatchObject({ status: 409, body: { code: 'other_plan' } })
  await expect(changeBy('stranger', 'team_monthly', quote_id)).rejects.toMatchObject({ status: 404 })
  await expect(changeBy('slow', 'team_monthly', randomUUID())).rejects.toMatchObject({ status: 404 })
  market.at('2026-03-01T12:15:00Z')
  await expect(changeBy('slow', 'team_monthly', quote_id)).rejects.toMatchObject({ status: 409, body: { code: 'quote_expired' } })
  market.at('2026-04-01T12:05:00Z')
  const last = await quotedChange(market, 'slow', 'team_monthly')
  await atPayPal(market, provider_subscription_id, 'renew')
  await market.webhooksDone()
  await expect(changeBy('slow', 'team_monthly', last.quote_id)).rejects.toMatchObject({ status: 409, body: { code: 'quote_expired' } })
})

test('a change that is approved too late, or after a renewal, is refunded and leaves the plan as it was', async () => {
  const old = await boughtPlan(market, 'late')
  const changed = await changedPlan(market, 'late', 'team_monthly')
  market.at('2026-03-01T15:00:01Z')
  await atPayPal(market, changed.provider_subscription_id!, 'approve')
  await expect(confirmBy('late', changed.sub_id)).rejects.toMatchObject({ status: 409, body: { code: 'change_lapsed' } })
  await settled()
  expect(await planOfClient(market, 'late')).toMatchObject({ sub_id: old.sub_id, plan_id: 'indiv_monthly', auto_renew: true })
  expect(await statusAtPayPal(changed.provider_subscription_id!)).toBe('CANCELLED')

  market.at('2026-04-01T11:55:00Z')
  const second = await changedPlan(market, 'late', 'team_monthly')
  market.at('2026-04-01T12:05:00Z')
  market.sandbox.setWebhookUrl('http://127.0.0.1:9/lost')
  await atPayPal(market, old.provider_subscription_id, 'renew')
  await atPayPal(market, second.provider_subscription_id!, 'approve')
  market.sandbox.setWebhookUrl(`${market.address}/api/payments/webhooks/paypal`)
  await expect(confirmBy('late', second.sub_id)).rejects.toMatchObject({ body: { code: 'change_lapsed' } })
  await settled()
  expect(await planOfClient(market, 'late')).toMatchObject({ sub_id: old.sub_id, expires_at: '2026-05-01T12:00:00.000Z' })
  expect((await paymentsOf('late')).toSorted()).toEqual([
    [1900, 'captured'],
    [1900, 'captured'],
    [4000, 'refunded'],
    [5839, 'refunded']
  ])
})

test('two changes that are both approved replace the plan once, and the other payment is refunded', async () => {
  await boughtPlan(market, 'twice')
  const [one, other] = [await changedPlan(market, 'twice', 'team_monthly'), await changedPlan(market, 'twice', 'team_yearly')]
  await Promise.all([one, other].map(({ provider_subscription_id }) => atPayPal(market, provider_subscription_id!, 'approve')))
  await settled()
  const states = (await paymentsOf('twice')).map(([, state]) => state)
  expect(states.toSorted()).toEqual(['captured', 'captured', 'refunded'])
  expect((await planOfClient(market, 'twice')).plan_id).toMatch(/^team_/)
  const open = await Promise.all([one, other].map(({ provider_subscription_id }) => statusAtPayPal(provider_subscription_id!)))
  expect(open.toSorted()).toEqual(['ACTIVE', 'CANCELLED'])
})

test('a renewal that PayPal charges for the replaced plan is refunded', async () => {
  const old = await boughtPlan(market, 'crossed')
  const changed = await changedPlan(market, 'crossed', 'team_monthly')
  market.sandbox.setWebhookUrl('http://127.0.0.1:9/lost')
  await atPayPal(market, changed.provider_subscription_id!, 'approve')
  await confirmBy('crossed', changed.sub_id)
  await atPayPal(market, old.provider_subscription_id, 'renew')
  market.sandbox.setWebhookUrl(`${market.address}/api/payments/webhooks/paypal`)
  await settled()
  expect((await paymentsOf('crossed')).toSorted()).toEqual([
    [1900, 'captured'],
    [1900, 'refunded'],
    [4000, 'captured']
  ])
  expect(await planOfClient(market, 'crossed')).toMatchObject({ plan_id: 'team_monthly' })
})

test('the credit counts what a changed period was worth, and never the days that an admin gave', async () => {
  await boughtPlan(market, 'climbing')
  await paid('climbing', await changedPlan(market, 'climbing', 'team_monthly'))
  expect(await quotedChange(market, 'climbing', 'team_yearly')).toMatchObject({ credit_cents: 5900, due_today_cents: 53_100 })
  const { sub_id } = await planOfClient(market, 'climbing')
  await market.db
    .updateTable('subscriptions.period')
    .set({ credit_cents: 0 as never })
    .where('subscription_id', '=', sub_id!)
    .execute()
  expect(await quotedChange(market, 'climbing', 'team_yearly')).toMatchObject({ credit_cents: 4000 })
})

test('a refund of the payment that a credit came from ends the plan that it paid for, through every change', async () => {
  await boughtPlan(market, 'credited')
  market.at('2026-03-01T12:01:00Z')
  await paid('credited', await changedPlan(market, 'credited', 'indiv_yearly'))
  market.at('2026-03-01T12:02:00Z')
  const dearest = await changedPlan(market, 'credited', 'team_yearly')
  await paid('credited', dearest)
  await boughtPlan(market, 'renewed since')
  market.at('2026-03-01T12:03:00Z')
  const renewed = await changedPlan(market, 'renewed since', 'team_monthly')
  await paid('renewed since', renewed)
  market.at('2026-04-01T12:05:00Z')
  await atPayPal(market, renewed.provider_subscription_id!, 'renew')
  await settled()
  market.at('2026-04-02T12:00:00Z')
  for (const client of ['credited', 'renewed since']) await refundFirst(client)
  await settled()
  expect(await planOfClient(market, 'credited')).toMatchObject({ is_active: false })
  expect(await statusAtPayPal(dearest.provider_subscription_id!)).toBe('CANCELLED')
  expect((await paymentsOf('credited')).map(([, state]) => state)).toEqual(['refunded', 'captured', 'captured'])
  // This period was paid in full.
  expect(await planOfClient(market, 'renewed since')).toMatchObject({ is_active: true, plan_id: 'team_monthly' })
})

test('a part that was refunded of the payment that a credit came from is no credit any more, but counts once', async () => {
  const change = async (client: string) => paid(client, await changedPlan(market, client, 'team_monthly'))
  await boughtPlan(market, 'part after')
  market.at('2026-03-01T12:10:00Z')
  await change('part after')
  await refundPartOf('part after', '5.00')
  expect(await quotedChange(market, 'part after', 'team_yearly')).toMatchObject({ credit_cents: 5400 })
  await boughtPlan(market, 'part before')
  market.at('2026-03-01T12:30:00Z')
  await refundPartOf('part before', '5.00')
  market.at('2026-03-01T13:00:00Z')
  await change('part before')
  expect(await quotedChange(market, 'part before', 'team_yearly')).toMatchObject({ credit_cents: 5900 })
})

test('a plan whose renewal is canceled can change now, and the checkout of an ended plan starts over at the list price', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'back')
  const client = await as('back')
  await client(cancelRenewal, {})
  await changedPlan(market, 'back', 'team_monthly')
  market.at('2026-04-01T12:00:00Z')
  await settled()
  expect(await planOfClient(market, 'back')).toMatchObject({ is_active: false })
  expect(await statusAtPayPal(provider_subscription_id)).toBe('CANCELLED')
  const started = await (await as('back'))(checkOutSubscription, { body: { plan_id: 'team_monthly', renewal_consent: true } })
  await atPayPal(market, started.provider_subscription_id, 'approve')
  expect(await confirmBy('back', started.sub_id)).toMatchObject({ plan_id: 'team_monthly', price: 59 })
  expect(await paymentsOf('back')).toEqual([
    [1900, 'captured'],
    [5900, 'captured']
  ])
})

test('after PayPal brings the next billing nearer, fewer days are credited', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'nearer')
  await advance(market, provider_subscription_id, 21)
  expect(await planOfClient(market, 'nearer')).toMatchObject({ expires_at: '2026-03-11T12:00:00.000Z' })
  expect(await quotedChange(market, 'nearer', 'team_monthly')).toMatchObject({ unused_days: 10, period_days: 31, credit_cents: 613 })
})

test('no plan, a seat in a team, a plan by our team, and an unknown plan have no quote', async () => {
  await market.person('client', 'none')
  await expect(quotedChange(market, 'none', 'team_monthly')).rejects.toMatchObject({ status: 404 })
  await boughtPlan(market, 'captain', 'team_monthly')
  const { email } = await market.person('client', 'sailor')
  await (await as('captain'))(inviteToSeat, { body: { email } })
  await expect(quotedChange(market, 'sailor', 'indiv_monthly')).rejects.toMatchObject({ status: 409, body: { code: 'not_owner' } })
  await givenPlan(market, 'given')
  await expect(quotedChange(market, 'given', 'team_monthly')).rejects.toMatchObject({ status: 409, body: { code: 'by_hand' } })
  await expect(quotedChange(market, 'captain', 'gold' as never)).rejects.toMatchObject({ status: 422 })
})
