import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog } from '#accounts/audit.contract.ts'
import { deleteUser } from '#accounts/users.contract.ts'
import { inTransaction } from '#platform/server/index.ts'
import { atPayPal, begunPlan, boughtPlan, givenPlan, nowAs, planOfClient, quotedChange, take } from '#tests/support/givens/plans.ts'
import { freshMarket, type Market } from '#tests/support/givens/sales.ts'
import {
  activateSubscription,
  cancelSubscription,
  convertSubscription,
  createSubscription,
  extendSubscription,
  listSubscriptions,
  setSubscriptionPrice
} from '../admin.contract.ts'
import { cancelRenewal, readHistory } from '../contract.ts'
import { inviteToSeat } from '../seats.contract.ts'
import { lookAfter } from './billing/sync.service.ts'
import { revokeSubscriptionPayment } from './index.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => market.at('2026-03-01T12:00:00Z'))
afterAll(() => market.end())

const admin = () => nowAs(market, 'admin')
const emailOf = async (client: string) => (await market.person('client', client)).email
const created = async (client: string, body: object = { plan_type: 'monthly' }) =>
  (await admin())(createSubscription, { body: { user_email: await emailOf(client), ...body } as never })
const activate = async (id: string) => (await admin())(activateSubscription, { params: { id } })
const historyOf = async (client: string) => (await (await nowAs(market, 'client', client))(readHistory, {})).items

test('a subscription created by an admin is inactive and books no income, and lasts a month once activated', async () => {
  const before = await market.db.selectFrom('payments.payment').selectAll().execute()
  const subscription = await created('gifted', { plan_type: 'monthly', plan_name: 'Press team', price: '40' })
  expect(subscription).toMatchObject({
    is_active: false,
    state: 'inactive',
    source: 'admin',
    price: 40,
    plan_name: 'Press team',
    started_at: null
  })
  expect(await planOfClient(market, 'gifted')).toMatchObject({ is_active: false })
  await expect(take(market, 'gifted')).rejects.toMatchObject({ code: 'no_plan' })
  expect(await activate(subscription.id)).toMatchObject({ is_active: true, state: 'active', expires_at: '2026-04-01T12:00:00.000Z' })
  expect(await planOfClient(market, 'gifted')).toMatchObject({ is_active: true, seats: 5, downloads_limit: 250, auto_renew: false })
  await expect(activate(subscription.id)).rejects.toMatchObject({ status: 409, body: { code: 'already_active' } })
  expect(await market.db.selectFrom('payments.payment').selectAll().execute()).toEqual(before)
})

test('an unknown address and an employee’s address are 404', async () => {
  await market.person('employee', 'artist')
  for (const user_email of ['nobody@example.org', (await market.person('employee', 'artist')).email])
    await expect((await admin())(createSubscription, { body: { user_email, plan_type: 'monthly' } })).rejects.toMatchObject({
      status: 404,
      body: { code: 'user_not_found' }
    })
})

