import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyAsset, uploadedAsset } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { myAssetCounts, myAssets } from '../contract.ts'
import { decideAsset } from '../review.contract.ts'

let world: World
const ids = { approved: '', rejected: '', fox: '', owl: '' }
beforeAll(async () => {
  world = await freshWorld()
  const admin = await world.as('admin')
  ids.approved = (await uploadedAsset(world, { title: 'Approved fox' })).asset_id
  ids.rejected = (await uploadedAsset(world, { title: 'Rejected fox' })).asset_id
  ids.fox = await emptyAsset(world, { title: 'Pending fox' })
  ids.owl = await emptyAsset(world, { title: 'Pending owl' })
  await emptyAsset(world, { title: 'Another fox', artist: 'Other' })
  await admin(decideAsset, { params: { id: ids.approved }, body: { status: 'approved' } })
  await admin(decideAsset, { params: { id: ids.rejected }, body: { status: 'rejected' } })
})
afterAll(() => world.end())

test.each([
  [{}, ['approved', 'rejected', 'fox', 'owl']],
  [{ status: 'all' }, ['approved', 'rejected', 'fox', 'owl']],
  [{ status: 'pending' }, ['fox', 'owl']],
  [{ status: 'pending', search: 'owl' }, ['owl']],
  [{ status: 'approved' }, ['approved']],
  [{ status: 'rejected' }, ['rejected']],
  [{ status: 'approved', search: 'owl' }, []]
] as const)('my assets with %j', async (query, names) => {
  const artist = await world.as('employee')
  const { body, total } = await artist.withTotal(myAssets, { query: query as { status?: 'pending' } })
  expect(body.map(({ id }) => id).toSorted()).toEqual(names.map((name) => ids[name]).toSorted())
  expect(total).toBe(names.length)
})

test('the paging links keep the status', async () => {
  const { token } = await world.person('employee')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await world.app.inject({ url: '/api/assets/my-assets?status=pending&page_size=1', headers })
  expect(answer.headers['link']).toContain('status=pending')
  expect(answer.json()).toHaveLength(1)
  expect((await world.app.inject({ url: '/api/assets/my-assets?status=lost', headers })).statusCode).toBe(422)
})

test('an artist’s own assets are counted by status within a search', async () => {
  const artist = await world.as('employee')
  expect(await artist(myAssetCounts, { query: {} })).toEqual({ total: 4, pending: 2, approved: 1, rejected: 1 })
  expect(await artist(myAssetCounts, { query: { search: 'owl' } })).toEqual({ total: 1, pending: 1, approved: 0, rejected: 0 })
  const { id } = await world.person('employee', 'Other')
  await expect(artist(myAssetCounts, { query: { employee_id: id } })).rejects.toMatchObject({ status: 404 })
  expect(await (await world.as('admin'))(myAssetCounts, { query: { employee_id: id } })).toMatchObject({ total: 1, pending: 1 })
})
