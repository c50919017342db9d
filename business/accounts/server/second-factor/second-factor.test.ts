import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keyRing } from '#platform/server/index.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { browserOn } from '#tests/support/cookie-jar.ts'
import { type GivenApp, givenApp } from '#tests/support/givens/second-factors.ts'
import { freshWorld, type Person, type World } from '#tests/support/world.ts'
import { authMe } from '../../contract.ts'
import { changePassword } from '../../profile.contract.ts'
import { forgotPassword, resetPassword } from '../../recovery.contract.ts'
import { CHALLENGE_TRIES } from '../../rules.ts'
import { confirmTotp, deleteTotp, getSecurity, renewRecoveryCodes, resetSecondFactor, startTotp } from '../../security.contract.ts'
import { setRole, setStatus } from '../../users.contract.ts'
import { createAdmin } from '../users/create-admin.service.ts'
import { rewrapTotpKeys } from './totp-keys.service.ts'

let world: World
let moment = Date.parse('2027-03-01T12:00:00Z')
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())
beforeEach(() => {
  moment += 2 * 86_400_000
  world.at(new Date(moment).toISOString())
})

const later = (seconds: number) => world.at(new Date(world.now().getTime() + seconds * 1000).toISOString())
const apiOf = ({ token }: Pick<Person, 'token'>) => injectedApi(world.app, token)

let made = 0
/** Someone with an authenticator app. */
async function given(role: Person['role'] = 'client'): Promise<{ person: Person; app: GivenApp }> {
  made += 1
  const person = await world.person(role, `Careful ${made}`)
  return { person, app: await givenApp(world, apiOf(person)) }
}

type Browser = ReturnType<typeof browserOn>
type Needed = { second_factor: string[]; challenge: string; token?: string }

const start = async (browser: Browser, { email }: Pick<Person, 'email'>) =>
  JSON.parse((await browser.post('/auth/login', { email, password: world.password })).body) as Needed
const finish = async (browser: Browser, challenge: string, sent: object) => {
  const { status, body } = await browser.post('/auth/second-factor', { challenge, ...sent })
  return { status, body: JSON.parse(body) as { token: string } }
}
const withCode = (browser: Browser, challenge: string, code: string) => finish(browser, challenge, { method: 'totp', code })

const entriesOf = (id: string) =>
  world.db.selectFrom('accounts.audit_entry').select(['action', 'details']).where('subject', '=', id).orderBy('id').execute()
const actionsOf = async (id: string) => (await entriesOf(id)).map(({ action }) => action)
const subjectsTo = async (email: string) => (await world.mails()).filter(({ to }) => to === email).map(({ subject }) => subject)

describe('setting up an authenticator app', () => {
  test('changes nothing until a first code confirms it, and gives ten recovery codes', async () => {
    const person = await world.person('client', 'Starter')
    const api = apiOf(person)
    await api(startTotp, {})
    expect(await start(browserOn(world), person)).toMatchObject({ token: expect.any(String) })
    await expect(api(confirmTotp, { body: { code: '000000' } })).rejects.toMatchObject({ status: 422, body: { code: 'wrong_totp' } })
    expect(await api(getSecurity, {})).toEqual({ totp: false, passkeys: [], recovery_codes_left: 0, required_by: null })
    const { recovery_codes } = await givenApp(world, api)
    expect(new Set(recovery_codes).size).toBe(10)
    expect(await api(getSecurity, {})).toEqual({ totp: true, passkeys: [], recovery_codes_left: 10, required_by: null })
    expect(await subjectsTo(person.email)).toContain('An authenticator app was set up at Easel')
  })

  test('keeps the earlier app until the new one is confirmed', async () => {
    const { person, app } = await given()
    await apiOf(person)(startTotp, {})
    const browser = browserOn(world)
    expect((await withCode(browser, (await start(browser, person)).challenge, app.code())).status).toBe(200)
    const next = await givenApp(world, apiOf(person))
    const { challenge } = await start(browserOn(world), person)
    expect((await withCode(browserOn(world), challenge, app.code())).status).toBe(422)
    expect((await withCode(browserOn(world), challenge, next.code())).status).toBe(200)
  })

  test('stores the secret encrypted, and a new key takes it over', async () => {
    const { person, app } = await given()
    const row = () => world.db.selectFrom('accounts.totp').selectAll().where('user_id', '=', person.id).executeTakeFirstOrThrow()
    const { key_id } = await row()
    const { keys } = world.ports.secrets
    world.ports.secrets = { keys: [...keyRing([Buffer.alloc(32, 5).toString('base64')]), ...keys] }
    expect(await rewrapTotpKeys(world.ctx())).toBeGreaterThan(0)
    expect((await row()).key_id).not.toBe(key_id)
    const browser = browserOn(world)
    expect((await withCode(browser, (await start(browser, person)).challenge, app.code())).status).toBe(200)
  })
})

