import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog } from '#accounts/audit.contract.ts'
import { setGrants, setRole } from '#accounts/users.contract.ts'
import { verify } from '#ledger/server/index.ts'
import type { Api } from '#platform/web/api.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { approve, changeSettings, listApprovals, readSettings, refuseApproval } from '../../approvals.contract.ts'
import { deleteWageRule, setWageRule, wageRules } from '../../contract.ts'
import { employeeBalance, recordPayout, reversePayout, viewPayouts } from '../../payouts.contract.ts'
import { bookWage } from '../service.ts'

let world: World
let asker: Api
let other: Api
beforeAll(async () => {
  world = await freshWorld()
  ;[asker, other] = [await world.as('admin', 'Asker'), await world.as('admin', 'Other')]
  await asker(setWageRule, { body: { category: 'icon', wage: '600', license_price: '5' } })
})
beforeEach(async () => void (await asker(changeSettings, { body: { two_person_approval: true } })))
afterAll(() => world.end())

/** An artist to whom so many wages of $600 are owed. */
async function artist(wages = 2): Promise<string> {
  const { id } = await world.person('employee', `Artist ${randomUUID()}`)
  for (let left = wages; left > 0; left -= 1)
    await world.db
      .transaction()
      .execute((tx) => bookWage({ ...world.ctx(), db: tx }, { asset_id: randomUUID(), category: 'icon', employee_id: id }))
  return id
}

const payoutOf = (employee_id: string, amount = '600') => ({ body: { employee_id, amount, payment_method: 'paypal', notes: 'For May' } })
const balance = async (employee_id: string) => (await other(employeeBalance, { query: { employee_id } })).balance
/** The largest first. */
const payouts = async (employee_id: string) => (await other(viewPayouts, { query: { employee_id, sort: 'amount' } })).items

async function asked(employee_id: string, amount?: string, by = asker) {
  const answer = await by(recordPayout, payoutOf(employee_id, amount))
  if (!('approval_id' in answer)) throw new Error('It did not wait.')
  return { params: { id: answer.approval_id } }
}

const code = (status: number, name: string) => ({ status, body: { code: name } })

test('a payout of more than $500 waits for a second admin, one of $500 does not', async () => {
  const id = await artist()
  expect(await asker(recordPayout, payoutOf(id, '500.00'))).toMatchObject({ amount: 500 })
  const waits = await asked(id, '500.01')
  expect(await balance(id)).toBe(700)
  const { items } = await other(listApprovals, { query: { status: 'pending' } })
  expect(items[0]).toMatchObject({
    id: waits.params.id,
    kind: 'payout',
    after: { amount_cents: 50_001 },
    payee: { id },
    asked_by: { name: 'Asker' }
  })
  expect(await other(approve, waits)).toMatchObject({ status: 'approved', decided_by: { name: 'Other' } })
  expect(await balance(id)).toBe(199.99)
  expect(await payouts(id)).toMatchObject([{ amount: 500.01, recorded_by: 'Asker', notes: 'For May' }, { amount: 500 }])
})

test('it answers 202, and the same Idempotency-Key is the same approval, also after it was decided or switched off', async () => {
  const id = await artist()
  const key = randomUUID()
  const { token } = await world.person('admin', 'Asker')
  const send = () =>
    world.app.inject({
      ...{ method: 'POST', url: '/api/admin/payouts', payload: payoutOf(id).body },
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key }
    })
  const [first, second] = await Promise.all([send(), send()])
  expect([first!.statusCode, second!.statusCode]).toEqual([202, 202])
  expect(second!.json()).toEqual(first!.json())
  expect(first!.json()).toEqual({ status: 'pending', approval_id: expect.any(String) })
  await other(approve, { params: { id: first!.json().approval_id } })
  await world.db.deleteFrom('platform.idempotent_answer' as never).execute()
  await asker(changeSettings, { body: { two_person_approval: false } })
  expect((await send()).json()).toEqual(first!.json())
  expect(await balance(id)).toBe(600)
})

