import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setRole } from '#accounts/users.contract.ts'
import { getAsset, listAssets } from '#catalogue/contract.ts'
import { linesOf } from '#ledger/server/index.ts'
import { setWageRule } from '#payroll/contract.ts'
import { recordPayout } from '#payroll/payouts.contract.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { editOwnAsset } from '#submissions/contract.ts'
import { adminAssets, decideAsset, decideAssets, editAsset, setFree } from '#submissions/review.contract.ts'
import { picture, sendUpload, uploadedAsset } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
  const admin = await world.as('admin')
  await admin(setWageRule, { body: { category: 'icon', wage: 4, license_price: 10 } })
  await admin(setWageRule, { body: { category: 'illustration', wage: 18, license_price: 40 } })
})
afterAll(() => world.end())

type Status = 'approved' | 'rejected'
const shown = async (id: string) => {
  const [asset] = await (await world.as('admin'))(adminAssets, { query: { ids: id } })
  return asset!
}
const versionOf = async (id: string) => (await shown(id)).version
const decide = async (id: string, version?: string, status: Status = 'approved') =>
  (await world.as('admin'))(decideAsset, { params: { id }, body: { status, ...(version !== undefined && { version }) } })
const CHANGED = { status: 409, body: { code: 'changed_meanwhile' } }

/** Uploads another picture. It stays in processing until jobs run. */
async function addFile(asset_id: string, artist = 'employee'): Promise<string> {
  const { token } = await world.person('employee', artist)
  const { body } = await sendUpload(world, token, { asset_id }, { name: 'late.png', bytes: await picture() })
  expect(body.status).toBe('processing')
  return body.id
}

type Change = { category?: 'illustration'; title?: string; tags?: string[]; description?: string }
const CHANGES: [name: string, change: Change][] = [
  ['the category', { category: 'illustration' }],
  ['the title', { title: 'Red fox' }],
  ['the tags', { tags: ['cat'] }],
  ['the description', { description: 'Another fox.' }]
]

test.each(CHANGES)('an approval is refused when the artist changed %s after the desk showed the asset', async (_name, change) => {
  const { asset_id } = await uploadedAsset(world)
  const version = await versionOf(asset_id)
  await (await world.as('employee'))(editOwnAsset, { params: { id: asset_id }, body: change })
  await expect(decide(asset_id, version)).rejects.toMatchObject(CHANGED)
  await expect(decide(asset_id, version, 'rejected')).rejects.toMatchObject(CHANGED)
  expect(await shown(asset_id)).toMatchObject({ status: 'pending', ...change })
  expect(await decide(asset_id, await versionOf(asset_id))).toMatchObject({ status: 'approved' })
})

test('an approval is refused when a file was added or became ready since', async () => {
  const { asset_id } = await uploadedAsset(world)
  const before = await versionOf(asset_id)
  await addFile(asset_id)
  await expect(decide(asset_id, before)).rejects.toMatchObject(CHANGED)
  const processing = await versionOf(asset_id)
  await world.work()
  await expect(decide(asset_id, processing)).rejects.toMatchObject(CHANGED)
  expect(await decide(asset_id, await versionOf(asset_id))).toMatchObject({ status: 'approved' })
  expect((await world.api(getAsset, { params: { id: asset_id } })).files).toHaveLength(2)
})

test('an approval without a version still works, and what nothing changed stays decidable', async () => {
  const [one, other] = [await uploadedAsset(world), await uploadedAsset(world)]
  const version = await versionOf(one.asset_id)
  expect(await versionOf(one.asset_id)).toBe(version)
  expect(await decide(one.asset_id, version)).toMatchObject({ status: 'approved' })
  expect(await decide(other.asset_id)).toMatchObject({ status: 'approved' })
})

test('a batch compares the version of each asset', async () => {
  const [same, changed, unsent] = [await uploadedAsset(world), await uploadedAsset(world), await uploadedAsset(world)]
  const versions = { [same.asset_id]: await versionOf(same.asset_id), [changed.asset_id]: await versionOf(changed.asset_id) }
  await (await world.as('admin', 'other'))(editAsset, { params: { id: changed.asset_id }, body: { category: 'illustration' } })
  const ids = [same.asset_id, changed.asset_id, unsent.asset_id]
  const { items } = await (await world.as('admin'))(decideAssets, { body: { ids, versions, status: 'approved' } })
  expect(items.map(({ outcome, wage }) => [outcome, wage])).toEqual([
    ['approved', 4],
    ['changed_meanwhile', null],
    ['approved', 4]
  ])
})

