import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesOf } from '#ledger/server/index.ts'
import { setWageRule } from '#payroll/contract.ts'
import { emptyAsset, picture, sendUpload, uploadedAsset } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { createAsset, deleteAsset, myAssets, ownAsset } from '../../contract.ts'
import { earnings, employeeDashboard } from '../../earnings.contract.ts'
import { adminAssets, decideAsset } from '../../review.contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
  await (await world.as('admin'))(setWageRule, { body: { category: 'icon', wage: 4.25, license_price: 10 } })
})
afterAll(() => world.end())

const approve = async (id: string, admin = 'admin') =>
  (await world.as('admin', admin))(decideAsset, { params: { id }, body: { status: 'approved' } })

test('twenty clicks of two admins approve an asset once and book one wage', async () => {
  const artist = await world.person('employee', 'busy')
  const { asset_id } = await uploadedAsset(world, { artist: 'busy' })
  const clicks = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => approve(asset_id, `admin${index % 2}`)))
  const done = clicks.filter((click) => click.status === 'fulfilled')
  expect(done.map(({ value }) => value)).toEqual([{ id: asset_id, status: 'approved', wage: 4.25, wage_cents: 425 }])
  const refused = clicks.filter((click) => click.status === 'rejected').map(({ reason }) => [reason.status, reason.body.code])
  expect(refused).toEqual(Array(19).fill([409, 'already_decided']))
  const owed = await linesOf(world.db, { account: 'wages_owed', party_id: artist.id })
  expect(owed.map(({ amount_cents, asset_id: of }) => [amount_cents, of])).toEqual([[-425, asset_id]])
})

test('the wage follows the rule in effect at the approval and does not change with the rule', async () => {
  const admin = await world.as('admin')
  const artist = await world.as('employee', 'steady')
  const [first, second] = [await uploadedAsset(world, { artist: 'steady' }), await uploadedAsset(world, { artist: 'steady' })]
  await approve(first.asset_id)
  await admin(setWageRule, { body: { category: 'icon', wage: '7.10', license_price: 10 } })
  await approve(second.asset_id)
  const sum = await artist(earnings, { query: {} })
  expect(sum).toMatchObject({ total_earned: 11.35, total_earned_cents: 1135, total_paid: 0, current_balance: 11.35, total: 2 })
  expect(Object.fromEntries(sum.assets.map(({ id, wage }) => [id, wage]))).toEqual({ [first.asset_id]: 4.25, [second.asset_id]: 7.1 })
  expect(sum.assets.every(({ status, approved_at }) => status === 'approved' && approved_at)).toBe(true)
  expect(await artist(employeeDashboard, {})).toMatchObject({
    total_assets: 2,
    pending_assets: 0,
    approved_assets: 2,
    total_earned: 11.35,
    total_paid: 0,
    current_balance: 11.35
  })
  await admin(setWageRule, { body: { category: 'icon', wage: 4.25, license_price: 10 } })
})

test('an asset in a category without a rule is approved without a wage', async () => {
  const { asset_id } = await uploadedAsset(world, { category: 'vector' })
  expect(await approve(asset_id)).toEqual({ id: asset_id, status: 'approved', wage: null, wage_cents: null })
})

test('an asset is only approved with a processed file', async () => {
  const asset_id = await emptyAsset(world)
  const refusal = { status: 409, body: { error: 'This asset has no files.', code: 'no_files' } }
  await expect(approve(asset_id)).rejects.toMatchObject(refusal)
  await sendUpload(world, (await world.person('employee')).token, { asset_id }, { name: 'a.png', bytes: await picture() })
  await expect(approve(asset_id)).rejects.toMatchObject(refusal)
  await world.work()
  expect(await approve(asset_id)).toMatchObject({ status: 'approved' })
})

test('the artist of a rejected asset sees why, and it cannot be decided again', async () => {
  const { asset_id } = await uploadedAsset(world)
  const admin = await world.as('admin')
  await admin(decideAsset, { params: { id: asset_id }, body: { status: 'rejected', reason: 'Too small.', reason_codes: ['quality'] } })
  const seen = await (await world.as('employee'))(ownAsset, { params: { asset_id } })
  expect(seen).toMatchObject({ status: 'rejected', reject_reason: 'Too small.', reject_reason_codes: ['quality'], approved_at: null })
  await expect(approve(asset_id)).rejects.toMatchObject({ status: 409, body: { code: 'already_decided' } })
})

test.each([
  [{ status: 'pending' }, 422],
  [{ status: 'rejected', reason_codes: ['no such'] }, 422],
  [{}, 422]
])('a decision such as %j is refused', async (body, status) => {
  const { asset_id } = await uploadedAsset(world)
  const sent = { params: { id: asset_id }, body: body as { status: 'approved' } }
  await expect((await world.as('admin'))(decideAsset, sent)).rejects.toMatchObject({ status })
})

