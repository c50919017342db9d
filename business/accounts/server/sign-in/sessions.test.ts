import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { injectedApi } from '#processes/http/injected-api.ts'
import { browserOn } from '#tests/support/cookie-jar.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { authMe } from '../../contract.ts'
import { changePassword, endSessions, listSessions } from '../../profile.contract.ts'
import { createSession, createUser } from '../index.ts'

const PASSWORD = 'easel-sessions'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const WRONG = { status: 422, body: { code: 'wrong_password', fields: { current_password: 'This is not your current password.' } } }
const ENDED = { status: 404, body: { code: 'session_not_found', error: 'This session has already ended.' } }

let world: World
let made = 0
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

test('a browser that kept the token but lost the cookie gets a cookie for the same session, with the remaining lifetime', async () => {
  const { id, email } = await someone()
  const { token } = await createSession(world.db, id, new Date(world.now().getTime() - 24 * 3_600_000))
  const carry = (authorization: string) => world.app.inject({ method: 'POST', url: '/api/auth/session', headers: { authorization } })
  const carried = await carry(`Bearer ${token}`)
  expect(carried.json()).toMatchObject({ user: { id, email } })
  expect(carried.headers['set-cookie']).toMatch(new RegExp(`^session=${token}; .*HttpOnly; SameSite=Lax; Max-Age=${29 * 24 * 3600}$`))
  const over = await carry('Bearer nobody')
  expect(over.json()).toEqual({ user: null })
  expect(over.headers['set-cookie']).toBeUndefined()
  const passing = await createSession(world.db, id, world.now(), { remembered: false })
  expect((await carry(`Bearer ${passing.token}`)).headers['set-cookie']).not.toContain('Max-Age')
})

async function someone() {
  made += 1
  const account = { name: 'Ada', email: `sessions-${made}@example.com`, role: 'client', password: PASSWORD } as const
  return createUser(world.db, { ...account, email_verified: true, created_at: world.now() })
}

/** Creates a session that started this many minutes ago, and a client that uses it. */
async function session(user_id: string, { user_agent = FIREFOX, minutes = 0 } = {}) {
  const startedAt = new Date(world.now().getTime() - minutes * 60_000)
  const { token } = await createSession(world.db, user_id, startedAt, { caller: { ip: '203.0.113.7', user_agent } })
  return injectedApi(world.app, token)
}
const ownId = async (api: ReturnType<typeof injectedApi>) => (await api(listSessions, {})).items[0]!.id
const end = (api: ReturnType<typeof injectedApi>, session_id?: string, current_password = PASSWORD) =>
  api(endSessions, { body: { current_password, ...(session_id && { session_id }) } })
const isOver = (api: ReturnType<typeof injectedApi>) =>
  api(authMe, {}).then(
    () => false,
    () => true
  )

describe('the session list', () => {
  test('starts with the current session, then orders by last use, each with its device', async () => {
    const { id } = await someone()
    await session(id, { user_agent: SAFARI, minutes: 5 })
    const present = await session(id, { minutes: 8 })
    await session(id, { user_agent: '', minutes: 2 })
    const { items } = await present(listSessions, {})
    expect(items.map(({ device, is_current, ip }) => [device, is_current, ip])).toEqual([
      ['Firefox on Windows', true, '203.0.113.7'],
      ['Unknown device', false, '203.0.113.7'],
      ['Safari on iOS', false, '203.0.113.7']
    ])
    expect(items[0]).toMatchObject({ created_at: new Date(world.now().getTime() - 8 * 60_000).toISOString() })
    expect(Object.keys(items[0]!).sort()).toEqual(['created_at', 'device', 'expires_at', 'id', 'ip', 'is_current', 'last_seen_at'])
  })

  test('omits expired sessions and those of other users', async () => {
    const { id } = await someone()
    await session(id, { minutes: 31 * 24 * 60 })
    await session((await someone()).id)
    const present = await session(id)
    expect((await present(listSessions, {})).items).toHaveLength(1)
  })
})

describe('ending a session', () => {
  test('ends only that session and is logged', async () => {
    const { id } = await someone()
    const [present, other, third] = [await session(id), await session(id), await session(id)]
    const { items } = await end(present, await ownId(other))
    expect(items).toHaveLength(2)
    expect([await isOver(present), await isOver(other), await isOver(third)]).toEqual([false, true, false])
    const entries = await world.db.selectFrom('accounts.audit_entry').select(['action', 'details']).where('subject', '=', id).execute()
    expect(entries).toMatchObject([{ action: 'user.session_ended', details: { sessions: 1 } }])
    await expect(end(present, '00000000-0000-4000-8000-000000000000')).rejects.toMatchObject(ENDED)
  })

  test('without an id ends all others and keeps the current one', async () => {
    const { id } = await someone()
    const [present, other, third] = [await session(id), await session(id), await session(id)]
    const { items } = await end(present)
    expect(items.map(({ is_current }) => is_current)).toEqual([true])
    expect([await isOver(present), await isOver(other), await isOver(third)]).toEqual([false, true, true])
    expect((await end(present)).items).toHaveLength(1)
  })

  test('requires the password, and a wrong one ends nothing', async () => {
    const { id } = await someone()
    const [present, other] = [await session(id), await session(id)]
    await expect(end(present, undefined, 'guessed')).rejects.toMatchObject(WRONG)
    await expect(end(present, undefined, '')).rejects.toMatchObject({
      status: 422,
      body: { fields: { current_password: 'Please enter your current password.' } }
    })
    expect(await isOver(other)).toBe(false)
  })

  test('of another user answers like an unknown id, and that session continues', async () => {
    const present = await session((await someone()).id)
    const theirs = await session((await someone()).id)
    await expect(end(present, await ownId(theirs))).rejects.toMatchObject(ENDED)
    expect(await isOver(theirs)).toBe(false)
  })

  test('that has already ended, or with an invalid id, is refused with a clear error', async () => {
    const { id } = await someone()
    const [present, other] = [await session(id), await session(id)]
    const gone = await ownId(other)
    await end(present, gone)
    await expect(end(present, gone)).rejects.toMatchObject(ENDED)
    await expect(end(present, 'x')).rejects.toMatchObject({ status: 422 })
  })

  test('five times in parallel succeeds once', async () => {
    const { id } = await someone()
    const [present, other] = [await session(id), await session(id)]
    const gone = await ownId(other)
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map(() => end(present, gone)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('that is the current one is like logging out: it deletes the cookie and keeps the other sessions', async () => {
    const { id, email } = await someone()
    const other = await session(id)
    const browser = browserOn(world)
    const { token } = await browser.post('/auth/login', { email, password: PASSWORD })
    const present = injectedApi(world.app, token)
    const answer = await browser.post('/profile/sessions/end', { current_password: PASSWORD, session_id: await ownId(present) })
    expect(answer.status).toBe(200)
    expect(browser.cookies.has('session')).toBe(false)
    expect([await isOver(present), await isOver(other)]).toEqual([true, false])
  })

  test('shares its limit of wrong passwords with changing the password', async () => {
    const present = await session((await someone()).id)
    for (let tries = 0; tries < 20; tries += 1) await expect(end(present, undefined, 'guessed')).rejects.toMatchObject(WRONG)
    const body = { current_password: PASSWORD, new_password: 'easel-after' }
    await expect(present(changePassword, { body })).rejects.toMatchObject({ status: 429 })
  })
})
