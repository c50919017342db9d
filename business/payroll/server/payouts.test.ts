import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteUser } from '#accounts/users.contract.ts'
import { linesOf, sumOfAll } from '#ledger/server/index.ts'
import { inTransaction } from '#platform/server/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { deleteWageRule, setWageRule, wageRuleVersions } from '../contract.ts'
import { employeeBalance, openBalances, recordPayout, viewPayouts } from '../payouts.contract.ts'
import { unpaidOf } from '../rules.ts'
import { bookWage } from './index.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
  const admin = await world.as('admin')
  await admin(setWageRule, { body: { category: 'icon', wage: '10.00', license_price: 5 } })
})
afterAll(() => world.end())

/** An artist with a $10 wage for each of `assets` assets. */
async function artist(name: string, assets: number): Promise<string> {
  const { id } = await world.person('employee', name)
  for (let count = 0; count < assets; count += 1)
    await inTransaction(world.ctx(), (ctx) => bookWage(ctx, { asset_id: randomUUID(), category: 'icon', employee_id: id }))
  return id
}

const of = (employee_id: string, change: object = {}) => ({
  body: { employee_id, amount: '10', payment_method: 'paypal', reference_number: '', notes: '', ...change }
})

test('a payout lowers the balance, appears in the history and the ledger, and is emailed to the artist', async () => {
  const id = await artist('paid', 3)
  const admin = await world.as('admin')
  expect(await admin(employeeBalance, { query: { employee_id: id } })).toMatchObject({ total_earned: 30, total_paid: 0, balance: 30 })
  const made = await admin(
    recordPayout,
    of(id, { amount: '12.50', payment_method: ' Bank Transfer ', reference_number: 'TR 7', notes: 'March' })
  )
  expect(made).toMatchObject({ amount: 12.5, payment_method: 'bank_transfer', reference_number: 'TR 7', notes: 'March' })
  expect(await admin(employeeBalance, { query: { employee_id: id } })).toEqual({
    total_earned: 30,
    total_earned_cents: 3000,
    total_paid_cents: 1250,
    total_paid: 12.5,
    balance: 17.5,
    balance_cents: 1750
  })
  expect((await admin(viewPayouts, { query: { employee_id: id } })).items).toEqual([{ ...made, recorded_by: expect.any(String) }])
  expect((await linesOf(world.db, { party_id: id, kind: 'payout' })).map(({ account, amount_cents }) => [account, amount_cents])).toEqual([
    ['wages_owed', 1250],
    ['cash', -1250]
  ])
  expect(await sumOfAll(world.db)).toBe(0)
  await world.work()
  const mail = (await world.mails()).find(({ subject }) => subject === 'We paid you $12.50')
  expect(mail?.text).toContain('Remaining balance: $17.50')
})

test('a payout over the balance is refused, to the cent', async () => {
  const id = await artist('exact', 1)
  const admin = await world.as('admin')
  await expect(admin(recordPayout, of(id, { amount: '10.01' }))).rejects.toMatchObject({ status: 409, body: { code: 'over_balance' } })
  await admin(recordPayout, of(id, { amount: '10.00' }))
  await expect(admin(recordPayout, of(id, { amount: '0.01' }))).rejects.toMatchObject({ status: 409, body: { code: 'over_balance' } })
})

test('twenty parallel payouts by two admins pay the balance and no more', async () => {
  const id = await artist('popular', 5)
  const admins = [await world.as('admin'), await world.as('admin')]
  const calls = Array.from({ length: 20 }, (_, index) => admins[index % 2]!(recordPayout, of(id)))
  const answers = await Promise.allSettled(calls)
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(await admins[0]!(employeeBalance, { query: { employee_id: id } })).toMatchObject({ total_paid: 50, balance: 0 })
  expect(await sumOfAll(world.db)).toBe(0)
})

test('the same Idempotency-Key pays once', async () => {
  const id = await artist('twice', 2)
  const { token } = await world.person('admin')
  const send = () =>
    world.app.inject({
      method: 'POST',
      url: '/api/admin/payouts/',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': `pay-${id}` },
      payload: of(id).body
    })
  const [first, second] = [await send(), await send()]
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.json()).toEqual(first.json())
  expect(await (await world.as('admin'))(employeeBalance, { query: { employee_id: id } })).toMatchObject({ balance: 10 })
})

test('the same Idempotency-Key pays once even after a crash before its response was stored, and is refused for another payout', async () => {
  const id = await artist('crashed', 3)
  const admin = await world.as('admin')
  const idempotency_key = `pay-${id}`
  const send = (amount: string) => admin(recordPayout, of(id, { amount }), { idempotency_key })
  const forgetAnswer = () => sql`delete from platform.idempotent_answer where key = ${idempotency_key}`.execute(world.db)
  const first = await send('10')
  await forgetAnswer()
  expect(await send('10')).toEqual(first)
  await forgetAnswer()
  await expect(send('11')).rejects.toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
  expect(await admin(employeeBalance, { query: { employee_id: id } })).toMatchObject({ balance: 20 })
  expect((await linesOf(world.db, { party_id: id, kind: 'payout' })).length).toBe(2)
})

test.each([
  [{ employee_id: '' }, 'employee_id', 'Select an employee first'],
  [{ amount: '0' }, 'amount', 'Enter a valid amount greater than 0.'],
  [{ amount: '-5' }, 'amount', 'Enter a valid amount greater than 0.'],
  [{ amount: '1.005' }, 'amount', 'Enter a valid amount greater than 0.'],
  [{ amount: 'ten' }, 'amount', 'Enter a valid amount greater than 0.'],
  [{ payment_method: 'shells' }, 'payment_method', 'Please choose a payment method.']
])('a payout with %j is refused with an error for the field', async (change, field, message) => {
  const admin = await world.as('admin')
  await expect(admin(recordPayout, of(randomUUID(), change))).rejects.toMatchObject({ status: 422, body: { fields: { [field]: message } } })
})

