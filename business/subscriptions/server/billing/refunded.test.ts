import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { financialReport } from '#accounting/contract.ts'
import { deleteUser, setRole, setStatus } from '#accounts/users.contract.ts'
import { linesOf, sumOfAll } from '#ledger/server/index.ts'
import { checkOut, linkLicenseFile } from '#licensing/contract.ts'
import { refundPayment } from '#payments/admin.contract.ts'
import { type PayPalTransaction, settleAllBack } from '#payments/server/index.ts'
import type { Ctx } from '#platform/server/index.ts'
import { atPayPal, begunPlan, boughtPlan, nowAs, planOfClient, take } from '#tests/support/givens/plans.ts'
import { assetOnSale, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { cancelRenewal, readHistory } from '../../contract.ts'
import { inviteToSeat } from '../../seats.contract.ts'
import { lookAfter, syncSubscription } from './sync.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => {
  market.at('2026-03-01T12:00:00Z')
  market.sandbox.faults.clear()
  market.sandbox.setWebhookUrl(`${market.address}/api/payments/webhooks/paypal`)
})
afterAll(() => market.end())

const loseEvents = () => market.sandbox.setWebhookUrl('http://127.0.0.1:9/lost')
const look = async () => {
  await lookAfter(market.ctx(), { all: true })
  await market.webhooksDone()
}
const paidBy = async (client: string) => {
  const { id } = await market.person('client', client)
  return market.db.selectFrom('payments.payment').selectAll().where('client_id', '=', id).orderBy('captured_at').execute()
}
/** The client's ledger lines for income, refunds, and cash, in cents. */
const booked = async (client: string) => {
  const { id } = await market.person('client', client)
  const lines = [...(await linesOf(market.db, { kind: 'sale' })), ...(await linesOf(market.db, { kind: 'refund' }))]
  return lines.filter((line) => line.party_id === id && line.account !== 'fees').map(({ account, amount_cents }) => [account, amount_cents])
}
const refundsOf = (payment_id: string) => market.db.selectFrom('payments.refund').selectAll().where('payment_id', '=', payment_id).execute()
const rowOf = (id: string) => market.db.selectFrom('subscriptions.subscription').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const historyOf = async (client: string) => (await (await nowAs(market, 'client', client))(readHistory, {})).items
const mailsTo = async (client: string) => {
  const { email } = await market.person('client', client)
  return (await market.mails()).filter(({ to }) => to === email).map(({ subject }) => subject)
}
const statusAtPayPal = async (id: string) => (await market.ports.paypal.getSubscription(id)).status
const refundAtPayPal = async (sale: string, how: 'refund' | 'reverse' = 'refund') => {
  const answer = await fetch(`${market.sandbox.url}/sandbox/captures/${sale}/${how}`, { method: 'POST' })
  if (!answer.ok) throw new Error(`${how}: ${answer.status} ${await answer.text()}`)
}
/** A context whose PayPal lists other payments. */
const listing = (change: (all: PayPalTransaction[]) => PayPalTransaction[]): Ctx => {
  const ctx = market.ctx()
  const { paypal } = ctx.ports
  const listTransactions = async (...asked: Parameters<typeof paypal.listTransactions>) => change(await paypal.listTransactions(...asked))
  return { ...ctx, ports: { ...ctx.ports, paypal: { ...paypal, listTransactions } } }
}
const salesOf = (sub_id: string) => market.sandbox.documents('sale').filter(({ custom_id }) => custom_id === sub_id)