test('edits that race with approvals are either refused or approved as they were shown', async () => {
  const artist = await world.as('employee')
  for (let round = 0; round < 6; round += 1) {
    const { asset_id } = await uploadedAsset(world)
    const version = await versionOf(asset_id)
    const edit = artist(editOwnAsset, { params: { id: asset_id }, body: { category: 'illustration' } }).catch(() => undefined)
    const [, decided] = await Promise.all([edit, decide(asset_id, version).catch((error: { body: { code: string } }) => error.body.code)])
    const { status, category } = await shown(asset_id)
    if (decided === 'changed_meanwhile') expect([status, category]).toEqual(['pending', 'illustration'])
    else expect([decided, status, category]).toEqual([expect.objectContaining({ wage: 4 }), 'approved', 'icon'])
  }
})

test('a file that was processing at the approval stays unpublished until it is approved too', async () => {
  const { asset_id, file_id } = await uploadedAsset(world, { title: 'Late files', artist: 'late' })
  const { id: artist_id } = await world.person('employee', 'late')
  const late = await addFile(asset_id, 'late')
  await decide(asset_id, await versionOf(asset_id))
  await expect(decide(asset_id)).rejects.toMatchObject({ status: 409, body: { code: 'already_decided' } })
  await world.work()
  const filesSeenBy = async (api: World['api']) => (await api(getAsset, { params: { id: asset_id } })).files.map(({ id }) => id)
  expect(await filesSeenBy(world.api)).toEqual([file_id])
  const [card] = await world.api(listAssets, { query: { search: 'late files' } })
  expect(card!.files.map(({ id }) => id)).toEqual([file_id])
  const desk = await shown(asset_id)
  expect(new Map(desk.files.map(({ id, is_published }) => [id, is_published]))).toEqual(
    new Map([
      [file_id, true],
      [late, false]
    ])
  )
  const listed = async () => (await (await world.as('admin'))(adminAssets, { query: { new_files: 'yes' } })).map(({ id }) => id)
  expect(await listed()).toEqual([asset_id])
  const preview = desk.files.find(({ id }) => id === late)!.preview_urls![320]
  const get = async (token?: string) =>
    (await world.app.inject({ url: preview, headers: token ? { authorization: `Bearer ${token}` } : {} })).statusCode
  expect([await get(), await get((await world.person('admin')).token)]).toEqual([404, 200])
  await expect(decide(asset_id, 'an older version')).rejects.toMatchObject(CHANGED)
  await expect(decide(asset_id, desk.version, 'rejected')).rejects.toMatchObject({ body: { code: 'already_decided' } })
  expect(await decide(asset_id, desk.version)).toEqual({ id: asset_id, status: 'approved', wage: null, wage_cents: null })
  expect((await filesSeenBy(world.api)).toSorted()).toEqual([file_id, late].toSorted())
  expect([await get(), await listed()]).toEqual([200, []])
  expect(await linesOf(world.db, { account: 'wages_owed', party_id: artist_id })).toHaveLength(1)
  await expect(decide(asset_id)).rejects.toMatchObject({ status: 409, body: { code: 'already_decided' } })
})

test('two admins who approve new files in parallel publish them once', async () => {
  const { asset_id } = await uploadedAsset(world, { artist: 'twice' })
  const late = await addFile(asset_id, 'twice')
  await decide(asset_id)
  await world.work()
  const version = await versionOf(asset_id)
  const again = async (name: string) =>
    (await world.as('admin', name))(decideAsset, { params: { id: asset_id }, body: { status: 'approved', version } })
  const clicks = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => again(`admin${index % 2}`)))
  const done = clicks.flatMap((click) => (click.status === 'fulfilled' ? [click.value] : []))
  expect(done).toEqual([{ id: asset_id, status: 'approved', wage: null, wage_cents: null }])
  const refused = clicks.flatMap((click) => (click.status === 'rejected' ? [click.reason.body.code] : []))
  expect(refused).toEqual(Array(7).fill('already_decided'))
  expect((await shown(asset_id)).files.find(({ id }) => id === late)?.is_published).toBe(true)
  const { id } = await world.person('employee', 'twice')
  expect(await linesOf(world.db, { account: 'wages_owed', party_id: id })).toHaveLength(1)
})

