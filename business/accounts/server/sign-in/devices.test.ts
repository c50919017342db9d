import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteOld } from '#processes/retention.ts'
import { browserOn } from '#tests/support/cookie-jar.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { createUser } from '../index.ts'
import { hashToken } from './tokens.ts'

let world: World
let moment = Date.parse('2027-03-01T12:00:00Z')

beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())
beforeEach(() => {
  moment += 40 * 86_400_000
  world.at(new Date(moment).toISOString())
})

const HOUR = 3600
const later = (seconds: number) => world.at(new Date(world.now().getTime() + seconds * 1000).toISOString())
const mailsTo = async (email: string) => (await world.mails()).filter(({ to }) => to === email)
const toldOf = async (email: string) => (await mailsTo(email)).filter(({ subject }) => /sign-in/i.test(subject))
const devicesOf = (id: string) => world.db.selectFrom('accounts.device').selectAll().where('user_id', '=', id).execute()

type Browser = ReturnType<typeof browserOn>
const logIn = (browser: Browser, email: string, password = world.password) => browser.post('/auth/login', { email, password })

describe('signing in with a new browser', () => {
  test('emails the browser, IP address, and time once; the next sign-in with that browser does not', async () => {
    const { email } = await world.person('client', 'Told')
    const browser = browserOn(world)
    expect((await logIn(browser, email)).status).toBe(200)
    const [mail] = await toldOf(email)
    expect(mail?.text).toContain('Firefox on Windows')
    expect(mail?.text).toContain('127.0.0.1')
    expect(mail?.text).toContain(String(world.now().getUTCFullYear()))
    await browser.post('/auth/logout')
    expect((await logIn(browser, email)).status).toBe(200)
    expect(await toldOf(email)).toHaveLength(1)
  })

  test('sends no email for a brand-new account', async () => {
    const email = 'just-made@example.com'
    const account = { name: 'New', email, role: 'client', password: world.password, email_verified: true, created_at: world.now() } as const
    await createUser(world.db, account)
    later(4 * 60)
    await logIn(browserOn(world), email)
    expect(await toldOf(email)).toEqual([])
    later(2 * 60)
    await logIn(browserOn(world), email)
    expect(await toldOf(email)).toHaveLength(1)
  })

  test('sends no email and remembers nothing if it fails', async () => {
    const { id, email } = await world.person('client', 'Failing')
    const browser = browserOn(world)
    await logIn(browser, email, 'a-wrong-one')
    expect([browser.cookies.has('device'), await devicesOf(id), await toldOf(email)]).toEqual([false, [], []])
  })

  test('many times in parallel with one cookie sends one email', async () => {
    const [first, second] = [await world.person('client', 'First'), await world.person('client', 'Second')]
    const browser = browserOn(world)
    await logIn(browser, first.email)
    browser.cookies.delete('session')
    await Promise.all([1, 2, 3, 4].map(() => logIn(browser, second.email)))
    expect([(await toldOf(second.email)).length, (await devicesOf(second.id)).length]).toEqual([1, 1])
  })
})