test('parallel refunds of a plan by two admins refund once and end the plan, its seats, licenses, and renewal immediately', async () => {
  const asset = await assetOnSale(market)
  const { provider_subscription_id } = await boughtPlan(market, 'regretting', 'team_monthly')
  const { email } = await market.person('client', 'mate')
  await (await nowAs(market, 'client', 'regretting'))(inviteToSeat, { body: { email } })
  const mate = await nowAs(market, 'client', 'mate')
  const { license_id } = await mate(checkOut, {
    body: { asset_id: asset.id, license_type: 'subscription', via_subscription: true } as never
  })
  await mate(linkLicenseFile, { params: { id: license_id! }, query: {} })
  const [payment] = await paidBy('regretting')
  market.at('2026-03-10T12:00:00Z')
  const admins = await Promise.all([nowAs(market, 'admin'), nowAs(market, 'admin', 'other')])
  const refund = { params: { id: payment!.id }, body: { reason: 'As asked' } }
  const answers = await Promise.all([...admins, ...admins].map((admin) => admin(refundPayment, refund)))
  expect(answers.at(-1)).toMatchObject({ status: 'refunded', refunded_cents: 5900 })
  await expect(take(market, 'regretting')).rejects.toMatchObject({ code: 'no_plan' })
  await expect(take(market, 'mate')).rejects.toMatchObject({ code: 'no_plan' })
  expect(await planOfClient(market, 'mate')).toMatchObject({ is_active: false })
  const owner = await nowAs(market, 'client', 'regretting')
  for (const client of [owner, mate])
    await expect(client(linkLicenseFile, { params: { id: license_id! }, query: {} })).rejects.toMatchObject({ status: 409 })
  await market.webhooksDone()
  expect(await statusAtPayPal(provider_subscription_id)).toBe('CANCELLED')
  expect(market.sandbox.documents('refund').filter(({ capture_id }) => capture_id === payment!.provider_capture_id)).toHaveLength(1)
  expect((await booked('regretting')).filter(([account]) => account !== 'cash')).toEqual([
    ['income', -5900],
    ['refunds', 5900]
  ])
  expect(await refundsOf(payment!.id)).toMatchObject([{ state: 'completed', amount_cents: 5900 }])
  expect((await historyOf('regretting')).map(({ kind, amount }) => [kind, amount])).toEqual(
    expect.arrayContaining([
      ['refunded', -59],
      ['ended', null]
    ])
  )
  const mails = await mailsTo('regretting')
  expect(mails.filter((subject) => subject === 'Your refund of $59.00')).toHaveLength(1)
  expect(mails.filter((subject) => subject.includes('has ended'))).toHaveLength(1)
  const report = await admins[0](financialReport, { query: { start: '2026-03-10', end: '2026-03-11' } })
  expect(report.totals).toMatchObject({ income_cents: -5900 })
  await look()
  expect(await refundsOf(payment!.id)).toHaveLength(1)
  expect(await sumOfAll(market.db)).toBe(0)
})

test('a refund at PayPal whose event was lost is booked once by the next sync and ends the plan; a late event changes nothing', async () => {
  const { sub_id, provider_subscription_id } = await boughtPlan(market, 'elsewhere')
  const [payment] = await paidBy('elsewhere')
  loseEvents()
  await refundAtPayPal(payment!.provider_capture_id!)
  market.at('2026-03-02T13:00:00Z')
  await Promise.all([lookAfter(market.ctx()), syncSubscription(market.ctx(), await rowOf(sub_id)), lookAfter(market.ctx())])
  expect(await paidBy('elsewhere')).toMatchObject([{ state: 'refunded' }])
  expect(await planOfClient(market, 'elsewhere')).toMatchObject({ is_active: false })
  await market.work()
  expect(await statusAtPayPal(provider_subscription_id)).toBe('CANCELLED')
  const [refund] = market.sandbox.documents('refund').filter(({ capture_id }) => capture_id === payment!.provider_capture_id)
  const event = {
    id: 'WH-LATE-REFUND',
    event_type: 'PAYMENT.SALE.REFUNDED',
    body: JSON.stringify({ event_type: 'PAYMENT.SALE.REFUNDED', resource: { id: refund!.id, sale_id: payment!.provider_capture_id } }),
    received_at: market.now()
  }
  await market.db.insertInto('payments.webhook_event').values(event).execute()
  await market.ports.jobs.send(market.db, 'payments.process-event', { event_id: event.id })
  await market.work()
  expect(await refundsOf(payment!.id)).toMatchObject([{ state: 'completed', amount_cents: 1900 }])
  expect((await booked('elsewhere')).filter(([account]) => account === 'refunds')).toEqual([['refunds', 1900]])
  expect(await mailsTo('elsewhere')).toContain('Your refund of $19.00')
  expect(await sumOfAll(market.db)).toBe(0)
})

