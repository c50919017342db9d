import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTrademark, assetFindings, deleteTrademark } from '#catalogue/findings.contract.ts'
import type { Sent } from '#platform/contract/index.ts'
import { picture, sendUpload, uploadedAsset } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { deleteAsset, deleteFile, editOwnAsset, myAssets, ownAsset, resubmitAsset, reviseAsset } from '../../contract.ts'
import { adminAssets, decideAsset, decideAssets } from '../../review.contract.ts'
import { PINS_MAX } from '../../rules.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

type Body = Sent<typeof decideAsset>['body']
const decide = async (id: string, body: Body, admin = 'admin') => (await world.as('admin', admin))(decideAsset, { params: { id }, body })
const reject = (id: string, body: Omit<Body, 'status'> = {}) => decide(id, { status: 'rejected', ...body })
const artist = () => world.as('employee')
const shown = async (id: string) => {
  const [asset] = await (await world.as('admin'))(adminAssets, { query: { ids: id } })
  return asset!
}
const own = async (asset_id: string) => (await artist())(ownAsset, { params: { asset_id } })
const refusedFor = (field: string, code = 'invalid_fields') => ({
  status: 422,
  body: { code, fields: { [field]: expect.any(String) } }
})

test('a rejection pins reasons to places, and its artist sees them until the asset is resubmitted', async () => {
  const { asset_id, file_id } = await uploadedAsset(world)
  const pins = [
    { file_id, x: 0.25, y: 1, code: 'technical' as const, note: 'This path is open.' },
    { file_id, x: 0, y: 0.5, code: 'quality' as const, note: '' }
  ]
  await reject(asset_id, { reason_codes: ['technical'], pins })
  expect(await own(asset_id)).toMatchObject({ status: 'rejected', reject_reason_codes: ['technical'], pins, duplicate_of: null })
  const listed = await (await artist())(myAssets, { query: { status: 'rejected' } })
  expect(listed.find(({ id }) => id === asset_id)).toMatchObject({ pins, appeal: null })
  await (await artist())(resubmitAsset, { params: { id: asset_id } })
  expect((await own(asset_id)).pins).toEqual([])
  expect((await shown(asset_id)).previous?.pins).toEqual(pins)
})

