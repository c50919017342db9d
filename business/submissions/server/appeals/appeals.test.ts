import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '#accounts/audit.contract.ts'
import { deleteUser, setGrants, setRole } from '#accounts/users.contract.ts'
import { getAsset } from '#catalogue/contract.ts'
import { linesOf } from '#ledger/server/index.ts'
import { setWageRule } from '#payroll/contract.ts'
import type { Sent } from '#platform/contract/index.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { emptyAsset, picture, sendUpload, uploadedAsset } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { decideAppeal, listAppeals, listReviewers, makeAppeal } from '../../appeals.contract.ts'
import { deleteFile, editOwnAsset, myAssets, ownAsset, resubmitAsset, reviseAsset } from '../../contract.ts'
import { adminAssets, decideAsset } from '../../review.contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
  await (await world.as('admin', 'first'))(setWageRule, { body: { category: 'icon', wage: 4, license_price: 10 } })
  await world.person('admin', 'second')
})
afterAll(() => world.end())

type Options = { artist?: string; title?: string }
const artistNamed = (name = 'employee') => world.as('employee', name)

/** An asset that the admin "first" rejected. */
async function rejectedAsset(options: Options = {}) {
  const made = await uploadedAsset(world, options)
  await reject(made.asset_id)
  return made
}

const reject = async (id: string, admin = 'first') =>
  (await world.as('admin', admin))(decideAsset, {
    params: { id },
    body: { status: 'rejected', reason: 'Open path.', reason_codes: ['technical'] }
  })

const appeal = async (id: string, artist?: string) =>
  (await artistNamed(artist))(makeAppeal, { params: { id }, body: { message: 'It is a brush stroke.' } })

async function appealedAsset(options: Options = {}) {
  const made = await rejectedAsset(options)
  return { ...made, id: (await appeal(made.asset_id, options.artist)).id }
}

type Decision = { decision?: 'overturn' | 'uphold'; admin?: string; version?: string }
const decide = async (id: string, { decision = 'overturn', admin = 'second', version }: Decision = {}) =>
  (await world.as('admin', admin))(decideAppeal, {
    params: { id },
    body: { decision, message: 'We looked again.', ...(version !== undefined && { version }) }
  })

const statusOf = async (asset_id: string, artist?: string) => (await artistNamed(artist))(ownAsset, { params: { asset_id } })
/** In alphabetical order: mails of the same moment are sent in any order. */
const subjectsTo = async (email: string) =>
  (await world.mails())
    .filter(({ to }) => to === email)
    .map(({ subject }) => subject)
    .toSorted()
const code = (status: number, refusal: string) => ({ status, body: { code: refusal } })

test('an appeal that another admin overturns approves the asset, books its wage once, and mails the artist at each step', async () => {
  const { id: artist_id, email } = await world.person('employee', 'heard')
  const { asset_id, id } = await appealedAsset({ artist: 'heard', title: 'Heard fox' })
  const [listed] = (await (await world.as('admin', 'second'))(listAppeals, { query: { state: 'open' } })).items
  expect(listed).toMatchObject({
    ...{ id, asset_id, asset_title: 'Heard fox', message: 'It is a brush stroke.', state: 'open', answer: null, decided_by: null },
    ...{ artist: { id: artist_id, name: 'heard' }, rejected_by: { name: 'first' }, reason: 'Open path.', reason_codes: ['technical'] },
    is_own_decision: false
  })
  expect(await decide(id)).toMatchObject({
    state: 'overturned',
    asset_status: 'approved',
    answer: 'We looked again.',
    decided_by: { name: 'second' }
  })
  expect((await world.api(getAsset, { params: { id: asset_id } })).files).toHaveLength(1)
  const owed = await linesOf(world.db, { account: 'wages_owed', party_id: artist_id })
  expect(owed.map(({ amount_cents }) => amount_cents)).toEqual([-400])
  expect(await subjectsTo(email)).toEqual(['We could not accept your asset', 'We received your appeal', 'Your appeal was successful'])
  const { items } = await (await world.as('admin'))(auditLog, { query: { q: id } })
  expect(items.map(({ action, actor, details }) => [action, actor?.name, details['reason']])).toEqual([
    ['appeal.overturned', 'second', 'We looked again.'],
    ['asset.appealed', 'heard', undefined]
  ])
  expect((await statusOf(asset_id, 'heard')).earlier_rejections).toMatchObject([{ reason: 'Open path.', is_overturned: true }])
})

