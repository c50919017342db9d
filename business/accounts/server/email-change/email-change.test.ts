import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from '#platform/web/api.ts'
import { askForExport } from '#privacy/contract.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { givenApp, givenPasskey } from '#tests/support/givens/second-factors.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { authMe, login, register } from '../../contract.ts'
import { changeEmail, confirmEmail, undoEmailChange, waitingEmail } from '../../own-account.contract.ts'
import { getProfile } from '../../profile.contract.ts'
import { forgotPassword, resetPassword } from '../../recovery.contract.ts'
import { CODE_TRIES, UNDO_DAYS } from '../../rules.ts'
import { confirmTotp, passkeySignInOptions, signInWithPasskey, startTotp } from '../../security.contract.ts'
import { createSession } from '../index.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const apiOf = async (name: string) => injectedApi(world.app, (await world.person('client', name)).token)
const mailsTo = async (email: string) => (await world.mails()).filter(({ to }) => to === email)
const codeIn = async (email: string) => /\b\d{7}\b/.exec((await mailsTo(email)).at(-1)!.text)![0]
const tokenIn = async (email: string) => /undo-email\?token=([\w-]+)/.exec((await mailsTo(email)).at(-1)!.text)![1]!

const NEW_PASSWORD = 'a-new-password'

/** Sets a new password with the link in the last mail. */
async function resetWithMail(email: string): Promise<void> {
  const token = /reset-password\?token=([\w-]+)/.exec((await mailsTo(email)).at(-1)!.text)![1]!
  await world.api(resetPassword, { body: { token, password: NEW_PASSWORD } })
}

/** Days pass, and the person signs in again. */
async function laterAs(name: string, days: number) {
  world.at(new Date(world.now().getTime() + days * 86_400_000).toISOString())
  const { id } = await world.person('client', name)
  return injectedApi(world.app, (await createSession(world.db, id, world.now())).token)
}

/** Changes a person's address, and returns the token that undoes it. */
async function changeTo(name: string, email: string, as?: Api): Promise<string> {
  const person = await world.person('client', name)
  const api = as ?? (await apiOf(name))
  await api(changeEmail, { body: { email } })
  await api(confirmEmail, { body: { code: await codeIn(email) } })
  return tokenIn(person.email)
}

