import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf, sumOfAll } from '#ledger/server/index.ts'
import { atPayPal, begunPlan, boughtPlan, nowAs, planOfClient } from '#tests/support/givens/plans.ts'
import { freshMarket, type Market } from '#tests/support/givens/sales.ts'
import {
  checkOutSubscription,
  confirmSubscription,
  consentToRenewal,
  listPlans,
  readHistory,
  readReceipt,
  readSubscription
} from '../../contract.ts'
import { planOf, renewalConsent } from '../../rules.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const confirmBy = async (client: string, sub_id: string) =>
  (await nowAs(market, 'client', client))(confirmSubscription, { params: { sub_id } })
const paymentsOf = async (client: string) => {
  const { id } = await market.person('client', client)
  return market.db.selectFrom('payments.payment').selectAll().where('client_id', '=', id).execute()
}
const rowOf = (id: string) => market.db.selectFrom('subscriptions.subscription').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('everyone can list the plans', async () => {
  expect((await market.api(listPlans, {})).items).toMatchObject([
    { id: 'indiv_monthly', interval: 'month', price: 19, price_monthly: 19, seats: 1, downloads_per_month: 50 },
    { id: 'indiv_yearly', interval: 'year', price: 190, price_monthly: 15.83, seats: 1, downloads_per_month: 50 },
    { id: 'team_monthly', interval: 'month', price: 59, price_monthly: 59, seats: 5, downloads_per_month: 250 },
    { id: 'team_yearly', interval: 'year', price: 590, price_monthly: 49.17, seats: 5, downloads_per_month: 250 }
  ])
})

test('a plan approved at PayPal and confirmed lasts a month, with one payment, one receipt, and a mail with its terms', async () => {
  const started = await begunPlan(market, 'buyer', 'team_monthly')
  expect(started.checkout_url).toBe(`/pay/subscribe?plan_id=team_monthly&paypal_plan_id=${started.paypal_plan_id}&sub_id=${started.sub_id}`)
  expect(await planOfClient(market, 'buyer')).toMatchObject({ is_active: false, sub_id: null })
  await atPayPal(market, started.provider_subscription_id, 'approve')
  expect(await confirmBy('buyer', started.sub_id)).toMatchObject({
    ...{ is_active: true, role: 'owner', state: 'active', plan_id: 'team_monthly', price: 59, auto_renew: true },
    ...{ started_at: '2026-03-01T12:00:00.000Z', expires_at: '2026-04-01T12:00:00.000Z', resets_at: '2026-04-01T12:00:00.000Z' },
    ...{ downloads_used: 0, downloads_limit: 250, seats: 5, seats_used: 1 }
  })
  await market.webhooksDone()
  expect(await confirmBy('buyer', started.sub_id)).toMatchObject({ is_active: true })
  const payments = await paymentsOf('buyer')
  expect(payments).toMatchObject([{ amount_cents: 5900, state: 'captured', purpose: 'subscription', subscription_id: started.sub_id }])
  const { items } = await (await nowAs(market, 'client', 'buyer'))(readHistory, {})
  expect(items).toMatchObject([{ kind: 'started', amount: 59, receipt_number: expect.stringMatching(/^R-2026-\d{6}$/) }])
  const { email } = await market.person('client', 'buyer')
  const [mail, ...others] = (await market.mails()).filter(({ to }) => to === email)
  expect(others).toEqual([])
  for (const words of ['Team', '$59.00', 'April 1, 2026', 'cancel', renewalConsent(planOf('team_monthly'))])
    expect(mail?.text).toContain(words)
  const income = await balanceOf(market.db, 'income', payments[0]!.client_id)
  expect(income).toBe(-5900)
  expect(await sumOfAll(market.db)).toBe(0)
})

test('ten parallel confirm calls and the events open the plan and record the payment once', async () => {
  const started = await begunPlan(market, 'hasty')
  await atPayPal(market, started.provider_subscription_id, 'approve')
  await Promise.all([...Array.from({ length: 10 }, () => confirmBy('hasty', started.sub_id)), market.webhooksDone()])
  expect(await paymentsOf('hasty')).toHaveLength(1)
  expect((await (await nowAs(market, 'client', 'hasty'))(readHistory, {})).items).toHaveLength(1)
})

test('the events alone open the plan when the client does not return from PayPal', async () => {
  const started = await begunPlan(market, 'gone')
  await atPayPal(market, started.provider_subscription_id, 'approve')
  await market.webhooksDone()
  expect(await planOfClient(market, 'gone')).toMatchObject({ is_active: true, plan_id: 'indiv_monthly' })
})

test('confirming an unapproved checkout is 409 and changes nothing', async () => {
  const started = await begunPlan(market, 'unsure')
  await expect(confirmBy('unsure', started.sub_id)).rejects.toMatchObject({ status: 409, body: { code: 'not_approved' } })
  expect(await planOfClient(market, 'unsure')).toMatchObject({ is_active: false })
})

test('parallel checkouts create one subscription and one plan at PayPal', async () => {
  const started = await Promise.all(Array.from({ length: 5 }, () => begunPlan(market, 'double')))
  expect(new Set(started.map(({ provider_subscription_id }) => provider_subscription_id)).size).toBe(1)
  const plans = await market.db.selectFrom('subscriptions.provider_plan').selectAll().execute()
  expect(plans.filter(({ plan_id }) => plan_id === 'indiv_monthly')).toHaveLength(1)
})

