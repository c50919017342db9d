import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { givenPlan, nowAs, planOfClient, take, takeMany } from '#tests/support/givens/plans.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { listSubscriptions } from '../admin.contract.ts'
import { currentPlanOf } from './index.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
beforeEach(() => world.at('2026-03-01T12:00:00Z'))
afterAll(() => world.end())

const refusals = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { code: string }).code] : []))

test('50 parallel downloads of one asset count once', async () => {
  await givenPlan(world, 'clicker')
  const asset = randomUUID()
  await Promise.all(Array.from({ length: 50 }, () => take(world, 'clicker', asset)))
  expect(await planOfClient(world, 'clicker')).toMatchObject({ downloads_used: 1, downloads_limit: 50 })
})

test('exactly 3 of 50 parallel downloads of different assets succeed when 3 are left', async () => {
  await givenPlan(world, 'racer')
  await takeMany(world, 'racer', 47)
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => take(world, 'racer')))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(new Set(refusals(results))).toEqual(new Set(['plan_limit_reached']))
  expect((await planOfClient(world, 'racer')).downloads_used).toBe(50)
})

test('after the limit, assets already downloaded this month are still available', async () => {
  await givenPlan(world, 'full')
  const asset = randomUUID()
  await take(world, 'full', asset)
  await takeMany(world, 'full', 49)
  await expect(take(world, 'full')).rejects.toMatchObject({ code: 'plan_limit_reached', status: 409 })
  await take(world, 'full', asset)
})

test('the counter of a yearly plan resets each month, and unused downloads do not carry over', async () => {
  await givenPlan(world, 'yearling', { plan_type: 'yearly' })
  const asset = randomUUID()
  await take(world, 'yearling', asset)
  expect(await planOfClient(world, 'yearling')).toMatchObject({ downloads_used: 1, resets_at: '2026-04-01T12:00:00.000Z' })
  world.at('2026-04-01T12:00:00Z')
  expect(await planOfClient(world, 'yearling')).toMatchObject({
    downloads_used: 0,
    downloads_limit: 50,
    resets_at: '2026-05-01T12:00:00.000Z',
    expires_at: '2027-03-01T12:00:00.000Z'
  })
  await take(world, 'yearling', asset)
  expect((await planOfClient(world, 'yearling')).downloads_used).toBe(1)
})

test('downloading without a plan is 402', async () => {
  await world.person('client', 'nobody')
  await expect(take(world, 'nobody')).rejects.toMatchObject({ code: 'no_plan', status: 402 })
})

test('a free plan is active and grants no downloads', async () => {
  await givenPlan(world, 'freeloader', { plan_type: 'free', plan_name: '' })
  expect(await planOfClient(world, 'freeloader')).toMatchObject({
    is_active: true,
    plan_type: 'free',
    downloads_limit: 0,
    expires_at: null
  })
  await expect(take(world, 'freeloader')).rejects.toMatchObject({ code: 'no_plan' })
})

test('a plan whose period is over gives no downloads, even before a job has ended it', async () => {
  await givenPlan(world, 'late')
  const { id } = await world.person('client', 'late')
  world.at('2026-04-01T11:59:59Z')
  expect(await currentPlanOf(world.db, world.now(), id)).toMatchObject({ role: 'owner' })
  world.at('2026-04-01T12:00:00Z')
  expect(await currentPlanOf(world.db, world.now(), id)).toBeUndefined()
  await expect(take(world, 'late')).rejects.toMatchObject({ code: 'no_plan' })
  expect(await planOfClient(world, 'late')).toMatchObject({ is_active: false, plan_id: null })
  const listed = async (status: 'active' | 'inactive') =>
    (await (await nowAs(world, 'admin'))(listSubscriptions, { query: { q: 'late-client', status } })).items
  expect(await listed('active')).toEqual([])
  expect(await listed('inactive')).toMatchObject([{ is_active: false, state: 'ended' }])
})