test('refunding a payment that PayPal already refunded books that refund and no second one', async () => {
  await boughtPlan(market, 'both ways')
  const [payment] = await paidBy('both ways')
  loseEvents()
  await refundAtPayPal(payment!.provider_capture_id!)
  const refund = { params: { id: payment!.id }, body: { reason: 'As asked' } }
  expect(await (await nowAs(market, 'admin'))(refundPayment, refund)).toMatchObject({ status: 'refunded', refunded_cents: 1900 })
  expect(await refundsOf(payment!.id)).toMatchObject([{ state: 'completed', reason: 'As asked' }])
  expect(await planOfClient(market, 'both ways')).toMatchObject({ is_active: false })
})

test('a first payment refunded at PayPal before it was recorded is booked as a sale and a refund, opens no plan, and never renews', async () => {
  const started = await begunPlan(market, 'unheard')
  loseEvents()
  await atPayPal(market, started.provider_subscription_id, 'approve')
  await refundAtPayPal(salesOf(started.sub_id)[0]!.id)
  market.at('2026-03-01T13:00:00Z')
  await look()
  expect(await paidBy('unheard')).toMatchObject([{ state: 'refunded', amount_cents: 1900 }])
  expect((await booked('unheard')).filter(([account]) => account !== 'cash')).toEqual([
    ['income', -1900],
    ['refunds', 1900]
  ])
  expect(await rowOf(started.sub_id)).toMatchObject({ state: 'ended', end_reason: 'refunded', started_at: null, cancel_due: false })
  expect(await statusAtPayPal(started.provider_subscription_id)).toBe('CANCELLED')
  expect(await mailsTo('unheard')).toEqual(['Your refund of $19.00'])
})

test('a renewal that was partially refunded before it was recorded is booked and opens its period', async () => {
  const { sub_id, provider_subscription_id } = await boughtPlan(market, 'part')
  loseEvents()
  market.at('2026-04-01T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  await lookAfter(listing((all) => all.map((one) => ({ ...one, status: 'PARTIALLY_REFUNDED' }))))
  expect(await paidBy('part')).toMatchObject([{ state: 'captured' }, { state: 'captured', provider_capture_id: salesOf(sub_id)[1]!.id }])
  expect(await planOfClient(market, 'part')).toMatchObject({ is_active: true, expires_at: '2026-05-01T12:00:00.000Z' })
})

test('a chargeback (REVERSED) is booked once and ends the plan and its renewal', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'charged back')
  const [payment] = await paidBy('charged back')
  await refundAtPayPal(payment!.provider_capture_id!, 'reverse')
  await market.webhooksDone()
  expect(await paidBy('charged back')).toMatchObject([{ state: 'refunded' }])
  expect(await planOfClient(market, 'charged back')).toMatchObject({ is_active: false })
  await look()
  expect(await statusAtPayPal(provider_subscription_id)).toBe('CANCELLED')
  expect((await booked('charged back')).filter(([account]) => account === 'refunds')).toEqual([['refunds', 1900]])
})

test('Cancel Renewal without a response or event from PayPal still finds a renewal that was charged just before', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'unlucky')
  loseEvents()
  market.at('2026-04-01T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  const path = `/v1/billing/subscriptions/${provider_subscription_id}`
  market.sandbox.faults.add({ match: { method: 'GET', path }, times: 20, effect: { kind: 'reset' } })
  expect(await (await nowAs(market, 'client', 'unlucky'))(cancelRenewal, {})).toMatchObject({ is_active: true, auto_renew: false })
  market.sandbox.faults.clear()
  expect(await statusAtPayPal(provider_subscription_id)).toBe('CANCELLED')
  await market.work()
  expect(await paidBy('unlucky')).toHaveLength(2)
  expect(await planOfClient(market, 'unlucky')).toMatchObject({
    is_active: true,
    auto_renew: false,
    expires_at: '2026-05-01T12:00:00.000Z'
  })
  expect((await historyOf('unlucky')).map(({ kind }) => kind)).toEqual(['cancelled', 'renewed', 'started'])
})

