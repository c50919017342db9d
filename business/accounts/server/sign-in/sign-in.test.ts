import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GRANTS } from '#platform/contract/index.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { deleteOld } from '#processes/retention.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { authCheck, authMe, login, logout, me, register } from '../../contract.ts'
import { createUser } from '../index.ts'

let world: World
let moment = Date.parse('2026-03-01T12:00:00Z')

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
const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  world.app.inject({ method: 'POST', url: `/api${url}`, payload, headers })
const check = (headers: Record<string, string>) => world.app.inject({ method: 'GET', url: '/api/auth/check', headers })
const logInAs = async (body: Record<string, unknown>) => {
  const answer = await post('/auth/login', { password: world.password, ...body })
  const [cookie = '', ...attributes] = ([answer.headers['set-cookie']].flat()[0] ?? '').split('; ')
  return { answer, cookie, attributes, token: (answer.json() as { token?: string }).token ?? '' }
}

describe('signing in', () => {
  test('returns a token and the user, and sets the cookie', async () => {
    const person = await world.person('employee', 'Frida')
    const { answer, cookie, token, attributes } = await logInAs({ email: ` ${person.email.toUpperCase()} ` })
    expect(answer.statusCode).toBe(200)
    const { id, name, email } = person
    expect(answer.json()).toEqual({ token, user: { id, name, email, role: 'employee' } })
    expect(cookie).toBe(`session=${token}`)
    expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/']))
    expect(attributes).not.toContain('Secure')
  })

  test('over HTTPS the cookie is Secure', async () => {
    const person = await world.person('client', 'https')
    world.settings.public_url = 'https://easel.test'
    const { attributes } = await logInAs({ email: person.email })
    world.settings.public_url = 'http://easel.test'
    expect(attributes).toContain('Secure')
  })

  test.each([
    [true, 30 * 24 * HOUR, 'Max-Age=2592000'],
    [undefined, 30 * 24 * HOUR, 'Max-Age=2592000'],
    [false, 12 * HOUR, undefined]
  ])('with remember_me %s the session lasts %d seconds', async (remember_me, seconds, age) => {
    const person = await world.person('client', 'remembered')
    const { token, attributes } = await logInAs({ email: person.email, remember_me })
    expect(attributes.find((attribute) => attribute.startsWith('Max-Age'))).toBe(age)
    const api = injectedApi(world.app, token)
    later(seconds - 1)
    expect((await api(authMe, {})).user.id).toBe(person.id)
    later(1)
    await expect(api(authMe, {})).rejects.toMatchObject({ status: 401, body: { code: 'signed_out' } })
  })

  test('gives the same refusal for a wrong password and an unknown address', async () => {
    const { email } = await world.person('client', 'guarded')
    const answers = [
      await post('/auth/login', { email, password: 'not-this-one' }),
      await post('/auth/login', { email: 'nobody@example.com', password: 'x' })
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422])
    expect(answers[0]?.json().code).toBe('wrong_credentials')
    expect(answers[0]?.body).toBe(answers[1]?.body)
  })

  test('takes the same time for an unknown address as for a wrong password', async () => {
    const { email } = await world.person('client', 'timed')
    const msOf = async (address: string) => {
      const start = performance.now()
      await post('/auth/login', { email: address, password: 'not-this-one' })
      return performance.now() - start
    }
    await msOf('warm@example.com')
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 5; round += 1) {
      known.push(await msOf(email))
      unknown.push(await msOf('nobody-here@example.com'))
    }
    // Hashing is most of the work: a response without it takes a tenth of the time.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) * 0.4)
  })

  test.each([{}, { email: 'a@example.com' }, { password: 'secret' }, { email: '', password: '' }])(
    'rejects the incomplete body %j',
    async (payload) => {
      const answer = await post('/auth/login', payload)
      expect(answer.statusCode).toBe(422)
      expect(answer.json().error).toBe('Please fill in your email and password.')
    }
  )

  test('to an unverified account with the correct password leads to verification', async () => {
    const body = { name: 'New', email: 'unverified@example.com', password: 'longenough' }
    await world.api(register, { body })
    await expect(world.api(login, { body })).rejects.toMatchObject({ status: 409, body: { code: 'email_not_verified' } })
    await expect(world.api(login, { body: { ...body, password: 'wrong-one' } })).rejects.toMatchObject({
      body: { code: 'wrong_credentials' }
    })
  })

  test('to a deactivated account says so only with the correct password, and its sessions have ended', async () => {
    const person = await world.person('client', 'deactivated')
    const { token } = await logInAs({ email: person.email })
    await world.db.updateTable('accounts.user').set({ is_active: false }).where('id', '=', person.id).execute()
    await expect(injectedApi(world.app, token)(authMe, {})).rejects.toMatchObject({ status: 401 })
    const { email } = person
    await expect(world.api(login, { body: { email, password: world.password } })).rejects.toMatchObject({
      body: { code: 'account_inactive' }
    })
    await expect(world.api(login, { body: { email, password: 'wrong-one' } })).rejects.toMatchObject({
      body: { code: 'wrong_credentials' }
    })
  })
})

