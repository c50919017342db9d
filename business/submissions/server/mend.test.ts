import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture, sendUpload, uploadedAsset } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { deleteAsset, deleteFile, editOwnAsset, ownAsset, resubmitAsset, takeUpAsset } from '../contract.ts'
import { adminAssets, decideAsset } from '../review.contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const artist = () => world.as('employee')
const decide = async (id: string, status: 'approved' | 'rejected', reason = '') =>
  (await world.as('admin'))(decideAsset, { params: { id }, body: { status, reason, reason_codes: reason ? ['quality'] : [] } })
const takeUp = async (id: string) => (await artist())(takeUpAsset, { params: { id } })
const resubmit = async (id: string) => (await artist())(resubmitAsset, { params: { id } })

async function rejectedAsset() {
  const made = await uploadedAsset(world)
  await decide(made.asset_id, 'rejected', 'Too dark.')
  return made
}

test('a rejected asset is mended and sent again; the reviewer reads why it was rejected before', async () => {
  const { asset_id: id, file_id } = await rejectedAsset()
  const { token } = await world.person('employee')
  await (await artist())(editOwnAsset, { params: { id }, body: { title: 'Brighter fox', tags: 'fox, day' } })
  await takeUp(id)
  await (await artist())(deleteFile, { params: { file_id } })
  const sent = await sendUpload(world, token, { asset_id: id }, { name: 'brighter.png', bytes: await picture() })
  expect(sent.status).toBe(200)
  world.at('2026-03-02T08:00:00Z')
  const again = await resubmit(id)
  expect(again).toMatchObject({
    status: 'pending',
    title: 'Brighter fox',
    tags: ['fox', 'day'],
    reject_reason: null,
    reject_reason_codes: []
  })
  await world.work()
  const [waiting] = await (await world.as('admin'))(adminAssets, { query: { status: 'pending', q: 'brighter' } })
  expect(waiting?.files.map(({ filename }) => filename)).toEqual(['brighter.png'])
  expect(waiting?.earlier_rejections).toEqual([
    { reason: 'Too dark.', reason_codes: ['quality'], decided_at: '2026-03-01T12:00:00.000Z', resubmitted_at: '2026-03-02T08:00:00.000Z' }
  ])
  await decide(id, 'rejected', 'Still too dark.')
  await resubmit(id)
  expect((await resubmitted(id)).earlier_rejections.map(({ reason }) => reason)).toEqual(['Too dark.', 'Still too dark.'])
  expect(await decide(id, 'approved')).toMatchObject({ status: 'approved' })
})

const resubmitted = async (asset_id: string) => (await artist())(ownAsset, { params: { asset_id } })

test('sent again ten times at once, it waits once and is known once', async () => {
  const { asset_id } = await rejectedAsset()
  const sent = await Promise.allSettled(Array.from({ length: 10 }, () => resubmit(asset_id)))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason.body.code] : []))
  expect(new Set(refused)).toEqual(new Set(['not_resubmittable']))
  expect((await resubmitted(asset_id)).earlier_rejections).toHaveLength(1)
})

test('sent again and deleted at once, one of both happens', async () => {
  const { asset_id } = await rejectedAsset()
  const api = await artist()
  const [again, gone] = await Promise.allSettled([resubmit(asset_id), api(deleteAsset, { params: { id: asset_id }, query: {} })])
  expect([again.status, gone.status].toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('words change while an admin decides: a change after the approval is refused', async () => {
  const { asset_id: id } = await uploadedAsset(world)
  const api = await artist()
  const [, edited] = await Promise.allSettled([decide(id, 'approved'), api(editOwnAsset, { params: { id }, body: { title: 'Late fox' } })])
  const { title, status } = await resubmitted(id)
  expect([title, status]).toEqual([edited.status === 'fulfilled' ? 'Late fox' : 'Blue fox', 'approved'])
  const late = { status: 409, body: { code: 'words_are_final' } }
  await expect(api(editOwnAsset, { params: { id }, body: { title: 'Later fox' } })).rejects.toMatchObject(late)
})

test('what is not rejected is not sent again, nor what has no file that works', async () => {
  const { asset_id } = await uploadedAsset(world)
  await expect(resubmit(asset_id)).rejects.toMatchObject({ status: 409, body: { code: 'not_resubmittable' } })
  const { asset_id: rejected, file_id } = await rejectedAsset()
  await takeUp(rejected)
  await (await artist())(deleteFile, { params: { file_id } })
  await expect(resubmit(rejected)).rejects.toMatchObject({ status: 409, body: { code: 'no_files' } })
})

test('an approved asset keeps its files', async () => {
  const { asset_id, file_id } = await uploadedAsset(world)
  await decide(asset_id, 'approved')
  const remove = (await artist())(deleteFile, { params: { file_id } })
  await expect(remove).rejects.toMatchObject({ status: 409, body: { code: 'files_are_final' } })
})

test('a rejected asset’s files change once its artist has taken it up, and until it is sent again', async () => {
  const { asset_id: id } = await rejectedAsset()
  const { token } = await world.person('employee')
  const send = async () => sendUpload(world, token, { asset_id: id }, { name: 'more.png', bytes: await picture() })
  expect(await send()).toMatchObject({ status: 409, body: { code: 'files_are_final' } })
  expect(await takeUp(id)).toMatchObject({ status: 'rejected', is_mending: true })
  expect(await takeUp(id)).toMatchObject({ is_mending: true })
  expect((await send()).status).toBe(200)
  expect(await resubmit(id)).toMatchObject({ status: 'pending', is_mending: false })
  await expect(takeUp(id)).rejects.toMatchObject({ status: 409, body: { code: 'not_resubmittable' } })
  await decide(id, 'rejected', 'Not yet.')
  expect((await send()).status).toBe(409)
})

test('another artist’s asset is as unknown as none', async () => {
  const { asset_id: id, file_id } = await rejectedAsset()
  const other = await world.as('employee', 'other')
  const unknown = { status: 404 }
  await expect(other(editOwnAsset, { params: { id }, body: { title: 'Mine' } })).rejects.toMatchObject(unknown)
  await expect(other(resubmitAsset, { params: { id } })).rejects.toMatchObject(unknown)
  await expect(other(deleteFile, { params: { file_id } })).rejects.toMatchObject(unknown)
  await expect((await artist())(deleteFile, { params: { file_id: id } })).rejects.toMatchObject(unknown)
})

test('the bytes of a file that was taken out are forgotten', async () => {
  const { file_id } = await uploadedAsset(world)
  const file = await world.db.selectFrom('catalogue.asset_file').select('original_key').where('id', '=', file_id).executeTakeFirstOrThrow()
  await (await artist())(deleteFile, { params: { file_id } })
  await world.work()
  expect(await world.files.size(file.original_key)).toBeUndefined()
})
