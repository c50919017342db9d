import { afterAll, beforeAll, expect, test } from 'vitest'
import { nowAs } from '#tests/support/givens/plans.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { prepareOrderHandOver } from '../../hand-over.contract.ts'
import { fileOf, prepare } from './prepared.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

test('of two runs at the same time one counts: one file stays, and one mail leaves', async () => {
  const { license_id } = await boughtLicense(market, (await assetOnSale(market)).id, { client: 'Kim' })
  const lines = market.db.selectFrom('licensing.order_line').select('order_id')
  const { order_id } = await lines.where('license_id', '=', license_id).executeTakeFirstOrThrow()
  const { id } = await (await nowAs(market, 'client', 'Kim'))(prepareOrderHandOver, { params: { id: order_id }, body: {} })
  await Promise.all([prepare(market.ctx(), id), prepare(market.ctx(), id)])
  await market.work()
  const sizes = await Promise.all([1, 2, 3].map((run) => market.files.size(fileOf(id, run))))
  expect(sizes.filter((size) => size !== undefined)).toHaveLength(1)
  const { email } = await market.person('client', 'Kim')
  expect((await market.mails()).filter(({ to, subject }) => to === email && subject.startsWith('Your ZIP'))).toHaveLength(1)
})