test('the address changes with the code from the new one; other devices are signed out, and invitations move along', async () => {
  const { id, email } = await world.person('client', 'Ada')
  const owner = await world.person('client', 'Owner')
  const plan = {
    owner_id: owner.id,
    source: 'admin',
    plan_type: 'free',
    plan_name: 'Team',
    price_cents: 0,
    seats: 5,
    downloads_limit: 0
  } as const
  const { id: subscription_id } = await world.db
    .insertInto('subscriptions.subscription')
    .values({ ...plan, price_cents: 0 as never, state: 'inactive', created_at: world.now() } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db.insertInto('subscriptions.seat').values({ subscription_id, email, invited_at: world.now(), joined_at: null }).execute()
  const elsewhere = injectedApi(world.app, (await createSession(world.db, id, world.now())).token)
  const api = await apiOf('Ada')

  await api(changeEmail, { body: { email: 'Ada-New@Example.com' } })
  expect(await api(waitingEmail, {})).toEqual({ new_email: 'ada-new@example.com' })
  expect(await api(getProfile, {})).toMatchObject({ email })
  await expect(api(confirmEmail, { body: { code: '0000000' } })).rejects.toMatchObject({ status: 422, body: { code: 'wrong_code' } })
  const code = await codeIn('ada-new@example.com')
  expect(await api(confirmEmail, { body: { code } })).toMatchObject({ email: 'ada-new@example.com' })
  expect(await api(waitingEmail, {})).toEqual({ new_email: null })
  await expect(api(confirmEmail, { body: { code } })).rejects.toMatchObject({ body: { code: 'wrong_code' } })
  await expect(elsewhere(authMe, {})).rejects.toMatchObject({ status: 401 })
  const signIn = (at: string) => world.api(login, { body: { email: at, password: world.password } })
  expect(await signIn('ada-new@example.com')).toMatchObject({ user: { id } })
  await expect(signIn(email)).rejects.toMatchObject({ body: { code: 'wrong_credentials' } })
  const seats = await world.db.selectFrom('subscriptions.seat').select('email').where('subscription_id', '=', subscription_id).execute()
  expect(seats).toEqual([{ email: 'ada-new@example.com' }])
  const told = (await mailsTo(email)).at(-1)!
  expect(told.text).toContain('7 days')
  expect(told.text).not.toContain('ada-new@example.com')
})

test('the link to the old address undoes the change, ends every session, and mails a link for a new password', async () => {
  const { email } = await world.person('client', 'Bob')
  const token = await changeTo('Bob', 'bob-new@example.com')
  const answer = await world.app.inject({ method: 'GET', url: `/undo-email?token=${token}` })
  expect(answer.statusCode).toBeLessThan(500)
  const api = await apiOf('Bob')
  expect(await api(getProfile, {})).toMatchObject({ email: 'bob-new@example.com' })
  await world.api(undoEmailChange, { body: { token } })
  await expect(api(authMe, {})).rejects.toMatchObject({ status: 401 })
  expect(await world.api(login, { body: { email, password: world.password } })).toMatchObject({ user: { email } })
  await resetWithMail(email)
  expect(await world.api(login, { body: { email, password: NEW_PASSWORD } })).toMatchObject({ user: { email } })
  await expect(world.api(undoEmailChange, { body: { token } })).rejects.toMatchObject({ status: 410, body: { code: 'invalid_undo' } })
})

test('the first of several links leads back over all changes, and the later ones end', async () => {
  const { id, email } = await world.person('client', 'Carl')
  const first = await changeTo('Carl', 'carl-2@example.com')
  const api = await apiOf('Carl')
  await api(changeEmail, { body: { email: 'carl-3@example.com' } })
  await api(confirmEmail, { body: { code: await codeIn('carl-3@example.com') } })
  const second = await tokenIn('carl-2@example.com')
  await world.api(undoEmailChange, { body: { token: first } })
  await expect(world.api(undoEmailChange, { body: { token: second } })).rejects.toMatchObject({ body: { code: 'invalid_undo' } })
  const { email: now } = await world.db.selectFrom('accounts.user').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  expect(now).toBe(email)
})

test('an authenticator app that was started before the change and confirmed after it goes with the undo', async () => {
  const api = await apiOf('Cora')
  const { secret } = await api(startTotp, {})
  world.at(new Date(world.now().getTime() + 60_000).toISOString())
  const token = await changeTo('Cora', 'cora-new@example.com')
  await api(confirmTotp, { body: { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.now().getTime() }) } })
  await world.api(undoEmailChange, { body: { token } })
  const { email } = await world.person('client', 'Cora')
  await resetWithMail(email)
  expect(await world.api(login, { body: { email, password: NEW_PASSWORD } })).toMatchObject({ user: { email } })
})

test('a passkey that a thief added before the change goes with the undo, and so do its recovery codes', async () => {
  const { id, email } = await world.person('client', 'Lena')
  const { key } = await givenPasskey(world, await laterAs('Lena', 0))
  const token = await changeTo('Lena', 'lena-new@example.com', await laterAs('Lena', UNDO_DAYS - 1))
  await world.api(undoEmailChange, { body: { token } })
  await resetWithMail(email)
  const alone = world.api(signInWithPasskey, { body: { response: key.get(await world.api(passkeySignInOptions, {})) } })
  await expect(alone).rejects.toMatchObject({ body: { code: 'wrong_passkey' } })
  expect(await world.db.selectFrom('accounts.recovery_code').select('user_id').where('user_id', '=', id).execute()).toEqual([])
})