describe('signing in with a second factor', () => {
  test('gives no token and no cookie for the password alone', async () => {
    const { person, app } = await given()
    const browser = browserOn(world)
    const needed = await start(browser, person)
    expect(needed).toEqual({ second_factor: ['totp', 'recovery'], challenge: expect.any(String), may_remember_browser: true })
    expect(browser.cookies.has('session')).toBe(false)
    const { status, body } = await withCode(browser, needed.challenge, app.code())
    expect([status, body]).toEqual([200, { token: expect.any(String), user: expect.objectContaining({ id: person.id }) }])
    expect((await apiOf(body)(authMe, {})).user.id).toBe(person.id)
    expect((await entriesOf(person.id)).at(-1)).toMatchObject({ action: 'user.signed_in', details: { second_factor: 'totp' } })
  })

  test('does not tell who has one before the password is right', async () => {
    const { person } = await given()
    const answers = await Promise.all(
      [person.email, (await world.person('client', 'Careless')).email, 'nobody@example.com'].map(
        async (email) => await browserOn(world).post('/auth/login', { email, password: 'not-this-one' })
      )
    )
    expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, body }))).size).toBe(1)
  })

  test('takes each code once, also in parallel, and each challenge once', async () => {
    const { person, app } = await given()
    const challenges = await Promise.all([1, 2, 3].map(async () => (await start(browserOn(world), person)).challenge))
    const code = app.code()
    const answers = await Promise.all(challenges.map((challenge) => withCode(browserOn(world), challenge, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    const used = challenges[answers.findIndex(({ status }) => status === 200)]!
    expect((await withCode(browserOn(world), used, app.code(1))).status).toBe(410)
    // The code was not lost to the challenge that had ended.
    const { challenge } = await start(browserOn(world), person)
    expect((await withCode(browserOn(world), challenge, app.code(1))).status).toBe(200)
  })

  test('ends after five wrong codes, ten minutes, a new password, or deactivation', async () => {
    const { person, app } = await given()
    const guessed = (await start(browserOn(world), person)).challenge
    for (let tries = 0; tries < CHALLENGE_TRIES; tries += 1) expect((await withCode(browserOn(world), guessed, '000000')).status).toBe(422)
    expect((await withCode(browserOn(world), guessed, app.code())).status).toBe(410)

    const late = (await start(browserOn(world), person)).challenge
    later(600)
    expect((await withCode(browserOn(world), late, app.code())).status).toBe(410)

    const before = (await start(browserOn(world), person)).challenge
    await apiOf(person)(changePassword, { body: { current_password: world.password, new_password: `${world.password}-2` } })
    expect((await withCode(browserOn(world), before, app.code())).status).toBe(410)

    const other = await given()
    const inactive = (await start(browserOn(world), other.person)).challenge
    await (await world.as('admin'))(setStatus, { params: { id: other.person.id }, body: { is_active: false } })
    expect((await withCode(browserOn(world), inactive, other.app.code())).status).toBe(410)
  })

  test('refuses a forged challenge, and the challenge of another person', async () => {
    const [ann, bob] = [await given(), await given()]
    const { challenge } = await start(browserOn(world), ann.person)
    expect((await withCode(browserOn(world), challenge, bob.app.code())).status).toBe(422)
    const [text = '', signature = ''] = challenge.split('.')
    const content = JSON.parse(Buffer.from(text, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...content, user_id: bob.person.id })).toString('base64url')
    for (const wrong of [`${forged}.${signature}`, text, 'x.y', signature])
      expect((await withCode(browserOn(world), wrong, bob.app.code())).status).toBe(410)
  })

  test('is limited to 20 wrong codes an hour for one account, over all challenges', async () => {
    const { person } = await given()
    const statuses: number[] = []
    for (let attempt = 0; attempt < 21; attempt += 1) {
      const { challenge } = await start(browserOn(world), person)
      statuses.push((await withCode(browserOn(world), challenge, '000000')).status)
    }
    expect(statuses).toEqual([...Array<number>(20).fill(422), 429])
    expect((await actionsOf(person.id)).filter((action) => action === 'user.second_factor_refused')).toHaveLength(20)
    // Whoever reads the owner's mail could make any number of browsers known.
    await world.api(forgotPassword, { body: { email: person.email } })
    const mail = (await world.mails()).findLast(({ to, text }) => to === person.email && text.includes('token='))
    const known = browserOn(world)
    await known.post('/recovery/reset-password', { token: /token=([\w-]+)/.exec(mail!.text)![1], password: world.password })
    expect((await withCode(known, (await start(known, person)).challenge, '000000')).status).toBe(429)
  })
})

