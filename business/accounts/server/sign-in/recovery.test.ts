import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { injectedApi } from '#processes/http/injected-api.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { authMe, login } from '../../contract.ts'
import { forgotPassword, forgotUsername, resetPassword } from '../../recovery.contract.ts'
import { createSession, createUser } from '../index.ts'
import { mailReminder, mailReset } from './recovery.service.ts'
import { hashToken } from './tokens.ts'

const FROM = { ip: '127.0.0.1', device: 'Unknown device' }
const ASKING = [
  ['reminder', forgotUsername, '/api/recovery/forgot-username'],
  ['reset link', forgotPassword, '/api/recovery/forgot-password']
] as const

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
const someone = async (details: { email_verified?: boolean } = {}) => {
  made += 1
  const email = `ada-${made}@example.com`
  const account = { name: 'Ada Lovelace', email, role: 'client', password: 'forgotten', email_verified: true, ...details } as const
  return createUser(world.db, { ...account, created_at: world.now() })
}
const deactivate = (id: string) => sql`update accounts."user" set is_active = false where id = ${id}`.execute(world.db)
const mailsTo = async (email: string) => (await world.mails()).filter(({ to }) => to === email)
const tokenTo = async (email: string) => {
  const [, token] = /reset-password\?token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.text ?? '') ?? []
  if (!token) throw new Error(`no link was emailed to ${email}`)
  return token
}
const askedToken = async (email: string) => {
  await world.api(forgotPassword, { body: { email } })
  return tokenTo(email)
}
const reset = (token: string, password = 'remembered') => world.api(resetPassword, { body: { token, password } })
const ask = (url: string, email: string) => world.app.inject({ method: 'POST', url, payload: { email } })
const INVALID = { status: 422, body: { code: 'invalid_token', error: 'Invalid or missing reset token.' } }

