import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAsset } from '#catalogue/contract.ts'
import { ORIGINS, STATED_ORIGINS } from '#catalogue/origin.rules.ts'
import { emptyAsset, picture, sendUpload, uploadedAsset } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { createAsset, editOwnAsset, myAssets, ownAsset } from '../contract.ts'
import { adminAssets, decideAsset, editAsset } from '../review.contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const artist = () => world.as('employee')
const originOf = async (asset_id: string) => (await (await artist())(ownAsset, { params: { asset_id } })).origin

async function post(body: object) {
  const { token } = await world.person('employee')
  const sent = { title: 'Heron', category: 'icon', ...body }
  const headers = { authorization: `Bearer ${token}` }
  const answer = await world.app.inject({ method: 'POST', url: '/api/assets', headers, payload: sent })
  return { status: answer.statusCode, body: answer.json() }
}

async function send(fields: Record<string, string>, file = true) {
  const { token } = await world.person('employee')
  const words = { title: 'Heron', category: 'icon', asset_id: randomUUID(), ...fields }
  const sent = file ? { name: 'heron.png', bytes: await picture() } : undefined
  return sendUpload(world, token, words, sent, '/api/uploads/new-asset')
}

test.each(STATED_ORIGINS)('an artist states the origin %s, with a form and together with the first file', async (origin) => {
  const { asset_id } = await (await artist())(createAsset, { body: { title: 'Heron', category: 'icon', origin } })
  expect(await originOf(asset_id)).toBe(origin)
  const sent = await send({ origin })
  expect(sent.status).toBe(200)
  expect(await originOf((sent.body as { asset_id?: string }).asset_id ?? '')).toBe(origin)
})

test('a call without an origin works as before, and the origin is unknown', async () => {
  expect(await originOf(await emptyAsset(world))).toBe('unknown')
  const { status, body } = await send({})
  expect(status).toBe(200)
  expect(await originOf((body as { asset_id?: string }).asset_id ?? '')).toBe('unknown')
})

test.each([['unknown'], [''], ['robot'], ['Human'], [null], [1], [['human']]])('the origin %j cannot be stated', async (origin) => {
  const { status, body } = await post({ origin })
  expect([status, body.code, Object.keys(body.fields)]).toEqual([422, 'invalid_fields', ['origin']])
  if (typeof origin === 'string')
    expect(await send({ origin })).toMatchObject({ status: 422, body: { fields: { origin: expect.any(String) } } })
})

test('the artist corrects the origin until the approval, and the reviewer then has to look again', async () => {
  const { asset_id } = await uploadedAsset(world, { title: 'Stork' })
  const admin = await world.as('admin')
  const [before] = await admin(adminAssets, { query: { ids: asset_id } })
  expect(before).toMatchObject({ origin: 'unknown' })
  await (await artist())(editOwnAsset, { params: { id: asset_id }, body: { origin: 'ai_generated' } })
  const approve = { params: { id: asset_id }, body: { status: 'approved' as const, version: before?.version } }
  await expect(admin(decideAsset, approve)).rejects.toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
  await admin(decideAsset, { ...approve, body: { status: 'approved' } })
  expect(await world.api(getAsset, { params: { id: asset_id } })).toMatchObject({ origin: 'ai_generated' })
  await expect((await artist())(editOwnAsset, { params: { id: asset_id }, body: { origin: 'human' } })).rejects.toMatchObject({
    status: 409
  })
  await admin(editAsset, { params: { id: asset_id }, body: { origin: 'ai_assisted' } })
  expect(await world.api(getAsset, { params: { id: asset_id } })).toMatchObject({ origin: 'ai_assisted' })
})

test('a change without an origin leaves it as it is, and nobody can make it unknown again', async () => {
  const { asset_id } = await (await artist())(createAsset, { body: { title: 'Crane', category: 'icon', origin: 'human' } })
  await (await artist())(editOwnAsset, { params: { id: asset_id }, body: { title: 'Gray crane' } })
  await expect((await artist())(editOwnAsset, { params: { id: asset_id }, body: { origin: 'unknown' } })).rejects.toMatchObject({
    status: 422,
    body: { fields: { origin: expect.any(String) } }
  })
  expect(await originOf(asset_id)).toBe('human')
})

test('a false statement is a reason for a rejection that the artist reads', async () => {
  const { asset_id } = await uploadedAsset(world, { title: 'Ibis' })
  await (await world.as('admin'))(decideAsset, { params: { id: asset_id }, body: { status: 'rejected', reason_codes: ['false_origin'] } })
  const [mine] = await (await artist())(myAssets, { query: { search: 'Ibis' } })
  expect(mine).toMatchObject({ id: asset_id, status: 'rejected', reject_reason_codes: ['false_origin'] })
})

test('the database knows every origin', async () => {
  for (const origin of ORIGINS) {
    const asset_id = await emptyAsset(world)
    await world.db.updateTable('catalogue.asset').set({ origin }).where('id', '=', asset_id).execute()
    expect(await originOf(asset_id)).toBe(origin)
  }
})
