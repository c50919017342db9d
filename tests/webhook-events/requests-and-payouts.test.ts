import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approve, changeSettings } from '#payroll/approvals.contract.ts'
import { setWageRule } from '#payroll/contract.ts'
import { recordPayout, reversePayout } from '#payroll/payouts.contract.ts'
import { bookWage } from '#payroll/server/index.ts'
import { cancelRequest } from '#requests/contract.ts'
import { decideRequest } from '#requests/desk.contract.ts'
import { nowAs } from '../support/givens/plans.ts'
import { givenRequest } from '../support/givens/requests.ts'
import { type ToldMarket, toldMarket } from '../support/givens/told.ts'

let market: ToldMarket
beforeAll(async () => {
  market = await toldMarket({ clients: ['Ann', 'Bea'], artists: ['employee', 'other'] })
})
afterAll(() => market.end())

const admin = (name?: string) => nowAs(market, 'admin', name)

test('a request’s artist and its status once each, and its cancellation; a new one is no change', async () => {
  const { id: request_id } = await givenRequest(market, { client: 'Ann' })
  const { id: assigned_employee_id } = await market.person('employee')
  const decided = (body: object) => async () => (await admin())(decideRequest, { params: { id: request_id }, body })
  const about = (status: string) => [{ name: 'Ann', type: 'request.changed', data: { request_id, status } }]
  expect(await market.toldBy(decided({ status: 'in_progress' }))).toEqual(about('in_progress'))
  expect(await market.toldBy(decided({ assigned_employee_id }))).toEqual(about('in_progress'))
  expect(await market.toldBy(decided({ status: 'in_progress', assigned_employee_id }))).toEqual([])
  let other = ''
  const submit = async () => {
    other = (await givenRequest(market, { client: 'Ann' })).id
  }
  expect(await market.toldBy(submit)).toEqual([])
  expect(await market.toldBy(async () => (await nowAs(market, 'client', 'Ann'))(cancelRequest, { params: { id: other } }))).toEqual([
    { name: 'Ann', type: 'request.changed', data: { request_id: other, status: 'cancelled' } }
  ])
})

const payoutOf = (employee_id: string, amount: string) => ({ body: { employee_id, amount, payment_method: 'PayPal' } })
const paid = (payout_id: unknown, amount: number) => ({ name: 'employee', type: 'payout.made', data: { payout_id, amount } })

/** The artist's id, to whom $1200 are owed. */
async function owed(): Promise<string> {
  await (await admin('first'))(setWageRule, { body: { category: 'icon', wage: '600', license_price: '5' } })
  const { id: employee_id } = await market.person('employee')
  for (let left = 2; left > 0; left -= 1)
    await market.db
      .transaction()
      .execute((tx) => bookWage({ ...market.ctx(), db: tx }, { asset_id: randomUUID(), category: 'icon', employee_id }))
  return employee_id
}

test('a payout and its reversal', async () => {
  const employee_id = await owed()
  let payout_id = ''
  const made = await market.toldBy(async () => {
    const answer = await (await admin())(recordPayout, payoutOf(employee_id, '1.50'))
    if ('id' in answer) payout_id = answer.id
  })
  expect(made).toEqual([paid(payout_id, 1.5)])
  const reverse = async () => (await admin())(reversePayout, { params: { id: payout_id }, body: { reason: 'Wrong person' } })
  expect(await market.toldBy(reverse)).toEqual([paid(expect.any(String), -1.5)])
})

test('a large payout tells once the second admin approves it, not when it is asked for', async () => {
  const employee_id = await owed()
  await (await admin('second'))(changeSettings, { body: { two_person_approval: true } })
  let id = ''
  const asked = await market.toldBy(async () => {
    const answer = await (await admin('first'))(recordPayout, payoutOf(employee_id, '600'))
    if ('approval_id' in answer) id = answer.approval_id
  })
  expect(asked).toEqual([])
  expect(await market.toldBy(async () => (await admin('second'))(approve, { params: { id } }))).toEqual([paid(expect.any(String), 600)])
})