test('a rejection mails its artist the reasons, the pins, and what to do next, once', async () => {
  const { email } = await world.person('employee', 'told')
  const { asset_id, file_id } = await uploadedAsset(world, { artist: 'told', title: 'Told fox' })
  const pins = [{ file_id, x: 0.9, y: 0.1, code: 'technical' as const, note: 'This path is open.' }]
  const both = [1, 2].map(() => reject(asset_id, { reason: 'Please close the tail.', reason_codes: ['quality'], pins }))
  expect((await Promise.allSettled(both)).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [mail, ...more] = (await world.mails()).filter(({ to }) => to === email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('We could not accept your asset')
  for (const words of ['“Told fox”', 'Please close the tail.', 'This path is open. (top right)', 'resubmit', 'appeal', 'no deadline'])
    expect(mail?.text).toContain(words)
})

const PIN = { x: 0.5, y: 0.5, code: 'technical' as const, note: '' }
test.each([
  [{ ...PIN, x: 1.01 }, 'pins.0.x'],
  [{ ...PIN, y: -0.01 }, 'pins.0.y'],
  [{ ...PIN, code: 'ugly' }, 'pins.0.code'],
  [{ ...PIN, note: 'x'.repeat(501) }, 'pins.0.note'],
  [{ ...PIN, x: undefined }, 'pins.0.x'],
  [{ ...PIN, file_id: 'no file' }, 'pins.0.file_id']
])('a pin such as %j is refused at its field, and nothing is decided', async (pin, field) => {
  const { asset_id, file_id } = await uploadedAsset(world)
  await expect(reject(asset_id, { pins: [{ file_id, ...pin }] as Body['pins'] })).rejects.toMatchObject(refusedFor(field))
  expect((await own(asset_id)).status).toBe('pending')
})

test('a pin on a file of another asset, or too many pins, are refused, and nothing is decided', async () => {
  const [one, other] = [await uploadedAsset(world), await uploadedAsset(world)]
  for (const file_id of [other.file_id, randomUUID()])
    await expect(
      reject(one.asset_id, {
        pins: [
          { ...PIN, file_id: one.file_id },
          { ...PIN, file_id }
        ]
      })
    ).rejects.toMatchObject(refusedFor('pins.1.file_id', 'pin_astray'))
  const many = Array.from({ length: PINS_MAX + 1 }, () => ({ ...PIN, file_id: one.file_id }))
  await expect(reject(one.asset_id, { pins: many })).rejects.toMatchObject(refusedFor('pins'))
  expect((await own(one.asset_id)).status).toBe('pending')
})

test('a duplicate names another asset that exists, and otherwise nothing is decided', async () => {
  const { asset_id, file_id } = await uploadedAsset(world)
  const { asset_id: other } = await uploadedAsset(world, { title: 'The first fox' })
  const unnamed = refusedFor('duplicate_of', 'duplicate_unnamed')
  await expect(reject(asset_id, { reason_codes: ['duplicate'] })).rejects.toMatchObject(unnamed)
  await expect(reject(asset_id, { pins: [{ ...PIN, file_id, code: 'duplicate' }] })).rejects.toMatchObject(unnamed)
  for (const duplicate_of of [asset_id, asset_id.toUpperCase(), randomUUID()])
    await expect(reject(asset_id, { reason_codes: ['duplicate'], duplicate_of })).rejects.toMatchObject(
      refusedFor('duplicate_of', 'duplicate_unknown')
    )
  const itself = reject(asset_id.toUpperCase(), { reason_codes: ['duplicate'], duplicate_of: asset_id })
  await expect(itself).rejects.toMatchObject(refusedFor('duplicate_of', 'duplicate_unknown'))
  expect((await own(asset_id)).status).toBe('pending')
  await reject(asset_id, { reason_codes: ['duplicate'], duplicate_of: other })
  expect(await own(asset_id)).toMatchObject({ duplicate_of: other, duplicate_title: 'The first fox', reject_reason_codes: ['duplicate'] })
})

test('an artist does not read the title of another artist’s asset that is not on sale', async () => {
  const [{ asset_id }, { asset_id: other }] = [
    await uploadedAsset(world),
    await uploadedAsset(world, { artist: 'secret', title: 'Unseen' })
  ]
  await reject(asset_id, { reason_codes: ['duplicate'], duplicate_of: other })
  expect(await own(asset_id)).toMatchObject({ duplicate_of: other, duplicate_title: null })
  await decide(other, { status: 'approved' })
  expect(await own(asset_id)).toMatchObject({ duplicate_title: 'Unseen' })
})

test('when the other asset of a duplicate is deleted, the rejection stays without it', async () => {
  const [{ asset_id }, { asset_id: other }] = [await uploadedAsset(world), await uploadedAsset(world)]
  await reject(asset_id, { reason_codes: ['duplicate'], duplicate_of: other })
  await reject(other)
  await (await artist())(deleteAsset, { params: { id: other }, query: {} })
  expect(await own(asset_id)).toMatchObject({ status: 'rejected', duplicate_of: null, reject_reason_codes: ['duplicate'] })
})

test('a batch of duplicates names the other asset, which is not rejected as its own duplicate', async () => {
  const [one, two, other] = [await uploadedAsset(world), await uploadedAsset(world), await uploadedAsset(world)]
  const ids = [one.asset_id, other.asset_id, two.asset_id]
  const admin = await world.as('admin')
  const body = { ids, status: 'rejected', reason_codes: ['duplicate'] } as const
  await expect(admin(decideAssets, { body: { ...body, ids, reason_codes: ['duplicate'] } })).rejects.toMatchObject(
    refusedFor('duplicate_of', 'duplicate_unnamed')
  )
  const { items } = await admin(decideAssets, { body: { ...body, ids, reason_codes: ['duplicate'], duplicate_of: other.asset_id } })
  expect(items.map(({ outcome }) => outcome)).toEqual(['rejected', 'duplicate_unknown', 'rejected'])
  expect((await own(two.asset_id)).duplicate_of).toBe(other.asset_id)
})

test('two assets that are rejected as duplicates of each other in parallel do not wait for each other', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await uploadedAsset(world), await uploadedAsset(world)]
    const [first, second] = [one.asset_id, other.asset_id]
    await Promise.all([
      reject(first, { reason_codes: ['duplicate'], duplicate_of: second }),
      reject(second, { reason_codes: ['duplicate'], duplicate_of: first })
    ])
    expect([(await own(first)).duplicate_of, (await own(second)).duplicate_of]).toEqual([second, first])
  }
})

/** Rejects an asset, replaces its file and its words, and resubmits it. Returns the ids of the old and the new file. */
async function revisedAsset() {
  const { asset_id, file_id: old } = await uploadedAsset(world, { title: 'Dark fox' })
  await reject(asset_id, { reason: 'Too dark.', pins: [{ ...PIN, file_id: old, note: 'Here.' }] })
  const api = await artist()
  await api(reviseAsset, { params: { id: asset_id } })
  await api(deleteFile, { params: { file_id: old } })
  await api(editOwnAsset, { params: { id: asset_id }, body: { title: 'Bright fox', tags: ['fox', 'day'], description: 'At noon.' } })
  const { token } = await world.person('employee')
  const { body } = await sendUpload(world, token, { asset_id }, { name: 'bright.png', bytes: await picture() })
  await api(resubmitAsset, { params: { id: asset_id } })
  await world.work()
  return { asset_id, old, new_id: body.id }
}

async function statusOf(url: string, role?: 'admin' | 'employee', name?: string): Promise<number> {
  const headers = role ? { authorization: `Bearer ${(await world.person(role, name)).token}` } : {}
  return (await world.app.inject({ url, headers })).statusCode
}

