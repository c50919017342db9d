import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '#platform/web/api.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { authMe, login, register, resendVerification, verifyEmail } from '../../contract.ts'
import { requireUserByEmail } from '../queries.ts'

let world: World
let moment = Date.parse('2026-03-01T12:00:00Z')
let made = 0

beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())
// Each test runs in its own hour, so that none uses up another's limits.
beforeEach(() => {
  moment += 3_600_000
  world.at(new Date(moment).toISOString())
})

const later = (seconds: number) => world.at(new Date(world.now().getTime() + seconds * 1000).toISOString())
const newcomer = () => {
  made += 1
  return { name: 'Ada Lovelace', email: `ada-${made}@example.com`, password: 'analytical' }
}
const mailsTo = async (email: string) => (await world.mails()).filter(({ to }) => to === email)
const codeTo = async (email: string) => {
  const [last] = (await mailsTo(email)).slice(-1)
  const [code] = /\b\d{7}\b/.exec(last?.text ?? '') ?? []
  if (!code) throw new Error(`no code was emailed to ${email}`)
  return code
}
const otherCode = (code: string, by = 1) => String((Number(code) + by) % 10_000_000).padStart(7, '0')
const refusalOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown
  )
  if (!(error instanceof ApiError)) throw new Error('this call should have been refused')
  return error
}

describe('registering', () => {
  test('creates an unverified client, emails a code, and returns no token', async () => {
    const person = newcomer()
    const answer = await world.app.inject({ method: 'POST', url: '/api/auth/register', payload: person })
    expect(answer.statusCode).toBe(201)
    expect(Object.keys(answer.json())).toEqual(['message'])
    expect(String(answer.headers['set-cookie'])).not.toContain('session=')
    await world.work()
    expect(await requireUserByEmail(world.db, person.email)).toMatchObject({ role: 'client', email_verified: false, name: person.name })
    const [mail] = await mailsTo(person.email)
    expect(mail?.text).toMatch(/\b\d{7}\b/)
    expect(mail?.html).toContain('Ada Lovelace')
  })

  test.each([
    [{}, 'name', 'Please fill all fields.'],
    [{ name: 'A', email: '', password: 'longenough' }, 'email', 'Please fill all fields.'],
    [{ name: 'A', email: 'a@example.com' }, 'password', 'Please fill all fields.'],
    [{ name: '   ', email: 'a@example.com', password: 'longenough' }, 'name', 'Please fill all fields.'],
    [{ name: 'A', email: 'a@example', password: 'longenough' }, 'email', 'Please enter a valid email.'],
    [{ name: 'A', email: 'a"b@example.com', password: 'longenough' }, 'email', 'Please enter a valid email.'],
    [{ name: 'A', email: 'a,b@example.com', password: 'longenough' }, 'email', 'Please enter a valid email.'],
    [{ name: 'A', email: 'a\u200bb@example.com', password: 'longenough' }, 'email', 'Please enter a valid email.'],
    [{ name: 'A', email: 'ab@mail.example.com\u202e', password: 'longenough' }, 'email', 'Please enter a valid email.'],
    [{ name: 'A', email: 'ab@mail。example.com', password: 'longenough' }, 'email', 'Please enter a valid email.'],
    [{ name: 'A', email: '<a@example.com>', password: 'longenough' }, 'email', 'Please enter a valid email.'],
    [{ name: 'A', email: 'a@example.com', password: '12345' }, 'password', 'Password must be at least 6 characters.'],
    [{ name: 'A', email: 'a@example.com', password: 'longenough', terms: false }, 'terms', 'Please agree to the Terms & Privacy Policy.']
  ])('with %j is refused with an error for %s', async (payload, field, text) => {
    const answer = await world.app.inject({ method: 'POST', url: '/api/auth/register', payload })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().fields[field]).toBe(text)
  })

  test('ignores a role or a verified flag in the body', async () => {
    const person = newcomer()
    await world.app.inject({ method: 'POST', url: '/api/auth/register', payload: { ...person, role: 'admin', email_verified: true } })
    await world.work()
    expect(await requireUserByEmail(world.db, person.email)).toMatchObject({ role: 'client', email_verified: false })
  })

  test('with a known address returns the same answer, and the email says that the account exists', async () => {
    const known = await world.person('client', 'known')
    const payload = { name: 'Mallory', password: 'mallory' }
    const answers = await Promise.all(
      [known.email, newcomer().email].map((email) =>
        world.app.inject({ method: 'POST', url: '/api/auth/register', payload: { ...payload, email } })
      )
    )
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [201, answers[0]?.body],
      [201, answers[0]?.body]
    ])
    expect((await mailsTo(known.email)).at(-1)?.subject).toContain('already have an account')
    expect(await requireUserByEmail(world.db, known.email)).toMatchObject({ name: known.name, role: 'client' })
    await world.api(login, { body: { email: known.email, password: world.password } })
  })

  test('twice in parallel creates one account and sends one email', async () => {
    const person = newcomer()
    await Promise.all([1, 2, 3].map(() => world.api(register, { body: person })))
    expect(await mailsTo(person.email)).toHaveLength(1)
  })

  test('again within 30 seconds sends no email; later it sends a new code, which verifies the account under the last name entered', async () => {
    const person = newcomer()
    await world.api(register, { body: person })
    const first = await codeTo(person.email)
    await world.api(register, { body: { ...person, name: 'Other' } })
    expect(await mailsTo(person.email)).toHaveLength(1)
    later(31)
    await world.api(register, { body: { ...person, name: 'Another' } })
    const second = await codeTo(person.email)
    expect((await mailsTo(person.email)).at(-1)?.text).toContain('Another')
    if (first !== second)
      await expect(world.api(verifyEmail, { body: { email: person.email, code: first } })).rejects.toMatchObject({ status: 422 })
    const { user } = await world.api(verifyEmail, { body: { email: person.email, code: second } })
    expect(user.name).toBe('Another')
    await world.api(login, { body: person })
  })

  test('is limited to 100 per hour from one IP address', async () => {
    await sql`insert into platform.use_count values ('accounts.registration.ip.127.0.0.1/3600', ${world.now()}, 100)`.execute(world.db)
    const refusal = await refusalOf(world.api(register, { body: newcomer() }))
    expect(refusal).toMatchObject({ status: 429, body: { code: 'too_many' }, retryAfter: 3600 })
  })
})

