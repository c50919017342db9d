import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshWorld, type World } from '#tests/support/world.ts'
import { SAVED_VIEWS_MAX } from '../../rules.ts'
import { deleteUser } from '../../users.contract.ts'
import { deleteView, listSavedViews, saveView } from '../../views.contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const view = (name: string, query = '?state=failed') => ({ path: '/admin/payments', name, query })

test('saved filters are listed by name, replaced by the same name, and deleted, by their own admin only', async () => {
  const [ann, bob] = [await world.as('admin', 'ann'), await world.as('admin', 'bob')]
  await ann(saveView, { body: view('Refunded', '?state=refunded') })
  const { id } = await ann(saveView, { body: view('Failed') })
  await ann(saveView, { body: view('Failed', '?q=fox&state=failed') })
  expect((await ann(listSavedViews, {})).items.map(({ name, query }) => [name, query])).toEqual([
    ['Failed', '?q=fox&state=failed'],
    ['Refunded', '?state=refunded']
  ])
  expect((await bob(deleteView, { params: { id } })).items).toEqual([])
  expect((await ann(listSavedViews, {})).items).toHaveLength(2)
  expect((await ann(deleteView, { params: { id } })).items.map(({ name }) => name)).toEqual(['Refunded'])
})

test('an admin can save a limited number, and a full list can still be changed', async () => {
  const admin = await world.as('admin', 'collector')
  for (let index = 0; index < SAVED_VIEWS_MAX; index += 1) await admin(saveView, { body: view(`View ${index}`) })
  await expect(admin(saveView, { body: view('One more') })).rejects.toMatchObject({ status: 409, body: { code: 'too_many_views' } })
  expect((await admin(saveView, { body: view('View 0', '?q=new') })).query).toBe('?q=new')
})

test.each(['https://evil.example', '//evil.example', '/admin/payments?x', '/Admin', '/a/b/c', ''])(
  'the path %j is refused',
  async (path) => {
    const admin = await world.as('admin')
    await expect(admin(saveView, { body: { ...view('Path'), path } })).rejects.toMatchObject({ status: 422 })
  }
)

test('deleting an account deletes its saved filters', async () => {
  const admin = await world.as('admin')
  const leaving = await world.as('admin', 'leaving')
  await leaving(saveView, { body: view('Mine') })
  const { id } = await world.db.selectFrom('accounts.user').select('id').where('name', '=', 'leaving').executeTakeFirstOrThrow()
  await admin(deleteUser, { params: { id } })
  const left = await world.db.selectFrom('accounts.saved_view').select('id').where('user_id', '=', id).execute()
  expect(left).toEqual([])
})