test('a plan with a canceled renewal is synced once more before it ends, and is canceled at PayPal when it ends', async () => {
  const { sub_id, provider_subscription_id } = await boughtPlan(market, 'last word')
  loseEvents()
  market.at('2026-03-01T12:00:01Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  market.at('2026-03-01T12:00:02Z')
  await (await nowAs(market, 'client', 'last word'))(cancelRenewal, {})
  market.at('2026-04-01T11:59:00Z')
  // PayPal does not list the second charge yet.
  await lookAfter(listing((all) => all.slice(0, 1)))
  expect(await paidBy('last word')).toHaveLength(1)
  market.at('2026-04-01T12:00:01Z')
  await lookAfter(market.ctx())
  expect(await paidBy('last word')).toHaveLength(2)
  expect(await rowOf(sub_id)).toMatchObject({ state: 'active', auto_renew: false, renewal_paused_at: expect.any(Date) })
  expect(await statusAtPayPal(provider_subscription_id)).toBe('SUSPENDED')
  market.at('2026-05-01T12:05:00Z')
  await look()
  expect(await rowOf(sub_id)).toMatchObject({ state: 'ended', end_reason: 'period_over', cancelled_at: expect.any(Date) })
  expect(await statusAtPayPal(provider_subscription_id)).toBe('CANCELLED')
})

test('a checkout is not abandoned while PayPal cannot be reached; a later approval is still found', async () => {
  const [one, other] = [await begunPlan(market, 'slow one'), await begunPlan(market, 'slow other')]
  loseEvents()
  await atPayPal(market, one.provider_subscription_id, 'approve')
  market.at('2026-03-05T12:00:00Z')
  const path = `/v1/billing/subscriptions/${one.provider_subscription_id}`
  market.sandbox.faults.add({ match: { path }, times: 20, effect: { kind: 'reset' } })
  await lookAfter(market.ctx(), { all: true }).catch(() => {})
  expect(await rowOf(one.sub_id)).toMatchObject({ state: 'created' })
  expect(await rowOf(other.sub_id)).toMatchObject({ state: 'ended', end_reason: 'abandoned' })
  market.sandbox.faults.clear()
  await atPayPal(market, other.provider_subscription_id, 'approve')
  market.at('2026-03-08T12:01:00Z')
  await lookAfter(market.ctx())
  expect(await rowOf(one.sub_id)).toMatchObject({ state: 'active' })
  expect(await rowOf(other.sub_id)).toMatchObject({ state: 'active' })
})

test('a deleted account is never charged again, even if PayPal’s page was still open', async () => {
  const { provider_subscription_id } = await boughtPlan(market, 'deleted')
  const open = await begunPlan(market, 'deleted later')
  const admin = await nowAs(market, 'admin')
  for (const name of ['deleted', 'deleted later']) await admin(deleteUser, { params: { id: (await market.person('client', name)).id } })
  await market.work()
  expect(await statusAtPayPal(provider_subscription_id)).toBe('CANCELLED')
  loseEvents()
  await atPayPal(market, open.provider_subscription_id, 'approve')
  market.at('2026-03-05T12:00:00Z')
  await lookAfter(market.ctx())
  await market.work()
  expect(await statusAtPayPal(open.provider_subscription_id)).toBe('CANCELLED')
  expect(await paidBy('deleted later')).toMatchObject([{ state: 'refunded' }])
})

test('deactivating an account cancels its renewal with a history event, and members keep the paid period', async () => {
  const { sub_id, provider_subscription_id } = await boughtPlan(market, 'closed', 'team_monthly')
  const { email } = await market.person('client', 'guest of closed')
  await (await nowAs(market, 'client', 'closed'))(inviteToSeat, { body: { email } })
  const waiting = await begunPlan(market, 'closed early')
  const admin = await nowAs(market, 'admin')
  const { id } = await market.person('client', 'closed')
  for (const name of ['closed', 'closed early'])
    await admin(setStatus, { params: { id: (await market.person('client', name)).id }, body: { is_active: false } })
  await market.webhooksDone()
  expect(await statusAtPayPal(provider_subscription_id)).toBe('CANCELLED')
  expect(await rowOf(sub_id)).toMatchObject({ state: 'active', auto_renew: false, cancel_due: false })
  await take(market, 'guest of closed')
  await atPayPal(market, waiting.provider_subscription_id, 'approve')
  await market.webhooksDone()
  expect(await rowOf(waiting.sub_id)).toMatchObject({ state: 'ended' })
  expect(await paidBy('closed early')).toMatchObject([{ state: 'refunded' }])
  await admin(setStatus, { params: { id }, body: { is_active: true } })
  expect((await historyOf('closed')).filter(({ kind }) => kind === 'cancelled')).toMatchObject([
    { description: 'Renewal of Team canceled, as the account was deactivated' }
  ])
})

test('a client who becomes an employee is never charged again, and a plan approved too late is refunded', async () => {
  const { sub_id, provider_subscription_id } = await boughtPlan(market, 'hired')
  const waiting = await begunPlan(market, 'hired early')
  const admin = await nowAs(market, 'admin')
  for (const [name, role] of [['hired', 'employee'] as const, ['hired early', 'admin'] as const])
    await admin(setRole, { params: { id: (await market.person('client', name)).id }, body: { role } })
  await market.webhooksDone()
  expect(await statusAtPayPal(provider_subscription_id)).toBe('CANCELLED')
  expect(await rowOf(sub_id)).toMatchObject({ state: 'active', auto_renew: false, cancel_due: false })
  await atPayPal(market, waiting.provider_subscription_id, 'approve')
  await market.webhooksDone()
  expect(await rowOf(waiting.sub_id)).toMatchObject({ state: 'ended' })
  expect(await statusAtPayPal(waiting.provider_subscription_id)).toBe('CANCELLED')
  expect(await paidBy('hired early')).toMatchObject([{ state: 'refunded' }])
  const notes = await market.db.selectFrom('subscriptions.event').select('description').where('subscription_id', '=', sub_id).execute()
  expect(notes.map(({ description }) => description)).toContain('Renewal of Individual canceled, as the account’s role changed')
})

test('a payment of the wrong amount is refunded and the paid plan continues, until its own payment is refunded', async () => {
  const { sub_id, provider_subscription_id } = await boughtPlan(market, 'odd')
  const [paid] = await paidBy('odd')
  loseEvents()
  market.at('2026-03-10T12:00:00Z')
  const gross_amount = { currency_code: 'USD', value: '7.00' }
  await atPayPal(market, provider_subscription_id, 'renew')
  const odd = ({ amount_with_breakdown, ...one }: PayPalTransaction) => ({
    ...one,
    amount_with_breakdown: { ...amount_with_breakdown, gross_amount }
  })
  await syncSubscription(
    listing((all) => all.map((one) => (one.id === paid!.provider_capture_id ? one : odd(one)))),
    await rowOf(sub_id)
  )
  const [, other] = await paidBy('odd')
  expect(other).toMatchObject({ amount_cents: 700 })
  await settleAllBack(market.ctx(), other!.id)
  expect(await paidBy('odd')).toMatchObject([{ state: 'captured' }, { state: 'refunded' }])
  expect(await planOfClient(market, 'odd')).toMatchObject({ is_active: true, expires_at: '2026-04-01T12:00:00.000Z' })
  await (await nowAs(market, 'admin'))(refundPayment, { params: { id: paid!.id }, body: { reason: 'As asked' } })
  expect(await planOfClient(market, 'odd')).toMatchObject({ is_active: false })
})

test('a renewal refunded at PayPal before it was recorded is booked as a sale and a refund and ends the open plan', async () => {
  const { sub_id, provider_subscription_id } = await boughtPlan(market, 'renewed unheard')
  loseEvents()
  market.at('2026-04-01T12:05:00Z')
  await atPayPal(market, provider_subscription_id, 'renew')
  const renewal = salesOf(sub_id).find(({ id }) => id !== salesOf(sub_id)[0]!.id)!
  await refundAtPayPal(renewal.id)
  await lookAfter(market.ctx(), { all: true })
  expect(await paidBy('renewed unheard')).toMatchObject([{ state: 'captured' }, { state: 'refunded' }])
  expect(await rowOf(sub_id)).toMatchObject({ state: 'ended', end_reason: 'refunded' })
})
