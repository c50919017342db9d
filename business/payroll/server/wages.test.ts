import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sumOfAll } from '#ledger/server/index.ts'
import { inTransaction } from '#platform/server/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { deleteWageRule, employeeWageRules, publicWageRules, wageRules } from '../contract.ts'
import { balanceOf, bookWage, personalPrices } from './index.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const token = async () => (await world.person('admin')).token
const post = async (payload: object) =>
  world.app.inject({ method: 'POST', url: '/api/admin/wage-rules', headers: { authorization: `Bearer ${await token()}` }, payload })

test('a rule is added with 201 and edited with 200; its id stays', async () => {
  const added = await post({ category: ' Vector ', wage: 3, license_price: '12.50' })
  expect([added.statusCode, added.json()]).toMatchObject([201, { category: 'vector', wage: 3, license_price: 12.5, notes: '' }])
  const edited = await post({ category: 'vector', wage: '3.05', license_price: 0, notes: 'Clean paths only' })
  expect([edited.statusCode, edited.json()]).toMatchObject([
    200,
    { id: added.json().id, wage: 3.05, license_price: 0, notes: 'Clean paths only' }
  ])
  const again = await post({ category: 'vector', wage: 4, license_price: 1 })
  expect(again.json()).toMatchObject({ wage: 4, notes: 'Clean paths only' })
  expect((await personalPrices(world.db)).get('vector')).toBe(100)
})

test('everyone reads what an asset earns, only admins what it sells for', async () => {
  await post({ category: 'logo', wage: 5, license_price: 20, notes: 'With guide' })
  const shown = (await world.api(publicWageRules, {})).find(({ category }) => category === 'logo')
  expect(shown).toEqual({ id: expect.any(String), category: 'logo', wage: 5, notes: 'With guide' })
  const toArtists = await (await world.as('employee'))(employeeWageRules, {})
  expect(toArtists).toContainEqual({ category: 'logo', wage: 5 })
  await expect((await world.as('employee'))(wageRules, {})).rejects.toMatchObject({ status: 403 })
  await expect(world.api(wageRules, {})).rejects.toMatchObject({ status: 401 })
})

const WAGE = 'Please enter a valid non-negative number for Wage.'
describe('a rule is refused field by field', () => {
  test.each([
    [{ category: '' }, 'category', 'Please select a category.'],
    [{ category: 'sculpture' }, 'category', 'Please select a category.'],
    [{ category: null }, 'category', 'Please select a category.'],
    [{ wage: -1 }, 'wage', WAGE],
    [{ wage: '' }, 'wage', WAGE],
    [{ wage: 'ten' }, 'wage', WAGE],
    [{ wage: 1.005 }, 'wage', WAGE],
    [{ wage: '1e3' }, 'wage', WAGE],
    [{ wage: null }, 'wage', WAGE],
    [{ wage: 10_000_000_000 }, 'wage', WAGE],
    [{ license_price: '-0.01' }, 'license_price', 'Please enter a valid non-negative number for License Price.'],
    [{ license_price: [1] }, 'license_price', 'Please enter a valid non-negative number for License Price.']
  ])('%j', async (change, field, message) => {
    const answer = await post({ category: 'icon', wage: 1, license_price: 1, ...change })
    expect([answer.statusCode, answer.json().fields]).toEqual([422, { [field]: message }])
    expect((await personalPrices(world.db)).has('icon')).toBe(false)
  })
})

test('a rule is deleted once; then its category is not for sale', async () => {
  const admin = await world.as('admin')
  await post({ category: 'background', wage: 1, license_price: 2 })
  await admin(deleteWageRule, { params: { category: 'Background' } })
  expect((await personalPrices(world.db)).has('background')).toBe(false)
  await expect(admin(deleteWageRule, { params: { category: 'background' } })).rejects.toMatchObject({
    status: 404,
    body: { code: 'wage_rule_not_found' }
  })
})

test('twenty parallel bookings of one asset make one wage, and the book still sums to zero', async () => {
  const { id: employee_id } = await world.person('employee', 'artist')
  await post({ category: 'illustration', wage: 6.5, license_price: 1 })
  const asset = { asset_id: randomUUID(), category: 'illustration', employee_id } as const
  const booked = await Promise.all(Array.from({ length: 20 }, () => inTransaction(world.ctx(), (ctx) => bookWage(ctx, asset))))
  expect(booked.filter((cents) => cents !== undefined)).toEqual([650])
  expect(await balanceOf(world.db, employee_id)).toEqual({ earned_cents: 650, paid_cents: 0, balance_cents: 650 })
  expect(await sumOfAll(world.db)).toBe(0)
})

test('a wage rolled back with its approval leaves no trace', async () => {
  const { id: employee_id } = await world.person('employee', 'unlucky')
  const asset = { asset_id: randomUUID(), category: 'illustration', employee_id } as const
  const failing = inTransaction(world.ctx(), async (ctx) => {
    await bookWage(ctx, asset)
    throw new Error('after the wage')
  })
  await expect(failing).rejects.toThrow('after the wage')
  expect(await balanceOf(world.db, employee_id)).toEqual({ earned_cents: 0, paid_cents: 0, balance_cents: 0 })
})

test('a wage of $0 is a wage without an entry in the book', async () => {
  const { id: employee_id } = await world.person('employee', 'volunteer')
  await post({ category: 'logo', wage: 0, license_price: 1 })
  const booked = await inTransaction(world.ctx(), (ctx) => bookWage(ctx, { asset_id: randomUUID(), category: 'logo', employee_id }))
  expect(booked).toBe(0)
  expect(await balanceOf(world.db, employee_id)).toMatchObject({ earned_cents: 0, balance_cents: 0 })
})