test('an appeal that is upheld leaves the rejection, and cannot be made again', async () => {
  const { asset_id, id } = await appealedAsset({ artist: 'unheard' })
  expect(await decide(id, { decision: 'uphold' })).toMatchObject({ state: 'upheld', asset_status: 'rejected' })
  await expect(appeal(asset_id, 'unheard')).rejects.toMatchObject(code(409, 'already_appealed'))
  const [own] = await (await artistNamed('unheard'))(myAssets, { query: {} })
  expect(own).toMatchObject({
    status: 'rejected',
    reject_reason: 'Open path.',
    appeal: { id, state: 'upheld', answer: 'We looked again.' }
  })
  const { email } = await world.person('employee', 'unheard')
  expect(await subjectsTo(email)).toEqual(['We could not accept your asset', 'We received your appeal', 'Your appeal was not successful'])
})

test('each new rejection can be appealed once', async () => {
  const { asset_id, id } = await appealedAsset()
  await decide(id, { decision: 'uphold' })
  await (await artistNamed())(resubmitAsset, { params: { id: asset_id } })
  await expect(appeal(asset_id)).rejects.toMatchObject(code(409, 'not_appealable'))
  world.at('2026-03-01T13:00:00Z')
  await reject(asset_id, 'second')
  const again = await Promise.allSettled(Array.from({ length: 8 }, () => appeal(asset_id)))
  expect(again.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = again.flatMap((one) => (one.status === 'rejected' ? [one.reason.body.code] : []))
  expect(new Set(refused)).toEqual(new Set(['already_appealed']))
})

test('who rejected the asset does not decide the appeal while another admin can', async () => {
  const { id } = await appealedAsset()
  const { items } = await (await world.as('admin', 'first'))(listAppeals, { query: { state: 'open' } })
  expect(items.find((one) => one.id === id)?.is_own_decision).toBe(true)
  await expect(decide(id, { admin: 'first' })).rejects.toMatchObject(code(409, 'own_decision'))
  expect(await decide(id)).toMatchObject({ state: 'overturned' })
})

test('a single admin decides the appeal too, because an artist who is an admin is no other reviewer', async () => {
  const alone = await freshWorld()
  const { asset_id } = await uploadedAsset(alone, { artist: 'promoted' })
  const admin = await alone.as('admin')
  await admin(decideAsset, { params: { id: asset_id }, body: { status: 'rejected' } })
  const { id, token } = await alone.person('employee', 'promoted')
  const made = await (await alone.as('employee', 'promoted'))(makeAppeal, {
    params: { id: asset_id },
    body: { message: 'Please look again.' }
  })
  await admin(setRole, { params: { id }, body: { role: 'admin' } })
  const at = { params: { id: made.id }, body: { decision: 'overturn', message: 'Mine.' } } as const
  await expect(injectedApi(alone.app, token)(decideAppeal, at)).rejects.toMatchObject(code(409, 'own_work'))
  expect(await admin(decideAppeal, at)).toMatchObject({ state: 'overturned', asset_status: 'approved' })
  await alone.end()
})

test('a reviewer decides the appeal against the own rejection, unless another admin who may sign in holds the grant to review', async () => {
  const own = await freshWorld()
  const { asset_id } = await uploadedAsset(own)
  const reviewer = await own.as('admin', 'reviewer')
  await reviewer(decideAsset, { params: { id: asset_id }, body: { status: 'rejected' } })
  const { id } = await (await own.as('employee'))(makeAppeal, { params: { id: asset_id }, body: { message: 'Please look again.' } })
  const decision = { params: { id }, body: { decision: 'uphold', message: 'It is a duplicate.' } } as const
  const isOwn = async () => (await reviewer(listAppeals, { query: {} })).items[0]?.is_own_decision
  const other = await own.person('admin', 'other')
  await expect(reviewer(decideAppeal, decision)).rejects.toMatchObject(code(409, 'own_decision'))
  expect(await isOwn()).toBe(true)
  own.settings.exposed = true
  await own.db.updateTable('accounts.user').set({ is_demo: true }).where('id', '=', other.id).execute()
  expect(await isOwn()).toBe(false)
  await own.db.updateTable('accounts.user').set({ is_demo: false }).where('id', '=', other.id).execute()
  await reviewer(setGrants, { params: { id: other.id }, body: { grants: ['finance', 'read_only'] } })
  expect(await isOwn()).toBe(false)
  expect(await reviewer(decideAppeal, decision)).toMatchObject({ state: 'upheld' })
  await own.end()
})

test('an appeal that two admins decide in parallel in both ways is decided once', async () => {
  await world.person('admin', 'third')
  for (let round = 0; round < 4; round += 1) {
    const { asset_id, id } = await appealedAsset({ artist: 'raced' })
    const answers = await Promise.allSettled([
      decide(id, { admin: 'second' }),
      decide(id, { admin: 'third', decision: 'uphold' }),
      decide(id, { admin: 'third' })
    ])
    const [done, ...more] = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(more).toEqual([])
    const refused = answers.flatMap((one) => (one.status === 'rejected' ? [[one.reason.status, one.reason.body.code]] : []))
    expect(refused).toEqual(Array(2).fill([409, 'already_decided']))
    expect((await statusOf(asset_id, 'raced')).status).toBe(done!.state === 'overturned' ? 'approved' : 'rejected')
    expect(await auditedDecisions(id)).toHaveLength(1)
  }
  const { id } = await world.person('employee', 'raced')
  const approved = await (await artistNamed('raced'))(myAssets, { query: { status: 'approved' } })
  expect(await linesOf(world.db, { account: 'wages_owed', party_id: id })).toHaveLength(approved.length)
})

const auditedDecisions = (id: string) =>
  world.db.selectFrom('accounts.audit_entry').select('id').where('subject', '=', id).where('action', 'like', 'appeal.%').execute()

test('a resubmission withdraws the appeal, and in parallel with a decision only one of them counts', async () => {
  const { asset_id, id } = await appealedAsset()
  await (await artistNamed())(resubmitAsset, { params: { id: asset_id } })
  expect((await statusOf(asset_id)).appeal).toMatchObject({ id, state: 'withdrawn' })
  await expect(decide(id)).rejects.toMatchObject(code(409, 'already_decided'))
  for (let round = 0; round < 4; round += 1) {
    const { asset_id: raced, id: racing } = await appealedAsset()
    const api = await artistNamed()
    const [again, decided] = await Promise.allSettled([api(resubmitAsset, { params: { id: raced } }), decide(racing)])
    expect([again.status, decided.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await statusOf(raced)).status).toBe(again.status === 'fulfilled' ? 'pending' : 'approved')
  }
})

test('a decision about another version than the one shown is refused', async () => {
  const { asset_id, id } = await appealedAsset()
  const versionNow = async () => (await (await world.as('admin', 'second'))(adminAssets, { query: { ids: asset_id } }))[0]!.version
  const version = await versionNow()
  await (await artistNamed())(editOwnAsset, { params: { id: asset_id }, body: { title: 'Other fox' } })
  await expect(decide(id, { version })).rejects.toMatchObject(code(409, 'changed_meanwhile'))
  await expect(decide(id, { version: '' })).rejects.toMatchObject(code(409, 'changed_meanwhile'))
  expect(await decide(id, { version: await versionNow() })).toMatchObject({ state: 'overturned' })
})

const changes: [string, (made: { asset_id: string; file_id: string }) => Promise<unknown>][] = [
  ['another title', ({ asset_id }) => edit(asset_id, { title: 'Other fox' })],
  ['another description', ({ asset_id }) => edit(asset_id, { description: 'Another.' })],
  ['another category', ({ asset_id }) => edit(asset_id, { category: 'vector' })],
  ['other tags', ({ asset_id }) => edit(asset_id, { tags: ['brand'] })],
  ['another origin', ({ asset_id }) => edit(asset_id, { origin: 'human' })],
  ['files that may change', ({ asset_id }) => revise(asset_id)],
  [
    'one more file',
    async ({ asset_id }) => {
      await revise(asset_id)
      await add(asset_id)
    }
  ],
  [
    'another file',
    async ({ asset_id, file_id }) => {
      await revise(asset_id)
      await (await artistNamed('changing'))(deleteFile, { params: { file_id } })
      await add(asset_id)
    }
  ]
]
const revise = async (id: string) => (await artistNamed('changing'))(reviseAsset, { params: { id } })
const edit = async (asset_id: string, body: Sent<typeof editOwnAsset>['body']) =>
  (await artistNamed('changing'))(editOwnAsset, { params: { id: asset_id }, body })
async function add(asset_id: string): Promise<void> {
  const { token } = await world.person('employee', 'changing')
  expect((await sendUpload(world, token, { asset_id }, { name: 'new.png', bytes: await picture() })).status).toBe(200)
  await world.work()
}

test.each(changes)('an overturned asset with %s since its rejection is not published, but reviewed', async (_, change) => {
  const made = await appealedAsset({ artist: 'changing' })
  const shown = async () => (await (await world.as('admin', 'second'))(adminAssets, { query: { ids: made.asset_id } }))[0]
  expect((await shown())?.is_as_rejected).toBe(true)
  await change(made)
  expect((await shown())?.is_as_rejected).toBe(false)
  expect(await decide(made.id)).toMatchObject({ state: 'overturned', asset_status: 'pending' })
  expect(await shown()).toMatchObject({ status: 'pending', previous: { title: 'Blue fox' } })
  const { id, email } = await world.person('employee', 'changing')
  expect(await linesOf(world.db, { account: 'wages_owed', party_id: id })).toEqual([])
  const mail = (await world.mails()).findLast(({ to, subject }) => to === email && subject === 'Your appeal was successful')
  expect(mail?.text).toContain('it may have changed since the rejection')
})

test('an overturned asset without a file that can be published goes back to the review', async () => {
  const { asset_id, file_id, id } = await appealedAsset({ artist: 'empty' })
  const api = await artistNamed('empty')
  await api(reviseAsset, { params: { id: asset_id } })
  await api(deleteFile, { params: { file_id } })
  expect(await decide(id)).toMatchObject({ state: 'overturned', asset_status: 'pending' })
  const { id: artist_id } = await world.person('employee', 'empty')
  expect(await linesOf(world.db, { account: 'wages_owed', party_id: artist_id })).toEqual([])
})

test('only the artist appeals, only against a rejection, and with a message; only admins see and decide appeals', async () => {
  const pending = await emptyAsset(world)
  await expect(appeal(pending)).rejects.toMatchObject(code(409, 'not_appealable'))
  const { asset_id } = await rejectedAsset()
  await expect(appeal(asset_id, 'other')).rejects.toMatchObject(code(404, 'asset_not_found'))
  const sent = { params: { id: asset_id }, body: { message: 'Please.' } }
  await expect((await world.as('client'))(makeAppeal, sent)).rejects.toMatchObject({ status: 403 })
  await expect(world.api(makeAppeal, sent)).rejects.toMatchObject({ status: 401 })
  for (const message of ['', '  ', 'x'.repeat(2001)])
    await expect((await artistNamed())(makeAppeal, { ...sent, body: { message } })).rejects.toMatchObject({
      status: 422,
      body: { fields: { message: expect.any(String) } }
    })
  const { id } = await appeal(asset_id)
  const artist = await artistNamed()
  await expect(artist(listAppeals, { query: {} })).rejects.toMatchObject({ status: 403 })
  await expect(artist(listReviewers, {})).rejects.toMatchObject({ status: 403 })
  await expect(artist(decideAppeal, { params: { id }, body: { decision: 'overturn', message: 'Yes.' } })).rejects.toMatchObject({
    status: 403
  })
  await expect(decide(asset_id)).rejects.toMatchObject(code(404, 'appeal_not_found'))
  const admin = await world.as('admin', 'second')
  const call = admin(decideAppeal, { params: { id }, body: { decision: 'overturn', message: ' ' } })
  await expect(call).rejects.toMatchObject({ status: 422, body: { fields: { message: expect.any(String) } } })
  const unknown = admin(decideAppeal, { params: { id }, body: { decision: 'maybe' as 'uphold', message: 'Yes.' } })
  await expect(unknown).rejects.toMatchObject({ status: 422, body: { fields: { decision: expect.any(String) } } })
})

test('the numbers of the reviewers count decisions, their median hours, and overturned rejections', async () => {
  const fresh = await freshWorld()
  const as = (name: string) => fresh.as('admin', name)
  await fresh.person('admin', 'idle')
  const [one, two, three] = [await uploadedAsset(fresh), await uploadedAsset(fresh), await uploadedAsset(fresh)]
  const decideAt = async (iso: string, name: string, id: string, status: 'approved' | 'rejected') => {
    fresh.at(iso)
    await (await as(name))(decideAsset, { params: { id }, body: { status } })
  }
  await decideAt('2026-03-01T14:00:00Z', 'swift', one.asset_id, 'approved')
  await decideAt('2026-03-01T16:00:00Z', 'swift', two.asset_id, 'rejected')
  await decideAt('2026-03-01T22:00:00Z', 'swift', three.asset_id, 'rejected')
  const artist = await fresh.as('employee')
  const { id } = await artist(makeAppeal, { params: { id: two.asset_id }, body: { message: 'Look again.' } })
  await (await as('other'))(decideAppeal, { params: { id }, body: { decision: 'overturn', message: 'Yes.' } })
  await artist(resubmitAsset, { params: { id: three.asset_id } })
  await decideAt('2026-03-01T23:00:00Z', 'other', three.asset_id, 'approved')
  const { items } = await (await as('other'))(listReviewers, {})
  expect(items.map(({ name, decided, median_hours, overturned }) => [name, decided, median_hours, overturned])).toEqual([
    ['swift', 3, 4, 1],
    ['other', 2, 1, 0],
    ['idle', 0, null, 0]
  ])
  await fresh.end()
})

test('what an artist wrote in an appeal is erased with the account', async () => {
  const { id } = await appealedAsset({ artist: 'leaving' })
  const { id: artist_id } = await world.person('employee', 'leaving')
  await (await world.as('admin', 'second'))(deleteUser, { params: { id: artist_id } })
  const { items } = await (await world.as('admin', 'second'))(listAppeals, { query: { page_size: 100 } })
  expect(items.find((one) => one.id === id)?.message).toBe('')
})

test('no audit entry contains what an artist wrote in an appeal, because it could not be erased', async () => {
  const { asset_id } = await rejectedAsset()
  const message = 'My daughter Mia, who is ill, drew it.'
  const made = await (await artistNamed())(makeAppeal, { params: { id: asset_id }, body: { message } })
  await decide(made.id)
  const entries = await world.db.selectFrom('accounts.audit_entry').selectAll().execute()
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['asset.appealed', 'appeal.overturned']))
  expect(JSON.stringify(entries)).not.toContain('Mia')
})