test('an unpublished file adds no format and no color to its asset', async () => {
  const { asset_id } = await uploadedAsset(world, { artist: 'formats' })
  const { token } = await world.person('employee', 'formats')
  await sendUpload(world, token, { asset_id }, { name: 'late.webp', bytes: await picture('webp') })
  await decide(asset_id)
  const formats = async () => {
    const { rows } = await sql<{ formats: string[] }>`select formats from catalogue.asset where id = ${asset_id}`.execute(world.db)
    return rows[0]!.formats
  }
  await world.work()
  expect(await formats()).toEqual(['png'])
  await decide(asset_id)
  expect(await formats()).toEqual(['png', 'webp'])
})

test('an admin who is the artist can neither review nor pay the own work', async () => {
  const { asset_id } = await uploadedAsset(world, { artist: 'promoted' })
  const { asset_id: approved } = await uploadedAsset(world, { artist: 'promoted' })
  await decide(approved)
  const { id, token } = await world.person('employee', 'promoted')
  await (await world.as('admin'))(setRole, { params: { id }, body: { role: 'admin' } })
  const call = async (method: 'PUT' | 'POST', url: string, payload: object) => {
    const answer = await world.app.inject({ method, url: `/api${url}`, payload, headers: { authorization: `Bearer ${token}` } })
    return [answer.statusCode, answer.json()]
  }
  const OWN = { code: 'own_work', error: 'This is your own work. Another admin has to review it.' }
  for (const status of ['approved', 'rejected'])
    expect(await call('PUT', `/admin/assets/${asset_id}/status`, { status })).toEqual([409, OWN])
  const [status, batch] = await call('POST', '/admin/assets/batch-status', { ids: [asset_id], status: 'approved' })
  expect([status, batch.items]).toEqual([200, [{ id: asset_id, outcome: 'own_work', error: OWN.error, wage: null, wage_cents: null }]])
  expect((await shown(asset_id)).status).toBe('pending')
  const payout = { employee_id: id, amount: 4, payment_method: 'paypal' }
  expect(await call('POST', '/admin/payouts/', payout)).toMatchObject([409, { code: 'own_work' }])
  expect(await (await world.as('admin'))(recordPayout, { body: { ...payout, payment_method: 'paypal' } })).toMatchObject({ amount: 4 })
  expect(await decide(asset_id)).toMatchObject({ status: 'approved', wage: 4 })
})

test('an admin who is the artist edits the own asset like any other, and is paid only for what another admin approved', async () => {
  const { asset_id } = await uploadedAsset(world, { artist: 'editing' })
  const { id, token } = await world.person('employee', 'editing')
  await (await world.as('admin'))(setRole, { params: { id }, body: { role: 'admin' } })
  const own = injectedApi(world.app, token)
  const seen = await versionOf(asset_id)
  expect(await own(editAsset, { params: { id: asset_id }, body: { category: 'illustration' } })).toMatchObject({ category: 'illustration' })
  expect(await own(setFree, { params: { id: asset_id }, body: { is_free: true } })).toMatchObject({ is_free: true })
  const refused = own(decideAsset, { params: { id: asset_id }, body: { status: 'approved', version: await versionOf(asset_id) } })
  await expect(refused).rejects.toMatchObject({ status: 409, body: { code: 'own_work' } })
  const wages = () => linesOf(world.db, { account: 'wages_owed', party_id: id })
  expect([await wages(), (await shown(asset_id)).status]).toEqual([[], 'pending'])
  // Another admin approves what the desk shows now, not what it showed before the edit.
  await expect(decide(asset_id, seen)).rejects.toMatchObject(CHANGED)
  expect(await decide(asset_id, await versionOf(asset_id))).toMatchObject({ status: 'approved', wage: 18 })
  expect(await wages()).toHaveLength(1)
  // After the approval, an edit moves no money.
  await own(editAsset, { params: { id: asset_id }, body: { category: 'icon' } })
  expect(await wages()).toHaveLength(1)
})

test('a program that leaves the version out approves the asset as it is at that moment', async () => {
  const { asset_id } = await uploadedAsset(world, { artist: 'unseen' })
  await versionOf(asset_id)
  await (await world.as('employee', 'unseen'))(editOwnAsset, { params: { id: asset_id }, body: { category: 'illustration' } })
  expect(await decide(asset_id)).toMatchObject({ status: 'approved', wage: 18 })
})
