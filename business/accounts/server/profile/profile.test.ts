import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { injectedApi } from '#processes/http/injected-api.ts'
import { browserOn } from '#tests/support/cookie-jar.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { authMe, login } from '../../contract.ts'
import { changePassword, changeProfile, getProfile } from '../../profile.contract.ts'
import { forgotPassword, resetPassword } from '../../recovery.contract.ts'
import { createSession, createUser } from '../index.ts'

let world: World
let made = 0
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const PASSWORD = 'easel-before'

/** Creates a user with two sessions: `api` uses the first, `other` the second. */
async function someone() {
  made += 1
  const account = { name: 'Ada Lovelace', email: `ada-${made}@example.com`, role: 'client', password: PASSWORD } as const
  const { id, email } = await createUser(world.db, { ...account, email_verified: true, created_at: world.now() })
  const [api, other] = await Promise.all(
    [1, 2].map(async () => injectedApi(world.app, (await createSession(world.db, id, world.now())).token))
  )
  return { id, email, api: api!, other: other! }
}

const auditOf = (id: string) =>
  world.db.selectFrom('accounts.audit_entry').select(['action', 'actor_id', 'details']).where('subject', '=', id).orderBy('id').execute()

describe('the profile', () => {
  test('has exactly the fields in the specification', async () => {
    const { id, email, api } = await someone()
    expect(await api(getProfile, {})).toEqual({
      id,
      name: 'Ada Lovelace',
      email,
      role: 'client',
      avatar_url: null,
      brand_color: null,
      license_count: 0,
      request_count: 0,
      created_at: world.now().toISOString(),
      palette: []
    })
  })

  test('gets its counts from other parts, and 0 if a part is missing', async () => {
    const { api } = await someone()
    const usual = world.ports.people
    world.ports.people = { ...usual, counts: { request_count: async () => 7 } }
    try {
      expect(await api(getProfile, {})).toMatchObject({ license_count: 0, request_count: 7 })
    } finally {
      world.ports.people = usual
    }
  })

  test('keeps fields that are not sent, and logs which fields changed but not their values', async () => {
    const { id, api } = await someone()
    expect(await api(changeProfile, { body: { name: '  Ada King ' } })).toMatchObject({ name: 'Ada King', brand_color: null })
    expect(await api(changeProfile, { body: { brand_color: '#FF8800' } })).toMatchObject({ name: 'Ada King', brand_color: '#ff8800' })
    expect(await api(changeProfile, { body: { name: 'Ada King', brand_color: null } })).toMatchObject({ brand_color: null })
    expect(await api(changeProfile, { body: {} })).toMatchObject({ name: 'Ada King', brand_color: null })
    expect((await auditOf(id)).map(({ action, actor_id, details }) => [action, actor_id, details])).toEqual([
      ['user.profile_changed', id, { fields: ['name'] }],
      ['user.profile_changed', id, { fields: ['brand_color'] }],
      ['user.profile_changed', id, { fields: ['brand_color'] }]
    ])
  })

  test.each([
    [{ name: '  ' }, { name: 'Please enter your name.' }],
    [{ name: 'x'.repeat(121) }, { name: expect.any(String) }],
    [{ brand_color: 'red' }, { brand_color: 'Please choose a color such as #00b4d8.' }],
    [{ brand_color: '#00b4d8;}' }, { brand_color: 'Please choose a color such as #00b4d8.' }]
  ])('%j is refused with an error for the field', async (body, fields) => {
    const { id, api } = await someone()
    await expect(api(changeProfile, { body })).rejects.toMatchObject({ status: 422, body: { fields } })
    expect(await auditOf(id)).toEqual([])
  })

  test('ignores a role, an email, and any other extra field', async () => {
    const { email, api } = await someone()
    const body = { name: 'Mallory', role: 'admin', email: 'm@example.com', avatar_url: 'https://example.com/x.png' }
    expect(await api(changeProfile, { body })).toMatchObject({ name: 'Mallory', role: 'client', email, avatar_url: null })
  })

  test('changes are visible in the next /auth/me', async () => {
    const { api } = await someone()
    await api(changeProfile, { body: { name: 'Countess' } })
    expect((await api(authMe, {})).user.name).toBe('Countess')
  })
})