describe.each(ASKING)('requesting a %s', (what, endpoint, url) => {
  test('gives the same answer for known, unknown, unverified, and deactivated addresses', async () => {
    const gone = await someone()
    await deactivate(gone.id)
    const emails = [(await someone()).email, 'nobody@example.com', (await someone({ email_verified: false })).email, gone.email]
    for (const email of emails) {
      const answer = await ask(url, email)
      expect(answer.statusCode).toBe(202)
      expect(answer.json()).toEqual({
        message: `If an account exists for ${email}, a ${what} has been sent. Check your inbox and spam folder.`
      })
    }
    const addressed = (await world.mails()).map(({ to }) => to)
    expect(emails.map((email) => addressed.filter((to) => to === email).length)).toEqual([1, 0, 1, 0])
  })

  test.each(['known', 'unknown'])('again requires a 30-second wait, for an address that is %s', async (known) => {
    const email = known === 'known' ? (await someone()).email : `stranger-${made}@example.com`
    expect((await ask(url, email)).statusCode).toBe(202)
    expect(await mailsTo(email)).toHaveLength(known === 'known' ? 1 : 0)
    later(10)
    const early = await ask(url, ` ${email.toUpperCase()} `)
    expect([early.statusCode, early.headers['retry-after'], early.json().code]).toEqual([429, '20', 'mailed_just_now'])
    later(19)
    expect((await ask(url, email)).statusCode).toBe(429)
    later(1)
    expect((await ask(url, email)).statusCode).toBe(202)
    expect(await mailsTo(email)).toHaveLength(known === 'known' ? 2 : 0)
  })

  test('in parallel from many pages sends one email', async () => {
    const { email } = await someone()
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(url, email)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([202, 429, 429, 429])
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('is limited to 20 per hour for one email address and 100 per hour from one IP address', async () => {
    const limit = what === 'reminder' ? 'reminder' : 'reset'
    const spent = (key: string, used: number) =>
      sql`insert into platform.use_count values (${`accounts.${limit}.${key}/3600`}, ${world.now()}, ${used})`.execute(world.db)
    await spent('email.often@example.com', 20)
    await expect(world.api(endpoint, { body: { email: 'often@example.com' } })).rejects.toMatchObject({ body: { code: 'too_many' } })
    await sql`delete from platform.use_count`.execute(world.db)
    await spent('ip.127.0.0.1', 100)
    await expect(world.api(endpoint, { body: { email: 'seldom@example.com' } })).rejects.toMatchObject({ body: { code: 'too_many' } })
  })

  test.each(['', 'a@b', 'no address', 'a@b.c', 'a"b@example.com', 5])('rejects %j as an email address', async (email) => {
    const answer = await ask(url, email as string)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().fields.email).toBe('Please enter a valid email.')
  })
})

test('a reminder contains the sign-in email, and running its job twice sends one email', async () => {
  const { email } = await someone()
  await world.api(forgotUsername, { body: { email } })
  await mailReminder(world.ctx(), email)
  await mailReminder(world.ctx(), email)
  const mails = await mailsTo(email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(email)
})

test('running the reset job twice emails one link, and that link works', async () => {
  const { email } = await someone()
  await world.api(forgotPassword, { body: { email } })
  await mailReset(world.ctx(), email, FROM)
  later(600)
  await mailReset(world.ctx(), email, FROM)
  expect(await mailsTo(email)).toHaveLength(1)
  await reset(await tokenTo(email))
})

describe('the reset link', () => {
  test('sets the password once, ends every session, sends an email, and is logged', async () => {
    const { id, email } = await someone()
    const sessions = await Promise.all([1, 2].map(() => createSession(world.db, id, world.now())))
    const token = await askedToken(email)
    expect(await reset(token)).toEqual({ message: 'Your password has been reset.' })

    for (const session of sessions) await expect(injectedApi(world.app, session.token)(authMe, {})).rejects.toMatchObject({ status: 401 })
    await expect(world.api(login, { body: { email, password: 'forgotten' } })).rejects.toMatchObject({
      body: { code: 'wrong_credentials' }
    })
    await world.api(login, { body: { email, password: 'remembered' } })
    await expect(reset(token, 'again-and-again')).rejects.toMatchObject(INVALID)
    expect((await mailsTo(email)).map(({ subject }) => subject).at(-1)).toContain('password was reset')
    const { rows } =
      await sql`select action, actor_id, subject_kind from accounts.audit_entry where subject = ${id} and action like '%reset%' order by id`.execute(
        world.db
      )
    expect(rows).toEqual([
      { action: 'user.reset_requested', actor_id: null, subject_kind: 'user' },
      { action: 'user.password_reset', actor_id: id, subject_kind: 'user' }
    ])
  })

  test('opens the page, and only the hash of its 256-bit token is stored', async () => {
    const { id, email } = await someone()
    const token = await askedToken(email)
    expect((await mailsTo(email)).at(-1)?.html).toContain(`${world.settings.public_url}/reset-password?token=${token}`)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const { rows } = await sql`select token_hash from accounts.password_reset where user_id = ${id}`.execute(world.db)
    expect(rows).toEqual([{ token_hash: hashToken(token) }])
  })

  test('works for 60 minutes', async () => {
    const [first, second] = [await someone(), await someone()]
    const tokens = [await askedToken(first.email), await askedToken(second.email)]
    later(60 * 60 - 1)
    await reset(tokens[0]!)
    later(1)
    await expect(reset(tokens[1]!)).rejects.toMatchObject(INVALID)
  })

  test('is replaced by a newer one', async () => {
    const { email } = await someone()
    const older = await askedToken(email)
    later(30)
    const newer = await askedToken(email)
    await expect(reset(older)).rejects.toMatchObject(INVALID)
    await reset(newer)
  })

  test('used five times in parallel succeeds once', async () => {
    const { email } = await someone()
    const token = await askedToken(email)
    const passwords = [1, 2, 3, 4, 5].map((number) => `remembered-${number}`)
    const results = await Promise.allSettled(passwords.map((password) => reset(token, password)))
    const won = passwords.filter((_, index) => results[index]?.status === 'fulfilled')
    expect(won).toHaveLength(1)
    await world.api(login, { body: { email, password: won[0]! } })
  })

  test('stops working when the account is deactivated', async () => {
    const { id, email } = await someone()
    const token = await askedToken(email)
    await deactivate(id)
    await expect(reset(token)).rejects.toMatchObject(INVALID)
  })

  test('verifies an unverified address and discards its registrations', async () => {
    const { id, email } = await someone({ email_verified: false })
    await sql`insert into accounts.registration (email, name, password_hash, browser_hash, created_at)
      values (${email}, 'Mallory', 'hash', '\\x00', ${world.now()})`.execute(world.db)
    await sql`insert into accounts.verification_code (user_id, code_hash, expires_at) values (${id}, 'hash', ${world.now()})`.execute(
      world.db
    )
    await reset(await askedToken(email))
    await world.api(login, { body: { email, password: 'remembered' } })
    const { rows } = await sql`select (select count(*) from accounts.registration where email = ${email})::int as registrations,
      (select count(*) from accounts.verification_code where user_id = ${id})::int as codes`.execute(world.db)
    expect(rows).toEqual([{ registrations: 0, codes: 0 }])
  })

  test('is not used up by a password that is too short', async () => {
    const { email } = await someone()
    const token = await askedToken(email)
    await expect(reset(token, '12345')).rejects.toMatchObject({
      status: 422,
      body: { fields: { password: 'Password must be at least 6 characters.' } }
    })
    await reset(token)
  })

  test.each(['', '   ', 'made-up', 'x'.repeat(300), 'é'.repeat(43)])('rejects %j as a token', async (token) => {
    await expect(reset(token)).rejects.toMatchObject({ status: 422, body: { error: expect.any(String) } })
  })

  test('is limited to 100 wrong tokens per hour from one IP address; valid ones do not count', async () => {
    const key = 'accounts.new-password.ip.127.0.0.1/3600'
    await sql`insert into platform.use_count values (${key}, ${world.now()}, 99)`.execute(world.db)
    await reset(await askedToken((await someone()).email))
    await expect(reset('wrong')).rejects.toMatchObject(INVALID)
    await expect(reset('wrong')).rejects.toMatchObject({ status: 429, body: { code: 'too_many' } })
  })
})