describe('a recovery code', () => {
  test('signs in once, however it is typed, and the owner is mailed', async () => {
    const { person, app } = await given()
    const typed = app.recovery_codes[0]!.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    const use = async () => finish(browserOn(world), (await start(browserOn(world), person)).challenge, { method: 'recovery', code: typed })
    expect((await Promise.all([use(), use()])).map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await apiOf(person)(getSecurity, {})).recovery_codes_left).toBe(9)
    expect(await subjectsTo(person.email)).toContain('A recovery code was used at Easel')
  })

  test('of somebody else does not sign in, and stays theirs', async () => {
    const [ann, bob] = [await given(), await given()]
    const { challenge } = await start(browserOn(world), ann.person)
    expect((await finish(browserOn(world), challenge, { method: 'recovery', code: bob.app.recovery_codes[0]! })).status).toBe(422)
    expect((await apiOf(bob.person)(getSecurity, {})).recovery_codes_left).toBe(10)
  })

  test('ends when new ones are created, and with the last second factor', async () => {
    const { person, app } = await given()
    const api = apiOf(person)
    const { recovery_codes } = await api(renewRecoveryCodes, {})
    const { challenge } = await start(browserOn(world), person)
    expect((await finish(browserOn(world), challenge, { method: 'recovery', code: app.recovery_codes[1]! })).status).toBe(422)
    expect((await finish(browserOn(world), challenge, { method: 'recovery', code: recovery_codes[0]! })).status).toBe(200)
    await api(deleteTotp, {})
    expect(await api(getSecurity, {})).toMatchObject({ totp: false, recovery_codes_left: 0 })
    expect(await start(browserOn(world), person)).toMatchObject({ token: expect.any(String) })
    await expect(api(renewRecoveryCodes, {})).rejects.toMatchObject({ status: 409, body: { code: 'no_second_factor' } })
    await expect(api(deleteTotp, {})).rejects.toMatchObject({ status: 404 })
  })
})