describe('a browser', () => {
  test('in which the user verifies the address is known from then on, without an email', async () => {
    const person = { name: 'Ada', email: 'ada-device@example.com', password: 'analytical' }
    const browser = browserOn(world)
    await browser.post('/auth/register', person)
    const code = /^\d{7}/.exec((await mailsTo(person.email))[0]!.subject)![0]
    expect((await browser.post('/auth/verify-email', { email: person.email, code })).status).toBe(200)
    later(24 * HOUR)
    await browser.post('/auth/logout')
    expect((await logIn(browser, person.email, person.password)).status).toBe(200)
    expect(await toldOf(person.email)).toEqual([])
  })

  test('that two people share is known for both, under one cookie', async () => {
    const [one, two] = [await world.person('client', 'Sharing'), await world.person('client', 'Shared')]
    const browser = browserOn(world)
    for (const { email } of [one, two, one, two]) {
      await logIn(browser, email)
      browser.cookies.delete('session')
    }
    expect([(await toldOf(one.email)).length, (await toldOf(two.email)).length]).toEqual([1, 1])
    expect((await devicesOf(one.id))[0]?.device_hash).toEqual((await devicesOf(two.id))[0]?.device_hash)
  })

  test('is remembered for a year with an HttpOnly cookie, of which only the hash is stored', async () => {
    const { id, email } = await world.person('client', 'Hashed')
    const browser = browserOn(world)
    world.settings.public_url = 'https://easel.test'
    const { headers } = await logIn(browser, email)
    world.settings.public_url = 'http://easel.test'
    const line = [headers['set-cookie']].flat().find((cookie) => cookie?.startsWith('__Host-device='))
    expect(line).toMatch(/^__Host-device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=31536000$/)
    expect(await devicesOf(id)).toMatchObject([{ device_hash: hashToken(browser.cookies.get('__Host-device')!) }])
  })

  test.each(['', 'x', 'a'.repeat(200), 'é;'])('with the cookie value %j gets a new cookie', async (value) => {
    const { email } = await world.person('client', 'Odd')
    const browser = browserOn(world)
    browser.cookies.set('device', value)
    expect((await logIn(browser, email)).status).toBe(200)
    expect(browser.cookies.get('device')).toMatch(/^[\w-]{43}$/)
  })

  test('unused for a year is forgotten by the nightly job', async () => {
    const { id, email } = await world.person('client', 'Rare')
    await logIn(browserOn(world), email)
    const nightly = () => deleteOld(world.ctx())
    later(364 * 24 * HOUR)
    await nightly()
    expect(await devicesOf(id)).toHaveLength(1)
    later(2 * 24 * HOUR)
    await nightly()
    expect(await devicesOf(id)).toEqual([])
  })
})

describe('strangers who use up an account’s attempts', () => {
  /** Records this many failed attempts in the current hour. */
  const fail = async (key: string, times: number) => {
    const name = `accounts.sign-in.${key}/${HOUR}`
    await sql`insert into platform.use_count (key, window_start, used) values (${name}, ${world.now()}, ${times})
      on conflict (key, window_start) do update set used = excluded.used`.execute(world.db)
  }
  const guess = async (browser: Browser, email: string) => (await logIn(browser, email, 'a-guess')).status

  test('do not lock its owner out of a known browser', async () => {
    const { email } = await world.person('client', 'Besieged')
    const [home, elsewhere] = [browserOn(world), browserOn(world)]
    await logIn(home, email)
    await home.post('/auth/logout')
    await fail(`email.${email}`, 19)
    expect([await guess(elsewhere, email), await guess(elsewhere, email)]).toEqual([422, 429])
    expect([(await logIn(elsewhere, email)).status, (await logIn(home, email)).status]).toEqual([429, 200])
  })

  test('do not lock its owner out of a new browser: resetting the password by email signs in there', async () => {
    const { email } = await world.person('client', 'Resetting')
    const browser = browserOn(world)
    await fail(`email.${email}`, 20)
    await browser.post('/recovery/forgot-password', { email })
    const link = /reset-password\?token=([\w-]+)/.exec((await mailsTo(email))[0]!.text)
    expect((await browser.post('/recovery/reset-password', { token: link?.[1], password: 'set-by-mail' })).status).toBe(200)
    expect((await logIn(browserOn(world), email, 'set-by-mail')).status).toBe(429)
    expect((await logIn(browser, email, 'set-by-mail')).status).toBe(200)
  })

  test('get no extra attempts from a browser known for their own account', async () => {
    const [owner, stranger] = [await world.person('client', 'Owning'), await world.person('client', 'Strange')]
    const theirs = browserOn(world)
    await logIn(theirs, stranger.email)
    theirs.cookies.delete('session')
    await fail(`email.${owner.email}`, 20)
    expect(await guess(theirs, owner.email)).toBe(429)
  })

  test('have the same limit in a known browser, should they get access to it', async () => {
    const { email } = await world.person('client', 'Known')
    const home = browserOn(world)
    await logIn(home, email)
    await home.post('/auth/logout')
    await fail(`device.${hashToken(home.cookies.get('device')!).toString('hex')}.${email}`, 19)
    expect([await guess(home, email), await guess(home, email)]).toEqual([422, 429])
    expect((await logIn(home, email)).headers['retry-after']).toBe('3600')
  })
})