describe('the verification code', () => {
  test('signs in once, with a working session', async () => {
    const person = newcomer()
    await world.api(register, { body: { ...person, email: ` ${person.email.toUpperCase()} ` } })
    const code = await codeTo(person.email)
    const { token, user } = await world.api(verifyEmail, { body: { email: person.email, code: `${code.slice(0, 3)} ${code.slice(3)}` } })
    expect(user).toEqual({ id: user.id, name: person.name, email: person.email, role: 'client' })
    expect(await injectedApi(world.app, token)(authMe, {})).toEqual({ user, role: 'client' })
    expect((await mailsTo(person.email)).at(-1)?.subject).toContain('Welcome')
    await expect(world.api(verifyEmail, { body: { email: person.email, code } })).rejects.toMatchObject({ body: { code: 'wrong_code' } })
  })

  test('used five times in parallel succeeds once', async () => {
    const person = newcomer()
    await world.api(register, { body: person })
    const code = await codeTo(person.email)
    const calls = Array.from({ length: 5 }, () => world.api(verifyEmail, { body: { email: person.email, code } }))
    const results = await Promise.allSettled(calls)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('works for 10 minutes', async () => {
    const person = newcomer()
    await world.api(register, { body: person })
    const code = await codeTo(person.email)
    later(10 * 60)
    await expect(world.api(verifyEmail, { body: { email: person.email, code } })).rejects.toMatchObject({ body: { code: 'wrong_code' } })
    later(-1)
    await world.api(verifyEmail, { body: { email: person.email, code } })
  })

  test('is invalid after 5 wrong attempts, and a new one works', async () => {
    const person = newcomer()
    await world.api(register, { body: person })
    const code = await codeTo(person.email)
    for (const by of [1, 2, 3, 4, 5])
      await expect(world.api(verifyEmail, { body: { email: person.email, code: otherCode(code, by) } })).rejects.toMatchObject({
        status: 422
      })
    await expect(world.api(verifyEmail, { body: { email: person.email, code } })).rejects.toMatchObject({ body: { code: 'wrong_code' } })
    later(31)
    await world.api(resendVerification, { body: { email: person.email } })
    await world.api(verifyEmail, { body: { email: person.email, code: await codeTo(person.email) } })
  })

  test('still works after 4 wrong attempts', async () => {
    const person = newcomer()
    await world.api(register, { body: person })
    const code = await codeTo(person.email)
    for (const by of [1, 2, 3, 4])
      await expect(world.api(verifyEmail, { body: { email: person.email, code: otherCode(code, by) } })).rejects.toMatchObject({
        status: 422
      })
    await world.api(verifyEmail, { body: { email: person.email, code } })
  })

  test('does not work for another address', async () => {
    const [one, two] = [newcomer(), newcomer()]
    await world.api(register, { body: one })
    await world.api(register, { body: two })
    const code = await codeTo(one.email)
    if (code === (await codeTo(two.email))) return
    await expect(world.api(verifyEmail, { body: { email: two.email, code } })).rejects.toMatchObject({ body: { code: 'wrong_code' } })
  })

  test('is not stored in readable form', async () => {
    const person = newcomer()
    await world.api(register, { body: person })
    const code = await codeTo(person.email)
    const rows = await world.db.selectFrom('accounts.verification_code').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(rows.some(({ code_hash }) => code_hash.includes(code))).toBe(false)
  })

  test('is limited to 20 wrong attempts per hour for one address, known or not', async () => {
    const person = newcomer()
    await world.api(register, { body: person })
    for (const email of [person.email, 'nobody-at-all@example.com']) {
      await sql`insert into platform.use_count values (${`accounts.code.email.${email}/3600`}, ${world.now()}, 18)`.execute(world.db)
      const statuses: number[] = []
      for (let tries = 0; tries < 3; tries += 1)
        statuses.push((await refusalOf(world.api(verifyEmail, { body: { email, code: '0000000' } }))).status)
      expect(statuses).toEqual([422, 422, 429])
    }
  })

  test.each(['', '123456', '12345678', 'abcdefg', '１２３４５６７'])('cannot be %j', async (code) => {
    const refusal = await refusalOf(world.api(verifyEmail, { body: { email: 'x@example.com', code } }))
    expect(refusal).toMatchObject({ status: 422, body: { code: 'invalid_fields', fields: { code: 'Please enter the 7-digit code.' } } })
  })
})

describe('requesting another code', () => {
  test('replaces the old one', async () => {
    const person = newcomer()
    await world.api(register, { body: person })
    const first = await codeTo(person.email)
    later(30)
    await world.api(resendVerification, { body: { email: person.email } })
    const second = await codeTo(person.email)
    if (first !== second)
      await expect(world.api(verifyEmail, { body: { email: person.email, code: first } })).rejects.toMatchObject({ status: 422 })
    await world.api(verifyEmail, { body: { email: person.email, code: second } })
  })

  test('requires a 30-second wait after the last email, for known and unknown addresses alike', async () => {
    const person = newcomer()
    const verified = await world.person('client', 'verified')
    await world.api(register, { body: person })
    for (const email of [verified.email, 'stranger@example.com']) await world.api(resendVerification, { body: { email } })
    await world.work()
    later(10)
    for (const email of [person.email, verified.email, 'stranger@example.com']) {
      const answer = await world.app.inject({ method: 'POST', url: '/api/auth/resend-verification', payload: { email } })
      expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([429, '20', 'mailed_just_now'])
    }
    later(20)
    for (const email of [person.email, verified.email, 'stranger@example.com']) {
      const answer = await world.app.inject({ method: 'POST', url: '/api/auth/resend-verification', payload: { email } })
      expect([answer.statusCode, answer.json()]).toEqual([202, { message: expect.stringContaining('If this address') }])
    }
    expect(await mailsTo('stranger@example.com')).toHaveLength(0)
    expect(await mailsTo(verified.email)).toHaveLength(0)
    expect(await mailsTo(person.email)).toHaveLength(2)
  })
})