describe('changing the password', () => {
  const change = (api: ReturnType<typeof injectedApi>, current_password: string, new_password = 'easel-after') =>
    api(changePassword, { body: { current_password, new_password } })
  const WRONG = { status: 422, body: { code: 'wrong_password', fields: { current_password: 'This is not your current password.' } } }

  test('sets it, ends every other session, keeps this one, sends an email, and is logged', async () => {
    const { id, email, api, other } = await someone()
    await change(api, PASSWORD)
    await api(authMe, {})
    await expect(other(authMe, {})).rejects.toMatchObject({ status: 401 })
    await expect(world.api(login, { body: { email, password: PASSWORD } })).rejects.toMatchObject({ body: { code: 'wrong_credentials' } })
    await world.api(login, { body: { email, password: 'easel-after' } })
    expect((await auditOf(id))[0]).toMatchObject({ action: 'user.password_changed', actor_id: id, details: { sessions: 1 } })
    const [mail] = (await world.mails()).filter(({ to }) => to === email)
    expect(mail).toMatchObject({ subject: 'Your Easel password was changed', text: expect.stringContaining('Every other device') })
  })

  test('with a wrong current password is refused and logged, and changes nothing', async () => {
    const { id, api, other } = await someone()
    await expect(change(api, 'guessed')).rejects.toMatchObject(WRONG)
    await other(authMe, {})
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['user.password_refused'])
    await change(api, PASSWORD)
  })

  test.each([
    [{ current_password: '', new_password: 'easel-after' }, { current_password: 'Please enter your current password.' }],
    [{ current_password: PASSWORD, new_password: '12345' }, { new_password: 'Password must be at least 6 characters.' }],
    [{ current_password: PASSWORD, new_password: '' }, { new_password: 'Password must be at least 6 characters.' }]
  ])('%j is refused with an error for the field', async (body, fields) => {
    const { api } = await someone()
    await expect(api(changePassword, { body })).rejects.toMatchObject({ status: 422, body: { fields } })
  })

  test('five times in parallel with the same current password succeeds once', async () => {
    const { email, api } = await someone()
    const passwords = [1, 2, 3, 4, 5].map((number) => `easel-after-${number}`)
    const results = await Promise.allSettled(passwords.map((password) => change(api, PASSWORD, password)))
    const won = passwords.filter((_, index) => results[index]?.status === 'fulfilled')
    expect(won).toHaveLength(1)
    await world.api(login, { body: { email, password: won[0]! } })
  })

  test('is blocked after 20 wrong passwords per hour, also in parallel; correct ones do not count', async () => {
    const { email, api } = await someone()
    await change(api, PASSWORD, PASSWORD)
    const guesses = await Promise.allSettled(Array.from({ length: 25 }, () => change(api, 'guessed')))
    const codes = guesses.map((guess) => (guess.status === 'rejected' ? guess.reason.body.code : 'accepted'))
    expect(codes.filter((code) => code === 'wrong_password')).toHaveLength(20)
    expect(codes.filter((code) => code === 'too_many')).toHaveLength(5)
    await expect(change(api, PASSWORD)).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) })
    // Sign-ins have a separate limit.
    await world.api(login, { body: { email, password: PASSWORD } })
  })

  test('invalidates an emailed reset link', async () => {
    const { email, api } = await someone()
    await world.api(forgotPassword, { body: { email } })
    const text = (await world.mails()).findLast(({ to }) => to === email)?.text ?? ''
    const [, token = ''] = /reset-password\?token=([\w-]+)/.exec(text) ?? []
    await change(api, PASSWORD)
    await expect(world.api(resetPassword, { body: { token, password: 'easel-reset' } })).rejects.toMatchObject({
      body: { code: 'invalid_token' }
    })
  })

  test('keeps the calling browser signed in by its cookie', async () => {
    const { email } = await someone()
    const browser = browserOn(world)
    await browser.post('/auth/login', { email, password: PASSWORD })
    const answer = await browser.post('/profile/password', { current_password: PASSWORD, new_password: 'easel-after' })
    expect([answer.status, answer.body]).toEqual([204, ''])
    expect((await browser.post('/profile/sessions/end', { current_password: 'easel-after' })).status).toBe(200)
  })
})