test('while a plan is active another checkout is refused: already_subscribed', async () => {
  await boughtPlan(market, 'loyal')
  await expect(begunPlan(market, 'loyal', 'team_monthly')).rejects.toMatchObject({ status: 409, body: { code: 'already_subscribed' } })
})

test('of two approved plans one opens, and the other is canceled at PayPal and refunded', async () => {
  const [one, other] = [await begunPlan(market, 'twice'), await begunPlan(market, 'twice', 'team_monthly')]
  await atPayPal(market, one.provider_subscription_id, 'approve')
  await atPayPal(market, other.provider_subscription_id, 'approve')
  await Promise.allSettled([confirmBy('twice', one.sub_id), confirmBy('twice', other.sub_id)])
  await market.webhooksDone()
  const rows = [await rowOf(one.sub_id), await rowOf(other.sub_id)]
  expect(rows.map(({ state }) => state).sort()).toEqual(['active', 'ended'])
  const second = rows.find(({ state }) => state === 'ended')!
  expect(second).toMatchObject({ end_reason: 'second', cancel_due: false })
  const { status } = await market.ports.paypal.getSubscription(second.provider_subscription_id!)
  expect(status).toBe('CANCELLED')
  const payments = await paymentsOf('twice')
  expect(payments.map(({ subscription_id, state }) => [subscription_id === second.id, state]).sort()).toEqual([
    [false, 'captured'],
    [true, 'refunded']
  ])
  expect(await sumOfAll(market.db)).toBe(0)
})

test('consent is stored once with its text and time, and never without the checkbox', async () => {
  const client = await nowAs(market, 'client', 'careful')
  const unticked = client(checkOutSubscription, { body: { plan_id: 'indiv_monthly', renewal_consent: false } })
  await expect(unticked).rejects.toMatchObject({ status: 422, body: { code: 'consent_missing' } })
  const { sub_id } = await client(checkOutSubscription, { body: { plan_id: 'indiv_monthly' } })
  expect(await client(readSubscription, { params: { sub_id } })).toMatchObject({
    consented_at: null,
    is_active: false,
    plan: { price_monthly: 19 }
  })
  const first = await client(consentToRenewal, { params: { sub_id }, body: { renewal_consent: true } })
  market.at('2026-03-01T13:00:00Z')
  expect(await client(consentToRenewal, { params: { sub_id }, body: { renewal_consent: true } })).toEqual(first)
  expect(await rowOf(sub_id)).toMatchObject({
    consent_text: renewalConsent(planOf('indiv_monthly')),
    consented_at: new Date(first.consented_at)
  })
})

test('consent given only on PayPal’s page is stored with that note', async () => {
  const client = await nowAs(market, 'client', 'direct')
  const started = await client(checkOutSubscription, { body: { plan_id: 'indiv_monthly' } })
  await atPayPal(market, started.provider_subscription_id, 'approve')
  expect(await confirmBy('direct', started.sub_id)).toMatchObject({ is_active: true })
  expect((await rowOf(started.sub_id)).consent_text).toContain("PayPal's page")
})

test("another client's subscription and receipt are 404", async () => {
  const { sub_id } = await boughtPlan(market, 'private')
  const other = await market.as('client', 'stranger')
  await expect(other(readSubscription, { params: { sub_id } })).rejects.toMatchObject({ status: 404 })
  await expect(other(confirmSubscription, { params: { sub_id } })).rejects.toMatchObject({ status: 404 })
  const { items } = await (await nowAs(market, 'client', 'private'))(readHistory, {})
  const number = items[0]!.receipt_number!
  await expect(other(readReceipt, { params: { number } })).rejects.toMatchObject({ status: 404 })
})

test('the receipt is a PDF for the client who paid, and receipt numbers have no gaps', async () => {
  await boughtPlan(market, 'keeper')
  const { token } = await market.person('client', 'keeper')
  const { items } = await (await nowAs(market, 'client', 'keeper'))(readHistory, {})
  const answer = await market.app.inject({ url: items[0]!.receipt_url!, headers: { authorization: `Bearer ${token}` } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const all = await Promise.all(['n1', 'n2', 'n3'].map(async (client) => ({ client, ...(await begunPlan(market, client)) })))
  for (const { provider_subscription_id } of all) await atPayPal(market, provider_subscription_id, 'approve')
  await Promise.all(all.map(({ client, sub_id }) => confirmBy(client, sub_id)))
  const rows = await market.db.selectFrom('subscriptions.period').select('receipt_number').orderBy('receipt_number').execute()
  expect(rows.map(({ receipt_number }) => receipt_number)).toEqual(rows.map((_, index) => `R-2026-${String(index + 1).padStart(6, '0')}`))
})

test('a plan that is missing at PayPal is created again', async () => {
  await market.db
    .updateTable('subscriptions.provider_plan')
    .set({ provider_plan_id: 'P-GONE' })
    .where('plan_id', '=', 'indiv_monthly')
    .execute()
  market.at('2026-03-02T12:00:00Z')
  const started = await begunPlan(market, 'again')
  expect(started.paypal_plan_id).not.toBe('P-GONE')
})