test('a passkey that a thief adds between the undo and the new password goes with the old password', async () => {
  const { email } = await world.person('client', 'Petra')
  await world.api(undoEmailChange, { body: { token: await changeTo('Petra', 'petra-new@example.com', await laterAs('Petra', 0)) } })
  const mail = (await mailsTo(email)).at(-1)!
  const { key } = await givenPasskey(world, await laterAs('Petra', 0))
  const reset_token = /reset-password\?token=([\w-]+)/.exec(mail.text)![1]!
  await world.api(resetPassword, { body: { token: reset_token, password: NEW_PASSWORD } })
  const alone = world.api(signInWithPasskey, { body: { response: key.get(await world.api(passkeySignInOptions, {})) } })
  await expect(alone).rejects.toMatchObject({ body: { code: 'wrong_passkey' } })
  expect(await world.api(login, { body: { email, password: NEW_PASSWORD } })).toMatchObject({ user: { email } })
})

test('a passkey that was added in the session that changed the address goes, however old it is', async () => {
  const { id, email } = await world.person('client', 'Mona')
  const long = injectedApi(world.app, (await createSession(world.db, id, world.now())).token)
  const { key } = await givenPasskey(world, long)
  await laterAs('Mona', UNDO_DAYS + 1)
  const token = await changeTo('Mona', 'mona-new@example.com', long)
  await world.api(undoEmailChange, { body: { token } })
  await resetWithMail(email)
  const alone = world.api(signInWithPasskey, { body: { response: key.get(await world.api(passkeySignInOptions, {})) } })
  await expect(alone).rejects.toMatchObject({ body: { code: 'wrong_passkey' } })
})

test('copies of the data that were asked for before the undo are gone, and one that is being made mails no link', async () => {
  const { id, email } = await world.person('client', 'Olga')
  const api = await laterAs('Olga', 0)
  const token = await changeTo('Olga', 'olga-thief@example.com', api)
  await api(askForExport, {})
  await world.work()
  const mails = () => mailsTo('olga-thief@example.com')
  const [url] = /\/api\/privacy\/exports\/\S+/.exec((await mails()).at(-1)!.text)!
  const open = async () => (await world.app.inject({ method: 'GET', url })).statusCode
  expect(await open()).toBe(200)
  const before = (await mails()).length
  await api(askForExport, {})
  await world.api(undoEmailChange, { body: { token } })
  await world.work()
  expect(await open()).toBe(410)
  expect(await mails()).toHaveLength(before)
  expect((await mailsTo(email)).filter(({ subject }) => /your data/i.test(subject))).toEqual([])
  expect(await world.db.selectFrom('privacy.export').select('id').where('user_id', '=', id).execute()).toEqual([])
})

test('no browser is trusted after the undo', async () => {
  const { id } = await world.person('client', 'Nina')
  await givenApp(world, await laterAs('Nina', 0))
  const api = await laterAs('Nina', UNDO_DAYS + 1)
  const trusted = { user_id: id, device_hash: Buffer.from('nina'), first_seen_at: world.now(), last_seen_at: world.now() }
  await world.db
    .insertInto('accounts.device')
    .values({ ...trusted, trusted_until: new Date(world.now().getTime() + 86_400_000) })
    .execute()
  await world.api(undoEmailChange, { body: { token: await changeTo('Nina', 'nina-new@example.com', api) } })
  const devices = await world.db.selectFrom('accounts.device').select('trusted_until').where('user_id', '=', id).execute()
  expect(devices).toEqual([{ trusted_until: null }])
})

test('an app from long before the change stays with the undo, and a change that waits ends', async () => {
  const person = await world.person('client', 'Iris')
  await givenApp(world, await laterAs('Iris', 0))
  const api = await laterAs('Iris', UNDO_DAYS + 1)
  const token = await changeTo('Iris', 'iris-new@example.com', api)
  await api(changeEmail, { body: { email: 'iris-third@example.com' } })
  await world.api(undoEmailChange, { body: { token } })
  await resetWithMail(person.email)
  const signedIn = await world.api(login, { body: { email: person.email, password: NEW_PASSWORD } })
  expect(signedIn).toMatchObject({ second_factor: ['totp', 'recovery'] })
  const again = injectedApi(world.app, (await createSession(world.db, person.id, world.now())).token)
  expect(await again(waitingEmail, {})).toEqual({ new_email: null })
})

