import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#platform/server/index.ts'
import { refundPartAt, refundSteps } from '#tests/support/givens/refunds.ts'
import { freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { PayPalRefusal } from '../paypal/adapter.ts'
import { reconcileRefunds } from './reconcile-refunds.service.ts'
import { settleRefund } from './record-refund.service.ts'
import { refundLater } from './refund-later.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => market.sandbox.faults.clear())
afterAll(() => market.end())
const { bought, detailOf, traces } = refundSteps(() => market)

test('an automatic refund that PayPal refuses is mailed to support once, and retried each day', async () => {
  const nextDay = () => market.at(new Date(market.now().getTime() + 86_400_000).toISOString())
  const { payment_id } = await bought('unlucky')
  await market.webhooksDone()
  await inTransaction(market.ctx(), (ctx) => refundLater(ctx, payment_id, 'It opened nothing.'))
  const refusing = () => {
    const ctx = market.ctx()
    const refundCapture = async () => {
      throw new PayPalRefusal(422, 'REFUND_FAILED_INSUFFICIENT_FUNDS', 'Too little')
    }
    return { ...ctx, ports: { ...ctx.ports, paypal: { ...ctx.ports.paypal, refundCapture } } }
  }
  await reconcileRefunds(refusing())
  await reconcileRefunds(refusing())
  expect((await traces(payment_id)).refunds).toEqual(['failed'])
  nextDay()
  await reconcileRefunds(refusing())
  expect((await traces(payment_id)).refunds).toEqual(['failed', 'failed'])
  nextDay()
  await Promise.all([reconcileRefunds(market.ctx()), reconcileRefunds(market.ctx())])
  expect((await traces(payment_id)).refunds.toSorted()).toEqual(['completed', 'failed', 'failed'])
  await market.webhooksDone()
  const mails = (await market.mails()).filter(({ subject }) => subject === `A refund has failed: payment ${payment_id}`)
  expect(mails).toMatchObject([{ to: market.ports.settings.support_email }])
  const refundMails = (await market.mails()).filter(({ to, subject }) => to.startsWith('unlucky') && subject === 'Your refund of $10.00')
  expect(refundMails).toMatchObject([{ text: expect.stringContaining('did not buy anything') }])
})

test('after a refund of a part that somebody made at PayPal, an automatic refund asks for the rest', async () => {
  const { payment_id } = await bought('halved')
  await market.webhooksDone()
  await inTransaction(market.ctx(), (ctx) => refundLater(ctx, payment_id, 'It opened nothing.'))
  await refundPartAt(market, (await detailOf(payment_id)).provider_capture_id!, '4.00')
  const { id } = market.sandbox.documents('refund').at(-1)!
  await settleRefund(market.ctx(), payment_id, { id, status: 'COMPLETED', amount: { currency_code: 'USD', value: '4.00' }, links: [] })
  expect((await traces(payment_id)).refunds.toSorted()).toEqual(['asked', 'completed'])
  await reconcileRefunds(market.ctx())
  await market.webhooksDone()
  expect(await detailOf(payment_id)).toMatchObject({ status: 'refunded', refunded_cents: 1000 })
  expect((await traces(payment_id)).booked.map(([line]) => line?.[1])).toEqual([400, 600])
})
