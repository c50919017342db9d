import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture, sendUpload, uploadedAsset } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { deleteAsset, deleteFile, editOwnAsset, ownAsset, resubmitAsset, reviseAsset } from '../contract.ts'
import { adminAssets, decideAsset } from '../review.contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const artist = () => world.as('employee')
const decide = async (id: string, status: 'approved' | 'rejected', reason = '') =>
  (await world.as('admin'))(decideAsset, { params: { id }, body: { status, reason, reason_codes: reason ? ['quality'] : [] } })
const revise = async (id: string) => (await artist())(reviseAsset, { params: { id } })
const resubmit = async (id: string) => (await artist())(resubmitAsset, { params: { id } })

async function rejectedAsset() {
  const made = await uploadedAsset(world)
  await decide(made.asset_id, 'rejected', 'Too dark.')
  return made
}

test('a rejected asset is revised and resubmitted, and the reviewer sees the earlier rejection', async () => {
  const { asset_id: id, file_id } = await rejectedAsset()
  const { token } = await world.person('employee')
  await (await artist())(editOwnAsset, { params: { id }, body: { title: 'Brighter fox', tags: 'fox, day' } })
  await revise(id)
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
    {
      ...{ reason: 'Too dark.', reason_codes: ['quality'], is_overturned: false },
      ...{ decided_at: '2026-03-01T12:00:00.000Z', resubmitted_at: '2026-03-02T08:00:00.000Z' }
    }
  ])
  await decide(id, 'rejected', 'Still too dark.')
  await resubmit(id)
  expect((await resubmitted(id)).earlier_rejections.map(({ reason }) => reason)).toEqual(['Too dark.', 'Still too dark.'])
  expect(await decide(id, 'approved')).toMatchObject({ status: 'approved' })
})

const resubmitted = async (asset_id: string) => (await artist())(ownAsset, { params: { asset_id } })

test('an asset resubmitted ten times in parallel is resubmitted once', async () => {
  const { asset_id } = await rejectedAsset()
  const sent = await Promise.allSettled(Array.from({ length: 10 }, () => resubmit(asset_id)))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason.body.code] : []))
  expect(new Set(refused)).toEqual(new Set(['not_resubmittable']))
  expect((await resubmitted(asset_id)).earlier_rejections).toHaveLength(1)
})

test('when an asset is resubmitted and deleted in parallel, only one succeeds', async () => {
  const { asset_id } = await rejectedAsset()
  const api = await artist()
  const [again, gone] = await Promise.allSettled([resubmit(asset_id), api(deleteAsset, { params: { id: asset_id }, query: {} })])
  expect([again.status, gone.status].toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('an edit during an approval either applies before it or is refused', async () => {
  const { asset_id: id } = await uploadedAsset(world)
  const api = await artist()
  const [, edited] = await Promise.allSettled([decide(id, 'approved'), api(editOwnAsset, { params: { id }, body: { title: 'Late fox' } })])
  const { title, status } = await resubmitted(id)
  expect([title, status]).toEqual([edited.status === 'fulfilled' ? 'Late fox' : 'Blue fox', 'approved'])
  const late = { status: 409, body: { code: 'words_are_final' } }
  await expect(api(editOwnAsset, { params: { id }, body: { title: 'Later fox' } })).rejects.toMatchObject(late)
})

test('an asset that is not rejected or has no usable file cannot be resubmitted', async () => {
  const { asset_id } = await uploadedAsset(world)
  await expect(resubmit(asset_id)).rejects.toMatchObject({ status: 409, body: { code: 'not_resubmittable' } })
  const { asset_id: rejected, file_id } = await rejectedAsset()
  await revise(rejected)
  await (await artist())(deleteFile, { params: { file_id } })
  await expect(resubmit(rejected)).rejects.toMatchObject({ status: 409, body: { code: 'no_files' } })
})

test('files of an approved asset cannot be deleted', async () => {
  const { asset_id, file_id } = await uploadedAsset(world)
  await decide(asset_id, 'approved')
  const remove = (await artist())(deleteFile, { params: { file_id } })
  await expect(remove).rejects.toMatchObject({ status: 409, body: { code: 'files_are_final' } })
})

test('the files of a rejected asset can change only while its artist is revising it', async () => {
  const { asset_id: id } = await rejectedAsset()
  const { token } = await world.person('employee')
  const send = async () => sendUpload(world, token, { asset_id: id }, { name: 'more.png', bytes: await picture() })
  expect(await send()).toMatchObject({ status: 409, body: { code: 'files_are_final' } })
  expect(await revise(id)).toMatchObject({ status: 'rejected', is_revising: true })
  expect(await revise(id)).toMatchObject({ is_revising: true })
  expect((await send()).status).toBe(200)
  expect(await resubmit(id)).toMatchObject({ status: 'pending', is_revising: false })
  await expect(revise(id)).rejects.toMatchObject({ status: 409, body: { code: 'not_resubmittable' } })
  await decide(id, 'rejected', 'Not yet.')
  expect((await send()).status).toBe(409)
})

test('another artist’s asset is not found', async () => {
  const { asset_id: id, file_id } = await rejectedAsset()
  const other = await world.as('employee', 'other')
  const unknown = { status: 404 }
  await expect(other(editOwnAsset, { params: { id }, body: { title: 'Mine' } })).rejects.toMatchObject(unknown)
  await expect(other(resubmitAsset, { params: { id } })).rejects.toMatchObject(unknown)
  await expect(other(deleteFile, { params: { file_id } })).rejects.toMatchObject(unknown)
  await expect((await artist())(deleteFile, { params: { file_id: id } })).rejects.toMatchObject(unknown)
})

test('the stored bytes of a deleted file are deleted', async () => {
  const { file_id } = await uploadedAsset(world)
  const file = await world.db.selectFrom('catalogue.asset_file').select('original_key').where('id', '=', file_id).executeTakeFirstOrThrow()
  await (await artist())(deleteFile, { params: { file_id } })
  await world.work()
  expect(await world.files.size(file.original_key)).toBeUndefined()
})