test('a client has one plan at a time, and only one of two concurrent activations succeeds', async () => {
  const [one, other] = [await created('single'), await created('single')]
  const results = await Promise.allSettled([activate(one.id), activate(other.id)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('extending by 30 days adds 30 days each time, also in parallel', async () => {
  const { id } = await givenPlan(market, 'longer')
  const extend = async () => (await admin())(extendSubscription, { params: { id }, body: { days: 30 } })
  expect(await extend()).toMatchObject({ expires_at: '2026-05-01T12:00:00.000Z' })
  await Promise.all([extend(), extend()])
  expect(await planOfClient(market, 'longer')).toMatchObject({ expires_at: '2026-06-30T12:00:00.000Z' })
})

test('days added by an admin remain after a renewal at PayPal', async () => {
  const { sub_id, provider_subscription_id } = await boughtPlan(market, 'favoured')
  await (await admin())(extendSubscription, { params: { id: sub_id }, body: { days: 10 } })
  expect(await planOfClient(market, 'favoured')).toMatchObject({ expires_at: '2026-04-11T12:00:00.000Z' })
  market.at('2026-04-01T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  await market.webhooksDone()
  expect(await planOfClient(market, 'favoured')).toMatchObject({ expires_at: '2026-05-11T12:00:00.000Z' })
})

test('a plan converts to yearly from its start, to free without downloads, and back', async () => {
  const { id } = await givenPlan(market, 'moving', { plan_name: 'Team' })
  const convert = async (plan_type: 'free' | 'monthly' | 'yearly') =>
    (await admin())(convertSubscription, { params: { id }, body: { plan_type } })
  expect(await convert('yearly')).toMatchObject({
    plan_type: 'yearly',
    price: 590,
    expires_at: '2027-03-01T12:00:00.000Z',
    downloads_limit: 250
  })
  expect(await convert('free')).toMatchObject({ plan_type: 'free', price: 0, expires_at: null, is_active: true, downloads_limit: 0 })
  await expect(take(market, 'moving')).rejects.toMatchObject({ code: 'no_plan' })
  expect(await convert('monthly')).toMatchObject({
    plan_name: 'Team',
    price: 59,
    expires_at: '2026-04-01T12:00:00.000Z',
    downloads_limit: 250
  })
  await take(market, 'moving')
})

test('converting a PayPal plan cancels its renewal, and its price can no longer change', async () => {
  const { sub_id: id, provider_subscription_id } = await boughtPlan(market, 'promoted')
  const yearly = await (await admin())(convertSubscription, { params: { id }, body: { plan_type: 'yearly' } })
  expect(yearly).toMatchObject({ auto_renew: false, expires_at: '2027-03-01T12:00:00.000Z' })
  expect((await market.ports.paypal.getSubscription(provider_subscription_id)).status).toBe('CANCELLED')
  const price = (await admin())(setSubscriptionPrice, { params: { id }, body: { price: '5' } })
  await expect(price).rejects.toMatchObject({ status: 409, body: { code: 'price_not_renewing' } })
})

test('a plan that an admin cancels ends immediately, at PayPal too, with a mail to the client', async () => {
  const { sub_id: id, provider_subscription_id } = await boughtPlan(market, 'banned')
  expect(await (await admin())(cancelSubscription, { params: { id } })).toMatchObject({ is_active: false, state: 'ended' })
  await expect(take(market, 'banned')).rejects.toMatchObject({ code: 'no_plan' })
  await market.webhooksDone()
  expect((await market.ports.paypal.getSubscription(provider_subscription_id)).status).toBe('CANCELLED')
  const email = await emailOf('banned')
  expect((await market.mails()).filter(({ to }) => to === email).at(-1)?.subject).toContain('has ended')
  expect(await activate(id)).toMatchObject({ is_active: true, auto_renew: false })
})

test('the price of a plan created by an admin can change; the client cannot change the plan or its renewal', async () => {
  const { id } = await givenPlan(market, 'priced')
  expect(await (await admin())(setSubscriptionPrice, { params: { id }, body: { price: '12.50' } })).toMatchObject({
    price: 12.5,
    price_cents: 1250
  })
  const client = await nowAs(market, 'client', 'priced')
  await expect(quotedChange(market, 'priced', 'team_monthly')).rejects.toMatchObject({ body: { code: 'by_hand' } })
  expect(await client(cancelRenewal, {})).toMatchObject({ is_active: true, auto_renew: false })
})

test('the list filters by text, status, and type, newest first', async () => {
  await created('findme', { plan_type: 'yearly', plan_name: '100% special' })
  const list = async (query: object) => (await admin())(listSubscriptions, { query })
  expect(await list({ q: '100%' })).toMatchObject({ total: 1, items: [{ user_name: 'findme', plan_type: 'yearly' }] })
  expect(await list({ q: await emailOf('findme'), status: 'active' })).toMatchObject({ total: 0 })
  expect(await list({ q: 'findme', status: 'inactive', plan_type: 'yearly' })).toMatchObject({ total: 1 })
  const all = await list({ page_size: 100 })
  expect(all.items.map(({ created_at }) => created_at)).toEqual(
    all.items
      .map(({ created_at }) => created_at)
      .sort()
      .reverse()
  )
})

test('the CSV has every filtered subscription, is safe for spreadsheets, and is recorded in the audit log', async () => {
  await created('csv one', { plan_type: 'yearly', plan_name: '=HYPERLINK("x")' })
  await created('csv two', { plan_type: 'monthly', plan_name: 'Press' })
  const { token } = await market.person('admin')
  const download = async (query: string) =>
    market.app.inject({ url: `/api/admin/subscriptions.csv?${query}`, headers: { authorization: `Bearer ${token}` } })
  const all = await download('q=csv')
  expect(all.headers['content-type']).toContain('text/csv')
  expect(all.headers['content-disposition']).toContain('subscriptions-2026-03-01.csv')
  const [head = '', ...rows] = all.body.trim().split('\r\n')
  expect(head).toContain('client,email,plan,plan_type,price_usd')
  expect(rows).toHaveLength(2)
  expect(all.body).toContain(`"'=HYPERLINK(""x"")"`)
  expect((await download('q=csv&plan_type=monthly')).body.trim().split('\r\n')).toHaveLength(2)
  expect((await download('q=csv&status=active')).body.trim().split('\r\n')).toHaveLength(1)
  const exported = await market.db.selectFrom('accounts.audit_entry').selectAll().where('action', '=', 'subscription.exported').execute()
  expect(exported).toHaveLength(3)
  const client = await market.person('client', 'csv one')
  const refused = await market.app.inject({ url: '/api/admin/subscriptions.csv', headers: { authorization: `Bearer ${client.token}` } })
  expect(refused.statusCode).toBe(403)
})

test('every action is recorded in the audit log for the client, without a name or address', async () => {
  const { id } = await givenPlan(market, 'watched')
  await (await admin())(extendSubscription, { params: { id }, body: { days: 30 } })
  await (await admin())(cancelSubscription, { params: { id } })
  const { items } = await (await admin())(auditLog, { query: { page_size: 100 } as never })
  const { id: client } = await market.person('client', 'watched')
  const entries = items.filter(({ subject }) => subject.id === client)
  expect(entries.map(({ action }) => action)).toEqual([
    'subscription.cancelled',
    'subscription.extended',
    'subscription.activated',
    'subscription.created'
  ])
  expect(JSON.stringify(entries.map(({ details }) => details))).not.toContain('watched')
})

test('refunding the current period ends the plan and its renewal at PayPal immediately, and appears in the history', async () => {
  const { provider_subscription_id, sub_id } = await boughtPlan(market, 'refunded')
  const payment = await market.db.selectFrom('payments.payment').selectAll().where('subscription_id', '=', sub_id).executeTakeFirstOrThrow()
  for (let twice = 0; twice < 2; twice += 1) await inTransaction(market.ctx(), (ctx) => revokeSubscriptionPayment(ctx, payment))
  await expect(take(market, 'refunded')).rejects.toMatchObject({ code: 'no_plan' })
  await market.webhooksDone()
  expect((await market.ports.paypal.getSubscription(provider_subscription_id)).status).toBe('CANCELLED')
  expect((await historyOf('refunded')).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['ended', null],
    ['refunded', -19],
    ['started', 19]
  ])
})

test('a checkout that is not approved is abandoned after 3 days, and a later approval still opens the plan', async () => {
  const { provider_subscription_id } = await begunPlan(market, 'slow')
  market.at('2026-03-04T12:01:00Z')
  await lookAfter(market.ctx())
  const { id } = await market.person('client', 'slow')
  const row = await market.db.selectFrom('subscriptions.subscription').selectAll().where('owner_id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'ended', end_reason: 'abandoned' })
  await atPayPal(market, provider_subscription_id, 'approve')
  await market.webhooksDone()
  expect(await planOfClient(market, 'slow')).toMatchObject({ is_active: true })
})

test('deleting a person ends the plan, at PayPal too, and deletes the seats’ addresses, but not the payment', async () => {
  const { provider_subscription_id, sub_id } = await boughtPlan(market, 'leaver', 'team_monthly')
  await (await nowAs(market, 'client', 'leaver'))(inviteToSeat, { body: { email: 'mate@example.org' } })
  await givenPlan(market, 'host', { plan_name: 'Team' })
  await (await nowAs(market, 'client', 'host'))(inviteToSeat, { body: { email: await emailOf('leaver') } })
  const { id } = await market.person('client', 'leaver')
  await (await admin())(deleteUser, { params: { id } })
  await market.webhooksDone()
  expect((await market.ports.paypal.getSubscription(provider_subscription_id)).status).toBe('CANCELLED')
  expect(await market.db.selectFrom('subscriptions.seat').selectAll().execute()).toEqual([])
  expect(await market.db.selectFrom('payments.payment').selectAll().where('subscription_id', '=', sub_id).execute()).toHaveLength(1)
})

// The last test here: its rows stay, because deleting 20,001 subscriptions takes longer than everything above.
test('a CSV of more than 20,000 subscriptions is refused and not logged as exported', async () => {
  const [{ id: owner_id }, { token }] = [await market.person('client', 'bulk'), await market.person('admin')]
  await sql`insert into subscriptions.subscription (owner_id, source, plan_type, plan_name, price_cents, seats, downloads_limit, state, created_at)
    select ${owner_id}, 'admin', 'free', 'Bulk', 0, 1, 0, 'inactive', now() from generate_series(1, 20001)`.execute(market.db)
  const lines = () => market.db.selectFrom('accounts.audit_entry').selectAll().where('action', '=', 'subscription.exported').execute()
  const before = await lines()
  const file = await market.app.inject({ url: '/api/admin/subscriptions.csv?q=Bulk', headers: { authorization: `Bearer ${token}` } })
  expect([file.statusCode, file.json()]).toMatchObject([422, { code: 'too_many_lines', error: expect.stringContaining('20,000') }])
  expect(await lines()).toHaveLength(before.length)
})
