import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setStatus } from '#accounts/users.contract.ts'
import { withholdAsset } from '#submissions/review.contract.ts'
import { inviteToSeat, joinSeat, removeSeat } from '#subscriptions/seats.contract.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { givenCollection, heart } from '#tests/support/givens/hearts.ts'
import { givenPlan, nowAs } from '#tests/support/givens/plans.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import {
  changeCollection,
  createCollection,
  deleteCollection,
  listCollections,
  listHearts,
  putItem,
  readCollection,
  readSharedCollection,
  removeHeart,
  removeItem
} from '../contract.ts'
import { ITEMS_MAX } from '../rules.ts'

let world: World
let works: string[]
beforeAll(async () => {
  world = await freshWorld()
  works = []
  for (const title of ['Fox', 'Owl', 'Bear']) works.push((await givenAsset(world, { title })).id)
})
afterAll(() => world.end())

const as = (name: string) => nowAs(world, 'client', name)
const order = async (name: string, id: string) =>
  (await (await as(name))(readCollection, { params: { id } })).items.map((item) => item.asset.title)
const put = async (name: string, id: string, asset_id: string, body: { note?: string | null; position?: number } = {}) =>
  (await as(name))(putItem, { params: { id, asset_id }, body })
const token = (share_url: string | null) => share_url!.split('/').at(-1)!