test('after a resubmission the desk shows what the asset was, and its artist and admins see the replaced picture until it is decided', async () => {
  const { asset_id, old, new_id } = await revisedAsset()
  const { previous, files, title } = await shown(asset_id)
  expect([title, files.map(({ id }) => id)]).toEqual(['Bright fox', [new_id]])
  expect(previous).toMatchObject({ title: 'Dark fox', description: '', category: 'icon', tags: ['fox'], pins: [{ note: 'Here.' }] })
  expect(previous?.files.map(({ id, filename }) => [id, filename])).toEqual([[old, 'fox.png']])
  const url = previous!.files[0]!.preview_urls![640]
  const everyone = async () => [
    await statusOf(url, 'admin'),
    await statusOf(url, 'employee'),
    await statusOf(url, 'employee', 'other'),
    await statusOf(url)
  ]
  expect(await everyone()).toEqual([200, 200, 404, 404])
  const { original_key } = await world.db
    .selectFrom('catalogue.replaced_file')
    .select('original_key')
    .where('id', '=', old)
    .executeTakeFirstOrThrow()
  await decide(asset_id, { status: 'approved' })
  await world.work()
  expect((await shown(asset_id)).previous).toBeNull()
  expect([await everyone(), await world.files.size(original_key)]).toEqual([[404, 404, 404, 404], undefined])
})

test('a second rejection is compared with itself, and the files of the first one are deleted', async () => {
  const { asset_id, new_id } = await revisedAsset()
  await reject(asset_id, { reason: 'Still too dark.' })
  await (await artist())(resubmitAsset, { params: { id: asset_id } })
  const { previous } = await shown(asset_id)
  expect(previous).toMatchObject({ title: 'Bright fox', pins: [] })
  expect(previous?.files.map(({ id }) => id)).toEqual([new_id])
  const replaced = await world.db.selectFrom('catalogue.replaced_file').select('id').where('asset_id', '=', asset_id).execute()
  expect(replaced).toEqual([])
})

test('the bytes of a file that was rejected and removed can be uploaded again', async () => {
  const { asset_id, file_id } = await uploadedAsset(world)
  await reject(asset_id)
  const api = await artist()
  await api(reviseAsset, { params: { id: asset_id } })
  const { token } = await world.person('employee')
  const { original_key } = await world.db
    .selectFrom('catalogue.asset_file')
    .select('original_key')
    .where('id', '=', file_id)
    .executeTakeFirstOrThrow()
  const bytes = await world.files.bytes(original_key)
  await api(deleteFile, { params: { file_id } })
  expect((await sendUpload(world, token, { asset_id }, { name: 'same.png', bytes })).status).toBe(200)
  await world.work()
  await api(resubmitAsset, { params: { id: asset_id } })
  const { previous, files } = await shown(asset_id)
  expect([previous?.files.map(({ id }) => id), files.length]).toEqual([[file_id], 1])
})

test('deleting a rejected asset deletes the files that its artist had replaced', async () => {
  const { asset_id, file_id } = await uploadedAsset(world)
  await reject(asset_id)
  const api = await artist()
  await api(reviseAsset, { params: { id: asset_id } })
  await api(deleteFile, { params: { file_id } })
  const { original_key } = await world.db
    .selectFrom('catalogue.replaced_file')
    .select('original_key')
    .where('id', '=', file_id)
    .executeTakeFirstOrThrow()
  await api(deleteAsset, { params: { id: asset_id }, query: {} })
  await world.work()
  expect(await world.files.size(original_key)).toBeUndefined()
})

test('the reviewer sees which findings are new and which are gone since the rejection', async () => {
  const { asset_id } = await uploadedAsset(world, { title: 'Acme fox' })
  const admin = await world.as('admin')
  const acme = await admin(addTrademark, { body: { word: 'Acme' } })
  await reject(asset_id)
  const api = await artist()
  const codes = async () => (await api(assetFindings, { params: { id: asset_id } })).map(({ code }) => code)
  const before = await codes()
  expect(before).toContain('trademark')
  await api(editOwnAsset, { params: { id: asset_id }, body: { title: 'Blue fox' } })
  await api(resubmitAsset, { params: { id: asset_id } })
  expect((await shown(asset_id)).findings_changed).toEqual({ added: [], fixed: ['trademark'] })
  await reject(asset_id)
  await api(editOwnAsset, { params: { id: asset_id }, body: { description: 'As seen at Acme.' } })
  await api(resubmitAsset, { params: { id: asset_id } })
  expect((await shown(asset_id)).findings_changed).toEqual({ added: ['trademark'], fixed: [] })
  await admin(deleteTrademark, { params: { id: acme.id } })
  expect((await shown(asset_id)).findings_changed).toEqual({ added: [], fixed: [] })
})

test('an asset that was never rejected has nothing to compare', async () => {
  const { asset_id } = await uploadedAsset(world)
  expect(await shown(asset_id)).toMatchObject({ previous: null, findings_changed: null })
})
