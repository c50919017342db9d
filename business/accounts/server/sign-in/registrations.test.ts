import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOT_STOPPING } from '#platform/server/index.ts'
import { deleteOld } from '#processes/retention.ts'
import { browserOn } from '#tests/support/cookie-jar.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { accountsJobs, createUser } from '../index.ts'
import { requireUserByEmail } from '../queries.ts'
import { hashPassword, OWN_LANE } from './passwords.ts'
import { insertRegistration } from './registrations.queries.ts'
import { hashToken } from './tokens.ts'

let world: World
let moment = Date.parse('2026-03-01T12:00:00Z')
let made = 0

beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())
// Each test runs in its own hour, so that none uses up another's limits.
beforeEach(() => {
  moment += 30 * 86_400_000
  world.at(new Date(moment).toISOString())
})

const DAY = 86_400
/** For twenty parallel registrations, which need about sixty password hashes. */
const LONG_MS = 60_000
const later = (seconds: number) => world.at(new Date(world.now().getTime() + seconds * 1000).toISOString())
const newcomer = (name = 'Owner') => {
  made += 1
  return { name, email: `contested-${made}@example.com`, password: 'the-owners-own' }
}
const mailsTo = async (email: string) => (await world.mails()).filter(({ to }) => to === email)
const codeTo = async (email: string) => {
  const codes = (await mailsTo(email)).flatMap(({ subject }) => /^\d{7}/.exec(subject) ?? [])
  return codes.at(-1) ?? ''
}
const registrationsOf = (email: string) =>
  world.db.selectFrom('accounts.registration').selectAll().where('email', '=', email).orderBy('created_at', 'desc').execute()
const logInStatus = async (email: string, password: string) => (await browserOn(world).post('/auth/login', { email, password })).status
const nightly = () => deleteOld(world.ctx())

type Browser = ReturnType<typeof browserOn>
const register = async (browser: Browser, person: object) => {
  const { status } = await browser.post('/auth/register', person)
  expect(status).toBe(201)
  later(1)
}
const verify = async (browser: Browser, email: string) => browser.post('/auth/verify-email', { email, code: await codeTo(email) })