describe('sign-in limits', () => {
  const used = (what: string, whom: string, times: number) =>
    sql`insert into platform.use_count (key, window_start, used)
      values (${`accounts.${what}.${whom}/${HOUR}`}, ${world.now()}, ${times})
      on conflict (key, window_start) do update set used = excluded.used`.execute(world.db)

  test('block an account after 20 failures per hour, known or not, even with the correct password', async () => {
    const { email } = await world.person('client', 'attacked')
    for (const address of [email, 'unknown-and-attacked@example.com']) {
      await used('sign-in.email', address, 18)
      for (let tries = 0; tries < 2; tries += 1)
        expect((await post('/auth/login', { email: address, password: 'guess' })).statusCode).toBe(422)
      const waits = await post('/auth/login', { email: address, password: world.password })
      expect([waits.statusCode, waits.json().code, waits.headers['retry-after']]).toEqual([429, 'too_many', '3600'])
    }
    later(HOUR)
    expect((await logInAs({ email })).answer.statusCode).toBe(200)
  })

  test('block an IP address after 100 failures per hour', async () => {
    const { email } = await world.person('client', 'sprayed')
    await used('sign-in.ip', '127.0.0.1', 99)
    expect((await post('/auth/login', { email: 'sprayed-1@example.com', password: 'guess' })).statusCode).toBe(422)
    expect((await post('/auth/login', { email, password: world.password })).statusCode).toBe(429)
  })

  test('count addresses in one IPv6 network together', async () => {
    const from = (remoteAddress: string) => {
      const payload = { email: 'spread@example.com', password: 'guess' }
      return world.app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress })
    }
    await used('sign-in.ip', '2001:db8:0:7', 99)
    expect((await from('2001:db8:0:7::1')).statusCode).toBe(422)
    expect((await from('2001:db8:0:7:ffff::2')).statusCode).toBe(429)
    expect((await from('2001:db8:0:8::1')).statusCode).toBe(422)
  })

  test('do not count successful sign-ins', async () => {
    const { email } = await world.person('client', 'frequent')
    await used('sign-in.email', email, 19)
    for (let times = 0; times < 3; times += 1) expect((await post('/auth/login', { email, password: world.password })).statusCode).toBe(200)
  })

  test('ignore a forwarded address unless a proxy is configured', async () => {
    const email = 'forwarded@example.com'
    for (let tries = 0; tries < 20; tries += 1)
      await post('/auth/login', { email, password: 'guess' }, { 'x-forwarded-for': `10.0.0.${tries}` })
    const { rows } = await sql<{ key: string }>`select key from platform.use_count`.execute(world.db)
    expect(rows.filter(({ key }) => key.includes('10.0.0.'))).toEqual([])
  })
})