describe('a trusted browser', () => {
  const trust = async (browser: Browser, { person, app }: Awaited<ReturnType<typeof given>>) => {
    const { challenge } = await start(browser, person)
    await finish(browser, challenge, { method: 'totp', code: app.code(), remember_browser: true })
    browser.cookies.delete('session')
  }

  test('signs in with the password alone for 30 days; another browser and another person do not', async () => {
    const [ann, bob] = [await given(), await given()]
    const browser = browserOn(world)
    await trust(browser, ann)
    expect(await start(browser, ann.person)).toMatchObject({ token: expect.any(String) })
    expect(await start(browser, bob.person)).not.toHaveProperty('token')
    expect(await start(browserOn(world), ann.person)).not.toHaveProperty('token')
    later(30 * 86_400)
    expect(await start(browser, ann.person)).not.toHaveProperty('token')
  })

  test('is trusted no more after a new password, and never for an admin', async () => {
    const [client, admin] = [await given(), await given('admin')]
    const [browser, desk] = [browserOn(world), browserOn(world)]
    await trust(browser, client)
    await trust(desk, admin)
    expect(await start(desk, admin.person)).toMatchObject({ may_remember_browser: false })
    await apiOf(client.person)(changePassword, { body: { current_password: world.password, new_password: world.password } })
    expect(await start(browser, client.person)).not.toHaveProperty('token')
  })

  test('of a client asks again once the client is an admin; one of an admin was never trusted, also once they are none', async () => {
    const [client, admin] = [await given(), await given('admin')]
    const [browser, desk] = [browserOn(world), browserOn(world)]
    await trust(browser, client)
    await trust(desk, admin)
    const boss = await world.as('admin', 'Boss')
    await boss(setRole, { params: { id: client.person.id }, body: { role: 'admin' } })
    await boss(setRole, { params: { id: admin.person.id }, body: { role: 'client' } })
    expect(await start(browser, client.person)).not.toHaveProperty('token')
    expect(await start(desk, admin.person)).not.toHaveProperty('token')
  })
})

describe('someone who has lost everything', () => {
  test('is brought back by an admin with a reason, with an email and an entry; sessions end', async () => {
    const { person } = await given()
    const admin = await world.person('admin', 'Helper')
    const reset = (id: string, reason: string) => apiOf(admin)(resetSecondFactor, { params: { id }, body: { reason } })
    await expect(reset(person.id, ' ')).rejects.toMatchObject({ status: 422, body: { fields: { reason: expect.any(String) } } })
    await expect(reset(admin.id, 'Mine')).rejects.toMatchObject({ status: 409, body: { code: 'own_account' } })
    await expect(reset('00000000-0000-4000-8000-000000000000', 'Gone')).rejects.toMatchObject({ status: 404 })
    await reset(person.id, 'Called from the known number')
    expect((await entriesOf(person.id)).at(-1)).toMatchObject({
      action: 'user.second_factor_reset',
      details: { reason: 'Called from the known number' }
    })
    expect(await subjectsTo(person.email)).toContain('Your second factor at Easel was reset')
    await expect(apiOf(person)(authMe, {})).rejects.toMatchObject({ status: 401 })
    expect(await start(browserOn(world), person)).toMatchObject({ token: expect.any(String) })
  })

  test('who is an admin comes back with admin:create; a reset link by email leaves the second factor', async () => {
    const { person } = await given('admin')
    const set = (token: string) => world.api(resetPassword, { body: { token, password: world.password } })
    await world.api(forgotPassword, { body: { email: person.email } })
    const mail = (await world.mails()).findLast(({ to, text }) => to === person.email && text.includes('token='))
    await set(/token=([\w-]+)/.exec(mail!.text)![1]!)
    expect(await start(browserOn(world), person)).not.toHaveProperty('token')
    const { link } = await createAdmin({ db: world.db, now: world.now(), jobs: world.ports.jobs, settings: world.settings }, person.email)
    expect(await start(browserOn(world), person), 'before the link is used').not.toHaveProperty('token')
    await set(new URL(link).searchParams.get('token')!)
    expect(await start(browserOn(world), person)).toMatchObject({ token: expect.any(String) })
  })
})