test('neither who asked nor who is paid decides, and nobody decides twice', async () => {
  const waits = await asked(await artist())
  await expect(asker(approve, waits)).rejects.toMatchObject(code(409, 'own_request'))
  await expect(asker(refuseApproval, { ...waits, body: { reason: 'No' } })).rejects.toMatchObject(code(409, 'own_request'))
  await expect(other(refuseApproval, { ...waits, body: { reason: ' ' } })).rejects.toMatchObject({ status: 422 })
  expect(await other(refuseApproval, { ...waits, body: { reason: 'Paid in cash' } })).toMatchObject({
    status: 'refused',
    reason: 'Paid in cash'
  })
  await expect(other(approve, waits)).rejects.toMatchObject(code(409, 'approval_decided'))
  await expect(other(approve, { params: { id: randomUUID() } })).rejects.toMatchObject({ status: 404 })
  // An artist who became an admin is still paid.
  const payee = await artist()
  await world.db.updateTable('accounts.user').set({ role: 'admin' }).where('id', '=', payee).execute()
  const own = await asked(payee)
  const { name } = await world.db.selectFrom('accounts.user').select('name').where('id', '=', payee).executeTakeFirstOrThrow()
  await expect((await world.as('employee', name))(approve, own)).rejects.toMatchObject(code(409, 'own_work'))
  await world.db.updateTable('accounts.user').set({ role: 'employee' }).where('id', '=', payee).execute()
})

test('who became an admin after it was asked for does not decide, but does decide what is asked for later', async () => {
  const late = await world.person('client', 'Late')
  // As every account, it is older than its role.
  await world.db
    .updateTable('accounts.user')
    .set({ created_at: new Date(world.now().getTime() - 60_000) })
    .where('id', '=', late.id)
    .execute()
  const employee = await artist()
  const waits = await asked(employee)
  const started = world.now()
  world.at(new Date(started.getTime() + 1000).toISOString())
  await asker(setRole, { params: { id: late.id }, body: { role: 'admin' } })
  const api = injectedApi(world.app, late.token)
  await expect(api(approve, waits)).rejects.toMatchObject(code(409, 'new_admin'))
  await expect(api(refuseApproval, { ...waits, body: { reason: 'No' } })).rejects.toMatchObject(code(409, 'new_admin'))
  expect(await other(approve, waits)).toMatchObject({ status: 'approved' })
  world.at(new Date(started.getTime() + 2000).toISOString())
  expect(await api(approve, await asked(employee))).toMatchObject({ status: 'approved', decided_by: { id: late.id } })
  await asker(setRole, { params: { id: late.id }, body: { role: 'client' } })
  world.at(started.toISOString())
})

test('of twenty who approve at the same time, one pays', async () => {
  const id = await artist()
  const waits = await asked(id)
  const third = await world.as('admin', 'Third')
  const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => (index % 2 ? other : third)(approve, waits)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await balance(id)).toBe(600)
})

test('a payout that is over the balance by now is refused and keeps waiting, and what nobody decides for 7 days expires', async () => {
  const id = await artist(1)
  const [one, two] = [await asked(id), await asked(id, '599')]
  await other(approve, two)
  await expect(other(approve, one)).rejects.toMatchObject(code(409, 'over_balance'))
  const started = world.now()
  world.at(new Date(started.getTime() + 7 * 86_400_000).toISOString())
  await expect(other(approve, one)).rejects.toMatchObject(code(409, 'approval_expired'))
  const { items } = await other(listApprovals, { query: { status: 'expired' } })
  expect(items.map((item) => item.id)).toContain(one.params.id)
  world.at(started.toISOString())
})

