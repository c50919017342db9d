import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boughtPlan } from '#tests/support/givens/plans.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const bought = async (client: string) => boughtLicense(market, (await assetOnSale(market)).id, { client })

async function open(path: string, client: string) {
  const { token } = await market.person('client', client)
  return market.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}` } })
}

test('one person has 120 receipts drawn per hour, of purchases and plans together, and another person is not affected', async () => {
  const plan = await boughtPlan(market, 'printer')
  const { payment_id } = await bought('printer')
  const { rows } = await sql<{
    number: string
  }>`select receipt_number as number from subscriptions.period where subscription_id = ${plan.sub_id}`.execute(market.db)
  const paths = [`/payments/${payment_id}/receipt`, `/subscriptions/receipts/${rows[0]!.number}`]
  const statuses = async () => Promise.all(paths.map(async (path) => (await open(path, 'printer')).statusCode))
  expect(await statuses()).toEqual([200, 200])
  const { id } = await market.person('client', 'printer')
  await sql`update platform.use_count set used = used + 117 where key like ${`payments.receipts.${id}%`}`.execute(market.db)
  expect((await open(paths[0]!, 'printer')).statusCode).toBe(200)
  expect(await statuses()).toEqual([429, 429])
  const refused = await open(paths[1]!, 'printer')
  expect([refused.json().code, Number(refused.headers['retry-after']) > 0]).toEqual(['too_many', true])
  const { payment_id: other } = await bought('reader')
  expect((await open(`/payments/${other}/receipt`, 'reader')).statusCode).toBe(200)
})
