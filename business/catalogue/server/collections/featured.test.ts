import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '#accounts/audit.contract.ts'
import type { Api } from '#platform/web/api.ts'
import { releaseAsset, withholdAsset } from '#submissions/review.contract.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { givenFeatured } from '#tests/support/givens/collections.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { listAssets } from '../../contract.ts'
import {
  addCollection,
  chooseWorks,
  deleteCollection,
  editCollection,
  getEditedCollection,
  getFeaturedCollection,
  listEditedCollections,
  listFeaturedCollections,
  listHighlights,
  orderCollections
} from '../../featured.contract.ts'

let world: World
let admin: Api
beforeAll(async () => {
  world = await freshWorld()
  admin = await world.as('admin')
})
afterAll(() => world.end())

let made = 0
async function works(count: number): Promise<string[]> {
  made += 1
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) ids.push((await givenAsset(world, { title: `Work ${made}-${index}` })).id)
  return ids
}

const featured = (title: string, asset_ids: readonly string[], options?: { is_published: boolean }) =>
  givenFeatured(world, title, asset_ids, options)

const listed = async (query: { asset_id?: string } = {}) => (await world.api(listFeaturedCollections, { query })).items
const titles = async (query: { asset_id?: string } = {}) => (await listed(query)).map(({ title }) => title)
const shown = (slug: string, query: { page?: number; page_size?: number } = {}) =>
  world.api(getFeaturedCollection, { params: { slug }, query })
const versionOf = async (id: string) => (await admin(getEditedCollection, { params: { id } })).version

