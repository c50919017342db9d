import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sumOfAll } from '#ledger/server/index.ts'
import { personalPrices } from '#licensing/server/index.ts'
import { toCents } from '#platform/contract/index.ts'
import { inTransaction } from '#platform/server/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { deleteWageRule, employeeWageRules, publicWageRules, wageRuleHistory, wageRules, wageRuleVersions } from '../contract.ts'
import { balanceOf, bookWage } from './index.ts'
import { setRule } from './wage-rules.service.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const token = async () => (await world.person('admin')).token
const post = async (payload: object) =>
  world.app.inject({ method: 'POST', url: '/api/admin/wage-rules', headers: { authorization: `Bearer ${await token()}` }, payload })

test('adding a rule returns 201, editing it returns 200, and its id does not change', async () => {
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

test('everyone can read wages; only admins can read license prices', async () => {
  await post({ category: 'logo', wage: 5, license_price: 20, notes: 'With guide' })
  const shown = (await world.api(publicWageRules, {})).find(({ category }) => category === 'logo')
  expect(shown).toEqual({ id: expect.any(String), category: 'logo', wage: 5, wage_cents: 500, notes: 'With guide' })
  const toArtists = await (await world.as('employee'))(employeeWageRules, {})
  expect(toArtists).toContainEqual({ category: 'logo', wage: 5, wage_cents: 500 })
  await expect((await world.as('employee'))(wageRules, {})).rejects.toMatchObject({ status: 403 })
  await expect(world.api(wageRules, {})).rejects.toMatchObject({ status: 401 })
})

const WAGE = 'Please enter a valid non-negative number for Wage.'
describe('an invalid rule is refused with a message for the field', () => {
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

test('a deleted rule takes its category off sale, and cannot be deleted twice', async () => {
  const admin = await world.as('admin')
  await post({ category: 'background', wage: 1, license_price: 2 })
  await admin(deleteWageRule, { params: { category: 'Background' } })
  expect((await personalPrices(world.db)).has('background')).toBe(false)
  await expect(admin(deleteWageRule, { params: { category: 'background' } })).rejects.toMatchObject({
    status: 404,
    body: { code: 'wage_rule_not_found' }
  })
})

test('the history shows each version’s values, its period, and who changed it', async () => {
  const admin = await world.as('admin')
  const save = (wage: number, license_price: number) => post({ category: 'illustration', wage, license_price, notes: 'Scenes' })
  const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'].map((day) => `${day}T12:00:00.000Z`)
  const [added = '', repriced = '', removed = '', readded = ''] = days
  const at = (iso: string) => world.at(iso)
  const before = world.now()
  at(added)
  await save(3, 10)
  at(repriced)
  await save(3, 12)
  await save(3, 12)
  at(removed)
  await admin(deleteWageRule, { params: { category: 'illustration' } })
  at(readded)
  await save(4, 12)
  at(before.toISOString())
  const { items } = await admin(wageRuleHistory, { params: { category: 'Illustration' } })
  const { name } = await world.person('admin')
  const rule = { notes: 'Scenes', changed_by: name }
  expect(items).toEqual([
    { ...rule, version: 4, is_deleted: false, ...amounts(4, 12), from: readded, until: null },
    { ...rule, version: 3, is_deleted: true, ...amounts(3, 12), from: removed, until: readded },
    { ...rule, version: 2, is_deleted: false, ...amounts(3, 12), from: repriced, until: removed },
    { ...rule, version: 1, is_deleted: false, ...amounts(3, 10), from: added, until: repriced }
  ])
  const { items: versions } = await admin(wageRuleVersions, {})
  expect(versions.filter(({ category }) => category === 'illustration').map(({ version }) => version)).toEqual([4, 3, 2, 1])
})

const amounts = (wage: number, license_price: number) => ({
  wage,
  wage_cents: wage * 100,
  license_price,
  license_price_cents: license_price * 100
})

test('the history of a category without a rule is empty; an unknown category has none', async () => {
  const fresh = await freshWorld()
  const admin = await fresh.as('admin')
  expect(await admin(wageRuleHistory, { params: { category: 'logo' } })).toEqual({ items: [] })
  await expect(admin(wageRuleHistory, { params: { category: 'sculpture' } })).rejects.toMatchObject({ status: 404 })
  await expect((await fresh.as('employee'))(wageRuleHistory, { params: { category: 'logo' } })).rejects.toMatchObject({ status: 403 })
  await fresh.end()
})

test('a price that cannot be stored leaves the wage unchanged, and vice versa', async () => {
  await post({ category: 'vector', wage: 2, license_price: 9 })
  const failing = inTransaction(world.ctx(), async (ctx) => {
    await setRule(ctx, { category: 'vector', wage: toCents(700), license_price: toCents(7700), notes: undefined })
    throw new Error('after the rule')
  })
  await expect(failing).rejects.toThrow('after the rule')
  const rules = await (await world.as('admin'))(wageRules, {})
  expect(rules.find(({ category }) => category === 'vector')).toMatchObject(amounts(2, 9))
})

test('twenty parallel bookings for one asset create one wage, and the ledger still sums to zero', async () => {
  const { id: employee_id } = await world.person('employee', 'artist')
  await post({ category: 'illustration', wage: 6.5, license_price: 1 })
  const asset = { asset_id: randomUUID(), category: 'illustration', employee_id } as const
  const booked = await Promise.all(Array.from({ length: 20 }, () => inTransaction(world.ctx(), (ctx) => bookWage(ctx, asset))))
  expect(booked.filter((cents) => cents !== undefined)).toEqual([650])
  expect(await balanceOf(world.db, employee_id)).toEqual({ earned_cents: 650, paid_cents: 0, balance_cents: 650 })
  expect(await sumOfAll(world.db)).toBe(0)
})

test('a wage that is rolled back with its approval leaves no trace', async () => {
  const { id: employee_id } = await world.person('employee', 'unlucky')
  const asset = { asset_id: randomUUID(), category: 'illustration', employee_id } as const
  const failing = inTransaction(world.ctx(), async (ctx) => {
    await bookWage(ctx, asset)
    throw new Error('after the wage')
  })
  await expect(failing).rejects.toThrow('after the wage')
  expect(await balanceOf(world.db, employee_id)).toEqual({ earned_cents: 0, paid_cents: 0, balance_cents: 0 })
})

test('a wage of $0 is booked without a ledger entry', async () => {
  const { id: employee_id } = await world.person('employee', 'volunteer')
  await post({ category: 'logo', wage: 0, license_price: 1 })
  const booked = await inTransaction(world.ctx(), (ctx) => bookWage(ctx, { asset_id: randomUUID(), category: 'logo', employee_id }))
  expect(booked).toBe(0)
  expect(await balanceOf(world.db, employee_id)).toMatchObject({ earned_cents: 0, balance_cents: 0 })
})