test('a code confirms once, also in parallel, and after five wrong ones not at all', async () => {
  const { id, email } = await world.person('client', 'Judy')
  const api = await apiOf('Judy')
  await api(changeEmail, { body: { email: 'judy-new@example.com' } })
  const right = { body: { code: await codeIn('judy-new@example.com') } }
  // Both have compared the code before one of them may go on.
  const held = await world.db.startTransaction().execute()
  await held.selectFrom('accounts.user').select('id').where('id', '=', id).forUpdate().execute()
  const both = Promise.allSettled([api(confirmEmail, right), api(confirmEmail, right)])
  const waiting = sql<{ total: number }>`select count(*)::int as total from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(world.db)).rows[0]!.total, { timeout: 10_000 }).toBe(2)
  await held.rollback().execute()
  const outcomes = await both
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { body: { code: 'wrong_code' } } })
  expect((await mailsTo(email)).filter(({ text }) => text.includes('/undo-email'))).toHaveLength(1)

  await api(changeEmail, { body: { email: 'judy-third@example.com' } })
  const code = await codeIn('judy-third@example.com')
  const wrong = code === '1111111' ? '2222222' : '1111111'
  for (const sent of [...Array.from({ length: CODE_TRIES }, () => wrong), code])
    await expect(api(confirmEmail, { body: { code: sent } })).rejects.toMatchObject({ body: { code: 'wrong_code' } })
})

test('a link for a new password that went to the old address ends with the change', async () => {
  const { email } = await world.person('client', 'Kim')
  await world.api(forgotPassword, { body: { email } })
  const token = /reset-password\?token=([\w-]+)/.exec((await mailsTo(email)).at(-1)!.text)![1]!
  await changeTo('Kim', 'kim-new@example.com')
  const reset = world.api(resetPassword, { body: { token, password: 'a-strangers-one' } })
  await expect(reset).rejects.toMatchObject({ body: { code: 'invalid_token' } })
})

test('after 7 days the link is over', async () => {
  const token = await changeTo('Dora', 'dora-new@example.com')
  const before = world.now()
  world.at(new Date(before.getTime() + 7 * 86_400_000 + 1000).toISOString())
  await expect(world.api(undoEmailChange, { body: { token } })).rejects.toMatchObject({ body: { code: 'invalid_undo' } })
  world.at(before.toISOString())
})

test('the answer for a taken address is the same; its owner is told, and no code is sent', async () => {
  const { email: taken } = await world.person('client', 'Holder')
  const api = await apiOf('Eve')
  const answer = await api(changeEmail, { body: { email: taken } })
  await world.mails()
  expect(await api(waitingEmail, {}), 'as for an address that is free').toEqual({ new_email: taken })
  await expect(api(confirmEmail, { body: { code: '0000000' } })).rejects.toMatchObject({ body: { code: 'wrong_code' } })
  expect(await api(changeEmail, { body: { email: 'eve-free@example.com' } })).toEqual(answer)
  expect((await mailsTo(taken)).at(-1)).toMatchObject({ subject: 'You already have an account at Easel' })
  expect((await mailsTo(taken)).at(-1)!.text).not.toMatch(/\b\d{7}\b/)
})

test('a stranger’s unverified registration does not keep the owner of an address from it', async () => {
  const email = 'squatted@example.com'
  await world.api(register, { body: { name: 'Squatter', email, password: 'easel-test' } })
  await world.mails()
  world.at(new Date(world.now().getTime() + 60_000).toISOString())
  await changeTo('Fred', email)
  expect(await (await apiOf('Fred'))(getProfile, {})).toMatchObject({ email })
})

test('two accounts that confirm the same address at the same time: one gets it', async () => {
  const email = 'contested@example.com'
  const codes: string[] = []
  for (const name of ['Gina', 'Hans']) {
    await (await apiOf(name))(changeEmail, { body: { email } })
    codes.push(await codeIn(email))
    world.at(new Date(world.now().getTime() + 31_000).toISOString())
  }
  const [gina, hans] = [await apiOf('Gina'), await apiOf('Hans')]
  const outcomes = await Promise.allSettled([
    gina(confirmEmail, { body: { code: codes[0]! } }),
    hans(confirmEmail, { body: { code: codes[1]! } })
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409, body: { code: 'email_taken' } } })
})
