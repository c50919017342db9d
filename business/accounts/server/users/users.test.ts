import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/server/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { audit, findUser, findUsers } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const entries = () => world.db.selectFrom('accounts.audit_entry').selectAll().execute()

test('users are found by id, without secrets', async () => {
  const [one, two] = [await world.person('client', 'one'), await world.person('employee', 'two')]
  const found = await findUsers(world.db, [one.id, two.id, one.id, '00000000-0000-4000-8000-000000000000'])
  expect([...found.keys()].sort()).toEqual([one.id, two.id].sort())
  expect(found.get(two.id)).toMatchObject({ name: 'two', role: 'employee', is_active: true })
  expect(JSON.stringify(await findUser(world.db, one.id))).not.toMatch(/hash|password/)
  expect((await findUsers(world.db, [])).size).toBe(0)
})

test('the audit log records an action only if it succeeded', async () => {
  const { id } = await world.person('admin')
  await audit(world.db, { actor_id: id, action: 'asset.approve', subject_kind: 'asset', subject: 'asset-1', details: { wage_cents: 400 } })
  const undone = inTransaction(world.ctx(), async ({ db }) => {
    await audit(db, { actor_id: id, action: 'asset.reject', subject_kind: 'asset', subject: 'asset-2' })
    throw new Error('the action failed')
  })
  await expect(undone).rejects.toThrow('the action failed')
  expect(await entries()).toMatchObject([{ actor_id: id, action: 'asset.approve', subject: 'asset-1', details: { wage_cents: 400 } }])
})
