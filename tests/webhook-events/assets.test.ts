import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideAppeal, makeAppeal } from '#submissions/appeals.contract.ts'
import { decideAsset, decideAssets, withholdAsset } from '#submissions/review.contract.ts'
import { decide, givenClaim } from '../support/givens/claims.ts'
import { nowAs } from '../support/givens/plans.ts'
import { givenPrice } from '../support/givens/sales.ts'
import { uploadedAsset } from '../support/givens/submissions.ts'
import { type ToldMarket, toldMarket } from '../support/givens/told.ts'

let market: ToldMarket
/** An asset for each test. */
const pending: string[] = []
beforeAll(async () => {
  market = await toldMarket({ clients: ['client'], artists: ['employee', 'other'] })
  await givenPrice(market, 'icon', '10')
  for (let left = 3; left > 0; left -= 1) pending.push((await uploadedAsset(market)).asset_id)
})
afterAll(() => market.end())

const admin = (name?: string) => nowAs(market, 'admin', name)
const next = () => pending.shift()!
const about = (asset_id: string, type: string) => ({ name: 'employee', type, data: { asset_id } })
const approve = async (id: string) => (await admin())(decideAsset, { params: { id }, body: { status: 'approved' } })

test('an approval, and taking the work off sale', async () => {
  const id = next()
  expect(await market.toldBy(() => approve(id))).toEqual([about(id, 'asset.approved')])
  const withhold = async () => (await admin())(withholdAsset, { params: { id }, body: { reason: 'A test.' } })
  expect(await market.toldBy(withhold)).toEqual([about(id, 'asset.withheld')])
})

test('a batch of approvals, and a claim that is upheld', async () => {
  const id = next()
  expect(await market.toldBy(async () => (await admin())(decideAssets, { body: { ids: [id], status: 'approved' } }))).toEqual([
    about(id, 'asset.approved')
  ])
  let claim!: Awaited<ReturnType<typeof givenClaim>>
  expect(
    await market.toldBy(async () => {
      claim = await givenClaim(market, id)
    })
  ).toEqual([])
  expect(await market.toldBy(() => decide(market, claim.id, 'uphold'))).toEqual([about(id, 'asset.withheld')])
})

test('a rejection tells nobody, and an appeal that is overturned does', async () => {
  const id = next()
  const body = { status: 'rejected' as const, reason: 'Open path.', reason_codes: ['technical' as const] }
  expect(await market.toldBy(async () => (await admin('first'))(decideAsset, { params: { id }, body }))).toEqual([])
  const artist = await nowAs(market, 'employee')
  const appeal = await artist(makeAppeal, { params: { id }, body: { message: 'It is a brush stroke.' } })
  const overturn = async () =>
    (await admin('second'))(decideAppeal, { params: { id: appeal.id }, body: { decision: 'overturn', message: 'We looked again.' } })
  expect(await market.toldBy(overturn)).toEqual([about(id, 'asset.approved')])
})
