import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteOld } from '#processes/retention.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { addSynonyms, deleteSearchMiss, deleteSynonyms, editSynonyms, listSearchMisses, listSynonyms } from '../../search.contract.ts'
import { countMiss } from './synonyms.queries.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

test('at least 300 groups are built in', async () => {
  const admin = await world.as('admin')
  expect((await admin(listSynonyms, { query: {} })).total).toBeGreaterThanOrEqual(300)
})

test('an admin adds, finds, edits and deletes a group', async () => {
  const admin = await world.as('admin')
  const added = await admin(addSynonyms, { body: { words: ' Widget,  gadget ,widget,, small  tool' } })
  expect(added).toMatchObject({ words: ['widget', 'gadget', 'small tool'], one_way: false })
  expect((await admin(listSynonyms, { query: { q: 'GADG' } })).items).toEqual([added])
  const edited = await admin(editSynonyms, { params: { id: added.id }, body: { words: ['widget', 'gizmo'], one_way: true } })
  expect(edited).toMatchObject({ id: added.id, words: ['widget', 'gizmo'], one_way: true })
  await admin(deleteSynonyms, { params: { id: added.id } })
  expect((await admin(listSynonyms, { query: { q: 'gizmo' } })).total).toBe(0)
})

test('a group needs at least two words, and an unknown group is a 404', async () => {
  const admin = await world.as('admin')
  await expect(admin(addSynonyms, { body: { words: 'alone,,' } })).rejects.toMatchObject({ status: 422, body: { code: 'invalid_fields' } })
  const unknown = { params: { id: UNKNOWN_ID } }
  await expect(admin(editSynonyms, { ...unknown, body: { words: 'a, b' } })).rejects.toMatchObject({ body: { code: 'synonyms_not_found' } })
  await expect(admin(deleteSynonyms, unknown)).rejects.toMatchObject({ status: 404, body: { code: 'synonyms_not_found' } })
  await expect(admin(deleteSearchMiss, unknown)).rejects.toMatchObject({ status: 404, body: { code: 'miss_not_found' } })
})

test('a search without results leaves the list when an admin removes it, or after 90 days', async () => {
  const admin = await world.as('admin')
  await countMiss(world.db, 'zorp', new Date('2025-11-01T00:00:00Z'))
  await countMiss(world.db, 'blip', world.now())
  await deleteOld(world.ctx())
  const { items } = await admin(listSearchMisses, { query: {} })
  expect(items.map(({ words }) => words)).toEqual(['blip'])
  await admin(deleteSearchMiss, { params: { id: items[0]!.id } })
  expect((await admin(listSearchMisses, { query: {} })).total).toBe(0)
})
