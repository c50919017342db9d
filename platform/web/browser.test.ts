// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { route } from './api.ts'
import {
  browserApi,
  clearDrafts,
  clearSession,
  endSession,
  forgetToken,
  readToken,
  storePerson,
  storeSession,
  watchSession
} from './browser.ts'

const user = { id: 'u1', name: 'Ada', email: 'ada@example.com', role: 'client' }
const anything = route({ method: 'GET', path: '/anything' })

const answering = (status: number, body: object) => {
  const send = vi.fn(async (_url: string, _init: RequestInit) => new Response(JSON.stringify(body), { status }))
  vi.stubGlobal('fetch', send)
  return send
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

test.each([
  [true, () => localStorage, () => sessionStorage],
  [false, () => sessionStorage, () => localStorage]
] as const)('remembered %s: one storage holds the session, under the specification’s names', (remembered, used, empty) => {
  storeSession({ token: 't1', user }, remembered)
  const stored = Object.fromEntries(Object.entries(used()))
  expect(stored).toEqual({
    token: 't1',
    user_id: 'u1',
    username: 'Ada',
    role: 'client',
    user_email: 'ada@example.com',
    user: JSON.stringify(user)
  })
  expect(empty().length).toBe(0)
  expect(readToken()).toBe('t1')
})

test('a second session replaces the first completely', () => {
  storeSession({ token: 't1', user }, true)
  storeSession({ token: 't2', user }, false)
  expect(readToken()).toBe('t2')
  expect(localStorage.length).toBe(0)
})

test.each(['pgx_token', 'access_token'])('a token under the older name %s is read and moved', (name) => {
  localStorage.setItem(name, 'old')
  expect(readToken()).toBe('old')
  expect(localStorage.getItem('token')).toBe('old')
  expect(localStorage.getItem(name)).toBeNull()
})

test('the person is stored where an older token was', () => {
  localStorage.setItem('pgx_token', 'old')
  storePerson(user)
  expect(localStorage).toMatchObject({ token: 'old', username: 'Ada' })
  expect(Object.keys(localStorage)).not.toContain('pgx_token')
  expect(sessionStorage.length).toBe(0)
})

test('clearing removes the session, the accent color and every older token, and nothing else', () => {
  storeSession({ token: 't1', user }, true)
  storePerson({ ...user, brand_color: '#112233' })
  sessionStorage.setItem('pgx_token', 'old')
  sessionStorage.setItem('checkout_intent', '{}')
  clearSession()
  expect(localStorage.length).toBe(0)
  expect(Object.keys(sessionStorage)).toEqual(['checkout_intent'])
})

test('the accent color is stored as brandColor until it is reset', () => {
  storeSession({ token: 't1', user }, false)
  expect(sessionStorage.getItem('brandColor')).toBeNull()
  storePerson({ ...user, brand_color: '#112233' })
  expect(sessionStorage.getItem('brandColor')).toBe('#112233')
  storePerson({ ...user, brand_color: null })
  expect(sessionStorage.getItem('brandColor')).toBeNull()
  expect(localStorage.length).toBe(0)
})

test('when storage is blocked or full, signing in still works and nothing is stored', async () => {
  const send = answering(200, { ok: 1 })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  storeSession({ token: 't1', user }, true)
  vi.restoreAllMocks()
  expect(localStorage.length).toBe(0)
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw new DOMException('closed', 'SecurityError')
      }
    }
  )
  for (const name of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(window, name, 'get').mockImplementation(() => {
      throw new DOMException('closed', 'SecurityError')
    })
  storeSession({ token: 't1', user }, false)
  watchSession('u1', () => {})()
  await browserApi()(anything, {})
  expect(send.mock.calls[0]?.[1].headers).not.toHaveProperty('authorization')
  vi.restoreAllMocks()
})

test('a login and a logout in this tab are reported', () => {
  const heard = vi.fn()
  const stop = watchSession('u1', heard)
  storeSession({ token: 't1', user }, true)
  dispatchEvent(new Event('logout'))
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
  dispatchEvent(new Event('login'))
  expect(heard).toHaveBeenCalledTimes(2)
})

test('the person is updated next to the token', () => {
  storeSession({ token: 't1', user }, true)
  storePerson({ ...user, role: 'employee' })
  expect(localStorage.getItem('role')).toBe('employee')
  expect(sessionStorage.length).toBe(0)
})

test('calls send the stored token', async () => {
  storeSession({ token: 't1', user }, true)
  const send = answering(200, { ok: 1 })
  await browserApi()(anything, {})
  expect(send.mock.calls[0]?.[0]).toBe('/api/anything')
  expect(send.mock.calls[0]?.[1].headers).toMatchObject({ authorization: 'Bearer t1' })
})

