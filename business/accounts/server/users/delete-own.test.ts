import { afterAll, beforeAll, expect, test } from 'vitest'
import { injectedApi } from '#processes/http/injected-api.ts'
import { givenPlan } from '#tests/support/givens/plans.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { authMe, login } from '../../contract.ts'
import { deleteProfile } from '../../own-account.contract.ts'
import { rememberOrigin } from '../../profile.contract.ts'
import { findUser } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

test('people delete their own account: sessions end, the data is erased, and the books keep ‘Deleted user’', async () => {
  const { id, email, token } = await world.person('client', 'Leaving')
  const api = injectedApi(world.app, token)
  await expect(api(deleteProfile, { body: { email: 'other@example.com' } })).rejects.toMatchObject({
    status: 422,
    body: { fields: { email: 'This is not the email address of your account.' } }
  })
  await api(rememberOrigin, { body: { origin: 'human' } })
  const originOf = () => world.db.selectFrom('accounts.user').select('remembered_origin').where('id', '=', id).executeTakeFirst()
  expect(await originOf()).toEqual({ remembered_origin: 'human' })
  const answer = await world.app.inject({
    ...{ method: 'DELETE', url: '/api/profile', payload: { email: ` ${email.toUpperCase()} ` } },
    headers: { authorization: `Bearer ${token}` }
  })
  expect(answer.statusCode).toBe(204)
  await expect(api(authMe, {})).rejects.toMatchObject({ status: 401 })
  await expect(world.api(login, { body: { email, password: world.password } })).rejects.toMatchObject({
    body: { code: 'wrong_credentials' }
  })
  expect(await findUser(world.db, id)).toMatchObject({ name: 'Deleted user', is_active: false })
  expect(await originOf()).toEqual({ remembered_origin: null })
  expect((await world.mails()).filter(({ to }) => to === email)).toMatchObject([{ subject: 'Your Easel account was deleted' }])
})

test('an account stays while its plan renews, and can be deleted once the renewal is canceled', async () => {
  const { id, email, token } = await world.person('client', 'Renewing')
  const plan = await givenPlan(world, 'Renewing')
  const renew = (auto_renew: boolean) =>
    world.db.updateTable('subscriptions.subscription').set({ auto_renew }).where('id', '=', plan.id).execute()
  await renew(true)
  const api = injectedApi(world.app, token)
  await expect(api(deleteProfile, { body: { email } })).rejects.toMatchObject({ status: 409, body: { code: 'plan_renews' } })
  expect(await findUser(world.db, id)).toMatchObject({ name: 'Renewing' })
  await renew(false)
  await api(deleteProfile, { body: { email } })
})

test('an artist’s account stays while wages are owed', async () => {
  const { id, email, token } = await world.person('employee', 'Owed')
  const api = injectedApi(world.app, token)
  const at = { occurred_at: world.now() }
  await world.db.transaction().execute(async (tx) => {
    const entry = { kind: 'wage', reference: id, description: 'A wage', line_count: 2, ...at }
    const { id: transaction_id } = await tx.insertInto('ledger.transaction').values(entry).returning('id').executeTakeFirstOrThrow()
    const line = { transaction_id, ...at, asset_id: null }
    await tx
      .insertInto('ledger.line')
      .values([
        { ...line, position: 0, account: 'wages_expense', amount_cents: 400 as never, party_id: null },
        { ...line, position: 1, account: 'wages_owed', amount_cents: -400 as never, party_id: id }
      ])
      .execute()
  })
  await expect(api(deleteProfile, { body: { email } })).rejects.toMatchObject({ status: 409, body: { code: 'money_owed' } })
})

test('the last admin stays, and parallel deletions by the last two leave one', async () => {
  const first = await world.person('admin', 'First')
  await world.db.updateTable('accounts.user').set({ is_active: false }).where('role', '=', 'admin').where('id', '!=', first.id).execute()
  const remove = ({ token, email }: { token: string; email: string }) => injectedApi(world.app, token)(deleteProfile, { body: { email } })
  await expect(remove(first)).rejects.toMatchObject({ status: 409, body: { code: 'last_admin' } })
  const second = await world.person('admin', 'Second')
  const outcomes = await Promise.allSettled([remove(first), remove(second)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