describe('visitors', () => {
  test('see published collections with works, with up to four pictures and the count', async () => {
    const ids = await works(6)
    await featured('Five foxes', ids)
    await featured('Not yet', ids, { is_published: false })
    const [collection] = await listed()
    expect(collection).toMatchObject({ slug: 'five-foxes', summary: 'All about Five foxes.', item_count: 6 })
    expect(collection?.covers.map(({ asset_id }) => asset_id)).toEqual(ids.slice(0, 4))
    expect(collection?.covers[0]?.files[0]?.preview_urls?.[320]).toMatch(/^\/previews\//)
    expect(await titles()).not.toContain('Not yet')
    await expect(shown('not-yet')).rejects.toMatchObject({ status: 404, body: { code: 'collection_not_found' } })
  })

  test('see the chosen cover first', async () => {
    const ids = await works(3)
    const { id, slug } = await featured('Covered', ids)
    await admin(editCollection, { params: { id }, body: { cover_asset_id: ids[2]! } })
    const covers = (await listed()).find((one) => one.slug === slug)?.covers
    expect(covers?.map(({ asset_id }) => asset_id)).toEqual([ids[2], ids[0], ids[1]])
  })

  test('see every work of a collection on exactly one page, in the order of the editors', async () => {
    const ids = (await works(5)).toReversed()
    const { slug } = await featured('Pages', ids)
    const pages = await Promise.all([1, 2, 3].map((page) => shown(slug, { page, page_size: 2 })))
    expect(pages.flatMap(({ items }) => items.map((item) => item.id))).toEqual(ids)
    expect(pages[0]).toMatchObject({ total: 5, page: 1, page_size: 2 })
  })

  test('see in which collections an asset is', async () => {
    const [both, one] = (await works(2)) as [string, string]
    await featured('With both', [both, one])
    await featured('With one', [one])
    await featured('Hidden with one', [one], { is_published: false })
    expect(await titles({ asset_id: one })).toEqual(['With both', 'With one'])
    expect(await titles({ asset_id: both })).toEqual(['With both'])
  })

  test('do not see withheld works, nor a collection of which nothing is on sale', async () => {
    const [kept, taken] = (await works(2)) as [string, string]
    const { slug } = await featured('Shrinking', [taken, kept])
    const withhold = (id: string) => admin(withholdAsset, { params: { id }, body: { reason: 'A complaint' } })
    await withhold(taken)
    expect((await shown(slug)).items.map(({ id }) => id)).toEqual([kept])
    expect((await listed()).find((one) => one.slug === slug)).toMatchObject({ item_count: 1, covers: [{ asset_id: kept }] })
    await withhold(kept)
    await expect(shown(slug)).rejects.toMatchObject({ status: 404 })
    expect(await titles()).not.toContain('Shrinking')
    await admin(releaseAsset, { params: { id: kept }, body: { reason: 'Settled' } })
    expect(await titles()).toContain('Shrinking')
  })
})

describe('the highlights of the home page', () => {
  const highlights = async () => world.api(listHighlights, {})

  test('have the published collections in order, with three pictures each', async () => {
    const { collections } = await highlights()
    expect(collections.map(({ title }) => title)).toEqual(await titles())
    expect(collections.find(({ slug }) => slug === 'five-foxes')).toMatchObject({ item_count: 6, covers: [{}, {}, {}] })
  })

  test('go on after the first page of the list with what is at most a week old', async () => {
    await works(16)
    const list = async (page: number) => (await world.api(listAssets, { query: { page } })).map(({ id }) => id)
    const ids = (await highlights()).new_assets.map(({ asset_id }) => asset_id)
    expect(ids).toEqual(await list(2))
    const now = world.now()
    world.at(new Date(now.getTime() + 8 * 86_400_000).toISOString())
    expect((await highlights()).new_assets).toEqual([])
    world.at(now.toISOString())
  })

  test('have the newest free assets, without one whose window is over', async () => {
    const now = world.now()
    const ended = await givenAsset(world, { free_starts_at: new Date(now.getTime() - 2000), free_ends_at: new Date(now.getTime() - 1000) })
    const gift = await givenAsset(world, { title: 'Gift', is_free: true })
    const ids = (await highlights()).free_assets.map(({ asset_id }) => asset_id)
    expect(ids[0]).toBe(gift.id)
    expect(ids).not.toContain(ended.id)
  })
})

describe('admins', () => {
  test('get an address from the title, which stays when the title changes', async () => {
    const body = { title: 'Café & Tea', summary: 'Warm.' }
    const first = await admin(addCollection, { body })
    const second = await admin(addCollection, { body })
    const other = await admin(addCollection, { body: { ...body, title: '茶' } })
    expect([first.slug, second.slug, other.slug]).toEqual(['cafe-tea', 'cafe-tea-2', 'collection'])
    const renamed = await admin(editCollection, { params: { id: first.id }, body: { title: 'Coffee' } })
    expect(renamed).toMatchObject({ title: 'Coffee', slug: 'cafe-tea' })
  })

  test('cannot publish a collection without works', async () => {
    const { id } = await admin(addCollection, { body: { title: 'Empty', summary: 'Nothing.' } })
    await expect(admin(editCollection, { params: { id }, body: { is_published: true } })).rejects.toMatchObject({
      status: 409,
      body: { code: 'collection_without_works' }
    })
  })

  test('do not overwrite works that another admin chose meanwhile', async () => {
    const [one, two, three] = (await works(3)) as [string, string, string]
    const { id } = await featured('Two admins', [one])
    const version = await versionOf(id)
    await (await world.as('admin', 'Other'))(chooseWorks, { params: { id }, body: { asset_ids: [one, two], version } })
    await expect(admin(chooseWorks, { params: { id }, body: { asset_ids: [three], version } })).rejects.toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' }
    })
  })

  test('choose works at the same time: one choice counts', async () => {
    const ids = await works(4)
    const { id } = await featured('Parallel', [ids[0]!])
    const version = await versionOf(id)
    const choices = ids.map((asset_id) => admin(chooseWorks, { params: { id }, body: { asset_ids: [asset_id], version } }))
    const outcomes = (await Promise.allSettled(choices)).map(({ status }) => status)
    expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(1)
  })

  test('choose approved works only', async () => {
    const [approved] = (await works(1)) as [string]
    const pending = await givenAsset(world, { status: 'pending' })
    const { id } = await featured('Approved only', [approved])
    for (const asset_id of [pending.id, '00000000-0000-4000-8000-000000000000']) {
      const body = { asset_ids: [approved, asset_id], version: await versionOf(id) }
      await expect(admin(chooseWorks, { params: { id }, body })).rejects.toMatchObject({ body: { code: 'works_not_approved' } })
    }
  })

  test('order all collections, and an order that does not name each of them is refused', async () => {
    const { items } = await admin(listEditedCollections, {})
    const ids = items.map(({ id }) => id).toReversed()
    expect((await admin(orderCollections, { body: { ids } })).items.map(({ id }) => id)).toEqual(ids)
    for (const wrong of [ids.slice(1), [...ids.slice(1), ids[1]!]])
      await expect(admin(orderCollections, { body: { ids: wrong } })).rejects.toMatchObject({ body: { code: 'changed_meanwhile' } })
  })

  test('delete a collection; its works stay', async () => {
    const [id] = (await works(1)) as [string]
    const collection = await featured('Deleted', [id])
    await admin(deleteCollection, { params: { id: collection.id } })
    expect(await titles({ asset_id: id })).toEqual([])
    await expect(admin(deleteCollection, { params: { id: collection.id } })).rejects.toMatchObject({ status: 404 })
  })

  test('leave an entry in the audit log with the works before and after', async () => {
    const [one, two] = (await works(2)) as [string, string]
    const { id } = await featured('Logged', [one])
    await admin(chooseWorks, { params: { id }, body: { asset_ids: [two], version: await versionOf(id) } })
    const { items } = await admin(auditLog, { query: { action: 'featured_collection.works_changed' } })
    expect(items[0]).toMatchObject({
      subject: { id, label: 'Logged' },
      details: {
        added: [expect.stringMatching(/^Work/)],
        removed: [expect.stringMatching(/^Work/)],
        before: { works: [one] },
        after: { works: [two] }
      }
    })
  })
})