describe('an attacker who registers someone else’s address', () => {
  const attackers = { name: 'Mallory', password: 'the-attackers' }

  test.each([
    ['right before', 0],
    ['31 seconds before', 31]
  ])('%s the owner: the owner’s code does not confirm the attacker’s password', async (_, seconds) => {
    const person = newcomer()
    const [owner, attacker] = [browserOn(world), browserOn(world)]
    await register(attacker, { ...person, ...attackers })
    later(seconds)
    await register(owner, person)
    const { status, user } = await verify(owner, person.email)
    expect([status, user?.name]).toEqual([200, 'Owner'])
    expect([await logInStatus(person.email, person.password), await logInStatus(person.email, attackers.password)]).toEqual([200, 422])
  })

  test.each([
    ['within the cooldown', 0],
    ['31 seconds later', 31]
  ])('while the owner waits for the code, %s: the code does not confirm the attacker’s password', async (_, seconds) => {
    const person = newcomer()
    const [owner, attacker] = [browserOn(world), browserOn(world)]
    await register(owner, person)
    await world.work()
    later(seconds)
    for (let times = 0; times < 3; times += 1) await register(attacker, { ...person, ...attackers })
    expect((await verify(owner, person.email)).user?.name).toBe('Owner')
    expect([await logInStatus(person.email, person.password), await logInStatus(person.email, attackers.password)]).toEqual([200, 422])
  })

  test('twenty times, pushing out the owner’s registration: the code confirms no password, and the owner is emailed a link to set one', async () => {
    const person = newcomer()
    const owner = browserOn(world)
    const waiting = { name: 'Mallory', password_hash: await hashPassword(attackers.password, OWN_LANE) }
    await register(owner, person)
    for (let times = 0; times < 19; times += 1)
      await insertRegistration(world.db, {
        ...waiting,
        email: person.email,
        created_at: world.now(),
        browser_hash: hashToken(String(times))
      })
    for (const password of ['attackers-19', 'attackers-20']) await register(browserOn(world), { ...person, ...attackers, password })
    expect(await registrationsOf(person.email)).toHaveLength(20)
    const { status, token } = await verify(owner, person.email)
    expect([status, typeof token]).toEqual([200, 'string'])
    expect([await logInStatus(person.email, person.password), await logInStatus(person.email, 'attackers-20')]).toEqual([422, 422])
    expect((await mailsTo(person.email)).filter(({ text }) => text.includes('/reset-password?token='))).toHaveLength(1)
  })

  test('gains nothing if the owner enters the code in another browser: no password is confirmed, and the emailed link sets one', async () => {
    const person = newcomer()
    const [owner, attacker, phone] = [browserOn(world), browserOn(world), browserOn(world)]
    await register(owner, person)
    await register(attacker, { ...person, ...attackers })
    const { status, user } = await verify(phone, person.email)
    expect([status, user?.name]).toEqual([200, person.email.split('@')[0]])
    expect([await logInStatus(person.email, person.password), await logInStatus(person.email, attackers.password)]).toEqual([422, 422])
    const link = (await mailsTo(person.email)).map(({ text }) => /reset-password\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean)
    const { status: reset } = await phone.post('/recovery/reset-password', { token: link, password: 'set-by-mail' })
    expect([reset, await logInStatus(person.email, 'set-by-mail')]).toEqual([200, 200])
  })

  test('gains nothing if the owner’s client has no cookies: a password is confirmed only if it is the only one', async () => {
    const [alone, contested] = [newcomer(), newcomer()]
    for (const person of [alone, contested]) await register(browserOn(world), person)
    await register(browserOn(world), { ...contested, ...attackers })
    for (const { email } of [alone, contested]) expect((await verify(browserOn(world), email)).status).toBe(200)
    expect(await logInStatus(alone.email, alone.password)).toBe(200)
    expect([await logInStatus(contested.email, contested.password), await logInStatus(contested.email, attackers.password)]).toEqual([
      422, 422
    ])
  })

  test('does not become the only registration when older ones expire', async () => {
    const person = newcomer()
    await register(browserOn(world), person)
    later(6 * DAY)
    await register(browserOn(world), { ...person, ...attackers })
    later(2 * DAY)
    await nightly()
    expect(await registrationsOf(person.email)).toHaveLength(2)
    await browserOn(world).post('/auth/resend-verification', { email: person.email })
    expect((await verify(browserOn(world), person.email)).status).toBe(200)
    expect(await logInStatus(person.email, attackers.password)).toBe(422)
  })

  test('cannot open a verified account: its owner gets an email and nothing changes', async () => {
    const owner = await world.person('client', 'Verified Owner')
    await register(browserOn(world), { ...attackers, email: owner.email })
    expect((await mailsTo(owner.email)).at(-1)?.subject).toContain('already have an account')
    expect(await logInStatus(owner.email, attackers.password)).toBe(409)
    expect(await logInStatus(owner.email, world.password)).toBe(200)
    expect(await requireUserByEmail(world.db, owner.email)).toMatchObject({ name: 'Verified Owner', email_verified: true })
    expect(await world.db.selectFrom('accounts.verification_code').selectAll().where('user_id', '=', owner.id).execute()).toEqual([])
  })
})

