import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toCents } from '#platform/contract/index.ts'
import { givenRequest } from '#tests/support/givens/requests.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { employeeWeeks, waiting, weeks } from '../contract.ts'
import { TREND_DAYS } from '../rules.ts'
import { WAITING_MAX } from '../waiting.rules.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

test('an admin sees what waits in all queues, and it is counted up to a limit', async () => {
  const admin = await world.as('admin')
  expect(await admin(waiting, {})).toEqual({ review: 0, appeals: 0, requests: 0, messages: 0, claims: 0, applicants: 0, assets: 0 })
  await givenRequest(world)
  const message = (index: number) => ({
    ...{ name: 'Ann', email: 'ann@example.com', subject: 'General Inquiry', message: `Hello ${index}` },
    ...{ received_at: world.now(), is_spam: index === 0 }
  })
  await world.db
    .insertInto('help.contact_message')
    .values(Array.from({ length: WAITING_MAX + 2 }, (_, index) => message(index)))
    .execute()
  expect(await admin(waiting, {})).toMatchObject({ requests: 1, messages: WAITING_MAX })
})

test('an artist sees only the own rejected assets and open requests', async () => {
  const artist = await world.person('employee', 'Aria')
  const other = await world.person('employee', 'Otto')
  const row = (owner_id: string, status: 'rejected' | 'pending') => ({
    ...{ owner_id, status, title: 'Fox', description: '', category: 'icon' as const, created_at: world.now() }
  })
  await world.db
    .insertInto('catalogue.asset')
    .values([row(artist.id, 'rejected'), row(artist.id, 'pending'), row(other.id, 'rejected')])
    .execute()
  expect(await (await world.as('employee', 'Aria'))(waiting, {})).toEqual({
    review: 0,
    appeals: 0,
    requests: 0,
    messages: 0,
    claims: 0,
    applicants: 0,
    assets: 1
  })
})

test('the figures of the weeks have one value for each day, and today is the last', async () => {
  const admin = await world.as('admin')
  const { days, signups, submissions } = await admin(weeks, {})
  expect([days.length, signups.length, submissions.length]).toEqual([TREND_DAYS, TREND_DAYS, TREND_DAYS])
  expect(submissions.at(-1)).toBe(3)
  expect(submissions.slice(0, -1).every((count) => count === 0)).toBe(true)
})

test('an artist sees the own wages of each day', async () => {
  const wage = (employee_id: string, amount: number, days_ago: number) => ({
    ...{ employee_id, asset_id: randomUUID(), category: 'icon' as const, amount_cents: toCents(amount), rule_version_id: null },
    earned_at: new Date(world.now().getTime() - days_ago * 86_400_000)
  })
  const [artist, other] = [await world.person('employee', 'Wanda'), await world.person('employee', 'Walter')]
  const wages = [wage(artist.id, 1200, 0), wage(artist.id, 300, 0), wage(artist.id, 500, 2), wage(other.id, 900, 0)]
  await world.db.insertInto('payroll.wage').values(wages).execute()
  const { wages_cents, approvals } = await (await world.as('employee', 'Wanda'))(employeeWeeks, {})
  expect(wages_cents.slice(-4)).toEqual([0, 500, 0, 1500])
  expect(approvals.slice(-4)).toEqual([0, 1, 0, 2])
  expect(wages_cents.length).toBe(TREND_DAYS)
})
