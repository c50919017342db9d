import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteUser, setStatus } from '#accounts/users.contract.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { overview, recentActivity } from '../contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

test('users count as active or inactive, and deleted users do not count', async () => {
  const admin = await world.as('admin')
  const deleted = await world.person('client', 'Deleted')
  const inactive = await world.person('client', 'Inactive')
  await admin(setStatus, { params: { id: inactive.id }, body: { is_active: false } })
  await admin(deleteUser, { params: { id: deleted.id } })
  expect((await admin(overview, {})).users).toEqual({ total: 2, active: 1, inactive: 1 })
  const { recent_signups } = await admin(recentActivity, {})
  expect(recent_signups.map(({ name }) => name).sort()).toEqual(['Inactive', 'admin'])
})