test('an unknown asset cannot be decided, and only admins decide', async () => {
  await expect(approve('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({ status: 404 })
  await expect(approve('no-uuid')).rejects.toMatchObject({ status: 404 })
  const { asset_id } = await uploadedAsset(world)
  const sent = { params: { id: asset_id }, body: { status: 'approved' } } as const
  await expect((await world.as('employee'))(decideAsset, sent)).rejects.toMatchObject({ status: 403 })
  await expect(world.api(decideAsset, sent)).rejects.toMatchObject({ status: 401 })
})

test('the pending list shows each asset with its artist and picture', async () => {
  const { asset_id } = await uploadedAsset(world, { artist: 'newcomer', title: 'Waiting heron' })
  const admin = await world.as('admin')
  const { body, total } = await admin.withTotal(adminAssets, { query: { status: 'pending', q: 'heron' } })
  expect(total).toBe(1)
  expect(body).toMatchObject([
    { id: asset_id, title: 'Waiting heron', employee_name: 'newcomer', status: 'pending', file_url: expect.stringContaining('/previews/') }
  ])
  await approve(asset_id)
  expect(await admin(adminAssets, { query: { status: 'pending', q: 'heron' } })).toEqual([])
  const links = await world.app.inject({
    url: '/api/admin/assets?page_size=1&page=2',
    headers: { authorization: `Bearer ${(await world.person('admin')).token}` }
  })
  expect(links.headers['link']).toMatch(/page=3.*rel="next".*page=1.*rel="prev"/)
})

test('artists can list only their own assets, admins anyone’s', async () => {
  const { id: other } = await world.person('employee', 'newcomer')
  const own = (await world.person('employee')).id
  const artist = await world.as('employee')
  expect((await artist(myAssets, { query: { employee_id: own } })).length).toBeGreaterThan(0)
  const unknown = { status: 404, body: { code: 'employee_not_found' } }
  await expect(artist(myAssets, { query: { employee_id: other } })).rejects.toMatchObject(unknown)
  await expect(artist(earnings, { query: { employee_id: other } })).rejects.toMatchObject(unknown)
  const admin = await world.as('admin')
  expect((await admin(myAssets, { query: { employee_id: other } })).map(({ title }) => title)).toEqual(['Waiting heron'])
  expect(await admin(earnings, { query: { employee_id: other } })).toMatchObject({ total_earned: 4.25 })
  await expect(admin(myAssets, { query: { employee_id: '00000000-0000-4000-8000-000000000000' } })).rejects.toMatchObject({ status: 404 })
})

test('the search of my assets covers titles and tags', async () => {
  const artist = await world.as('employee', 'searcher')
  await artist(createAsset, { body: { title: 'Red heron', category: 'icon', tags: ['bird', ' bird ', '', 'wading 100%'] } })
  await artist(createAsset, { body: { title: 'Blue fox', category: 'icon' } })
  const titles = async (search: string) => (await artist(myAssets, { query: { search } })).map(({ title }) => title)
  expect(await titles('HERO')).toEqual(['Red heron'])
  expect(await titles('100%')).toEqual(['Red heron'])
  expect(await titles('%')).toEqual(['Red heron'])
  expect((await titles('')).sort()).toEqual(['Blue fox', 'Red heron'])
})

test.each([
  [{ title: '  ', category: 'icon' }, 'title'],
  [{ title: 'x'.repeat(161), category: 'icon' }, 'title'],
  [{ title: 'Fox', category: 'sculpture' }, 'category'],
  [{ title: 'Fox\0', category: 'icon' }, 'title'],
  [{ title: 'Fox', category: 'icon', description: 'x'.repeat(2001) }, 'description'],
  [{ title: 'Fox', category: 'icon', tags: ['x'.repeat(51)] }, 'tags.0']
])('an asset such as %j is refused at its field', async (body, field) => {
  const call = (await world.as('employee'))(createAsset, { body: body as { title: string; category: 'icon' } })
  await expect(call).rejects.toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
})

test('artists can only delete their own rejected assets, and the stored bytes are deleted too', async () => {
  const { asset_id, file_id } = await uploadedAsset(world, { artist: 'tidy' })
  const artist = await world.as('employee', 'tidy')
  const remove = (by = artist) => by(deleteAsset, { params: { id: asset_id }, query: {} })
  await expect(remove()).rejects.toMatchObject({ status: 409, body: { code: 'not_rejected' } })
  await (await world.as('admin'))(decideAsset, { params: { id: asset_id }, body: { status: 'rejected' } })
  await expect(remove(await world.as('employee', 'someone'))).rejects.toMatchObject({ status: 404 })
  const { id: someone } = await world.person('employee', 'someone')
  await expect(artist(deleteAsset, { params: { id: asset_id }, query: { employee_id: someone } })).rejects.toMatchObject({ status: 404 })
  const file = await world.db.selectFrom('catalogue.asset_file').select('original_key').where('id', '=', file_id).executeTakeFirstOrThrow()
  await remove()
  await world.work()
  expect(await world.files.size(file.original_key)).toBeUndefined()
  await expect(artist(ownAsset, { params: { asset_id } })).rejects.toMatchObject({ status: 404 })
  await expect(remove()).rejects.toMatchObject({ status: 404 })
})

test('decisions are in the audit log', async () => {
  const { asset_id } = await uploadedAsset(world)
  await approve(asset_id)
  const { id } = await world.person('admin')
  const entry = await world.db.selectFrom('accounts.audit_entry').selectAll().where('subject', '=', asset_id).executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ actor_id: id, action: 'asset.approved' })
})