describe('registering again', () => {
  test('in the same browser replaces the password and the name', async () => {
    const person = newcomer()
    const browser = browserOn(world)
    await register(browser, { ...person, name: 'Mistyped', password: 'mistyped-one' })
    await register(browser, person)
    expect(await registrationsOf(person.email)).toHaveLength(1)
    expect((await verify(browser, person.email)).user?.name).toBe('Owner')
    expect([await logInStatus(person.email, person.password), await logInStatus(person.email, 'mistyped-one')]).toEqual([200, 422])
  })

  test('with the same password in another browser or without cookies keeps one registration', async () => {
    const person = newcomer()
    for (let times = 0; times < 3; times += 1) await register(browserOn(world), person)
    expect(await registrationsOf(person.email)).toHaveLength(1)
    expect((await verify(browserOn(world), person.email)).status).toBe(200)
    expect(await logInStatus(person.email, person.password)).toBe(200)
  })

  test(
    'twenty times in parallel creates one user, one registration, and one code',
    async () => {
      const person = newcomer()
      const answers = await Promise.all(Array.from({ length: 20 }, () => browserOn(world).post('/auth/register', person)))
      expect(answers.map(({ status, body }) => [status, body]).filter(([status]) => status !== 201)).toEqual([])
      expect(await mailsTo(person.email)).toHaveLength(1)
      expect(await registrationsOf(person.email)).toHaveLength(1)
      const users = await world.db.selectFrom('accounts.user').selectAll().where('email', '=', person.email).execute()
      expect(users).toMatchObject([{ role: 'client', email_verified: false }])
      expect((await verify(browserOn(world), person.email)).status).toBe(200)
      expect(await logInStatus(person.email, person.password)).toBe(200)
    },
    LONG_MS
  )

  test('sets an HttpOnly cookie for a week, and verifying deletes it', async () => {
    const person = newcomer()
    const browser = browserOn(world)
    const { headers } = await browser.post('/auth/register', person)
    expect(String(headers['set-cookie'])).toMatch(/^registration=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/)
    const secret = browser.cookies.get('registration')!
    expect(JSON.stringify(await registrationsOf(person.email))).not.toContain(secret)
    await verify(browser, person.email)
    expect(browser.cookies.has('registration')).toBe(false)
    expect(await registrationsOf(person.email)).toEqual([])
  })

  test('expires after a week without verification: the password is gone, and no new code can be requested', async () => {
    const person = newcomer()
    await register(browserOn(world), person)
    await world.work()
    later(7 * DAY)
    await nightly()
    expect(await registrationsOf(person.email)).toEqual([])
    expect(await logInStatus(person.email, person.password)).toBe(422)
    expect((await browserOn(world).post('/auth/resend-verification', { email: person.email })).status).toBe(202)
    expect(await mailsTo(person.email)).toHaveLength(1)
  })
})

describe('the verification code', () => {
  test('used five times in parallel verifies the account once, with the password', async () => {
    const person = newcomer()
    const browser = browserOn(world)
    await register(browser, person)
    const code = await codeTo(person.email)
    const answers = await Promise.all(Array.from({ length: 5 }, () => browser.post('/auth/verify-email', { email: person.email, code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
    expect(await logInStatus(person.email, person.password)).toBe(200)
  })

  test('keeps the password of a seeded user', async () => {
    const { email, name } = newcomer('Seeded')
    await createUser(world.db, { name, email, role: 'employee', password: 'seeded-one', email_verified: false })
    expect(await logInStatus(email, 'seeded-one')).toBe(409)
    await browserOn(world).post('/auth/resend-verification', { email })
    expect((await verify(browserOn(world), email)).user).toMatchObject({ name: 'Seeded', role: 'employee' })
    expect(await logInStatus(email, 'seeded-one')).toBe(200)
    expect((await mailsTo(email)).some(({ text }) => text.includes('reset-password?token='))).toBe(false)
  })

  test('does not sign in to a deactivated account', async () => {
    const person = newcomer()
    const browser = browserOn(world)
    await register(browser, person)
    await world.work()
    await world.db.updateTable('accounts.user').set({ is_active: false }).where('email', '=', person.email).execute()
    expect((await verify(browser, person.email)).code).toBe('account_inactive')
    expect(await requireUserByEmail(world.db, person.email)).toMatchObject({ email_verified: false })
  })

  test('is recorded in the audit log, like the registration', async () => {
    const person = newcomer()
    const browser = browserOn(world)
    await register(browser, person)
    const { user } = await verify(browser, person.email)
    const entries = await world.db.selectFrom('accounts.audit_entry').selectAll().where('subject', '=', user!.id).orderBy('id').execute()
    const details = { ip: '127.0.0.1', device: 'Firefox on Windows' }
    expect(entries).toMatchObject([
      { action: 'user.registered', actor_id: null, subject_kind: 'user', details },
      { action: 'user.verified', actor_id: user!.id, subject_kind: 'user', details }
    ])
  })
})

test.each(['registration', 'verification'])('running the %s job twice sends one email', async (mail) => {
  const person = newcomer()
  await register(browserOn(world), person)
  await world.work()
  later(31)
  const path = mail === 'registration' ? '/auth/register' : '/auth/resend-verification'
  await browserOn(world).post(path, person)
  const before = (await mailsTo(person.email)).length
  const job = accountsJobs(world.ctx).find(({ cron }) => !cron)!
  for (let times = 0; times < 2; times += 1)
    await job.run({ mail, email: person.email, from: { ip: '', device: '' } } as never, NOT_STOPPING)
  expect([before, (await mailsTo(person.email)).length]).toEqual([2, 2])
})
