import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesOf } from '#ledger/server/index.ts'
import { setWageRule } from '#payroll/contract.ts'
import { emptyAsset, uploadedAsset } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { ownAsset } from '../contract.ts'
import { decideAsset, decideAssets } from '../review.contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
  await (await world.as('admin'))(setWageRule, { body: { category: 'icon', wage: 4.25, license_price: 10 } })
})
afterAll(() => world.end())

const decideAll = async (ids: string[], status: 'approved' | 'rejected' = 'approved', admin = 'admin') =>
  (await (await world.as('admin', admin))(decideAssets, { body: { ids, status } })).items

test('a batch returns the outcome of each asset and decides the ones it can', async () => {
  const { asset_id: good } = await uploadedAsset(world)
  const { asset_id: decided } = await uploadedAsset(world)
  await (await world.as('admin'))(decideAsset, { params: { id: decided }, body: { status: 'rejected' } })
  const empty = await emptyAsset(world)
  const unknown = '00000000-0000-4000-8000-000000000000'
  expect(await decideAll([decided, good, empty, unknown, good])).toEqual([
    { id: decided, outcome: 'already_decided', error: 'This asset has already been reviewed.', wage: null, wage_cents: null },
    { id: good, outcome: 'approved', error: null, wage: 4.25, wage_cents: 425 },
    { id: empty, outcome: 'no_files', error: 'This asset has no files.', wage: null, wage_cents: null },
    { id: unknown, outcome: 'asset_not_found', error: 'This asset does not exist.', wage: null, wage_cents: null }
  ])
})

test('two admins who send the same batch in parallel, in different order, book each wage once', async () => {
  const artist = await world.person('employee', 'parallel')
  const ids: string[] = []
  for (let made = 0; made < 6; made += 1) ids.push((await uploadedAsset(world, { artist: 'parallel' })).asset_id)
  const answers = await Promise.all([
    decideAll(ids, 'approved', 'one'),
    decideAll(ids.toReversed(), 'approved', 'two'),
    decideAll(ids, 'approved', 'one')
  ])
  for (const id of ids) {
    const outcomes = answers.map((items) => items.find((item) => item.id === id)?.outcome)
    expect(outcomes.toSorted()).toEqual(['already_decided', 'already_decided', 'approved'])
  }
  const owed = await linesOf(world.db, { account: 'wages_owed', party_id: artist.id })
  expect(owed.map(({ amount_cents, asset_id }) => [amount_cents, asset_id]).toSorted()).toEqual(ids.map((id) => [-425, id]).toSorted())
})

test('when one admin approves while another rejects, each asset is decided once and only paid if approved', async () => {
  const artist = await world.person('employee', 'torn')
  const ids: string[] = []
  for (let made = 0; made < 4; made += 1) ids.push((await uploadedAsset(world, { artist: 'torn' })).asset_id)
  const [approvals, rejections] = await Promise.all([decideAll(ids, 'approved', 'one'), decideAll(ids.toReversed(), 'rejected', 'two')])
  const approved = approvals.filter(({ outcome }) => outcome === 'approved').map(({ id }) => id)
  const rejected = rejections.filter(({ outcome }) => outcome === 'rejected').map(({ id }) => id)
  expect([...approved, ...rejected].toSorted()).toEqual(ids.toSorted())
  const owed = await linesOf(world.db, { account: 'wages_owed', party_id: artist.id })
  expect(owed.map(({ asset_id }) => asset_id).toSorted()).toEqual(approved.toSorted())
})

test('all artists of a rejected batch read the same reasons', async () => {
  const [first, second] = [await uploadedAsset(world), await uploadedAsset(world)]
  const body = {
    ids: [first.asset_id, second.asset_id],
    status: 'rejected',
    reason: 'Please send larger ones.',
    reason_codes: ['quality', 'brands']
  } as const
  await (await world.as('admin'))(decideAssets, { body: { ...body, ids: [...body.ids], reason_codes: [...body.reason_codes] } })
  for (const { asset_id } of [first, second])
    expect(await (await world.as('employee'))(ownAsset, { params: { asset_id } })).toMatchObject({
      status: 'rejected',
      reject_reason: 'Please send larger ones.',
      reject_reason_codes: ['quality', 'brands']
    })
})

test.each([
  [{ ids: [], status: 'approved' }, 'ids'],
  [{ ids: Array(101).fill('00000000-0000-4000-8000-000000000000'), status: 'approved' }, 'ids'],
  [{ ids: ['no id'], status: 'approved' }, 'ids.0'],
  [{ ids: ['00000000-0000-4000-8000-000000000000'], status: 'pending' }, 'status']
])('a batch such as %j is refused at its field', async (body, field) => {
  const call = (await world.as('admin'))(decideAssets, { body: body as { ids: string[]; status: 'approved' } })
  await expect(call).rejects.toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
})
