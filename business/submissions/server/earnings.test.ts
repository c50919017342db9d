import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setWageRule } from '#payroll/contract.ts'
import { recordPayout } from '#payroll/payouts.contract.ts'
import { uploadedAsset } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { earnings, employeeDashboard } from '../earnings.contract.ts'
import { decideAsset } from '../review.contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
  await (await world.as('admin'))(setWageRule, { body: { category: 'icon', wage: '4.00', license_price: 10 } })
})
afterAll(() => world.end())

/** Creates an approved asset whose wage was earned this many days ago. */
async function earned(artist: string, days: number): Promise<string> {
  const { asset_id } = await uploadedAsset(world, { artist })
  await (await world.as('admin'))(decideAsset, { params: { id: asset_id }, body: { status: 'approved' } })
  const earned_at = new Date(world.ctx().now.getTime() - days * 24 * 3600_000)
  await sql`update payroll.wage set earned_at = ${earned_at} where asset_id = ${asset_id}`.execute(world.db)
  return asset_id
}

test('unpaid wages show the days since their approval, and payouts pay the oldest first', async () => {
  const { id: employee_id } = await world.person('employee', 'patient')
  const assets = [await earned('patient', 40), await earned('patient', 9), await earned('patient', 0)]
  const artist = await world.as('employee', 'patient')
  const days = async () => {
    const { assets: listed } = await artist(earnings, { query: {} })
    return assets.map((asset_id) => listed.find(({ id }) => id === asset_id)?.unpaid_days)
  }
  expect(await days()).toEqual([40, 9, 0])
  const body = { employee_id, amount: '7.99', payment_method: 'cash' }
  await (await world.as('admin'))(recordPayout, { body })
  expect(await days()).toEqual([null, 9, 0])
})

test('the CSV of a month has the artist’s own wages only', async () => {
  const { token } = await world.person('employee', 'booked')
  const { id: other } = await world.person('employee', 'elsewhere')
  const asset_id = await earned('booked', 0)
  await sql`update catalogue.asset set title = '=HYPERLINK("x")' where id = ${asset_id}`.execute(world.db)
  // 23:59:59 Pacific on the last day of March is March.
  await sql`update payroll.wage set earned_at = '2026-04-01T06:59:59Z' where asset_id = ${asset_id}`.execute(world.db)
  const get = (query: string) =>
    world.app.inject({ url: `/api/assets/employee/earnings.csv?${query}`, headers: { authorization: `Bearer ${token}` } })
  const march = await get('month=2026-03')
  expect(march.headers['content-disposition']).toBe('attachment; filename=earnings-2026-03.csv')
  expect(march.body).toBe(
    `\uFEFFapproved,asset_id,title,category,wage_usd,paid\r\n"2026-03-31","${asset_id}","'=HYPERLINK(""x"")","icon",4,"no"\r\n`
  )
  expect((await get('month=2026-04')).body).toBe('\uFEFFapproved,asset_id,title,category,wage_usd,paid\r\n')
  expect((await get('month=2026-13')).statusCode).toBe(422)
  expect((await get(`month=2026-03&employee_id=${other}`)).statusCode).toBe(404)
})

test('the dashboard shows the median review time of the last 30 days', async () => {
  const artist = await world.as('employee', 'waiting')
  await sql`update catalogue.asset set created_at = decided_at`.execute(world.db)
  for (const hours of [2, 5, 100]) {
    const asset_id = await earned('waiting', 0)
    await sql`update catalogue.asset set created_at = decided_at - make_interval(hours => ${hours}) where id = ${asset_id}`.execute(
      world.db
    )
  }
  expect((await artist(employeeDashboard, {})).review_hours).toBeCloseTo(5, 3)
})
