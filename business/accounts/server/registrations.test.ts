import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browserOn } from '#tests/support/cookie-jar.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { accountsJobs, createUser } from './index.ts'
import { hashPassword } from './passwords.ts'
import { findUserByEmail } from './queries.ts'
import { insertRegistration } from './registrations.queries.ts'
import { hashToken } from './tokens.ts'

let world: World
let moment = Date.parse('2026-03-01T12:00:00Z')
let made = 0

beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())
// Each test has an hour of its own, so that none uses up another's limits.
beforeEach(() => {
  moment += 30 * 86_400_000
  world.at(new Date(moment).toISOString())
})

const DAY = 86_400
/** For twenty registrations at once: some sixty hashings. */
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
const nightly = async () => {
  for (const { cron, run } of accountsJobs(world.ctx)) if (cron) await run({} as never)
}

type Browser = ReturnType<typeof browserOn>
const register = async (browser: Browser, person: object) => {
  const { status } = await browser.post('/auth/register', person)
  expect(status).toBe(201)
  later(1)
}
const verify = async (browser: Browser, email: string) => browser.post('/auth/verify-email', { email, code: await codeTo(email) })

describe("a password that someone else registered with one's address", () => {
  const attackers = { name: 'Mallory', password: 'the-attackers' }

  test.each([
    ['right before', 0],
    ['half a minute before', 31]
  ])("%s one registered oneself is not confirmed by one's code", async (_, seconds) => {
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
    ['half a minute later', 31]
  ])('while one waits for the code, %s, is not confirmed by it', async (_, seconds) => {
    const person = newcomer()
    const [owner, attacker] = [browserOn(world), browserOn(world)]
    await register(owner, person)
    await world.work()
    later(seconds)
    for (let times = 0; times < 3; times += 1) await register(attacker, { ...person, ...attackers })
    expect((await verify(owner, person.email)).user?.name).toBe('Owner')
    expect([await logInStatus(person.email, person.password), await logInStatus(person.email, attackers.password)]).toEqual([200, 422])
  })

  test("twenty times, so that one's own is pushed out, is not confirmed either: no password is, and a link to set one is mailed", async () => {
    const person = newcomer()
    const owner = browserOn(world)
    const waiting = { name: 'Mallory', password_hash: await hashPassword(attackers.password) }
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

  test('is not confirmed by one who types the code in another browser: none is, the mailed link sets one', async () => {
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

  test('in a client that keeps no cookies is confirmed only when it is the only one', async () => {
    const [alone, contested] = [newcomer(), newcomer()]
    for (const person of [alone, contested]) await register(browserOn(world), person)
    await register(browserOn(world), { ...contested, ...attackers })
    for (const { email } of [alone, contested]) expect((await verify(browserOn(world), email)).status).toBe(200)
    expect(await logInStatus(alone.email, alone.password)).toBe(200)
    expect([await logInStatus(contested.email, contested.password), await logInStatus(contested.email, attackers.password)]).toEqual([
      422, 422
    ])
  })

  test('does not become the only one because the others are older', async () => {
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

  test('never opens an account that is verified: its owner is told, the rest stays', async () => {
    const owner = await world.person('client', 'Verified Owner')
    await register(browserOn(world), { ...attackers, email: owner.email })
    expect((await mailsTo(owner.email)).at(-1)?.subject).toContain('already have an account')
    expect(await logInStatus(owner.email, attackers.password)).toBe(409)
    expect(await logInStatus(owner.email, world.password)).toBe(200)
    expect(await findUserByEmail(world.db, owner.email)).toMatchObject({ name: 'Verified Owner', email_verified: true })
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

  test('with the same password, elsewhere or without cookies, stays one registration', async () => {
    const person = newcomer()
    for (let times = 0; times < 3; times += 1) await register(browserOn(world), person)
    expect(await registrationsOf(person.email)).toHaveLength(1)
    expect((await verify(browserOn(world), person.email)).status).toBe(200)
    expect(await logInStatus(person.email, person.password)).toBe(200)
  })

  test(
    'twenty times at once makes one user, one registration and one code',
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

  test('sets a cookie that no script reads, for a week, and verifying takes it back', async () => {
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

  test('is forgotten after a week without a code: neither the password nor another code is to be had', async () => {
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

describe('the code', () => {
  test('of five verifications at once one opens the account, with the password', async () => {
    const person = newcomer()
    const browser = browserOn(world)
    await register(browser, person)
    const code = await codeTo(person.email)
    const answers = await Promise.all(Array.from({ length: 5 }, () => browser.post('/auth/verify-email', { email: person.email, code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
    expect(await logInStatus(person.email, person.password)).toBe(200)
  })

  test('lets someone whom the seed made keep the password', async () => {
    const { email, name } = newcomer('Seeded')
    await createUser(world.db, { name, email, role: 'employee', password: 'seeded-one', email_verified: false })
    expect(await logInStatus(email, 'seeded-one')).toBe(409)
    await browserOn(world).post('/auth/resend-verification', { email })
    expect((await verify(browserOn(world), email)).user).toMatchObject({ name: 'Seeded', role: 'employee' })
    expect(await logInStatus(email, 'seeded-one')).toBe(200)
    expect((await mailsTo(email)).some(({ text }) => text.includes('reset-password?token='))).toBe(false)
  })

  test('of a deactivated account opens nothing', async () => {
    const person = newcomer()
    const browser = browserOn(world)
    await register(browser, person)
    await world.work()
    await world.db.updateTable('accounts.user').set({ is_active: false }).where('email', '=', person.email).execute()
    expect((await verify(browser, person.email)).code).toBe('account_inactive')
    expect(await findUserByEmail(world.db, person.email)).toMatchObject({ email_verified: false })
  })

  test('is told in the audit log, as the registration was', async () => {
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

test.each(['registration', 'verification'])('the job behind a %s, run twice, mails once', async (mail) => {
  const person = newcomer()
  await register(browserOn(world), person)
  await world.work()
  later(31)
  const path = mail === 'registration' ? '/auth/register' : '/auth/resend-verification'
  await browserOn(world).post(path, person)
  const before = (await mailsTo(person.email)).length
  const job = accountsJobs(world.ctx).find(({ cron }) => !cron)!
  for (let times = 0; times < 2; times += 1) await job.run({ mail, email: person.email, from: { ip: '', device: '' } } as never)
  expect([before, (await mailsTo(person.email)).length]).toEqual([2, 2])
})
