import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAsset } from '#catalogue/contract.ts'
import { uploadedAsset } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { adminAssets, decideAsset, editAsset, setFree } from '../../review.contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const admin = () => world.as('admin')

async function approvedAsset(title = 'Blue fox') {
  const { asset_id: id } = await uploadedAsset(world, { title })
  await (await admin())(decideAsset, { params: { id }, body: { status: 'approved' } })
  return id
}

const actionsOn = async (id: string) =>
  (await world.db.selectFrom('accounts.audit_entry').select(['action', 'details']).where('subject', '=', id).orderBy('id').execute()).map(
    ({ action, details }) => ({ action, details })
  )

test('an admin edits an approved asset; other fields stay unchanged, and the audit log has the change', async () => {
  const id = await approvedAsset()
  const edited = await (await admin())(editAsset, { params: { id }, body: { title: ' Red fox ', tags: 'Fox, , paper , fox' } })
  expect(edited).toMatchObject({ title: 'Red fox', tags: ['Fox', 'paper'], category: 'icon', status: 'approved' })
  expect(await world.api(getAsset, { params: { id } })).toMatchObject({ title: 'Red fox', tags: ['Fox', 'paper'] })
  const [, last] = (await actionsOn(id)).slice(-2)
  expect(last).toMatchObject({
    action: 'asset.edited',
    details: { title: 'Blue fox', after: { title: 'Red fox', tags: ['Fox', 'paper'] } }
  })
})

test('an edit without changes writes no audit entry', async () => {
  const id = await approvedAsset()
  const before = await actionsOn(id)
  await (await admin())(editAsset, { params: { id }, body: { title: 'Blue fox', category: 'icon' } })
  expect(await actionsOn(id)).toEqual(before)
})

test.each([
  [{ title: ' ' }, 'title'],
  [{ title: 'x'.repeat(161) }, 'title'],
  [{ description: 'x'.repeat(2001) }, 'description'],
  [{ category: 'sculpture' }, 'category'],
  [{ tags: ['x'.repeat(51)] }, 'tags.0']
])('a change such as %j is refused at its field', async (body, field) => {
  const id = await approvedAsset()
  const call = (await admin())(editAsset, { params: { id }, body: body as { title: string } })
  await expect(call).rejects.toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
})

const isMarked = async (id: string) => {
  const { files, is_currently_free } = await world.api(getAsset, { params: { id } })
  return { marked: files[0]?.preview_urls?.[1200].includes('-marked'), is_currently_free }
}

test('the watermark follows the free period exactly', async () => {
  const id = await approvedAsset()
  const free = async (body: Parameters<typeof freeOf>[1]) => freeOf(id, body)
  expect(await isMarked(id)).toEqual({ marked: true, is_currently_free: false })
  expect(await free({ is_free: true })).toMatchObject({ free_state: 'free_now' })
  expect(await isMarked(id)).toEqual({ marked: false, is_currently_free: true })
  const period = { is_free: false, free_starts_at: '2026-03-10T08:00:00Z', free_ends_at: '2026-03-12T08:00:00Z' }
  expect(await free(period)).toMatchObject({ free_state: 'free_soon' })
  expect(await isMarked(id)).toEqual({ marked: true, is_currently_free: false })
  world.at('2026-03-10T08:00:00Z')
  expect(await isMarked(id)).toEqual({ marked: false, is_currently_free: true })
  world.at('2026-03-12T08:00:00Z')
  expect(await isMarked(id)).toEqual({ marked: true, is_currently_free: false })
  expect(await free({ free_starts_at: null, free_ends_at: null })).toMatchObject({ free_state: 'not_free', is_free: false })
  expect((await actionsOn(id)).filter(({ action }) => action === 'asset.free_changed')).toHaveLength(3)
})

const freeOf = async (id: string, body: { is_free?: boolean; free_starts_at?: string | null; free_ends_at?: string | null }) =>
  (await admin())(setFree, { params: { id }, body })

test('a free period must end after it starts, whether the start or the end is sent', async () => {
  const id = await approvedAsset()
  const refusal = { status: 422, body: { code: 'free_ends_first', fields: { free_ends_at: 'The end must be after the start.' } } }
  const [start, end] = ['2026-04-02T00:00:00Z', '2026-04-01T00:00:00Z']
  await expect(freeOf(id, { is_free: false, free_starts_at: start, free_ends_at: end })).rejects.toMatchObject(refusal)
  await freeOf(id, { free_starts_at: start })
  await expect(freeOf(id, { free_ends_at: end })).rejects.toMatchObject(refusal)
  await expect(freeOf(id, { free_ends_at: start })).rejects.toMatchObject(refusal)
})

test('only admins can edit or free an asset, and only an existing one', async () => {
  const id = await approvedAsset()
  const unknown = '00000000-0000-4000-8000-000000000000'
  await expect((await admin())(editAsset, { params: { id: unknown }, body: { title: 'Fox' } })).rejects.toMatchObject({ status: 404 })
  await expect(freeOf(unknown, { is_free: true })).rejects.toMatchObject({ status: 404 })
  await expect((await world.as('employee'))(setFree, { params: { id }, body: { is_free: true } })).rejects.toMatchObject({ status: 403 })
})

test('the admin list filters by part of a title or tag and by ids, and sorts consistently from both ends', async () => {
  const ids = []
  for (const title of ['Heron C', 'Heron a', 'heron B', 'Heron d', 'Heron e']) ids.push(await approvedAsset(title))
  const find = async (query: object) => (await admin())(adminAssets, { query: { q: 'ERON', ...query } })
  const titles = async (query: object) => (await find(query)).map(({ title }) => title)
  expect(await titles({ sort: 'title' })).toEqual(['Heron a', 'heron B', 'Heron C', 'Heron d', 'Heron e'])
  const pages = [1, 2, 3].map((page) => titles({ sort: 'title', page, page_size: 2 }))
  expect(await Promise.all(pages)).toEqual([['Heron a', 'heron B'], ['Heron C', 'Heron d'], ['Heron e']])
  expect(await titles({ sort: 'title', page: 4, page_size: 2 })).toEqual([])
  const all = await (await admin()).withTotal(adminAssets, { query: { page_size: 100 } })
  expect(all.body).toHaveLength(all.total)
  const last = await (await admin())(adminAssets, { query: { page_size: 4, page: Math.ceil(all.total / 4) } })
  expect(last.map(({ id }) => id)).toEqual(all.body.slice(Math.floor((all.total - 1) / 4) * 4).map(({ id }) => id))
  expect((await (await admin())(adminAssets, { query: { ids: `${ids[1]},${ids[3]},no id` } })).map(({ id }) => id).toSorted()).toEqual(
    [ids[1]!, ids[3]!].toSorted()
  )
  expect(await titles({ tag: 'OX' })).toHaveLength(5)
  expect(await titles({ tag: 'oxen' })).toEqual([])
  expect(await titles({ q: 'z%' })).toEqual([])
})
