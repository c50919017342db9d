import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteUser, setStatus } from '#accounts/people.contract.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { overview, recentActivity } from '../contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

test('people count as active or inactive, and a deleted one no more', async () => {
  const admin = await world.as('admin')
  const [gone, idle] = [await world.person('client', 'Gone'), await world.person('client', 'Idle')]
  await admin(setStatus, { params: { id: idle.id }, body: { is_active: false } })
  await admin(deleteUser, { params: { id: gone.id } })
  expect((await admin(overview, {})).users).toEqual({ total: 2, active: 1, inactive: 1 })
  const { recent_signups } = await admin(recentActivity, {})
  expect(recent_signups.map(({ name }) => name).sort()).toEqual(['Idle', 'admin'])
})
