import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelRenewal, resumeRenewal } from '#subscriptions/contract.ts'
import { boughtPlan, nowAs } from '#tests/support/givens/plans.ts'
import { freshMarket, type Market } from '#tests/support/givens/sales.ts'

const RESUMES_AN_HOUR = 10

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const by = () => nowAs(market, 'client', 'toggling')
const cancel = async () => (await by())(cancelRenewal, {})
const resume = async () => (await by())(resumeRenewal, {})

test(`a renewal can be resumed ${RESUMES_AN_HOUR} times an hour, and canceling it is never refused`, async () => {
  market.at('2026-03-01T12:00:00Z')
  const { sub_id, provider_subscription_id } = await boughtPlan(market, 'toggling')
  await cancel()
  await resume()
  const { id } = await market.person('client', 'toggling')
  const key = `payments.resume_renewal.${id}/3600`
  await sql`update platform.use_count set used = ${RESUMES_AN_HOUR - 1} where key = ${key}`.execute(market.db)
  await cancel()
  await resume()
  expect(await cancel()).toMatchObject({ auto_renew: false, can_resume: true })
  const eventsOf = () => market.db.selectFrom('subscriptions.event').select('kind').where('subscription_id', '=', sub_id).execute()
  const before = (await eventsOf()).length
  for (let click = 0; click < 3; click += 1) {
    await expect(resume()).rejects.toMatchObject({ status: 429, retryAfter: 3600 })
    expect(await cancel()).toMatchObject({ auto_renew: false, can_resume: true })
  }
  expect(await eventsOf()).toHaveLength(before)
  expect((await market.ports.paypal.getSubscription(provider_subscription_id)).status).toBe('SUSPENDED')
  market.at('2026-03-01T13:00:00Z')
  expect(await resume()).toMatchObject({ auto_renew: true })
})
