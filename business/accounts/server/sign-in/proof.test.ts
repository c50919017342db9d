import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setWageRule } from '#payroll/contract.ts'
import { recordPayout } from '#payroll/payouts.contract.ts'
import type { Api, ApiError } from '#platform/web/api.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { browserOn } from '#tests/support/cookie-jar.ts'
import { givenApp, givenPasskey } from '#tests/support/givens/second-factors.ts'
import { freshWorld, type Person, type World } from '#tests/support/world.ts'
import { getSecurity, passkeySignInOptions, prove, startTotp } from '../../security.contract.ts'
import { setRole } from '../../users.contract.ts'
import { createSession } from '../index.ts'

let world: World
let moment = Date.parse('2027-03-01T12:00:00Z')
let admin: Person
let api: Api
beforeAll(async () => {
  world = await freshWorld({ proofs_end: true })
})
afterAll(() => world.end())
beforeEach(async () => {
  moment += 2 * 86_400_000
  world.at(new Date(moment).toISOString())
  admin = await world.person('admin')
  api = await signedIn(admin)
})

const later = (minutes: number) => world.at(new Date(world.now().getTime() + minutes * 60_000).toISOString())
const signedIn = async ({ id }: Pick<Person, 'id'>) => injectedApi(world.app, (await createSession(world.db, id, world.now())).token)

const RULE = { category: 'icon', wage: '2.00', license_price: '9.00' } as const
const guarded = (caller = api) => caller(setWageRule, { body: RULE })
const NEEDED = { status: 409, body: { code: 'proof_needed' } }
const withPassword = (password = world.password, caller = api) => caller(prove, { body: { method: 'password', password } })

describe('an endpoint that needs a proof', () => {
  test('answers for ten minutes after signing in, then asks, and answers again after a proof', async () => {
    later(9)
    await guarded()
    later(1)
    await expect(guarded()).rejects.toMatchObject({ ...NEEDED, body: { code: 'proof_needed', ways: ['password'] } })
    const { proven_until } = await withPassword()
    expect(new Date(proven_until).getTime()).toBe(world.now().getTime() + 600_000)
    await guarded()
  })

  test('asks each session on its own, and its header tells pages the ways', async () => {
    const other = await signedIn(admin)
    later(10)
    await withPassword()
    await expect(guarded(other)).rejects.toMatchObject(NEEDED)
    const { token } = await createSession(world.db, admin.id, new Date(moment))
    const call = { method: 'POST', url: '/api/admin/wage-rules', payload: RULE, headers: { authorization: `Bearer ${token}` } } as const
    expect((await world.app.inject(call)).headers['x-proof-needed']).toBe('password')
  })

  test('does not use up an Idempotency-Key, and says what is wrong with a form first', async () => {
    const { id: employee_id } = await world.person('employee')
    later(10)
    const pay = (amount: string) =>
      api(recordPayout, { body: { employee_id, amount, payment_method: 'check' } }, { idempotency_key: 'payout-1' })
    await expect(pay('-1')).rejects.toMatchObject({ status: 422 })
    await expect(pay('1.00')).rejects.toMatchObject(NEEDED)
    await withPassword()
    // Another body under the same key: the refused call has not taken it.
    await expect(pay('2.00')).rejects.toMatchObject({ status: 409, body: { code: 'over_balance' } })
  })

  test('takes no confirmed address as a proof, but lets a new session set up a second factor', async () => {
    const browser = browserOn(world)
    const email = `newcomer-${moment}@example.com`
    await browser.post('/auth/register', { name: 'New', email, password: world.password })
    const code = /^\d{7}/.exec((await world.mails()).findLast(({ to }) => to === email)!.subject)![0]
    const { token, user } = await browser.post('/auth/verify-email', { email, code })
    await api(setRole, { params: { id: user!.id }, body: { role: 'admin' } })
    const newcomer = injectedApi(world.app, token)
    await expect(guarded(newcomer)).rejects.toMatchObject(NEEDED)
    await newcomer(startTotp, {})
    later(10)
    await expect(newcomer(startTotp, {})).rejects.toMatchObject(NEEDED)
  })
})

describe('a proof', () => {
  test('is the password, a code of the app, or a passkey, each only one’s own', async () => {
    const person = await world.person('admin', 'Everything')
    const caller = await signedIn(person)
    const app = await givenApp(world, caller)
    const { key } = await givenPasskey(world, caller)
    const own: Parameters<typeof caller>[1][] = []
    for (const body of [
      async () => ({ method: 'password' as const, password: world.password }),
      async () => ({ method: 'totp' as const, code: app.code() }),
      async () => ({ method: 'passkey' as const, response: key.get(await caller(passkeySignInOptions, {}), { verified: false }) })
    ]) {
      later(10)
      const refused: unknown = await guarded(caller).catch((error: unknown) => error)
      expect((refused as ApiError).body.ways).toEqual(['password', 'totp', 'passkey'])
      const sent = await body()
      await expect(api(prove, { body: sent.method === 'password' ? { ...sent, password: 'another-one' } : sent })).rejects.toMatchObject({
        status: 422
      })
      await caller(prove, { body: sent })
      await guarded(caller)
      own.push({ body: sent })
    }
    // A code and an answer of a passkey count once.
    for (const sent of own.slice(1)) await expect(caller(prove, sent as never)).rejects.toMatchObject({ status: 422 })
  })

  test('needs a session, and is limited to 20 wrong ones an hour; the audit log has them', async () => {
    await expect(withPassword(world.password, world.api)).rejects.toMatchObject({ status: 401 })
    const person = await world.person('client', 'Guessed')
    const caller = await signedIn(person)
    for (let tries = 0; tries < 20; tries += 1) await expect(withPassword('wrong', caller)).rejects.toMatchObject({ status: 422 })
    await expect(withPassword(world.password, caller)).rejects.toMatchObject({ status: 429 })
    const entries = await world.db.selectFrom('accounts.audit_entry').select('action').where('subject', '=', person.id).execute()
    expect(entries.filter(({ action }) => action === 'user.proof_refused')).toHaveLength(20)
  })
})

describe('an admin without a second factor', () => {
  const required = { status: 409, body: { code: 'second_factor_required' } }

  test('sees until when one is required; nobody else, and no demo account, needs one', async () => {
    const boss = await world.person('client', 'Sees it')
    const due = async () => {
      world.settings.admin_second_factor_days = 14
      const { required_by } = await (await signedIn(boss))(getSecurity, {}).finally(() => {
        world.settings.admin_second_factor_days = undefined
      })
      return required_by
    }
    expect(await due()).toBeNull()
    await api(setRole, { params: { id: boss.id }, body: { role: 'admin' } })
    expect(await due()).toBe(new Date(world.now().getTime() + 14 * 86_400_000).toISOString())
    await world.db.updateTable('accounts.user').set({ is_demo: true }).where('id', '=', boss.id).execute()
    expect(await due()).toBeNull()
  })

  test('may do nothing that only admins may do, from ADMIN_SECOND_FACTOR_DAYS on', async () => {
    const boss = await world.person('client', 'Promoted')
    await api(setRole, { params: { id: boss.id }, body: { role: 'admin' } })
    world.settings.admin_second_factor_days = 14
    try {
      later(14 * 24 * 60 - 1)
      const caller = await signedIn(boss)
      await guarded(caller)
      later(1)
      await expect(guarded(caller)).rejects.toMatchObject(required)
      await givenApp(world, caller)
      await guarded(caller)
    } finally {
      world.settings.admin_second_factor_days = undefined
    }
  })
})