test.each([
  [401, 'signed_out', undefined],
  [403, 'wrong_role', undefined],
  [403, 'cross_origin', 't1'],
  [403, 'missing_grant', 't1'],
  [409, 'account_inactive', 't1'],
  [500, 'internal', 't1']
])('after %d %s the stored token is %s', async (status, code, token) => {
  storeSession({ token: 't1', user }, true)
  answering(status, { error: 'No.', code })
  await expect(browserApi()(anything, {})).rejects.toMatchObject({ status, body: { code } })
  expect(readToken()).toBe(token)
})

test('on an admin page an ended session fires one logout event', async () => {
  history.replaceState(null, '', '/admin/reports')
  const heard = vi.fn()
  addEventListener('logout', heard)
  answering(401, { error: 'Please log in first.', code: 'signed_out' })
  for (const _ of [1, 2]) await browserApi()(anything, {}).catch(() => {})
  endSession()
  expect(heard).toHaveBeenCalledTimes(1)
  storeSession({ token: 't2', user }, true)
  endSession()
  expect(heard).toHaveBeenCalledTimes(2)
})

test('a session that began in another tab also fires a logout event when it ends', () => {
  const heard = vi.fn()
  addEventListener('logout', heard)
  storePerson(user)
  endSession()
  // Another tab logs in. This tab learns who is signed in from the reloaded page.
  storePerson(user)
  endSession()
  endSession()
  removeEventListener('logout', heard)
  expect(heard).toHaveBeenCalledTimes(2)
})

/** Answers every call like this, except the logout. */
const refusingAll = (status: number, code: string) => {
  const send = vi.fn(async (url: string, _init: RequestInit) =>
    url === '/api/auth/logout' ? new Response(null, { status: 204 }) : new Response(JSON.stringify({ error: 'No.', code }), { status })
  )
  vi.stubGlobal('fetch', send)
  return () => send.mock.calls.filter(([url]) => url === '/api/auth/logout').length
}
const change = route({ method: 'POST', path: '/anything' })

test.each([
  ['/admin/reports', anything, 1],
  ['/admin/reports', change, 1],
  ['/client/licenses', change, 1],
  ['/client/licenses', anything, 0]
])('at %s, a wrong role ends the session on the server only from an admin page or after a change', async (path, call, logouts) => {
  history.replaceState(null, '', path)
  storeSession({ token: 't1', user }, true)
  const heard = vi.fn()
  addEventListener('logout', heard)
  const loggedOut = refusingAll(403, 'wrong_role')
  await Promise.all([1, 2].map(() => browserApi()(call, {}).catch(() => {})))
  removeEventListener('logout', heard)
  expect({ logouts: loggedOut(), heard: heard.mock.calls.length, token: readToken() }).toEqual({
    logouts,
    heard: logouts,
    token: undefined
  })
})

test('only the refused token is deleted', () => {
  localStorage.setItem('token', 'old')
  sessionStorage.setItem('access_token', 'old')
  sessionStorage.setItem('pgx_token', 'current')
  forgetToken('old')
  expect([localStorage.length, readToken()]).toEqual([0, 'current'])
})

test('another tab is reported when it signs in or out, but not when it shows the same person', async () => {
  const heard = vi.fn()
  const stop = watchSession('u1', heard)
  dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  expect(heard).toHaveBeenCalledTimes(0)
  dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  expect(heard).toHaveBeenCalledTimes(1)
  const same = watchSession('u1', () => {})
  const other = watchSession(null, () => {})
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2))
  for (const end of [stop, same, other]) end()
})

const DRAFTS = ['easel.draft.r1', 'easel.outgoing.u1.r1', 'upload_drafts u1']
const type = () => {
  for (const name of DRAFTS) sessionStorage.setItem(name, '"private"')
  sessionStorage.setItem('checkout_intent', '{}')
}
const typed = () => Object.keys(sessionStorage).filter((name) => DRAFTS.includes(name))

test('clearDrafts deletes all drafts and nothing else', () => {
  storeSession({ token: 't1', user }, true)
  type()
  clearDrafts()
  expect(typed()).toEqual([])
  expect(sessionStorage.getItem('checkout_intent')).toBe('{}')
})

test.each([true, false])(
  'remembered %s: after an expired session the same person finds their drafts, another person does not',
  async (remembered) => {
    storeSession({ token: 't1', user }, remembered)
    type()
    answering(401, { error: 'Please log in first.' })
    await browserApi()(anything, {}).catch(() => {})
    expect(readToken()).toBeUndefined()
    expect(typed()).toHaveLength(3)
    storeSession({ token: 't2', user }, remembered)
    expect(typed()).toHaveLength(3)
    clearSession()
    storeSession({ token: 't3', user: { ...user, id: 'u2' } }, remembered)
    expect(typed()).toEqual([])
    expect(sessionStorage.getItem('easel.words_of')).toBeNull()
  }
)

test('a different person known only by the cookie finds no drafts either', () => {
  storeSession({ token: 't1', user }, false)
  type()
  storePerson(user)
  expect(typed()).toHaveLength(3)
  storePerson({ ...user, id: 'u2' })
  expect(typed()).toEqual([])
})
