import { afterAll, beforeAll, expect, test } from 'vitest'
import { nowAs } from '#tests/support/givens/plans.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { prepareOrderHandOver } from '../../hand-over.contract.ts'
import { findHandOver, startRun, updateDone } from './prepared.queries.ts'
import { fileOf, prepare } from './prepared.service.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

/** A client who asked for the ZIP of an order. */
async function asked(client: string): Promise<string> {
  const { license_id } = await boughtLicense(market, (await assetOnSale(market)).id, { client })
  const lines = market.db.selectFrom('licensing.order_line').select('order_id')
  const { order_id } = await lines.where('license_id', '=', license_id).executeTakeFirstOrThrow()
  return (await (await nowAs(market, 'client', client))(prepareOrderHandOver, { params: { id: order_id }, body: {} })).id
}

async function mailsTo(client: string): Promise<number> {
  const { email } = await market.person('client', client)
  return (await market.mails()).filter(({ to, subject }) => to === email && subject.startsWith('Your ZIP')).length
}

const filesOf = async (id: string) =>
  (await Promise.all([1, 2, 3].map((run) => market.files.size(fileOf(id, run))))).filter((size) => size !== undefined).length

test('of two runs at the same time one counts: one file stays, and one mail leaves', async () => {
  const id = await asked('Kim')
  await Promise.all([prepare(market.ctx(), id), prepare(market.ctx(), id)])
  await market.work()
  expect([await filesOf(id), await mailsTo('Kim')]).toEqual([1, 1])
})

test('a run for what was asked before does nothing, and one that is overtaken leaves nothing', async () => {
  const id = await asked('Lou')
  await prepare(market.ctx(), id, new Date('2020-01-01'))
  expect(await findHandOver(market.db, id)).toMatchObject({ runs: 0, made_at: null })
  const { files } = market.ports
  const putFile: typeof files.putFile = async (...file) => {
    await files.putFile(...file)
    await market.db
      .updateTable('licensing.hand_over')
      .set({ asked_at: new Date('2020-01-02'), format: 'png' })
      .where('id', '=', id)
      .execute()
  }
  market.ports.files = { ...files, putFile }
  await prepare(market.ctx(), id)
  market.ports.files = files
  expect(await findHandOver(market.db, id)).toMatchObject({ runs: 1, made_at: null })
  expect([await filesOf(id), await mailsTo('Lou')]).toEqual([0, 0])
})

test('progress never goes back, and a run learns that another one took over', async () => {
  const id = await asked('Max')
  const start = () => startRun(market.db, { id, asked_at: undefined, now: market.now() })
  const first = (await start())!
  const alive_at = market.now()
  expect(await updateDone(market.db, first, { done_count: 40, alive_at })).toBe(true)
  const second = (await start())!
  expect(second.done_count).toBe(40)
  expect(await updateDone(market.db, first, { done_count: 41, alive_at })).toBe(false)
  expect(await updateDone(market.db, second, { done_count: 1, alive_at })).toBe(true)
  expect(await findHandOver(market.db, id)).toMatchObject({ done_count: 40 })
})