describe('the session', () => {
  test.each([authCheck, authMe, me])('is reported by $path', async (e) => {
    const { id, name, email } = await world.person('admin', `Grace ${e.path}`)
    expect(await (await world.as('admin', `Grace ${e.path}`))(e, {})).toEqual({
      user: { ...{ id, name, email, role: 'admin' }, ...(e === authMe && { grants: [...GRANTS] }) },
      role: 'admin'
    })
    await expect(world.api(e, {})).rejects.toMatchObject({ status: 401, body: { code: 'signed_out', error: 'Please log in first.' } })
  })

  test('works by bearer token or by cookie', async () => {
    const { token } = await logInAs({ email: (await world.person('client', 'either')).email })
    for (const headers of [{ authorization: `Bearer ${token}` }, { cookie: `theme=dark; session=${token}` }] as Record<string, string>[])
      expect((await check(headers)).statusCode).toBe(200)
  })

  test.each(['', 'nonsense', 'Bearer ', 'null', 'undefined', 'a'.repeat(300), "' or 1=1 --"])(
    'is not opened by the token %j',
    async (token) => {
      expect((await check({ authorization: `Bearer ${token}` })).statusCode).toBe(401)
      expect((await check({ cookie: `session=${token}` })).statusCode).toBe(401)
    }
  )

  test.each(['/auth/logout', '/logout'])('ends with POST %s, which deletes the cookie', async (path) => {
    const { token } = await logInAs({ email: (await world.person('client', 'leaving')).email })
    const answer = await post(path, {}, { authorization: `Bearer ${token}` })
    expect(answer.statusCode).toBe(204)
    expect(String(answer.headers['set-cookie'])).toContain('session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
    expect((await check({ authorization: `Bearer ${token}` })).statusCode).toBe(401)
  })

  test('ends alone: the user stays signed in elsewhere', async () => {
    const { email } = await world.person('client', 'two-devices')
    const [here, there] = [await logInAs({ email }), await logInAs({ email })]
    await injectedApi(world.app, here.token)(logout, {})
    expect((await check({ authorization: `Bearer ${there.token}` })).statusCode).toBe(200)
  })

  test('can be ended twice without an error', async () => {
    expect((await post('/auth/logout', {})).statusCode).toBe(204)
    expect((await post('/auth/logout', {}, { authorization: 'Bearer long-gone' })).statusCode).toBe(204)
  })

  test('uses a changed role from the next call on', async () => {
    const person = await world.person('client', 'promoted')
    const api = await world.as('client', 'promoted')
    await world.db.updateTable('accounts.user').set({ role: 'employee' }).where('id', '=', person.id).execute()
    expect((await api(me, {})).role).toBe('employee')
  })

  test('is not stored in readable form, and neither is the password', async () => {
    const { token } = await logInAs({ email: (await world.person('client', 'secretive')).email })
    const [sessions, passwords] = [
      await world.db.selectFrom('accounts.session').selectAll().execute(),
      await world.db.selectFrom('accounts.password').selectAll().execute()
    ]
    expect(sessions.some(({ token_hash }) => token_hash.includes(token))).toBe(false)
    expect(JSON.stringify(passwords)).not.toContain(world.password)
  })

  test('is deleted by the nightly job once expired, and no other is', async () => {
    const { email } = await world.person('client', 'tidy')
    const short = await logInAs({ email, remember_me: false })
    const long = await logInAs({ email })
    later(13 * HOUR)
    await deleteOld(world.ctx())
    const left = await world.db.selectFrom('accounts.session').select('expires_at').execute()
    expect(left.every(({ expires_at }) => expires_at > world.now())).toBe(true)
    expect((await check({ authorization: `Bearer ${short.token}` })).statusCode).toBe(401)
    expect((await check({ authorization: `Bearer ${long.token}` })).statusCode).toBe(200)
  })
})

describe('a call with only the cookie', () => {
  const from = async (headers: Record<string, string>) => {
    const { cookie } = await logInAs({ email: (await world.person('client', 'cross')).email })
    return post('/auth/logout', {}, { cookie, ...headers })
  }

  test.each([
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { referer: 'https://evil.example/page' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://easel.test', 'sec-fetch-site': 'cross-site' }
  ] as Record<string, string>[])('is refused with %j if it changes something', async (headers) => {
    const answer = await from(headers)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'cross_origin'])
  })

  test.each([{ origin: 'http://easel.test' }, { referer: 'http://easel.test/login' }, { 'sec-fetch-site': 'same-origin' }] as Record<
    string,
    string
  >[])('is accepted from our own pages: %j', async (headers) => expect((await from(headers)).statusCode).toBe(204))

  test('needs no origin if it also has a bearer token', async () => {
    const { cookie, token } = await logInAs({ email: (await world.person('client', 'cross')).email })
    expect((await post('/auth/logout', {}, { cookie, authorization: `Bearer ${token}` })).statusCode).toBe(204)
  })
})

test('creating the same seed account twice leaves the first one unchanged', async () => {
  const account = { name: 'Seed', email: 'Seed@Example.com', role: 'admin', password: 'easel-demo', email_verified: true } as const
  const first = await createUser(world.db, account)
  const second = await createUser(world.db, { ...account, name: 'Other', password: 'other-one' })
  expect(second).toEqual(first)
  await world.api(login, { body: { email: 'seed@example.com', password: 'easel-demo' } })
})