test('every change of a wage or price waits, and so does a deletion', async () => {
  const body = { category: 'logo' as const, wage: '4', license_price: '10' }
  const isThere = async () => (await other(wageRules, {})).some(({ category }) => category === 'logo')
  const set = await asker(setWageRule, { body })
  if (!('approval_id' in set)) throw new Error('It did not wait.')
  expect(await isThere()).toBe(false)
  await other(approve, { params: { id: set.approval_id } })
  expect(await isThere()).toBe(true)
  const gone = await asker(deleteWageRule, { params: { category: 'logo' } })
  const { items } = await other(listApprovals, { query: { status: 'pending' } })
  expect(items.find(({ id }) => id === gone!.approval_id)).toMatchObject({
    kind: 'wage_rule_deletion',
    before: { wage_cents: 400, license_price_cents: 1000 }
  })
  expect(await isThere()).toBe(true)
  await other(approve, { params: { id: gone!.approval_id } })
  expect(await isThere()).toBe(false)
  await expect(asker(deleteWageRule, { params: { category: 'logo' } })).rejects.toMatchObject({ status: 404 })
})

test('with a single admin who holds finance nothing waits, and the audit log says so', async () => {
  const own = await freshWorld()
  try {
    const [boss, helper] = [await own.as('admin', 'Boss'), await own.person('admin', 'Helper')]
    await boss(setGrants, { params: { id: helper.id }, body: { grants: ['people', 'review'] } })
    await boss(changeSettings, { body: { two_person_approval: true } })
    expect(await boss(readSettings, {})).toEqual({ two_person_approval: true, has_two_admins: false })
    expect(await boss(setWageRule, { body: { category: 'icon', wage: '4', license_price: '5' } })).toMatchObject({ wage: 4 })
    const { items } = await boss(auditLog, { query: { action: 'wage_rule.added' } })
    expect(items).toMatchObject([{ details: { only_admin: true }, after: { wage_cents: 400 } }])
  } finally {
    await own.end()
  }
})

test('only an admin with finance and people switches it, which the audit log shows', async () => {
  const half = await world.person('admin', 'Half')
  await asker(setGrants, { params: { id: half.id }, body: { grants: ['finance'] } })
  const switched = (await world.as('admin', 'Half'))(changeSettings, { body: { two_person_approval: false } })
  await expect(switched).rejects.toMatchObject({ status: 403, body: { error: 'You need the grant people.' } })
  await asker(changeSettings, { body: { two_person_approval: false } })
  const { items } = await asker(auditLog, { query: { action: 'settings.changed' } })
  expect(items[0]).toMatchObject({ area: 'finance', before: { two_person_approval: true }, after: { two_person_approval: false } })
})

test('a wrong payout is reversed once by a contra payout: the amount is owed again, and the ledger stays whole', async () => {
  await asker(changeSettings, { body: { two_person_approval: false } })
  const id = await artist(1)
  const paid = await asker(recordPayout, payoutOf(id))
  if ('approval_id' in paid) throw new Error('It waits.')
  const wrong = { params: { id: paid.id }, body: { reason: 'Sent to a closed account' } }
  const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => (index % 2 ? asker : other)(reversePayout, wrong)))
  const made = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  expect(made).toMatchObject([{ amount: -600, reverses: paid.id, notes: 'Sent to a closed account', employee_id: id }])
  expect(await balance(id)).toBe(600)
  expect(await payouts(id)).toMatchObject([{ amount: 600, reversed_by: made[0]!.id }, { amount: -600 }])
  expect((await verify(world.db)).whole).toBe(true)
  await expect(asker(reversePayout, wrong)).rejects.toMatchObject(code(409, 'payout_reversed'))
  await expect(asker(reversePayout, { ...wrong, params: { id: made[0]!.id } })).rejects.toMatchObject(code(409, 'payout_is_reversal'))
  await expect(asker(reversePayout, { ...wrong, params: { id: randomUUID() } })).rejects.toMatchObject({ status: 404 })
  await expect(asker(reversePayout, { ...wrong, body: { reason: '' } })).rejects.toMatchObject({ status: 422 })
  const { email } = await world.db.selectFrom('accounts.user').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  await world.work()
  expect((await world.mails()).filter(({ to, subject }) => to === email && subject.includes('reversed'))).toHaveLength(1)
})