test('the history is sorted by date or amount, in pages, with a total', async () => {
  const id = await artist('often', 3)
  const admin = await world.as('admin')
  for (const [hour, amount] of ['5.00', '12.00', '5.00', '1.00'].entries()) {
    world.at(`2026-03-01T1${hour}:00:00Z`)
    await admin(recordPayout, of(id, { amount, notes: `${hour}` }))
  }
  const found = async (query: object) => {
    const { items, total } = await admin(viewPayouts, { query: { employee_id: id, ...query } })
    return [items.map(({ notes }) => notes).join(''), total]
  }
  expect(await found({})).toEqual(['3210', 4])
  expect(await found({ sort: 'oldest' })).toEqual(['0123', 4])
  expect(await found({ sort: 'amount' })).toEqual(['1203', 4])
  expect(await found({ sort: 'amount', page_size: 3, page: 2 })).toEqual(['3', 4])
  expect(await found({ page: 3 })).toEqual(['', 4])
  world.at('2026-03-01T12:00:00Z')
})

test('an artist sees only their own payouts, without who recorded them; an unknown person is a 404', async () => {
  const [id, other] = [await artist('curious', 1), await artist('other', 1)]
  const admin = await world.as('admin')
  await admin(recordPayout, of(id))
  const own = await world.as('employee', 'curious')
  expect((await own(viewPayouts, { query: {} })).items).toMatchObject([{ amount: 10, recorded_by: null }])
  await expect(own(viewPayouts, { query: { employee_id: other } })).rejects.toMatchObject({ status: 404 })
  await expect(own(openBalances, {})).rejects.toMatchObject({ status: 403 })
  const { id: client } = await world.person('client')
  await expect(admin(recordPayout, of(client))).rejects.toMatchObject({ status: 404, body: { code: 'employee_not_found' } })
})

test('open balances list the largest balance first, with the date of the oldest unpaid wage', async () => {
  const [most, least] = [await artist('most', 9), await artist('least', 8)]
  const admin = await world.as('admin')
  await admin(recordPayout, of(most, { amount: '20' }))
  const items = (await admin(openBalances, {})).items
  const known = items.filter(({ employee_id }) => [most, least].includes(employee_id))
  expect(known.map(({ employee_id, balance }) => [employee_id, balance])).toEqual([
    [least, 80],
    [most, 70]
  ])
  expect(known.every(({ oldest_unpaid_at }) => oldest_unpaid_at !== null)).toBe(true)
  expect(items.map(({ balance }) => balance)).toEqual(items.map(({ balance }) => balance).toSorted((one, next) => next - one))
})

test('payouts cover the oldest wages first; a partly paid wage counts as unpaid', () => {
  const wage = (day: number, amount_cents: number) => ({ amount_cents, earned_at: new Date(Date.UTC(2026, 0, day)) })
  const wages = [wage(3, 300), wage(1, 100), wage(2, 200), wage(4, 0)]
  expect(unpaidOf(wages, 0).map(({ amount_cents }) => amount_cents)).toEqual([100, 200, 300])
  expect(unpaidOf(wages, 100).map(({ amount_cents }) => amount_cents)).toEqual([200, 300])
  expect(unpaidOf(wages, 299).map(({ amount_cents }) => amount_cents)).toEqual([200, 300])
  expect(unpaidOf(wages, 600)).toEqual([])
})

test('each change to a rule creates a version, saving without a change does not, and a wage keeps its version', async () => {
  const admin = await world.as('admin')
  const set = (wage: string) => admin(setWageRule, { body: { category: 'vector', wage, license_price: 9 } })
  const { id: employee_id } = await world.person('employee', 'versioned')
  const book = (asset_id: string) => inTransaction(world.ctx(), (ctx) => bookWage(ctx, { asset_id, category: 'vector', employee_id }))
  const [early, late] = [randomUUID(), randomUUID()]
  await set('1.00')
  await book(early)
  await set('2.00')
  await set('2.00')
  await book(late)
  await admin(deleteWageRule, { params: { category: 'vector' } })
  await set('3.00')
  const versions = (await admin(wageRuleVersions, {})).items.filter(({ category }) => category === 'vector')
  expect(versions.map(({ version, wage, is_deleted }) => [version, wage, is_deleted])).toEqual([
    [4, 3, false],
    [3, 2, true],
    [2, 2, false],
    [1, 1, false]
  ])
  const booked = await world.db
    .selectFrom('payroll.wage as wage')
    .innerJoin('payroll.wage_rule_version as version', 'version.id', 'wage.rule_version_id')
    .select(['wage.asset_id', 'version.version'])
    .where('wage.employee_id', '=', employee_id)
    .execute()
  expect(new Map(booked.map(({ asset_id, version }) => [asset_id, version]))).toEqual(
    new Map([
      [early, 1],
      [late, 2]
    ])
  )
})

test('an artist who was deleted meanwhile gets no email about the payout', async () => {
  const id = await artist('deleted', 1)
  const admin = await world.as('admin')
  await admin(recordPayout, of(id, { amount: '7.25' }))
  await admin(deleteUser, { params: { id } })
  await world.work()
  expect((await world.mails()).filter(({ subject }) => subject === 'We paid you $7.25')).toEqual([])
})