describe('a collection', () => {
  test('begins with the works that are on sale, each once', async () => {
    const [fox, owl] = works as [string, string]
    const api = await as('starter')
    const made = await api(createCollection, { body: { name: 'Autumn', project: 'Autumn', asset_ids: [owl, randomUUID(), fox, owl] } })
    expect(made.item_count).toBe(2)
    expect(await order('starter', made.id)).toEqual(['Owl', 'Fox'])
  })

  test('begins private and empty, and only its owner sees it', async () => {
    const api = await as('ann')
    const made = await api(createCollection, { body: { name: ' Launch ', project: 'Spring' } })
    expect(made).toMatchObject({
      name: 'Launch',
      project: 'Spring',
      visibility: 'private',
      item_count: 0,
      share_url: null,
      share_ends_at: null
    })
    const elsewhere = (await as('bob'))(readCollection, { params: { id: made.id } })
    await expect(elsewhere).rejects.toMatchObject({ status: 404, body: { code: 'collection_not_found' } })
    await expect((await as('bob'))(deleteCollection, { params: { id: made.id } })).rejects.toMatchObject({ status: 404 })
    await expect(api(createCollection, { body: { name: ' ' } })).rejects.toMatchObject({
      status: 422,
      body: { fields: { name: expect.any(String) } }
    })
    await expect((await world.as('employee'))(listCollections, { query: {} })).rejects.toMatchObject({ status: 403 })
  })

  test('keeps the order and notes of its works, and holds each once', async () => {
    const { id } = await givenCollection(world, 'cleo', works)
    expect(await put('cleo', id, works[0]!, { note: 'For the cover' })).toMatchObject({ is_new: false, position: 0 })
    expect(await order('cleo', id)).toEqual(['Fox', 'Owl', 'Bear'])
    await put('cleo', id, works[2]!, { position: 0 })
    expect(await order('cleo', id)).toEqual(['Bear', 'Fox', 'Owl'])
    await put('cleo', id, works[2]!, { position: 400 })
    const shown = await (await as('cleo'))(readCollection, { params: { id } })
    expect(shown.items.map(({ note, position, licenses }) => ({ note, position, licenses }))).toEqual([
      { note: 'For the cover', position: 0, licenses: [] },
      { note: null, position: 1, licenses: [] },
      { note: null, position: 2, licenses: [] }
    ])
    await (await as('cleo'))(removeItem, { params: { id, asset_id: works[0]! } })
    expect(await order('cleo', id)).toEqual(['Owl', 'Bear'])
  })

  test('takes only works on sale, and does not show one that was withheld', async () => {
    const { id } = await givenCollection(world, 'dora', [works[0]!])
    const pending = await givenAsset(world, { title: 'Pending', status: 'pending' })
    for (const asset_id of [pending.id, randomUUID()])
      await expect(put('dora', id, asset_id)).rejects.toMatchObject({ status: 404, body: { code: 'asset_not_found' } })
    const gone = await givenAsset(world, { title: 'Gone' })
    await put('dora', id, gone.id, { position: 0 })
    await (await nowAs(world, 'admin'))(withholdAsset, { params: { id: gone.id }, body: { reason: 'A claim was upheld' } })
    const shown = await (await as('dora'))(readCollection, { params: { id } })
    expect(shown).toMatchObject({ item_count: 1, unavailable_count: 1, items: [{ asset_id: works[0], position: 1 }] })
  })

  test('holds at most 500 works, also when many are added at the same time', async () => {
    const { id } = await givenCollection(world, 'finn')
    const { owner_id } = await givenAsset(world)
    const row = {
      owner_id,
      title: 'One of many',
      description: '',
      category: 'icon' as const,
      tags: [],
      status: 'approved' as const,
      created_at: world.now(),
      approved_at: world.now()
    }
    const rows = Array.from({ length: ITEMS_MAX + 4 }, () => ({ ...row, id: randomUUID() }))
    await world.db.insertInto('catalogue.asset').values(rows).execute()
    const items = rows
      .slice(0, ITEMS_MAX - 1)
      .map(({ id: asset_id }, position) => ({ collection_id: id, asset_id, position, added_at: world.now() }))
    await world.db.insertInto('collections.item').values(items).execute()
    const answers = await Promise.allSettled(rows.slice(ITEMS_MAX - 1).map(({ id: asset_id }) => put('finn', id, asset_id)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(answers.find((one) => one.status === 'rejected')?.reason).toMatchObject({ status: 409, body: { code: 'collection_full' } })
    const shown = await (await as('finn'))(readCollection, { params: { id } })
    expect(shown.items.map(({ position }) => position)).toEqual(Array.from({ length: ITEMS_MAX }, (_, place) => place))
    // The next heart starts another one.
    expect((await heart(world, 'finn', works[0]!)).collection.id).not.toBe(id)
  })

  test('is listed with the one used last first', async () => {
    const [first, second] = [await givenCollection(world, 'gus', [], 'First'), await givenCollection(world, 'gus', [], 'Second')]
    world.at('2026-03-01T12:01:00Z')
    await put('gus', first.id, works[1]!)
    const { items, total } = await (await as('gus'))(listCollections, { query: {} })
    expect([total, items.map(({ id }) => id)]).toEqual([2, [first.id, second.id]])
    expect(items[0]?.covers.map(({ asset_id }) => asset_id)).toEqual([works[1]])
  })
})

describe('sharing', () => {
  const share = async (name: string, id: string, body: { visibility?: 'private' | 'team' | 'link'; link_days?: number }) =>
    (await as(name))(changeCollection, { params: { id }, body })
  const shared = (share_url: string | null) => world.api(readSharedCollection, { params: { token: token(share_url) } })

  test('by a link ends on its day, ends when it is private again, and then gets another address', async () => {
    const { id } = await givenCollection(world, 'hana', [works[0]!])
    const wrong = [{ visibility: 'link' }, { visibility: 'link', link_days: 0 }, { visibility: 'link', link_days: 151 }] as const
    for (const body of wrong)
      await expect(share('hana', id, body)).rejects.toMatchObject({ status: 422, body: { fields: { link_days: expect.any(String) } } })
    const linked = await share('hana', id, { visibility: 'link', link_days: 2 })
    expect(linked.share_url).toMatch(/^\/collections\/shared\/[\w-]{32}$/)
    const seen = await shared(linked.share_url)
    expect(seen).toMatchObject({ name: 'Launch', shared_by: 'hana', items: [{ asset_id: works[0] }] })
    expect(JSON.stringify(seen)).not.toMatch(/@example\.com|download|"licenses"/)
    // A later end keeps the address.
    const longer = await share('hana', id, { visibility: 'link', link_days: 3 })
    expect(longer.share_url).toBe(linked.share_url)
    await share('hana', id, { visibility: 'private' })
    await expect(shared(linked.share_url)).rejects.toMatchObject({ status: 404 })
    const again = await share('hana', id, { visibility: 'link', link_days: 1 })
    expect(again.share_url).not.toBe(linked.share_url)
    world.at('2026-03-03T12:00:00Z')
    await expect(shared(again.share_url)).rejects.toMatchObject({ status: 410, body: { code: 'link_ended' } })
  })

  test('by a link shows nothing while its owner is deactivated', async () => {
    const { id } = await givenCollection(world, 'nora', [works[0]!])
    const { share_url } = await share('nora', id, { visibility: 'link', link_days: 2 })
    const owner = await world.person('client', 'nora')
    const admin = await nowAs(world, 'admin')
    await admin(setStatus, { params: { id: owner.id }, body: { is_active: false } })
    await expect(shared(share_url)).rejects.toMatchObject({ status: 404 })
    await admin(setStatus, { params: { id: owner.id }, body: { is_active: true } })
    expect(await shared(share_url)).toMatchObject({ shared_by: 'nora' })
  })

  test('with a team needs a team plan; its seats read, only the owner changes, and who leaves takes it along', async () => {
    const { id } = await givenCollection(world, 'ivy', [works[0]!])
    await expect(share('ivy', id, { visibility: 'team' })).rejects.toMatchObject({ status: 402, body: { code: 'no_team_plan' } })
    await givenPlan(world, 'ivy', { plan_name: 'Team' })
    const { email } = await world.person('client', 'jo')
    const seat = await (await as('ivy'))(inviteToSeat, { body: { email } })
    await (await as('jo'))(joinSeat, { params: { id: seat.id } })
    expect(await share('ivy', id, { visibility: 'team' })).toMatchObject({ visibility: 'team', share_url: null })
    expect(await (await as('jo'))(readCollection, { params: { id } })).toMatchObject({ is_own: false, owner_name: 'ivy', item_count: 1 })
    expect((await (await as('jo'))(listCollections, { query: {} })).items.map((one) => one.id)).toEqual([id])
    await expect(put('jo', id, works[1]!)).rejects.toMatchObject({ status: 409, body: { code: 'not_the_owner' } })
    await expect(share('kim', id, { visibility: 'private' })).rejects.toMatchObject({ status: 404 })

    const own = await givenCollection(world, 'jo', [works[1]!])
    await share('jo', own.id, { visibility: 'team' })
    expect(await (await as('ivy'))(readCollection, { params: { id: own.id } })).toMatchObject({ owner_name: 'jo' })
    await (await as('ivy'))(removeSeat, { params: { id: seat.id } })
    await expect((await as('ivy'))(readCollection, { params: { id: own.id } })).rejects.toMatchObject({ status: 404 })
    await expect((await as('jo'))(readCollection, { params: { id } })).rejects.toMatchObject({ status: 404 })
  })
})

describe('a heart', () => {
  test('adds to the collection used last, and first hearts at the same time start one collection', async () => {
    const answers = await Promise.all(works.map((id) => heart(world, 'lea', id)))
    expect(new Set(answers.map(({ collection }) => collection.id)).size).toBe(1)
    expect(answers[0]?.collection.name).toBe('Favorites')
    expect((await order('lea', answers[0]!.collection.id)).toSorted()).toEqual(['Bear', 'Fox', 'Owl'])
    expect((await heart(world, 'lea', works[0]!, works[0]!)).added).toEqual([])
  })

  test('that is taken back can be given again with its note and place', async () => {
    const { id } = await givenCollection(world, 'max', works)
    await put('max', id, works[1]!, { note: 'Ask Ada' })
    const api = await as('max')
    const removed = await api(removeHeart, { params: { asset_id: works[1]! } })
    expect(removed).toEqual({ removed_from: { id, name: 'Launch', note: 'Ask Ada', position: 1 }, is_hearted: false })
    const asked = { query: { asset_ids: works.join(',') } }
    expect((await api(listHearts, asked)).asset_ids.toSorted()).toEqual([works[0]!, works[2]!].toSorted())
    await put('max', id, works[1]!, { note: 'Ask Ada', position: 1 })
    expect(await order('max', id)).toEqual(['Fox', 'Owl', 'Bear'])
    expect((await (await as('nia'))(listHearts, asked)).asset_ids).toEqual([])
  })

  test('for a work that is not on sale is refused, and left out among others', async () => {
    const unknown = randomUUID()
    await expect(heart(world, 'oda', unknown)).rejects.toMatchObject({ status: 404 })
    expect((await heart(world, 'oda', unknown, works[2]!)).added).toEqual([works[2]])
  })
})
